/* tb_encode.c: counting what occurs, then coding it. */
#include "tb_encode.h"

#include <stdlib.h>
#include <string.h>

/* A context seen less often does not pay for chances of its own. */
enum { SEEN_LEAST = 24 };

/* What one member of the crew has counted and coded. */
typedef struct {
    uint64_t (*seen)[3]; /* by context: draws, wins, losses */
    uint64_t turns_seen[TURNCODE_CONTEXTS][2];
    uint64_t all[3];
    uint8_t *data;
    uint64_t data_size, data_room;
    bool has_failed;
} Member;

typedef struct {
    Packed shape;
    const Values *values;
    const PackingCrew *crew;
    Member *members;
    uint64_t (*seen)[3];                     /* by all members */
    uint64_t turns_seen[TURNCODE_CONTEXTS][2];
    uint8_t turn_codes[TURNCODE_CONTEXTS];
    uint8_t codes[PACKED_CONTEXTS][2];       /* chances as bytes */
    uint8_t fallback[PACKED_FALLBACKS][2];
    uint8_t bitmap[PACKING_BITMAP];
    uint32_t contexts;
    uint16_t *sizes;
    uint64_t data_size;
} Packing;

static Value value_at(const Packing *packing, uint32_t block, uint32_t rank)
{
    return values_get(packing->values, (uint64_t)block * packing->shape.block_slots + rank);
}

/* Counts or codes the turns of a value. */
static void pass_turns(const Packing *packing, Member *member, Encoder *encoder, Value value, int nearby)
{
    TurnDecision decisions[TURNCODE_DECISIONS_MAX];
    const int count = turncode_split(value, nearby, decisions);

    for (int i = 0; i < count; i++) {
        const int context = decisions[i].context;
        if (encoder)
            encoder_put(encoder, context < 0 ? 32768 : packing->shape.turn_chances[context], decisions[i].decision);
        else if (context >= 0)
            member->turns_seen[context][decisions[i].decision]++;
    }
}

/* Goes through the slots of a chunk that lie in one block: counts them, or codes them. */
static void pass_part(const Packing *packing, Member *member, Encoder *encoder, uint32_t block, uint32_t first,
                      uint32_t count)
{
    const Packed *shape = &packing->shape;
    Value values[PACKED_PART_MAX];
    Walk walk;

    walk_start(&walk, shape, block, first);
    for (uint32_t i = 0; i < count; i++) {
        const Value value = values[i] = value_at(packing, block, first + i);
        const uint32_t context = walk_context(&walk, values), symbol = packed_symbol(value);
        if (encoder) {
            encoder_put(encoder, shape->chances[context][0], symbol != PACKED_DRAW);
            if (symbol != PACKED_DRAW)
                encoder_put(encoder, shape->chances[context][1], symbol == PACKED_LOSS);
        } else {
            member->seen[context][symbol]++;
        }
        if (symbol != PACKED_DRAW && shape->has_turns)
            pass_turns(packing, member, encoder, value, walk_nearby(&walk, values, value & VALUE_KIND));
        if (i + 1 < count)
            walk_next(&walk);
    }
}

static void pass_chunk(const Packing *packing, Member *member, Encoder *encoder, uint32_t chunk)
{
    const Cut cut = packing->shape.cut;
    const uint32_t block = chunk / cut.parts * cut.joined;
    uint32_t first;
    const uint32_t count = walk_part(&packing->shape, chunk, &first);

    for (uint32_t i = 0; i < cut.joined && block + i < packing->shape.blocks; i++)
        pass_part(packing, member, encoder, block + i, first, count);
}

static bool holds_only(const Packing *packing, uint32_t chunk, uint32_t symbol)
{
    const Packed *shape = &packing->shape;
    const uint32_t block = chunk / shape->cut.parts * shape->cut.joined;
    uint32_t first;
    const uint32_t count = walk_part(shape, chunk, &first);

    for (uint32_t i = 0; i < shape->cut.joined && block + i < shape->blocks; i++)
        for (uint32_t k = 0; k < count; k++)
            if (packed_symbol(value_at(packing, block + i, first + k)) != symbol)
                return false;
    return true;
}

/* The chunks of a member, one after the other; false when there is none left or all shall stop. */
static bool next_chunk(const Packing *packing, int number, uint32_t *chunk)
{
    const uint64_t chunks = packing->shape.cut.chunks, members = (uint64_t)team_size(packing->crew->team);
    const uint32_t end = (uint32_t)(chunks * ((uint64_t)number + 1) / members);

    *chunk = *chunk == UINT32_MAX ? (uint32_t)(chunks * (uint64_t)number / members) : *chunk + 1;
    return *chunk < end && !atomic_load_explicit(packing->crew->stop, memory_order_relaxed);
}

static void count_passed(const Packing *packing)
{
    atomic_fetch_add_explicit(packing->crew->passed, packing->shape.cut.part_slots * packing->shape.cut.joined,
                              memory_order_relaxed);
}

