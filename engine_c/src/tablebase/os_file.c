#define _POSIX_C_SOURCE 200809L
#define _FILE_OFFSET_BITS 64

#include "os_file.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { TRANSFER_MAX = 1 << 24, PATH_BYTES = 1100 }; /* bytes of one call, of a path */

static size_t transfer(size_t size) { return size < TRANSFER_MAX ? size : TRANSFER_MAX; }

#ifndef _WIN32

#include <dirent.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#ifdef __APPLE__
#include <mach-o/dyld.h>
#endif

int os_open(const char *path) { return open(path, O_RDONLY | O_CLOEXEC); }

static int create_file(const char *path) { return open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644); }

bool os_close(int fd) { return close(fd) == 0; }

int64_t os_size(int fd)
{
    struct stat status;

    return fstat(fd, &status) == 0 ? (int64_t)status.st_size : -1;
}

static int64_t read_some(int fd, void *bytes, size_t size, uint64_t offset)
{
    ssize_t got;

    do
        got = pread(fd, bytes, transfer(size), (off_t)offset);
    while (got < 0 && errno == EINTR);
    return got;
}

static int64_t write_some(int fd, const void *bytes, size_t size)
{
    ssize_t written;

    do
        written = write(fd, bytes, transfer(size));
    while (written < 0 && errno == EINTR);
    return written;
}

static bool sync_file(int fd) { return fsync(fd) == 0; }

void os_sync_folder(const char *folder)
{
    const int fd = os_open(folder);

    if (fd < 0)
        return;
    fsync(fd);
    close(fd);
}

static bool replace_file(const char *from, const char *to) { return rename(from, to) == 0; }

void os_remove(const char *path) { unlink(path); }

void *os_map(int fd, size_t size)
{
    void *base = mmap(NULL, size, PROT_READ, MAP_SHARED, fd, 0);

    return base == MAP_FAILED ? NULL : base;
}

void os_unmap(void *base, size_t size) { munmap(base, size); }

void os_list(const char *folder, void (*visit)(void *context, const char *name, const OsFileFacts *facts),
             void *context)
{
    DIR *listing = opendir(folder);

    for (const struct dirent *entry; listing && (entry = readdir(listing));) {
        struct stat status;
        OsFileFacts facts = { 0 };
        if (fstatat(dirfd(listing), entry->d_name, &status, 0) == 0)
            facts = (OsFileFacts){ (int64_t)status.st_ino, (int64_t)status.st_size, (int64_t)status.st_mtime };
        visit(context, entry->d_name, &facts);
    }
    if (listing)
        closedir(listing);
}

bool os_is_folder(const char *path)
{
    struct stat status;

    return stat(path, &status) == 0 && S_ISDIR(status.st_mode);
}

bool os_program_path(char *path, size_t size)
{
#ifdef __APPLE__
    uint32_t capacity = (uint32_t)size;
    return _NSGetExecutablePath(path, &capacity) == 0;
#else
    const ssize_t length = readlink("/proc/self/exe", path, size - 1);
    path[length > 0 ? length : 0] = '\0';
    return length > 0;
#endif
}

#else

#define WIN32_LEAN_AND_MEAN
#include <io.h>
#include <sys/stat.h>
#include <windows.h>

enum { WIDE_MAX = 1100 }; /* characters of a path */

typedef struct {
    wchar_t text[WIDE_MAX];
} Wide;

static bool to_wide(Wide *wide, const char *text)
{
    if (MultiByteToWideChar(CP_UTF8, MB_ERR_INVALID_CHARS, text, -1, wide->text, WIDE_MAX) > 0)
        return true;
    errno = EINVAL;
    return false;
}

/* The C library sets errno for its own calls only. */
static void set_errno(void)
{
    switch (GetLastError()) {
    case ERROR_FILE_NOT_FOUND:
    case ERROR_PATH_NOT_FOUND: errno = ENOENT; break;
    case ERROR_ACCESS_DENIED:
    case ERROR_SHARING_VIOLATION: errno = EACCES; break;
    case ERROR_DISK_FULL: errno = ENOSPC; break;
    default: errno = EIO;
    }
}

