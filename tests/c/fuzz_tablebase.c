/* fuzz_tablebase.c: libFuzzer input for the files of a tablebase. The first two
 * bytes select kind, detail and a later truncation; the rest is the payload of a
 * subspace, or a whole container. The checksums are always right, and mutations
 * often keep the sizes consistent, so that inputs get past the first checks. */
#define _DEFAULT_SOURCE /* mkdtemp */

#include "tablebase/checksum.h"
#include "tablebase/tb_subspace.h"

#include <stdio.h>

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MOVER = 3, OTHER = 3, HANDS = 6, CHOICES = 2, PROBES = 5, IS_CONTAINER = 16 };

int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size, unsigned seed);
size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t max_size);

static TbSpace Space;
static ChunkCache *Caches[2];
static char Folder[] = "/dev/shm/sanmill-fuzz-XXXXXX";

static void clean_up(void)
{
    for (int kind = 0; kind < TB_FILE_KIND_NB; kind++) {
        const TbHeader header = tb_space_header(&Space, (TbFileKind)kind, 0, MOVER, OTHER);
        tb_file_remove(Folder, &header);
    }
    rmdir(Folder);
    tb_space_free(&Space);
    chunk_cache_free(Caches[0]);
    chunk_cache_free(Caches[1]);
}

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    RuleValues values;
    Error error;

    (void)argc, (void)argv;
    if (!rules_read(&values, "six_mens_morris", &error) || !tb_space_init(&Space, &values, &error)
        || !tb_space_build_index(&Space, MOVER + OTHER, &error) || !mkdtemp(Folder))
        abort();
    return atexit(clean_up);
}

/* The sizes of a coded payload before its chunks, as its header has them; may be far larger than the payload. */
static uint64_t bytes_before_chunks(const CodedHeader *header)
{
    const CodedSubspace coded = { .index = Space.index };

    return sizeof *header + (uint64_t)coded_strides(header->chunks) * sizeof(uint32_t)
        + ((uint64_t)header->chunks * header->size_bits + 7) / 8
        + coded_model_bytes(&coded, header->flags & CODED_NETWORK, header->contexts)
        + (header->flags & CODED_DTW ? DTW_CONTEXT_NB : 0);
}

static TbContainerEntry read_entry(const uint8_t *bytes, size_t i)
{
    TbContainerEntry entry;

    memcpy(&entry, bytes + sizeof(TbContainerHeader) + i * sizeof entry, sizeof entry);
    return entry;
}

/* Makes all checksums right that the bytes of a container have room for. */
static void repair_sums(uint8_t *bytes, size_t size)
{
    TbContainerHeader header;
    const size_t room = (size - sizeof header) / sizeof(TbContainerEntry);

    memcpy(&header, bytes, sizeof header);
    const size_t count = header.count < room ? header.count : room;
    for (size_t i = 0; i < count; i++) {
        TbContainerEntry entry = read_entry(bytes, i);
        if (entry.offset <= size && entry.header.payload <= size - entry.offset)
            entry.header.payload_sum = checksum_of(bytes + entry.offset, entry.header.payload);
        entry.header.header_sum = checksum_of(&entry.header, offsetof(TbHeader, header_sum));
        memcpy(bytes + sizeof header + i * sizeof entry, &entry, sizeof entry);
    }
    header.directory_sum = checksum_of(bytes + sizeof header, count * sizeof(TbContainerEntry));
    header.header_sum = checksum_of(&header, offsetof(TbContainerHeader, header_sum));
    memcpy(bytes, &header, sizeof header);
}

/* Makes the sizes of a container with one subspace consistent. */
static void repair_sizes(uint8_t *bytes, size_t size)
{
    const size_t before = sizeof(TbContainerHeader) + sizeof(TbContainerEntry);
    TbContainerHeader header;

    if (size < before)
        return;
    memcpy(&header, bytes, sizeof header);
    TbContainerEntry entry = read_entry(bytes, 0);
    header.size = size;
    entry.offset = before;
    entry.header.payload = size - before;
    memcpy(bytes, &header, sizeof header);
    memcpy(bytes + sizeof header, &entry, sizeof entry);
}