static void count_kinds(void *context, int number)
{
    Packing *packing = context;
    const uint64_t slots = (uint64_t)packing->shape.blocks * packing->shape.block_slots;
    const uint64_t members = (uint64_t)team_size(packing->crew->team), end = slots * ((uint64_t)number + 1) / members;

    for (uint64_t slot = slots * (uint64_t)number / members; slot < end; slot++)
        packing->members[number].all[packed_symbol(values_get(packing->values, slot))]++;
}

static void count_contexts(void *context, int number)
{
    Packing *packing = context;

    for (uint32_t chunk = UINT32_MAX; next_chunk(packing, number, &chunk); count_passed(packing))
        if (!holds_only(packing, chunk, packing->shape.usual))
            pass_chunk(packing, &packing->members[number], NULL, chunk);
}

/* Adds up what the members have counted. */
static void gather_counts(Packing *packing)
{
    for (int i = 0; i < team_size(packing->crew->team); i++) {
        const Member *member = &packing->members[i];
        for (uint32_t context = 0; context < PACKED_CONTEXTS; context++)
            for (int symbol = 0; symbol < 3; symbol++)
                packing->seen[context][symbol] += member->seen[context][symbol];
        for (int context = 0; context < TURNCODE_CONTEXTS; context++)
            for (int decision = 0; decision < 2; decision++)
                packing->turns_seen[context][decision] += member->turns_seen[context][decision];
    }
}

static void count_all(Packing *packing)
{
    uint64_t all[3] = { 0 };

    team_run(packing->crew->team, count_kinds, packing);
    for (int i = 0; i < team_size(packing->crew->team); i++)
        for (int symbol = 0; symbol < 3; symbol++)
            all[symbol] += packing->members[i].all[symbol];
    packing->shape.usual = all[1] >= all[2] ? PACKED_WIN : PACKED_LOSS;
    if (all[PACKED_DRAW] >= all[packing->shape.usual] || packing->shape.has_turns)
        packing->shape.usual = PACKED_DRAW;
    team_run(packing->crew->team, count_contexts, packing);
    gather_counts(packing);
}

static void settle_chances(Packing *packing)
{
    uint64_t fallback[PACKED_FALLBACKS][3] = { { 0 } };
    uint16_t chances[CHANCE_CODES];

    chance_table(chances);
    for (uint32_t context = 0; context < PACKED_CONTEXTS; context++)
        for (int symbol = 0; symbol < 3; symbol++)
            fallback[context / 9 >> 2 * (PACKED_NEAR - 1)][symbol] += packing->seen[context][symbol];
    for (int i = 0; i < PACKED_FALLBACKS; i++) {
        packing->fallback[i][0] = chance_code(fallback[i][0], fallback[i][1] + fallback[i][2]);
        packing->fallback[i][1] = chance_code(fallback[i][1], fallback[i][2]);
    }
    for (uint32_t context = 0; context < PACKED_CONTEXTS; context++) {
        const uint64_t *seen = packing->seen[context];
        const bool has_own = seen[0] + seen[1] + seen[2] >= SEEN_LEAST;
        const uint8_t *code = packing->fallback[context / 9 >> 2 * (PACKED_NEAR - 1)];
        if (has_own) {
            packing->bitmap[context / 8] |= (uint8_t)(1 << context % 8);
            code = packing->codes[packing->contexts++];
            packing->codes[packing->contexts - 1][0] = chance_code(seen[0], seen[1] + seen[2]);
            packing->codes[packing->contexts - 1][1] = chance_code(seen[1], seen[2]);
        }
        packing->shape.chances[context][0] = chances[code[0]];
        packing->shape.chances[context][1] = chances[code[1]];
    }
}

static void settle_turn_chances(Packing *packing)
{
    uint16_t chances[CHANCE_CODES];

    chance_table(chances);
    for (int context = 0; context < TURNCODE_CONTEXTS; context++) {
        packing->turn_codes[context] = chance_code(packing->turns_seen[context][0], packing->turns_seen[context][1]);
        packing->shape.turn_chances[context] = chances[packing->turn_codes[context]];
    }
}

static bool reserve_data(Member *member, size_t more)
{
    if (member->data_size + more <= member->data_room)
        return true;
    const uint64_t room = member->data_room + member->data_room / 2 + more;
    uint8_t *data = room <= SIZE_MAX ? realloc(member->data, (size_t)room) : NULL;
    if (!data)
        return false;
    member->data = data;
    member->data_room = room;
    return true;
}

/* Codes a chunk behind what the member has; false without memory. */
static bool code_chunk(Packing *packing, Member *member, uint32_t chunk)
{
    enum { CHUNK_ROOM = 16 * PACKED_PART_MAX };
    Encoder encoder;

    if (!reserve_data(member, CHUNK_ROOM))
        return false;
    encoder_start(&encoder, member->data + member->data_size, CHUNK_ROOM);
    pass_chunk(packing, member, &encoder, chunk);
    encoder_end(&encoder);
    if (encoder.size == 0) /* zeros alone would look like a chunk without bytes */
        encoder.bytes[encoder.size++] = 0;
    if (encoder.is_full || encoder.size > UINT16_MAX)
        return false;
    packing->sizes[chunk] = (uint16_t)encoder.size;
    member->data_size += encoder.size;
    return true;
}

