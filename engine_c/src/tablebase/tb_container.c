#include "tb_container.h"

#include "checksum.h"
#include "os_file.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char Magic[8] = { 'S', 'A', 'N', 'M', 'I', 'L', 'L', 'C' };

enum { COUNT_MAX = (PIECES_MAX + 1) * (PIECES_MAX + 1) * (PIECES_MAX + 1), COPY_BYTES = 1 << 16 };

_Static_assert(sizeof(TbContainerHeader) == 312 && offsetof(TbContainerHeader, header_sum) == 304
                   && sizeof(TbContainerEntry) == 304,
               "no padding");

static uint64_t header_sum(const TbContainerHeader *header)
{
    return checksum_of(header, offsetof(TbContainerHeader, header_sum));
}

static uint64_t directory_size(uint32_t count) { return count * sizeof(TbContainerEntry); }

/* --- writing --- */

/* False without a text in the error: the file cannot be written. */
static bool copy_payload(int fd, const TbFile *file, Error *error)
{
    uint8_t bytes[COPY_BYTES];
    Checksum sum = checksum_start();

    for (uint64_t offset = 0; offset < file->header.payload;) {
        const uint64_t left = file->header.payload - offset;
        const size_t size = left < sizeof bytes ? (size_t)left : sizeof bytes;
        if (!tb_file_read(file, offset, bytes, size))
            return error_set_code(error, MILL_DAMAGED, "%u-%u cannot be read", (unsigned)file->header.mover,
                                  (unsigned)file->header.other);
        if (!os_write_all(fd, bytes, size))
            return false;
        checksum_add(&sum, bytes, size);
        offset += size;
    }
    return checksum_end(&sum) == file->header.payload_sum
        || error_set_code(error, MILL_DAMAGED, "%u-%u: corrupt data", (unsigned)file->header.mover,
                          (unsigned)file->header.other);
}

static bool write_all(int fd, const TbContainerHeader *header, const TbContainerEntry *entries,
                      const TbFile *const files[], Error *error)
{
    bool is_written = os_write_all(fd, header, sizeof *header)
        && os_write_all(fd, entries, directory_size(header->count));

    for (uint32_t i = 0; is_written && i < header->count; i++)
        is_written = copy_payload(fd, files[i], error);
    return is_written;
}

bool tb_container_write(const char *path, TbContainerHeader *header, const TbFile *const files[], int count,
                        Error *error)
{
    TbContainerEntry *entries = calloc((size_t)count, sizeof *entries);
    OsDraft draft;

    if (!entries)
        return error_no_memory(error);
    memcpy(header->magic, Magic, sizeof Magic);
    header->version = TB_CONTAINER_VERSION;
    header->count = (uint32_t)count;
    header->size = sizeof *header + directory_size(header->count);
    for (int i = 0; i < count; i++) {
        entries[i] = (TbContainerEntry){ files[i]->header, header->size };
        header->size += files[i]->header.payload;
    }
    header->directory_sum = checksum_of(entries, directory_size(header->count));
    header->header_sum = header_sum(header);
    *error = (Error){ 0 };
    const bool is_written = os_draft_begin(&draft, path)
        && os_draft_end(&draft, write_all(draft.fd, header, entries, files, error));
    if (!is_written && !error->text[0])
        error_set(error, "%s", strerror(errno));
    free(entries);
    return is_written;
}

/* --- reading --- */

static bool check_header(const TbContainerHeader *header, uint64_t size, Error *error)
{
    if (header->version != TB_CONTAINER_VERSION)
        return error_set_code(error, MILL_OTHER_VERSION, "unsupported tablebase format version %u (expected %d)",
                              (unsigned)header->version, TB_CONTAINER_VERSION);
    if (header->header_sum != header_sum(header) || header->count > COUNT_MAX
        || header->size < sizeof *header + directory_size(header->count)
        || !memchr(header->name, '\0', sizeof header->name) || !memchr(header->rules, '\0', sizeof header->rules))
        return error_set_code(error, MILL_DAMAGED, "the file is damaged: its header is corrupt");
    if (size < header->size) {
        const int shift = header->size >> 20 ? 20 : 10;
        return error_set_code(error, MILL_TRUNCATED, "the file ends too early: %llu of %llu %s",
                              (unsigned long long)(size >> shift), (unsigned long long)(header->size >> shift),
                              shift == 20 ? "MB" : "KB");
    }
    return size == header->size
        || error_set_code(error, MILL_DAMAGED, "the file is damaged: %llu bytes too long",
                          (unsigned long long)(size - header->size));
}

