/* tb_file.c: writes to a temporary file and renames it; checks everything before use. */
#include "tb_file.h"

#include "os_file.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char Magic[8] = { 'S', 'A', 'N', 'M', 'I', 'L', 'L', 'T' };
static const char *const Suffix[TB_FILE_KIND_NB] = { "values", "packed" };

_Static_assert(sizeof(TbHeader) == 296 && offsetof(TbHeader, header_sum) == 288, "the header has no padding");

/* A checksum in four lanes, fast enough for files of a gigabyte. */
typedef struct {
    uint64_t lane[4];
    uint64_t length;
    uint8_t held[32];
    size_t held_count;
} Sum;

static void sum_block(Sum *sum, const uint8_t *bytes)
{
    for (int i = 0; i < 4; i++) {
        uint64_t word;
        memcpy(&word, bytes + 8 * i, sizeof word);
        sum->lane[i] = (sum->lane[i] ^ word) * 0x9E3779B97F4A7C15u;
        sum->lane[i] ^= sum->lane[i] >> 29;
    }
}

static void sum_add(Sum *sum, const void *data, uint64_t size)
{
    const uint8_t *bytes = data;

    sum->length += size;
    while (size) {
        if (!sum->held_count && size >= sizeof sum->held) {
            sum_block(sum, bytes);
            bytes += sizeof sum->held, size -= sizeof sum->held;
            continue;
        }
        sum->held[sum->held_count++] = *bytes++;
        size--;
        if (sum->held_count == sizeof sum->held) {
            sum_block(sum, sum->held);
            sum->held_count = 0;
        }
    }
}

static uint64_t sum_end(Sum *sum)
{
    uint64_t result = sum->length;

    memset(sum->held + sum->held_count, 0, sizeof sum->held - sum->held_count);
    sum_block(sum, sum->held);
    for (int i = 0; i < 4; i++) {
        result = (result ^ sum->lane[i]) * 0xD6E8FEB86659FD93u;
        result ^= result >> 32;
    }
    return result;
}

static uint64_t header_sum(const TbHeader *header)
{
    Sum sum = { .lane = { 1, 2, 3, 4 } };
    sum_add(&sum, header, offsetof(TbHeader, header_sum));
    return sum_end(&sum);
}

bool tb_file_path(char path[TB_FILE_PATH_MAX], const char *folder, const TbHeader *header, Fault *fault)
{
    const int length = snprintf(path, TB_FILE_PATH_MAX, "%s/%016" PRIx64 "-%u-%u.%s", folder, header->fingerprint,
                                (unsigned)header->mover, (unsigned)header->other, Suffix[header->kind]);

    return (length > 0 && length < TB_FILE_PATH_MAX - 8) || fault_set(fault, "the folder name is too long");
}

static bool write_all(int fd, const void *data, uint64_t size)
{
    const uint8_t *bytes = data;

    while (size) {
        const int64_t written = os_write(fd, bytes, size < SIZE_MAX ? (size_t)size : SIZE_MAX);
        if (written <= 0)
            return false;
        bytes += written, size -= (uint64_t)written;
    }
    return true;
}

bool tb_file_write(const char *folder, TbHeader *header, const TbFilePart *parts, int count, Fault *fault)
{
    char path[TB_FILE_PATH_MAX], temporary[TB_FILE_PATH_MAX + 8];
    Sum sum = { .lane = { 1, 2, 3, 4 } };

    memcpy(header->magic, Magic, sizeof Magic);
    header->version = TB_FILE_VERSION;
    header->payload = 0;
    for (int i = 0; i < count; i++) {
        sum_add(&sum, parts[i].bytes, parts[i].size);
        header->payload += parts[i].size;
    }
    header->payload_sum = sum_end(&sum);
    header->header_sum = header_sum(header);
    if (!tb_file_path(path, folder, header, fault))
        return false;
    snprintf(temporary, sizeof temporary, "%s.part", path);
    const int fd = os_create(temporary);
    if (fd < 0)
        return fault_set(fault, "%s: %s", temporary, strerror(errno));
    bool is_written = write_all(fd, header, sizeof *header);
    for (int i = 0; is_written && i < count; i++)
        is_written = write_all(fd, parts[i].bytes, parts[i].size);
    is_written = is_written && os_sync(fd);
    is_written = os_close(fd) && is_written;
    if (is_written && os_replace(temporary, path))
        return true;
    fault_set(fault, "%s: %s", path, strerror(errno));
    os_remove(temporary);
    return false;
}

static bool check_header(const TbHeader *header, const char *path, Fault *fault)
{
    if (memcmp(header->magic, Magic, sizeof Magic) != 0)
        return fault_set(fault, "%s: not a tablebase file", path);
    if (header->version != TB_FILE_VERSION)
        return fault_set(fault, "%s: unsupported tablebase format version %u (expected %d)", path,
                         (unsigned)header->version, TB_FILE_VERSION);
    if (header->header_sum != header_sum(header) || header->kind >= TB_FILE_KIND_NB
        || memchr(header->rules, '\0', sizeof header->rules) == NULL)
        return fault_set(fault, "%s: corrupt header", path);
    return true;
}