static void code_chunks(void *context, int number)
{
    Packing *packing = context;
    Member *member = &packing->members[number];

    for (uint32_t chunk = UINT32_MAX; !member->has_failed && next_chunk(packing, number, &chunk); count_passed(packing))
        if (!holds_only(packing, chunk, packing->shape.usual))
            member->has_failed = !code_chunk(packing, member, chunk);
}

static bool code_all(Packing *packing)
{
    bool is_coded = true;

    team_run(packing->crew->team, code_chunks, packing);
    for (int i = 0; i < team_size(packing->crew->team); i++) {
        packing->data_size += packing->members[i].data_size;
        is_coded = is_coded && !packing->members[i].has_failed;
    }
    return is_coded && packing->data_size <= UINT32_MAX && !atomic_load(packing->crew->stop);
}

static uint8_t *append(uint8_t *next, const void *bytes, size_t size)
{
    if (size)
        memcpy(next, bytes, size);
    return next + size;
}

/* The offsets of every 64th chunk, from the sizes of all. */
static uint8_t *append_offsets(uint8_t *next, const Packing *packing)
{
    uint32_t offset = 0;

    for (uint32_t chunk = 0; chunk < packing->shape.cut.chunks; chunk++) {
        if (chunk % PACKING_STRIDE == 0)
            next = append(next, &offset, sizeof offset);
        offset += packing->sizes[chunk];
    }
    return next;
}

/* Puts everything one after the other. */
static uint8_t *gather(const Packing *packing, uint64_t *size)
{
    const Packed *shape = &packing->shape;
    PackingHead head = { shape->cut.parts, shape->cut.part_slots, shape->cut.joined, shape->cut.chunks,
                         shape->usual, 1, packing->contexts, shape->has_turns, packing->data_size };

    for (uint32_t chunk = 0; chunk < head.chunks; chunk++)
        if (packing->sizes[chunk] > 0xFF)
            head.size_bytes = 2;
    const uint64_t offsets = (uint64_t)walk_strides(head.chunks) * sizeof(uint32_t);
    const size_t turns = shape->has_turns ? sizeof packing->turn_codes : 0;
    *size = sizeof head + offsets + (uint64_t)head.chunks * head.size_bytes + sizeof packing->bitmap
        + sizeof packing->fallback + 2 * (uint64_t)head.contexts + turns + packing->data_size;
    uint8_t *bytes = *size <= SIZE_MAX ? malloc((size_t)*size) : NULL, *next = bytes;
    if (!bytes)
        return NULL;
    next = append(next, &head, sizeof head);
    next = append_offsets(next, packing);
    for (uint32_t chunk = 0; chunk < head.chunks; chunk++)
        for (uint32_t i = 0; i < head.size_bytes; i++)
            *next++ = (uint8_t)(packing->sizes[chunk] >> 8 * i);
    next = append(next, packing->bitmap, sizeof packing->bitmap);
    next = append(next, packing->fallback, sizeof packing->fallback);
    next = append(next, packing->codes, 2 * (size_t)head.contexts);
    next = append(next, packing->turn_codes, turns);
    for (int i = 0; i < team_size(packing->crew->team); i++)
        next = append(next, packing->members[i].data, (size_t)packing->members[i].data_size);
    return bytes;
}

static bool open_members(Packing *packing)
{
    const int count = team_size(packing->crew->team);

    packing->members = calloc((size_t)count, sizeof *packing->members);
    for (int i = 0; packing->members && i < count; i++) {
        packing->members[i].seen = calloc(PACKED_CONTEXTS, sizeof *packing->members[i].seen);
        if (!packing->members[i].seen)
            return false;
    }
    return packing->members != NULL;
}

static void close_members(Packing *packing)
{
    for (int i = 0; packing->members && i < team_size(packing->crew->team); i++) {
        free(packing->members[i].seen);
        free(packing->members[i].data);
    }
    free(packing->members);
}

uint8_t *packing_make(const Packed *shape, const Values *values, const PackingCrew *crew, uint64_t *size)
{
    Packing *packing = calloc(1, sizeof *packing);
    uint8_t *bytes = NULL;

    if (!packing)
        return NULL;
    packing->values = values;
    packing->crew = crew;
    packing->shape = *shape;
    packing->seen = calloc(PACKED_CONTEXTS, sizeof *packing->seen);
    packing->sizes = calloc(packing->shape.cut.chunks, sizeof *packing->sizes);
    if (open_members(packing) && packing->seen && packing->sizes) {
        count_all(packing);
        settle_chances(packing);
        settle_turn_chances(packing);
        if (code_all(packing))
            bytes = gather(packing, size);
    }
    close_members(packing);
    free(packing->seen);
    free(packing->sizes);
    free(packing);
    return bytes;
}
