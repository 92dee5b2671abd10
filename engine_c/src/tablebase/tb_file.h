/* tb_file.h: a subspace on disk: written whole or not at all, and read only
 * if it is what it says. Knows neither rules nor what its bytes mean. */
#ifndef TB_FILE_H
#define TB_FILE_H

#include "game/text.h"

enum { TABLEFILE_VERSION = 1, TABLEFILE_RULES_MAX = 192, TABLEFILE_PATH_MAX = 1024 };

/* Values are a byte or two for each slot; packed tables are described in codec.h. */
typedef enum { TABLEFILE_VALUES, TABLEFILE_PACKED, TABLEFILE_KIND_NB } TableKind;

/* As it stands in the file: little-endian, without gaps. */
typedef struct {
    char magic[8];
    uint32_t version, kind;
    uint64_t fingerprint;        /* of the rules that matter */
    uint32_t mover, other;
    uint64_t slots;
    uint64_t positions, wins, draws, losses; /* equal slots count once */
    uint32_t longest;            /* turns of the longest win */
    uint32_t detail;             /* a number of the kind's own */
    uint64_t payload;            /* bytes after the header */
    uint64_t payload_sum;
    char rules[TABLEFILE_RULES_MAX];
    uint64_t header_sum;         /* of everything before it */
} TableHeader;

/* A file in memory: mapped where that works, otherwise read. */
typedef struct {
    TableHeader header;
    const uint8_t *payload;
    void *base;
    size_t size;
    bool is_mapped;
} TableFile;

/* "folder/0123456789abcdef-7-3.values" */
bool tablefile_path(char path[TABLEFILE_PATH_MAX], const char *folder, const TableHeader *header, Fault *fault);

/* Completes the header's sums and writes; the parts follow each other. Under
 * its name the file is there completely or not at all, whenever this is interrupted. */
typedef struct {
    const void *bytes;
    uint64_t size;
} TablePart;

bool tablefile_write(const char *folder, TableHeader *header, const TablePart *parts, int count, Fault *fault);

/* False, with the reason, unless the file is sound and is the one that `wanted`
 * (fingerprint, kind, mover, other, slots) describes. A file that does not exist
 * leaves the fault's text empty. */
bool tablefile_open(TableFile *file, const char *folder, const TableHeader *wanted, Fault *fault);
void tablefile_close(TableFile *file);

/* Deletes the file that the header describes, if it is there. */
void tablefile_remove(const char *folder, const TableHeader *header);

/* A header alone, from a path; for lists. */
bool tablefile_read_header(TableHeader *header, const char *path, Fault *fault);

#endif