/* Others may delete the file while it is open; it disappears when it is closed. */
static int open_handle(const char *path, DWORD access, DWORD disposition, int flags)
{
    const DWORD sharing = FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE;
    Wide wide;

    if (!to_wide(&wide, path))
        return -1;
    HANDLE handle = CreateFileW(wide.text, access, sharing, NULL, disposition, FILE_ATTRIBUTE_NORMAL, NULL);
    if (handle == INVALID_HANDLE_VALUE) {
        set_errno();
        return -1;
    }
    const int fd = _open_osfhandle((intptr_t)handle, flags | _O_BINARY | _O_NOINHERIT);
    if (fd < 0)
        CloseHandle(handle);
    return fd;
}

static HANDLE handle_of(int fd) { return (HANDLE)_get_osfhandle(fd); }

int os_open(const char *path) { return open_handle(path, GENERIC_READ, OPEN_EXISTING, _O_RDONLY); }

static int create_file(const char *path) { return open_handle(path, GENERIC_WRITE, CREATE_ALWAYS, _O_WRONLY); }

bool os_close(int fd) { return _close(fd) == 0; }

int64_t os_size(int fd) { return _filelengthi64(fd); }

static int64_t read_some(int fd, void *bytes, size_t size, uint64_t offset)
{
    OVERLAPPED place = { .Offset = (DWORD)offset, .OffsetHigh = (DWORD)(offset >> 32) };
    DWORD got = 0;

    if (ReadFile(handle_of(fd), bytes, (DWORD)transfer(size), &got, &place) || GetLastError() == ERROR_HANDLE_EOF)
        return got;
    set_errno();
    return -1;
}

static int64_t write_some(int fd, const void *bytes, size_t size)
{
    return _write(fd, bytes, (unsigned)transfer(size));
}

static bool sync_file(int fd) { return _commit(fd) == 0; }

void os_sync_folder(const char *folder) { (void)folder; } /* replace_file has written them */

static bool replace_file(const char *from, const char *to)
{
    Wide wide_from, wide_to;

    if (!to_wide(&wide_from, from) || !to_wide(&wide_to, to))
        return false;
    if (MoveFileExW(wide_from.text, wide_to.text, MOVEFILE_REPLACE_EXISTING | MOVEFILE_WRITE_THROUGH))
        return true;
    set_errno();
    return false;
}

void os_remove(const char *path)
{
    Wide wide;

    if (to_wide(&wide, path))
        DeleteFileW(wide.text);
}

void *os_map(int fd, size_t size)
{
    HANDLE mapping = CreateFileMappingW(handle_of(fd), NULL, PAGE_READONLY, 0, 0, NULL);
    void *base = mapping ? MapViewOfFile(mapping, FILE_MAP_READ, 0, 0, size) : NULL;

    if (mapping)
        CloseHandle(mapping); /* the view keeps it */
    return base;
}

void os_unmap(void *base, size_t size)
{
    (void)size;
    UnmapViewOfFile(base);
}

static int64_t joined(DWORD high, DWORD low) { return (int64_t)((uint64_t)high << 32 | low); }

void os_list(const char *folder, void (*visit)(void *context, const char *name, const OsFileFacts *facts),
             void *context)
{
    char pattern[WIDE_MAX], name[4 * MAX_PATH];
    WIN32_FIND_DATAW entry;
    Wide wide;

    if (snprintf(pattern, sizeof pattern, "%s/*", folder) >= (int)sizeof pattern || !to_wide(&wide, pattern))
        return;
    HANDLE listing = FindFirstFileW(wide.text, &entry);
    if (listing == INVALID_HANDLE_VALUE)
        return;
    do {
        const OsFileFacts facts = {
            joined(entry.ftCreationTime.dwHighDateTime, entry.ftCreationTime.dwLowDateTime),
            joined(entry.nFileSizeHigh, entry.nFileSizeLow),
            joined(entry.ftLastWriteTime.dwHighDateTime, entry.ftLastWriteTime.dwLowDateTime),
        };
        if (WideCharToMultiByte(CP_UTF8, 0, entry.cFileName, -1, name, sizeof name, NULL, NULL) > 0)
            visit(context, name, &facts);
    } while (FindNextFileW(listing, &entry));
    FindClose(listing);
}

