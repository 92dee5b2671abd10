/* os_file.h: files, folders and the running program, which POSIX and Windows spell
 * differently. Paths are UTF-8; a failed call leaves the reason in errno. */
#ifndef OS_FILE_H
#define OS_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What changes when a file is replaced or written. */
typedef struct {
    int64_t id, size, time; /* id: inode, or time of creation */
} OsFileFacts;

int os_open(const char *path);   /* to read; -1: failed */
int os_create(const char *path); /* to write, empty */
bool os_close(int fd);

int64_t os_size(int fd); /* -1: failed */

/* Bytes read, at most `size`; -1: failed. Neither uses nor moves the position in the file. */
int64_t os_read_at(int fd, void *bytes, size_t size, uint64_t offset);
bool os_write_all(int fd, const void *data, uint64_t size);

bool os_sync(int fd); /* until written to disk */
void os_sync_folder(const char *folder); /* until its names are, where the system can */
bool os_replace(const char *from, const char *to);
void os_remove(const char *path);

void *os_map(int fd, size_t size); /* to read; NULL: failed */
void os_unmap(void *base, size_t size);

/* Calls `visit` for each file of a folder, in any order. */
void os_list(const char *folder, void (*visit)(void *context, const char *name, const OsFileFacts *facts), void *context);

bool os_is_folder(const char *path);
bool os_exists(const char *path); /* a folder, or a file that can be read */
bool os_program_path(char *path, size_t size); /* of the running program; false: unknown */

#endif
