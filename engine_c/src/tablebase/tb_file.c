/* tb_file.c: writing aside and renaming; checking everything before use. */
#define _POSIX_C_SOURCE 200809L
#define _FILE_OFFSET_BITS 64

#include "tb_file.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

static const char Magic[8] = { 'S', 'A', 'N', 'M', 'I', 'L', 'L', 'T' };
static const char *const Suffix[TABLEFILE_KIND_NB] = { "values", "packed" };

_Static_assert(sizeof(TableHeader) == 296 && offsetof(TableHeader, header_sum) == 288, "the header has no gaps");

/* Four lanes, so that a gigabyte takes a fraction of a second. */
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

static uint64_t header_sum(const TableHeader *header)
{
    Sum sum = { .lane = { 1, 2, 3, 4 } };
    sum_add(&sum, header, offsetof(TableHeader, header_sum));
    return sum_end(&sum);
}

bool tablefile_path(char path[TABLEFILE_PATH_MAX], const char *folder, const TableHeader *header, Fault *fault)
{
    const int length = snprintf(path, TABLEFILE_PATH_MAX, "%s/%016" PRIx64 "-%u-%u.%s", folder, header->fingerprint,
                                (unsigned)header->mover, (unsigned)header->other, Suffix[header->kind]);

    return (length > 0 && length < TABLEFILE_PATH_MAX - 8) || fault_set(fault, "the folder's name is too long");
}

static bool write_all(int file, const void *data, uint64_t size)
{
    const uint8_t *bytes = data;

    while (size) {
        const ssize_t written = write(file, bytes, size < 1 << 24 ? (size_t)size : 1 << 24);
        if (written < 0 && errno == EINTR)
            continue;
        if (written <= 0)
            return false;
        bytes += written, size -= (uint64_t)written;
    }
    return true;
}

bool tablefile_write(const char *folder, TableHeader *header, const TablePart *parts, int count, Fault *fault)
{
    char path[TABLEFILE_PATH_MAX], aside[TABLEFILE_PATH_MAX + 8];
    Sum sum = { .lane = { 1, 2, 3, 4 } };

    memcpy(header->magic, Magic, sizeof Magic);
    header->version = TABLEFILE_VERSION;
    header->payload = 0;
    for (int i = 0; i < count; i++) {
        sum_add(&sum, parts[i].bytes, parts[i].size);
        header->payload += parts[i].size;
    }
    header->payload_sum = sum_end(&sum);
    header->header_sum = header_sum(header);
    if (!tablefile_path(path, folder, header, fault))
        return false;
    snprintf(aside, sizeof aside, "%s.part", path);
    const int file = open(aside, O_WRONLY | O_CREAT | O_TRUNC, 0644);
    if (file < 0)
        return fault_set(fault, "%s: %s", aside, strerror(errno));
    bool is_written = write_all(file, header, sizeof *header);
    for (int i = 0; is_written && i < count; i++)
        is_written = write_all(file, parts[i].bytes, parts[i].size);
    is_written = is_written && fsync(file) == 0;
    is_written = close(file) == 0 && is_written;
    if (is_written && rename(aside, path) == 0)
        return true;
    fault_set(fault, "%s: %s", path, strerror(errno));
    unlink(aside);
    return false;
}

static bool check_header(const TableHeader *header, const char *path, Fault *fault)
{
    if (memcmp(header->magic, Magic, sizeof Magic) != 0)
        return fault_set(fault, "%s: not a table", path);
    if (header->version != TABLEFILE_VERSION)
        return fault_set(fault, "%s: format %u, this program reads format %d", path, (unsigned)header->version,
                         TABLEFILE_VERSION);
    if (header->header_sum != header_sum(header) || header->kind >= TABLEFILE_KIND_NB
        || memchr(header->rules, '\0', sizeof header->rules) == NULL)
        return fault_set(fault, "%s: damaged header", path);
    return true;
}