bool os_is_folder(const char *path)
{
    Wide wide;
    const DWORD attributes = to_wide(&wide, path) ? GetFileAttributesW(wide.text) : INVALID_FILE_ATTRIBUTES;

    return attributes != INVALID_FILE_ATTRIBUTES && attributes & FILE_ATTRIBUTE_DIRECTORY;
}

bool os_program_path(char *path, size_t size)
{
    Wide wide;
    const DWORD length = GetModuleFileNameW(NULL, wide.text, WIDE_MAX);

    return length > 0 && length < WIDE_MAX
        && WideCharToMultiByte(CP_UTF8, 0, wide.text, -1, path, (int)size, NULL, NULL) > 0;
}

#endif

bool os_read_all(int fd, void *bytes, size_t size, uint64_t offset)
{
    uint8_t *next = bytes;

    while (size) {
        const int64_t got = read_some(fd, next, size, offset);
        if (got <= 0)
            return false;
        next += got, offset += (uint64_t)got, size -= (size_t)got;
    }
    return true;
}

bool os_write_all(int fd, const void *data, uint64_t size)
{
    const uint8_t *bytes = data;

    while (size) {
        const int64_t written = write_some(fd, bytes, size < SIZE_MAX ? (size_t)size : SIZE_MAX);
        if (written <= 0)
            return false;
        bytes += written, size -= (uint64_t)written;
    }
    return true;
}

bool os_draft_begin(OsDraft *draft, const char *path)
{
    draft->path = path;
    if (snprintf(draft->unfinished, sizeof draft->unfinished, "%s" OS_UNFINISHED, path)
        >= (int)sizeof draft->unfinished) {
        errno = ENAMETOOLONG;
        return false;
    }
    draft->fd = create_file(draft->unfinished);
    return draft->fd >= 0;
}

bool os_draft_end(OsDraft *draft, bool is_written)
{
    is_written = is_written && sync_file(draft->fd);
    is_written = os_close(draft->fd) && is_written;
    if (is_written && replace_file(draft->unfinished, draft->path))
        return true;
    const int reason = errno;
    os_remove(draft->unfinished);
    errno = reason;
    return false;
}

/* Splits "FILE#OFFSET+LENGTH"; NULL: the path has another form. */
static const char *split_part(const char *path, uint64_t *start, uint64_t *size)
{
    const char *mark = strrchr(path, '#');
    int end = 0;

    return mark && sscanf(mark, "#%" SCNu64 "+%" SCNu64 "%n", start, size, &end) == 2 && !mark[end] ? mark : NULL;
}

OsPart os_open_part(const char *path)
{
    OsPart part = { .fd = os_open(path) };
    uint64_t start, size;
    char file[PATH_BYTES];

    if (part.fd >= 0) {
        part.size = os_size(part.fd);
        return part;
    }
    const char *mark = split_part(path, &start, &size);
    if (!mark || snprintf(file, sizeof file, "%.*s", (int)(mark - path), path) >= (int)sizeof file)
        return part;
    part.fd = os_open(file);
    if (part.fd < 0)
        return part;
    const int64_t known = os_size(part.fd);
    const uint64_t left = known > 0 && (uint64_t)known > start ? (uint64_t)known - start : 0;
    part.start = start;
    part.size = (int64_t)(size < left ? size : left);
    return part;
}

bool os_exists(const char *path)
{
    const OsPart part = os_open_part(path);

    if (part.fd >= 0)
        os_close(part.fd);
    return part.fd >= 0 || os_is_folder(path);
}