/* Sets the size of the chunks so that the sum of all sizes is that of the payload, modulo 2^64. */
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size, unsigned seed)
{
    CodedHeader header;

    size = LLVMFuzzerMutate(data, size, max_size);
    if (size > CHOICES && data[0] & IS_CONTAINER) {
        if (seed % 4)
            repair_sizes(data + CHOICES, size - CHOICES);
        return size;
    }
    if (size >= CHOICES + sizeof header && seed % 4) {
        memcpy(&header, data + CHOICES, sizeof header);
        header.data_size = size - CHOICES - bytes_before_chunks(&header);
        memcpy(data + CHOICES, &header, sizeof header);
    }
    return size;
}

static void probe(const TbSubspace *subspace)
{
    const uint64_t slots = subspace->file.header.slots;
    const bool has_dtw = tb_subspace_has_dtw(subspace);

    chunk_cache_free(Caches[has_dtw]); /* it knows chunks of the file before */
    Caches[has_dtw] = chunk_cache_new(1, has_dtw);
    for (uint64_t i = 0; i < PROBES; i++) {
        const TbValue value = tb_subspace_value(subspace, (slots - 1) * i / (PROBES - 1), Caches[has_dtw]);
        const bool is_unknown = value == TB_VALUE_NONE || tb_value_dtw(value) == TB_DTW_UNKNOWN;
        if (!is_unknown && !tb_value_is_valid(value))
            abort();
    }
}

static int test_container(const uint8_t *data, size_t size, long cut)
{
    char path[TB_FILE_PATH_MAX];
    uint8_t *bytes = malloc(size + 1);
    TbContainer container;
    Error error;

    snprintf(path, sizeof path, "%s/fuzz.tablebase", Folder);
    if (!bytes)
        abort();
    memcpy(bytes, data, size);
    if (size >= sizeof(TbContainerHeader))
        repair_sums(bytes, size);
    FILE *file = fopen(path, "wb");
    if (!file || fwrite(bytes, 1, size, file) != size || fclose(file) != 0)
        abort();
    free(bytes);
    if (tb_container_open(&container, path, &error)) {
        TbSubspace *subspace = tb_subspace_open_part(&Space, &container, 0, MOVER, OTHER, &error);
        if (!subspace)
            subspace = tb_subspace_open_part(&Space, &container, HANDS, MOVER, OTHER, &error);
        if (cut && truncate(path, cut) != 0)
            abort();
        if (subspace) {
            tb_file_check(&subspace->file, NULL);
            probe(subspace);
        }
        tb_subspace_close(subspace);
        tb_container_close(&container);
    }
    remove(path);
    return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size < CHOICES)
        return 0;
    if (data[0] & IS_CONTAINER)
        return test_container(data + CHOICES, size - CHOICES, data[1] * 32L);
    const TbFileKind kind = data[0] & 1 ? TB_FILE_VALUES : TB_FILE_CODED;
    TbHeader header = tb_space_header(&Space, kind, 0, MOVER, OTHER);
    const uint64_t payload = size - CHOICES;
    char path[TB_FILE_PATH_MAX];
    Error error;

    header.detail = data[0] >> 1 & 3;
    const uint64_t wanted = header.slots * header.detail + (header.detail == 1 ? 256 * sizeof(TbValue) : 0);
    /* An array is filled up to its right size with zeros; a coded subspace has the input only. */
    const bool is_filled = kind == TB_FILE_VALUES && !(data[0] & 8) && wanted > payload;
    const uint64_t fill = is_filled ? wanted - payload : 0;
    uint8_t *zeros = calloc(1, (size_t)fill + 1);
    const TbFilePart parts[] = { { data + CHOICES, payload }, { zeros, fill } };
    if (!tb_file_write(Folder, &header, parts, 2, &error) || !tb_file_path(path, Folder, &header, &error))
        abort();
    free(zeros);
    TbSubspace *subspace = tb_subspace_open(&Space, Folder, kind, 0, MOVER, OTHER, &error);
    if (subspace) {
        if (data[1] && truncate(path, data[1] * 32) != 0)
            abort();
        probe(subspace);
        if (!data[1] && kind == TB_FILE_VALUES)
            tb_subspace_map(subspace, &error);
    }
    tb_subspace_close(subspace);
    return 0;
}
