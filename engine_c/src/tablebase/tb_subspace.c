#include "tb_subspace.h"

#include "tb_rules.h"

#include <stdlib.h>
#include <string.h>

bool tb_space_init(TbSpace *space, const RuleValues *values, Error *error)
{
    memset(space, 0, sizeof *space);
    Writer writer = writer_to(space->text, sizeof space->text);
    tb_rules_prepare(&space->rules, values);
    space->fingerprint = tb_rules_fingerprint(&space->rules, &writer);
    const RuleField *refused = tb_rules_refused(&space->rules);
    return !refused
        || error_set_code(error, MILL_NEEDS_HISTORY,
                          "no tablebase for these rules: %s makes play depend on earlier moves", refused->name);
}

bool tb_space_build_index(TbSpace *space, int max_pieces, Error *error)
{
    const int least = space->rules.least_pieces, most = max_pieces - least, owned = space->rules.value.PiecesCount;

    if (most < least)
        return error_set_code(error, MILL_TOO_FEW_PIECES, "the smallest tablebase has %d pieces, not %d", 2 * least,
                              max_pieces);
    space->index = index_new(&space->rules.topology, most < owned ? most : owned);
    return space->index || error_no_memory(error);
}

void tb_space_free(TbSpace *space) { index_free(space->index); }

TbHeader tb_space_header(const TbSpace *space, TbFileKind kind, int hands, int mover, int other)
{
    TbHeader header = {
        .kind = kind,
        .fingerprint = space->fingerprint,
        .mover = (uint32_t)mover,
        .other = (uint32_t)other,
        .slots = index_slots(space->index, mover, other),
        .detail = (uint32_t)hands,
    };
    memcpy(header.rules, space->text, sizeof header.rules);
    return header;
}

/* Reads the palette; false if the size of the payload or a value in the palette is wrong. */
static bool open_array(TbSubspace *subspace)
{
    const TbHeader *header = &subspace->file.header;

    if (header->kind == TB_FILE_LAYER)
        return header->payload == tb_layer_bytes(header->slots);
    TbValue *palette = subspace->array.palette;
    const uint64_t palette_bytes = header->detail == 1 ? sizeof subspace->array.palette : 0;

    if ((header->detail != 1 && header->detail != 2) || header->payload < palette_bytes
        || header->payload - palette_bytes != header->slots * header->detail
        || !tb_file_read(&subspace->file, 0, palette, (size_t)palette_bytes))
        return false;
    for (int i = 0; i < 256; i++)
        if (!tb_value_is_valid(palette[i]))
            return false;
    return true;
}

bool tb_subspace_map(TbSubspace *subspace, Error *error)
{
    const TbHeader *header = &subspace->file.header;
    TbArray *array = &subspace->array;

    if (!tb_file_map(&subspace->file))
        return error_no_memory(error);
    if (header->kind == TB_FILE_LAYER) {
        array->wdl = subspace->file.payload;
        return true;
    }
    if (header->detail == 1) {
        array->codes = subspace->file.payload + sizeof array->palette;
        return true;
    }
    array->words = (const TbValue *)(const void *)subspace->file.payload;
    for (uint64_t slot = 0; slot < header->slots; slot++)
        if (!tb_value_is_valid(array->words[slot]))
            return error_set(error, "%u-%u: inconsistent tablebase data", (unsigned)header->mover,
                             (unsigned)header->other);
    return true;
}

static bool read_payload(const void *file, uint64_t offset, void *bytes, size_t size)
{
    return tb_file_read(file, offset, bytes, size);
}

static bool open_coded(TbSubspace *subspace, const TbSpace *space)
{
    const TbHeader *header = &subspace->file.header;
    const CodedSource source = { read_payload, &subspace->file, header->payload };

    const uint32_t step = header->kind == TB_FILE_CODED ? header->detail : 0;

    subspace->coded = malloc(sizeof *subspace->coded);
    if (!subspace->coded
        || !tb_decode_open(subspace->coded, space->index, &space->rules, (int)header->mover, (int)header->other, source)
        || subspace->coded->has_dtw != (step != 0) || step > TB_DTW_MAX)
        return false;
    if (step)
        subspace->coded->dtw_step = (int)step;
    subspace->coded->hands = tb_header_hands(header);
    return true;
}

static TbSubspace *new_subspace(Error *error)
{
    TbSubspace *subspace = calloc(1, sizeof *subspace);

    if (subspace)
        subspace->file.fd = -1;
    else
        error_no_memory(error);
    return subspace;
}

/* Reads what an open file has before its slots or chunks. */
static TbSubspace *open_payload(TbSubspace *subspace, const TbSpace *space, bool is_open, Error *error)
{
    const TbHeader *header = &subspace->file.header;

    if (is_open) {
        const bool is_array = header->kind == TB_FILE_VALUES || header->kind == TB_FILE_LAYER;
        if (is_array ? open_array(subspace) : open_coded(subspace, space))
            return subspace;
        error_set_code(error, MILL_DAMAGED, "%u-%u: inconsistent tablebase data", (unsigned)header->mover,
                       (unsigned)header->other);
    }
    tb_subspace_close(subspace);
    return NULL;
}

TbSubspace *tb_subspace_open(const TbSpace *space, const char *folder, TbFileKind kind, int hands, int mover, int other,
                             Error *error)
{
    const TbHeader wanted = tb_space_header(space, kind, hands, mover, other);
    TbSubspace *subspace = new_subspace(error);

    return subspace ? open_payload(subspace, space, tb_file_open(&subspace->file, folder, &wanted, error), error)
                    : NULL;
}

