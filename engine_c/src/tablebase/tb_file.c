#include "tb_file.h"

#include "checksum.h"
#include "os_file.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char Magic[8] = { 'S', 'A', 'N', 'M', 'I', 'L', 'L', 'T' };
static const char *const Suffix[TB_FILE_KIND_NB] = { "values", "packed", "layer", "packed" };

_Static_assert(sizeof(TbHeader) == 296 && offsetof(TbHeader, header_sum) == 288, "the header has no padding");

static uint64_t header_sum(const TbHeader *header) { return checksum_of(header, offsetof(TbHeader, header_sum)); }

bool tb_file_path(char path[TB_FILE_PATH_MAX], const char *folder, const TbHeader *header, Error *error)
{
    char hands[16] = "";

    if (tb_header_hands(header))
        snprintf(hands, sizeof hands, "hand%d-", tb_header_hands(header));
    const int length = snprintf(path, TB_FILE_PATH_MAX, "%s/%016" PRIx64 "-%s%u-%u.%s", folder, header->fingerprint,
                                hands, (unsigned)header->mover, (unsigned)header->other, Suffix[header->kind]);

    return (length > 0 && length < TB_FILE_PATH_MAX - 8) || error_set(error, "the folder name is too long");
}

/* The subspace of a file, for texts: these name neither file nor folder, which belong to the user. */
typedef struct {
    char text[64];
} Label;

static Label label_of(const TbHeader *header)
{
    const int hands = tb_header_hands(header);
    Label label;
    const int length = snprintf(label.text, sizeof label.text, "subspace %u-%u", (unsigned)header->mover,
                                (unsigned)header->other);

    if (hands)
        snprintf(label.text + length, sizeof label.text - (size_t)length, " with %d in hand", hands);
    return label;
}

static bool write_all(int fd, const TbHeader *header, const TbFilePart *parts, int count)
{
    bool is_written = os_write_all(fd, header, sizeof *header);

    for (int i = 0; is_written && i < count; i++)
        is_written = os_write_all(fd, parts[i].bytes, parts[i].size);
    return is_written;
}

bool tb_file_write(const char *folder, TbHeader *header, const TbFilePart *parts, int count, Error *error)
{
    char path[TB_FILE_PATH_MAX];
    Checksum sum = checksum_start();
    OsDraft draft;

    memcpy(header->magic, Magic, sizeof Magic);
    header->version = TB_FILE_VERSION;
    header->payload = 0;
    for (int i = 0; i < count; i++) {
        checksum_add(&sum, parts[i].bytes, parts[i].size);
        header->payload += parts[i].size;
    }
    header->payload_sum = checksum_end(&sum);
    header->header_sum = header_sum(header);
    return tb_file_path(path, folder, header, error)
        && ((os_draft_begin(&draft, path) && os_draft_end(&draft, write_all(draft.fd, header, parts, count)))
            || error_set(error, "%s: %s", label_of(header).text, strerror(errno)));
}

bool tb_file_check_header(const TbHeader *header, const char *what, Error *error)
{
    if (memcmp(header->magic, Magic, sizeof Magic) != 0)
        return error_set_code(error, MILL_NO_TABLEBASE, "%s: not a tablebase file", what);
    if (header->version != TB_FILE_VERSION)
        return error_set_code(error, MILL_OTHER_VERSION, "%s: unsupported tablebase format version %u (expected %d)",
                              what, (unsigned)header->version, TB_FILE_VERSION);
    const bool is_layer = header->kind == TB_FILE_LAYER || header->kind == TB_FILE_LAYER_CODED;
    if (header->header_sum != header_sum(header) || header->kind >= TB_FILE_KIND_NB
        || (is_layer && (header->detail < 1 || header->detail > SIDE_NB * PIECES_MAX))
        || memchr(header->rules, '\0', sizeof header->rules) == NULL)
        return error_set_code(error, MILL_DAMAGED, "%s: corrupt header", what);
    return true;
}

static bool check_wanted(const TbHeader *header, const TbHeader *wanted, const char *what, Error *error)
{
    if (header->fingerprint != wanted->fingerprint)
        return error_set_code(error, MILL_OTHER_RULES, "%s: built for other rules", what);
    if (header->kind != wanted->kind || header->mover != wanted->mover || header->other != wanted->other
        || header->slots != wanted->slots || tb_header_hands(header) != tb_header_hands(wanted))
        return error_set_code(error, MILL_DAMAGED, "%s: holds another subspace", what);
    return true;
}

/* Opens a file and reads its header. -1: see the error, which has no text if the file does not exist. */
static int open_header(TbHeader *header, const char *path, const char *what, Error *error)
{
    const int fd = os_open(path);

    error->text[0] = '\0';
    if (fd < 0) {
        if (errno != ENOENT && errno != ENOTDIR)
            error_set(error, "%s: %s", what, strerror(errno));
        return -1;
    }
    const int64_t size = os_size(fd);
    if (!os_read_all(fd, header, sizeof *header, 0)) {
        error_set(error, "%s: shorter than a tablebase header", what);
    } else if (tb_file_check_header(header, what, error)) {
        const uint64_t payload = (uint64_t)size - sizeof *header;
        if (header->payload == payload)
            return fd;
        error_set(error, "%s: %llu bytes after the header (expected %llu)", what, (unsigned long long)payload,
                  (unsigned long long)header->payload);
    }
    os_close(fd);
    return -1;
}

