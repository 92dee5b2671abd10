/* os_file.h: files, folders and the running program, which POSIX and Windows spell
 * differently. Paths are UTF-8; a failed call leaves the reason in errno. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What changes when a file is replaced or written. */
typedef struct {
    int64_t id, size, time; /* id: inode, or time of creation */
} OsFileFacts;

int os_open(const char *path); /* to read; -1: failed */
bool os_close(int fd);

int64_t os_size(int fd); /* -1: failed */

/* A file, or the part of one that "FILE#OFFSET+LENGTH" names: an asset that is stored in an Android package. */
typedef struct {
    int fd; /* -1: failed */
    uint64_t start;
    int64_t size; /* of the part that the file has */
} OsPart;

OsPart os_open_part(const char *path);

/* False: failed, or the file is shorter. Neither uses nor moves the position in the file. */
bool os_read_all(int fd, void *bytes, size_t size, uint64_t offset);
bool os_write_all(int fd, const void *data, uint64_t size);

/* Suffix of a file that is being written. */
#define OS_UNFINISHED ".part"

/* A file that is written under another name. */
typedef struct {
    int fd;
    const char *path;
    char unfinished[1100];
} OsDraft;

bool os_draft_begin(OsDraft *draft, const char *path);
bool os_draft_end(OsDraft *draft, bool is_written); /* renames it once it is on disk, or deletes it */

void os_sync_folder(const char *folder); /* until its names are on disk, where the system can */
void os_remove(const char *path);

void *os_map(int fd, size_t size); /* to read; NULL: failed */
void os_unmap(void *base, size_t size);

/* Calls `visit` for each file of a folder, in any order. */
void os_list(const char *folder, void (*visit)(void *context, const char *name, const OsFileFacts *facts),
             void *context);

bool os_is_folder(const char *path);
bool os_exists(const char *path);              /* a folder, or a file or part that can be read */
bool os_program_path(char *path, size_t size); /* of the running program; false: unknown */