static bool check_wanted(const TbHeader *header, const TbHeader *wanted, const char *path, Fault *fault)
{
    if (header->fingerprint != wanted->fingerprint)
        return fault_set(fault, "%s: built for other rules", path);
    if (header->kind != wanted->kind || header->mover != wanted->mover || header->other != wanted->other
        || header->slots != wanted->slots)
        return fault_set(fault, "%s: holds another subspace", path);
    return true;
}

/* Opens a file and reads its header. -1: see the fault, which has no text if the file does not exist. */
static int open_header(TbHeader *header, const char *path, Fault *fault)
{
    const int fd = os_open(path);

    fault->text[0] = '\0';
    if (fd < 0) {
        if (errno != ENOENT)
            fault_set(fault, "%s: %s", path, strerror(errno));
        return -1;
    }
    const int64_t size = os_size(fd);
    if (size < (int64_t)sizeof *header || os_read_at(fd, header, sizeof *header, 0) != (int64_t)sizeof *header) {
        fault_set(fault, "%s: shorter than a tablebase header", path);
    } else if (check_header(header, path, fault)) {
        const uint64_t payload = (uint64_t)size - sizeof *header;
        if (header->payload == payload)
            return fd;
        fault_set(fault, "%s: %llu bytes after the header (expected %llu)", path, (unsigned long long)payload,
                  (unsigned long long)header->payload);
    }
    os_close(fd);
    return -1;
}

bool tb_file_read(const TbFile *file, uint64_t offset, void *bytes, size_t size)
{
    uint8_t *next = bytes;

    if (offset > file->header.payload || size > file->header.payload - offset)
        return false;
    for (offset += sizeof(TbHeader); size;) {
        const int64_t got = os_read_at(file->fd, next, size, offset);
        if (got <= 0)
            return false;
        next += got, offset += (uint64_t)got, size -= (size_t)got;
    }
    return true;
}

static bool is_sum_right(const TbFile *file)
{
    Sum sum = { .lane = { 1, 2, 3, 4 } };
    uint8_t bytes[1 << 15];

    for (uint64_t offset = 0; offset < file->header.payload;) {
        const uint64_t left = file->header.payload - offset;
        const size_t size = left < sizeof bytes ? (size_t)left : sizeof bytes;
        if (!tb_file_read(file, offset, bytes, size))
            return false;
        sum_add(&sum, bytes, size);
        offset += size;
    }
    return sum_end(&sum) == file->header.payload_sum;
}

bool tb_file_open(TbFile *file, const char *folder, const TbHeader *wanted, Fault *fault)
{
    char path[TB_FILE_PATH_MAX];

    *file = (TbFile){ .fd = -1 };
    if (!tb_file_path(path, folder, wanted, fault))
        return false;
    file->fd = open_header(&file->header, path, fault);
    if (file->fd < 0)
        return false;
    if (check_wanted(&file->header, wanted, path, fault)
        && (is_sum_right(file) || fault_set(fault, "%s: corrupt data", path)))
        return true;
    tb_file_close(file);
    return false;
}

bool tb_file_map(TbFile *file)
{
    const uint64_t size = sizeof(TbHeader) + file->header.payload;

    if (file->payload || size > SIZE_MAX)
        return file->payload != NULL;
    file->base = os_map(file->fd, (size_t)size);
    file->is_mapped = file->base != NULL;
    if (file->is_mapped) {
        file->payload = (const uint8_t *)file->base + sizeof(TbHeader);
        return true;
    }
    file->base = malloc((size_t)file->header.payload);
    if (file->base && tb_file_read(file, 0, file->base, (size_t)file->header.payload))
        file->payload = file->base;
    return file->payload != NULL;
}

void tb_file_close(TbFile *file)
{
    if (file->base && file->is_mapped)
        os_unmap(file->base, (size_t)(sizeof(TbHeader) + file->header.payload));
    else
        free(file->base);
    if (file->fd >= 0)
        os_close(file->fd);
    *file = (TbFile){ .fd = -1 };
}

typedef struct {
    char prefix[18];
    uint64_t stamp; /* a sum over the files, since a folder is listed in any order */
} Stamp;

static void stamp_add(void *context, const char *name, const OsFileFacts *facts)
{
    Sum sum = { .lane = { 1, 2, 3, 4 } };
    Stamp *stamp = context;

    if (strncmp(name, stamp->prefix, sizeof stamp->prefix - 1) != 0)
        return;
    sum_add(&sum, name, strlen(name));
    sum_add(&sum, facts, sizeof *facts);
    stamp->stamp += sum_end(&sum) | 1;
}

uint64_t tb_file_stamp(const char *folder, uint64_t fingerprint)
{
    Stamp stamp = { .stamp = 0 };

    snprintf(stamp.prefix, sizeof stamp.prefix, "%016" PRIx64 "-", fingerprint);
    os_list(folder, stamp_add, &stamp);
    return stamp.stamp;
}

void tb_file_remove(const char *folder, const TbHeader *header)
{
    char path[TB_FILE_PATH_MAX];
    Fault fault;

    if (tb_file_path(path, folder, header, &fault))
        os_remove(path);
}