static bool check_wanted(const TableHeader *header, const TableHeader *wanted, const char *path, Fault *fault)
{
    if (header->fingerprint != wanted->fingerprint)
        return fault_set(fault, "%s: made for other rules", path);
    if (header->kind != wanted->kind || header->mover != wanted->mover || header->other != wanted->other
        || header->slots != wanted->slots)
        return fault_set(fault, "%s: holds another subspace", path);
    return true;
}

/* Opens a file and reads its header; -1 with a fault, empty if there is no file. */
static int open_header(TableHeader *header, const char *path, uint64_t *size, Fault *fault)
{
    struct stat status;
    const int file = open(path, O_RDONLY | O_CLOEXEC);

    fault->text[0] = '\0';
    if (file < 0) {
        if (errno != ENOENT)
            fault_set(fault, "%s: %s", path, strerror(errno));
        return -1;
    }
    if (fstat(file, &status) != 0 || status.st_size < (off_t)sizeof *header
        || pread(file, header, sizeof *header, 0) != (ssize_t)sizeof *header) {
        fault_set(fault, "%s: too short for a table", path);
    } else if (check_header(header, path, fault)) {
        *size = (uint64_t)status.st_size;
        if (*size == sizeof *header + header->payload)
            return file;
        fault_set(fault, "%s: %llu bytes instead of %llu", path, (unsigned long long)*size,
                  (unsigned long long)(sizeof *header + header->payload));
    }
    close(file);
    return -1;
}

static bool read_all(int file, uint8_t *bytes, size_t size)
{
    for (size_t done = 0; done < size;) {
        const ssize_t got = pread(file, bytes + done, size - done < 1 << 24 ? size - done : 1 << 24, (off_t)done);
        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0)
            return false;
        done += (size_t)got;
    }
    return true;
}

/* Maps the file, or reads it where it cannot be mapped. */
static bool load(TableFile *table, int file, uint64_t size)
{
    if (size > SIZE_MAX)
        return false;
    table->size = (size_t)size;
    table->base = mmap(NULL, table->size, PROT_READ, MAP_SHARED, file, 0);
    table->is_mapped = table->base != MAP_FAILED;
    if (!table->is_mapped) {
        table->base = malloc(table->size);
        if (!table->base || !read_all(file, table->base, table->size)) {
            free(table->base);
            return false;
        }
    }
    table->payload = (const uint8_t *)table->base + sizeof(TableHeader);
    return true;
}

bool tablefile_open(TableFile *table, const char *folder, const TableHeader *wanted, Fault *fault)
{
    char path[TABLEFILE_PATH_MAX];
    Sum sum = { .lane = { 1, 2, 3, 4 } };
    uint64_t size = 0;

    memset(table, 0, sizeof *table);
    if (!tablefile_path(path, folder, wanted, fault))
        return false;
    const int file = open_header(&table->header, path, &size, fault);
    if (file < 0)
        return false;
    const bool is_loaded = check_wanted(&table->header, wanted, path, fault)
        && (load(table, file, size) || fault_set(fault, "%s: does not fit into memory", path));
    close(file);
    if (!is_loaded)
        return false;
    sum_add(&sum, table->payload, table->header.payload);
    if (sum_end(&sum) == table->header.payload_sum)
        return true;
    tablefile_close(table);
    return fault_set(fault, "%s: damaged", path);
}

void tablefile_close(TableFile *table)
{
    if (table->base && table->is_mapped)
        munmap(table->base, table->size);
    else
        free(table->base);
    memset(table, 0, sizeof *table);
}

bool tablefile_read_header(TableHeader *header, const char *path, Fault *fault)
{
    uint64_t size;
    const int file = open_header(header, path, &size, fault);

    if (file >= 0)
        close(file);
    return file >= 0;
}

void tablefile_remove(const char *folder, const TableHeader *header)
{
    char path[TABLEFILE_PATH_MAX];
    Fault fault;

    if (tablefile_path(path, folder, header, &fault))
        unlink(path);
}