/* The payloads follow one another without a gap, up to the end of the file. */
static bool check_directory(const TbContainer *container, Error *error)
{
    const TbContainerHeader *header = &container->header;
    uint64_t offset = sizeof *header + directory_size(header->count);
    bool is_right = checksum_of(container->entries, directory_size(header->count)) == header->directory_sum;

    for (uint32_t i = 0; is_right && i < header->count; i++) {
        const TbContainerEntry *entry = &container->entries[i];
        const int mover = (int)entry->header.mover, other = (int)entry->header.other;
        if (!tb_file_check_header(&entry->header, "directory", error))
            return false;
        const int hands = tb_header_hands(&entry->header);
        is_right = entry->header.fingerprint == header->fingerprint && entry->offset == offset
            && entry->header.payload <= header->size - offset
            && tb_container_find(container, hands, mover, other) == entry;
        offset += entry->header.payload;
    }
    return (is_right && offset == header->size)
        || error_set_code(error, MILL_DAMAGED, "the file is damaged: its directory is corrupt");
}

static bool read_container(TbContainer *container, int64_t size, Error *error)
{
    TbContainerHeader *header = &container->header;
    const size_t known = size < (int64_t)sizeof *header ? (size_t)(size > 0 ? size : 0) : sizeof *header;

    /* Of a file that ends inside its header the beginning is known. */
    if (!os_read_all(container->fd, header, known, container->start))
        return error_set(error, "the file cannot be read");
    if (known < sizeof Magic || memcmp(header->magic, Magic, sizeof Magic) != 0)
        return error_set_code(error, MILL_NO_TABLEBASE, "this is not a tablebase");
    if (known < sizeof *header)
        return error_set_code(error, MILL_TRUNCATED, "the file ends too early: only %llu bytes",
                              (unsigned long long)size);
    if (!check_header(header, (uint64_t)size, error))
        return false;
    container->entries = malloc((size_t)directory_size(header->count) + 1);
    if (!container->entries)
        return error_no_memory(error);
    if (!os_read_all(container->fd, container->entries, (size_t)directory_size(header->count),
                     container->start + sizeof *header))
        return error_set(error, "the file cannot be read");
    return check_directory(container, error);
}

bool tb_container_open(TbContainer *container, const char *path, Error *error)
{
    const OsPart part = os_open_part(path);

    *container = (TbContainer){ .fd = part.fd, .start = part.start };
    if (container->fd < 0)
        return error_set(error, "%s", strerror(errno));
    if (read_container(container, part.size, error))
        return true;
    tb_container_close(container);
    return false;
}

void tb_container_close(TbContainer *container)
{
    free(container->entries);
    if (container->fd >= 0)
        os_close(container->fd);
    *container = (TbContainer){ .fd = -1 };
}

bool tb_container_part(const TbContainer *container, const TbContainerEntry *entry, const TbHeader *wanted,
                       TbFile *file, Error *error)
{
    return tb_file_open_part(file, container->fd, &entry->header, container->start + entry->offset, wanted, error);
}

const TbContainerEntry *tb_container_find(const TbContainer *container, int hands, int mover, int other)
{
    for (uint32_t i = 0; i < container->header.count; i++) {
        const TbContainerEntry *entry = &container->entries[i];
        if (entry->header.mover == (uint32_t)mover && entry->header.other == (uint32_t)other
            && tb_header_hands(&entry->header) == hands)
            return entry;
    }
    return NULL;
}

/* --- the containers of a path --- */

typedef struct {
    TbContainers *containers;
    const char *folder; /* NULL: the path is a file */
    uint64_t fingerprint;
    Error *error; /* keeps the first */
} Listing;

static void note(Error *first, const Error *error)
{
    if (!first->text[0])
        *first = *error;
}

static void add(Listing *listing, const char *path)
{
    TbContainers *containers = listing->containers;
    TbContainer found;
    Error error;

    if (!tb_container_open(&found, path, &error)) {
        note(listing->error, &error);
        return;
    }
    if (found.header.fingerprint == listing->fingerprint) {
        TbContainer *list = realloc(containers->list, (size_t)(containers->count + 1) * sizeof *list);
        if (list) {
            containers->list = list;
            list[containers->count++] = found;
            return;
        }
        error_no_memory(listing->error);
    } else if (!listing->folder) {
        error_set_code(&error, MILL_OTHER_RULES, "made for other rules");
        note(listing->error, &error);
    }
    tb_container_close(&found);
}

static void visit(void *context, const char *name, const OsFileFacts *facts)
{
    Listing *listing = context;
    char path[TB_FILE_PATH_MAX];

    (void)facts;
    if (text_ends_with(name, TB_CONTAINER_SUFFIX)
        && snprintf(path, sizeof path, "%s/%s", listing->folder, name) < (int)sizeof path)
        add(listing, path);
}

void tb_containers_open(TbContainers *containers, const char *path, uint64_t fingerprint, Error *error)
{
    Listing listing = { containers, NULL, fingerprint, error };

    *containers = (TbContainers){ NULL, 0 };
    if (os_is_folder(path)) {
        listing.folder = path;
        os_list(path, visit, &listing);
    } else {
        add(&listing, path);
    }
}

void tb_containers_close(TbContainers *containers)
{
    for (int i = 0; i < containers->count; i++)
        tb_container_close(&containers->list[i]);
    free(containers->list);
    *containers = (TbContainers){ NULL, 0 };
}