bool tb_file_read(const TbFile *file, uint64_t offset, void *bytes, size_t size)
{
    return offset <= file->header.payload && size <= file->header.payload - offset
        && os_read_all(file->fd, bytes, size, file->offset + offset);
}

TbFileCheck tb_file_check(const TbFile *file, const Job *job)
{
    Checksum sum = checksum_start();
    uint8_t bytes[1 << 15];

    for (uint64_t offset = 0; offset < file->header.payload;) {
        const uint64_t left = file->header.payload - offset;
        const size_t size = left < sizeof bytes ? (size_t)left : sizeof bytes;
        if (job && job_is_stopped(job))
            return TB_FILE_STOPPED;
        if (!tb_file_read(file, offset, bytes, size))
            return TB_FILE_UNREADABLE;
        checksum_add(&sum, bytes, size);
        offset += size;
        if (job)
            job_advance(job, size);
    }
    return checksum_end(&sum) == file->header.payload_sum ? TB_FILE_INTACT : TB_FILE_CORRUPT;
}

bool tb_file_open(TbFile *file, const char *folder, const TbHeader *wanted, Error *error)
{
    const Label label = label_of(wanted);
    char path[TB_FILE_PATH_MAX];

    *file = (TbFile){ .fd = -1 };
    if (!tb_file_path(path, folder, wanted, error))
        return false;
    file->fd = open_header(&file->header, path, label.text, error);
    file->offset = sizeof(TbHeader);
    if (file->fd < 0)
        return false;
    if (check_wanted(&file->header, wanted, label.text, error)
        && (tb_file_check(file, NULL) == TB_FILE_INTACT
            || error_set_code(error, MILL_DAMAGED, "%s: corrupt data", label.text)))
        return true;
    tb_file_close(file);
    return false;
}

bool tb_file_open_part(TbFile *file, int fd, const TbHeader *header, uint64_t offset, const TbHeader *wanted,
                       Error *error)
{
    *file = (TbFile){ .header = *header, .fd = fd, .offset = offset, .is_part = true };
    return check_wanted(header, wanted, label_of(header).text, error);
}

bool tb_file_map(TbFile *file)
{
    const uint64_t size = file->offset + file->header.payload;

    if (file->payload || size > SIZE_MAX)
        return file->payload != NULL;
    file->base = file->is_part ? NULL : os_map(file->fd, (size_t)size);
    file->is_mapped = file->base != NULL;
    if (file->is_mapped) {
        file->payload = (const uint8_t *)file->base + file->offset;
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
        os_unmap(file->base, (size_t)(file->offset + file->header.payload));
    else
        free(file->base);
    if (file->fd >= 0 && !file->is_part)
        os_close(file->fd);
    *file = (TbFile){ .fd = -1 };
}

/* What the names of files with a fingerprint begin with. */
typedef struct {
    char text[18];
} Prefix;

static Prefix prefix_of(uint64_t fingerprint)
{
    Prefix prefix;

    snprintf(prefix.text, sizeof prefix.text, "%016" PRIx64 "-", fingerprint);
    return prefix;
}

static bool has_prefix(const char *name, const Prefix *prefix)
{
    return strncmp(name, prefix->text, sizeof prefix->text - 1) == 0;
}

typedef struct {
    Prefix prefix;
    uint64_t stamp; /* a sum over the files, since a folder is listed in any order */
} Stamp;

static void stamp_add(void *context, const char *name, const OsFileFacts *facts)
{
    Checksum sum = checksum_start();
    Stamp *stamp = context;

    if (!has_prefix(name, &stamp->prefix))
        return;
    checksum_add(&sum, name, strlen(name));
    checksum_add(&sum, facts, sizeof *facts);
    stamp->stamp += checksum_end(&sum) | 1;
}

uint64_t tb_file_stamp(const char *folder, uint64_t fingerprint)
{
    Stamp stamp = { .prefix = prefix_of(fingerprint) };

    os_list(folder, stamp_add, &stamp);
    return stamp.stamp;
}

void tb_file_remove(const char *folder, const TbHeader *header)
{
    char path[TB_FILE_PATH_MAX];
    Error error;

    if (tb_file_path(path, folder, header, &error))
        os_remove(path);
}

typedef struct {
    Prefix prefix;
    const char *folder;
} Cleaning;

static void remove_if_unfinished(void *context, const char *name, const OsFileFacts *facts)
{
    const Cleaning *cleaning = context;
    char path[TB_FILE_PATH_MAX];

    (void)facts;
    if (has_prefix(name, &cleaning->prefix) && text_ends_with(name, OS_UNFINISHED)
        && snprintf(path, sizeof path, "%s/%s", cleaning->folder, name) < (int)sizeof path)
        os_remove(path);
}

void tb_file_remove_unfinished(const char *folder, uint64_t fingerprint)
{
    Cleaning cleaning = { prefix_of(fingerprint), folder };

    os_list(folder, remove_if_unfinished, &cleaning);
}
