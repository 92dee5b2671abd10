/* tb_file.h: the file of a subspace, written completely or not at all and
 * checked before use, or its part of a container. */
#pragma once

#include "game/text.h"
#include "threadpool.h"

enum { TB_FILE_VERSION = 2, TB_FILE_RULES_MAX = 192, TB_FILE_PATH_MAX = 1024 };

/* One or two bytes for each slot, or coded as tb_coding.h says; the same of a layer of the placing phase, with WDL only:
 * two bits for each slot, or coded. */
typedef enum { TB_FILE_VALUES, TB_FILE_CODED, TB_FILE_LAYER, TB_FILE_LAYER_CODED, TB_FILE_KIND_NB } TbFileKind;

/* The header as stored: little-endian, without padding. */
typedef struct {
    char magic[8];
    uint32_t version, kind;
    uint64_t fingerprint; /* of the rules */
    uint32_t mover, other;
    uint64_t slots;
    uint64_t positions, wins, draws, losses; /* up to symmetry */
    uint32_t max_dtw;                        /* of the wins */
    uint32_t detail;  /* TB_FILE_VALUES: bytes of a slot; TB_FILE_CODED: 0 without DTW, 1 with DTW, otherwise
                                              * with DTW rounded up to a multiple of it; of a layer: pieces in hand */
    uint64_t payload; /* bytes after the header */
    uint64_t payload_sum;
    char rules[TB_FILE_RULES_MAX]; /* the text behind the fingerprint */
    uint64_t header_sum;           /* of all fields above */
} TbHeader;

/* The pieces that both sides have in hand; 0: the moving phase. */
static inline int tb_header_hands(const TbHeader *header)
{
    return header->kind == TB_FILE_LAYER || header->kind == TB_FILE_LAYER_CODED ? (int)header->detail : 0;
}

/* An open file. Others may change or truncate it at any time: what was read must be checked, and reads can fail. */
typedef struct {
    TbHeader header;
    int fd;                 /* -1: closed */
    uint64_t offset;        /* of the payload in the file */
    bool is_part;           /* of a larger file, to which fd belongs */
    const uint8_t *payload; /* NULL unless mapped */
    void *base;
    bool is_mapped; /* otherwise base is allocated */
} TbFile;

/* A part of the payload. */
typedef struct {
    const void *bytes;
    uint64_t size;
} TbFilePart;

/* "folder/0123456789abcdef-7-3.values", of a layer "folder/0123456789abcdef-hand6-7-3.layer" */
bool tb_file_path(char path[TB_FILE_PATH_MAX], const char *folder, const TbHeader *header, Error *error);

/* Completes the header and writes it, then the parts. The file appears under its name only when it is complete. */
bool tb_file_write(const char *folder, TbHeader *header, const TbFilePart *parts, int count, Error *error);

/* False unless the file is intact and has the fingerprint, kind, mover, other, slots and hands of `wanted`. The error has no
 * text if the file does not exist. */
bool tb_file_open(TbFile *file, const char *folder, const TbHeader *wanted, Error *error);
void tb_file_close(TbFile *file);

/* A part of an open file, which stays open at least as long. The payload is not read. */
bool tb_file_open_part(TbFile *file, int fd, const TbHeader *header, uint64_t offset, const TbHeader *wanted,
                       Error *error);

bool tb_file_check_header(const TbHeader *header, const char *name, Error *error); /* the error begins with the name */

typedef enum { TB_FILE_INTACT, TB_FILE_CORRUPT, TB_FILE_UNREADABLE, TB_FILE_STOPPED } TbFileCheck;

/* Reads the payload and compares its checksum. The job counts bytes; it may be NULL. */
TbFileCheck tb_file_check(const TbFile *file, const Job *job);

/* Reads a part of the payload; false if the file does not have it. */
bool tb_file_read(const TbFile *file, uint64_t offset, void *bytes, size_t size);

/* Maps the payload, or reads it where mapping fails. For files that nobody else changes: if a mapped file is truncated,
 * access ends the process. */
bool tb_file_map(TbFile *file);

/* Identifies the files of a fingerprint in a folder by name, inode, size and time; 0: there are none. */
uint64_t tb_file_stamp(const char *folder, uint64_t fingerprint);

/* Deletes the file that the header describes, if it exists. */
void tb_file_remove(const char *folder, const TbHeader *header);
/* Removes what a killed process left of files with this fingerprint. */
void tb_file_remove_unfinished(const char *folder, uint64_t fingerprint);
