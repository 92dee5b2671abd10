/* tb_container.h: one file with all subspaces of a rule set, layers of the placing
 * phase included: a header, a directory, and the payloads of the subspaces one
 * after the other. Opening reads header and directory only. Every byte is covered
 * by a checksum: those of the payloads are in the directory, that of the directory
 * is in the header, whose checksum therefore identifies the file. Little-endian. */
#pragma once

#include "tb_file.h"

enum { TB_CONTAINER_VERSION = 3, TB_CONTAINER_NAME_MAX = 64 };

#define TB_CONTAINER_SUFFIX ".tablebase"

/* As stored, without padding. */
typedef struct {
    char magic[8];
    uint32_t version;
    uint32_t count;       /* of subspaces */
    uint64_t fingerprint; /* of the rules */
    uint64_t max_pieces;  /* complete up to this number of pieces of both sides */
    uint64_t size;        /* of the whole file */
    char name[TB_CONTAINER_NAME_MAX];
    char rules[TB_FILE_RULES_MAX]; /* the text behind the fingerprint */
    uint64_t directory_sum;
    uint64_t header_sum; /* of all fields above */
} TbContainerHeader;

typedef struct {
    TbHeader header;
    uint64_t offset; /* of the payload in the file */
} TbContainerEntry;

/* An open container. Others may change or truncate the file at any time: see TbFile. */
typedef struct {
    TbContainerHeader header;
    TbContainerEntry *entries;
    int fd;         /* -1: closed */
    uint64_t start; /* of the container in the file */
} TbContainer;

/* Writes the payloads of the files, which have the fingerprint of the header; name, rules, fingerprint and max_pieces
 * are given, the rest is completed. The file appears under its name only when it is complete. */
bool tb_container_write(const char *path, TbContainerHeader *header, const TbFile *const files[], int count,
                        Error *error);

/* False unless header, directory and size of the file or part (os_open_part) are right; the error is a sentence without the
 * path. */
bool tb_container_open(TbContainer *container, const char *path, Error *error);
void tb_container_close(TbContainer *container);

/* The payload of an entry, as of a file; the container stays open at least as long. */
bool tb_container_part(const TbContainer *container, const TbContainerEntry *entry, const TbHeader *wanted,
                       TbFile *file, Error *error);

const TbContainerEntry *tb_container_find(const TbContainer *container, int hands, int mover,
                                          int other); /* NULL: not there */

/* The containers of a fingerprint: the file of this path, or those in the folder of this path. */
typedef struct {
    TbContainer *list;
    int count;
} TbContainers;

/* The error is that of the first unusable file. A file of other rules is an error if it is the path, and skipped in a folder. */
void tb_containers_open(TbContainers *containers, const char *path, uint64_t fingerprint, Error *error);
void tb_containers_close(TbContainers *containers);