TbSubspace *tb_subspace_open_part(const TbSpace *space, const TbContainer *container, int hands, int mover, int other,
                                  Error *error)
{
    const TbContainerEntry *entry = tb_container_find(container, hands, mover, other);
    TbSubspace *subspace = entry ? new_subspace(error) : NULL;

    if (!subspace)
        return NULL;
    const TbHeader wanted = tb_space_header(space, (TbFileKind)entry->header.kind, hands, mover, other);
    const bool is_open = tb_container_part(container, entry, &wanted, &subspace->file, error);
    return open_payload(subspace, space, is_open, error);
}

bool tb_subspace_is_better(const TbSubspace *subspace, const TbSubspace *than)
{
    if (!subspace || !than)
        return subspace != NULL;
    const int step = tb_subspace_dtw_step(subspace), than_step = tb_subspace_dtw_step(than);
    if (step != than_step)
        return step && (!than_step || step < than_step);
    return !subspace->coded && than->coded;
}

TbSubspace *tb_subspace_from_values(TbValue *values)
{
    TbSubspace *subspace = calloc(1, sizeof *subspace);

    if (!subspace) {
        free(values);
        return NULL;
    }
    subspace->file.fd = -1;
    subspace->solved = values;
    subspace->array.words = values;
    return subspace;
}

void tb_subspace_close(TbSubspace *subspace)
{
    if (!subspace)
        return;
    free(subspace->solved);
    tb_file_close(&subspace->file);
    if (subspace->coded)
        tb_decode_close(subspace->coded);
    free(subspace->coded);
    free(subspace);
}

static TbValue read_value(const TbSubspace *subspace, uint64_t slot)
{
    const TbFile *file = &subspace->file;
    uint8_t code;
    TbValue value;

    if (file->header.kind == TB_FILE_LAYER)
        return tb_file_read(file, slot / 4, &code, 1) ? tb_array_get(&(TbArray){ .wdl = &code }, slot % 4)
                                                      : TB_VALUE_NONE;
    if (file->header.detail == 1)
        return tb_file_read(file, sizeof subspace->array.palette + slot, &code, 1) ? subspace->array.palette[code]
                                                                                   : TB_VALUE_NONE;
    const bool is_read = tb_file_read(file, 2 * slot, &value, sizeof value);
    return is_read && tb_value_is_valid(value) ? value : TB_VALUE_NONE;
}

TbValue tb_subspace_value(const TbSubspace *subspace, uint64_t slot, ChunkCache *cache)
{
    if (subspace->array.codes || subspace->array.words || subspace->array.wdl)
        return tb_array_get(&subspace->array, slot);
    return subspace->coded ? tb_decode_value(subspace->coded, slot, cache) : read_value(subspace, slot);
}

/* Counts positions up to symmetry. */
static void count_positions(TbHeader *header, const Index *index, const TbValue *values)
{
    const int mover = (int)header->mover, other = (int)header->other;
    const uint32_t block_slots = index_block_slots(index, mover, other);

    for (uint32_t block = 0; block < (uint32_t)index_blocks(index, other); block++) {
        const Bits open = index->all & ~index_side(index, other)->placement[block];
        const bool is_symmetric = index_side(index, other)->fixed_by[block] != 1;
        Bits inside = ((Bits)1 << mover) - 1;
        for (uint32_t rank = 0; rank < block_slots; rank++, inside = index_next(inside)) {
            const TbValue value = *values++;
            if (is_symmetric && !index_is_canonical(index, other, block, index_scatter(index, open, inside)))
                continue;
            header->positions++;
            header->wins += tb_value_is_win(value);
            header->losses += tb_value_is_loss(value);
            if (tb_value_is_win(value) && (uint32_t)tb_value_dtw(value) > header->max_dtw)
                header->max_dtw = (uint32_t)tb_value_dtw(value);
        }
    }
    header->draws = header->positions - header->wins - header->losses;
}

/* Replaces words by palette codes in place; false, with the words unchanged, if more than 256 values occur. */
static bool shorten(TbValue *words, uint64_t slots, TbValue palette[256])
{
    uint8_t occurs[1 << 16] = { 0 }, code[1 << 16] = { 0 };
    uint8_t *codes = (uint8_t *)words;
    int count = 0;

    for (uint64_t i = 0; i < slots; i++)
        occurs[words[i]] = 1;
    for (int value = 0; value < 1 << 16; value++)
        count += occurs[value];
    if (count > 256)
        return false;
    memset(palette, 0, 256 * sizeof *palette);
    count = 0;
    for (int value = 0; value < 1 << 16; value++)
        if (occurs[value]) {
            code[value] = (uint8_t)count;
            palette[count++] = (TbValue)value;
        }
    for (uint64_t i = 0; i < slots; i++) {
        TbValue word;
        memcpy(&word, codes + 2 * i, sizeof word);
        codes[i] = code[word];
    }
    return true;
}

bool tb_subspace_write(const TbSpace *space, const char *folder, int mover, int other, TbValue *values, Error *error)
{
    TbHeader header = tb_space_header(space, TB_FILE_VALUES, 0, mover, other);
    TbValue palette[256];

    count_positions(&header, space->index, values);
    const bool is_short = shorten(values, header.slots, palette);
    header.detail = is_short ? 1 : 2;
    const TbFilePart parts[] = { { palette, is_short ? sizeof palette : 0 }, { values, header.slots * header.detail } };
    return tb_file_write(folder, &header, parts, 2, error);
}
