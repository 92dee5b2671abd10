/* tb_encode.c: two passes over a subspace: one counts the contexts, one codes. */
#include "tb_coding.h"

#include <stdlib.h>
#include <string.h>

/* Rarer contexts are not worth probabilities of their own. */
enum { CONTEXT_SEEN_MIN = 24 };

/* What one thread has counted and coded. */
typedef struct {
    uint64_t (*seen)[3]; /* by context and WDL */
    uint64_t dtw_seen[DTW_CONTEXT_NB][2];
    uint64_t total[3];   /* by WDL */
    uint8_t *data;
    uint64_t data_size, data_capacity;
    bool has_failed;
} Worker;

typedef struct {
    CodedSubspace coded;
    const TbArray *array;
    const Job *job;
    Worker *workers;
    uint64_t (*seen)[3];                     /* by all workers */
    uint64_t dtw_seen[DTW_CONTEXT_NB][2];
    uint8_t dtw_codes[DTW_CONTEXT_NB];       /* probability codes */
    uint8_t codes[CONTEXT_NB][2];
    uint8_t fallback[CONTEXT_FALLBACKS][2];
    uint8_t bitmap[CODED_BITMAP];
    uint32_t contexts;
    uint16_t *sizes;
    uint64_t data_size;
} Encoding;

static TbValue value_at(const Encoding *encoding, uint32_t block, uint32_t rank)
{
    return tb_array_get(encoding->array, (uint64_t)block * encoding->coded.block_slots + rank);
}

/* Counts or, with an encoder, codes the DTW of a value. */
static void pass_dtw(const Encoding *encoding, Worker *worker, RangeEncoder *encoder, TbValue value, int nearby)
{
    DtwBit bits[DTW_BITS_MAX];
    const int count = dtw_encode(value, nearby, bits);

    for (int i = 0; i < count; i++) {
        const int context = bits[i].context;
        if (encoder)
            range_encoder_put(encoder,
                              context == DTW_NONE ? PROBABILITY_EVEN : encoding->coded.dtw_probabilities[context],
                              bits[i].value);
        else if (context != DTW_NONE)
            worker->dtw_seen[context][bits[i].value]++;
    }
}

/* Counts or codes the slots that a chunk has of one block. */
static void pass_block(const Encoding *encoding, Worker *worker, RangeEncoder *encoder, uint32_t block,
                       const ChunkRange *range)
{
    const CodedSubspace *coded = &encoding->coded;
    TbValue values[CHUNK_SLOTS_MAX];
    Context context;

    context_start(&context, coded, block, range->first);
    for (uint32_t i = 0; i < range->count; i++) {
        const TbValue value = values[i] = value_at(encoding, block, range->first + i);
        const uint32_t number = context_number(&context, values), wdl = tb_value_wdl(value);
        if (encoder) {
            range_encoder_put(encoder, coded->probabilities[number][0], wdl != WDL_DRAW);
            if (wdl != WDL_DRAW)
                range_encoder_put(encoder, coded->probabilities[number][1], wdl == WDL_LOSS);
        } else {
            worker->seen[number][wdl]++;
        }
        if (wdl != WDL_DRAW && coded->has_dtw)
            pass_dtw(encoding, worker, encoder, value, context_nearby_dtw(&context, values, value & TB_WDL_MASK));
        if (i + 1 < range->count)
            context_next(&context);
    }
}

static void pass_chunk(const Encoding *encoding, Worker *worker, RangeEncoder *encoder, uint32_t chunk)
{
    const ChunkRange range = coded_chunk(&encoding->coded, chunk);

    for (uint32_t block = range.block; block < range.end; block++)
        pass_block(encoding, worker, encoder, block, &range);
}

static bool is_default(const Encoding *encoding, uint32_t chunk)
{
    const ChunkRange range = coded_chunk(&encoding->coded, chunk);

    for (uint32_t block = range.block; block < range.end; block++)
        for (uint32_t i = 0; i < range.count; i++)
            if (tb_value_wdl(value_at(encoding, block, range.first + i)) != encoding->coded.default_wdl)
                return false;
    return true;
}

/* The first of `count` items for a worker; its range ends where that of the next worker begins. */
static uint64_t share_start(const Encoding *encoding, uint64_t count, int worker)
{
    return count * (uint64_t)worker / (uint64_t)threadpool_size(encoding->job->pool);
}

/* Moves to the next chunk of a worker; false when none is left or the job is stopped. */
static bool next_chunk(const Encoding *encoding, int worker, uint32_t *chunk)
{
    const uint64_t chunks = encoding->coded.layout.chunks;

    *chunk = *chunk == UINT32_MAX ? (uint32_t)share_start(encoding, chunks, worker) : *chunk + 1;
    return *chunk < (uint32_t)share_start(encoding, chunks, worker + 1) && !job_is_stopped(encoding->job);
}

static void count_progress(const Encoding *encoding)
{
    job_advance(encoding->job, encoding->coded.layout.part_slots * encoding->coded.layout.joined);
}

static void count_wdl(void *context, int worker)
{
    Encoding *encoding = context;
    const uint64_t slots = (uint64_t)encoding->coded.blocks * encoding->coded.block_slots;
    const uint64_t end = share_start(encoding, slots, worker + 1);

    for (uint64_t slot = share_start(encoding, slots, worker); slot < end; slot++)
        encoding->workers[worker].total[tb_value_wdl(tb_array_get(encoding->array, slot))]++;
}

static void count_contexts(void *context, int worker)
{
    Encoding *encoding = context;

    for (uint32_t chunk = UINT32_MAX; next_chunk(encoding, worker, &chunk); count_progress(encoding))
        if (!is_default(encoding, chunk))
            pass_chunk(encoding, &encoding->workers[worker], NULL, chunk);
}

static void add_up_counts(Encoding *encoding)
{
    for (int i = 0; i < threadpool_size(encoding->job->pool); i++) {
        const Worker *worker = &encoding->workers[i];
        for (uint32_t context = 0; context < CONTEXT_NB; context++)
            for (int wdl = 0; wdl < 3; wdl++)
                encoding->seen[context][wdl] += worker->seen[context][wdl];
        for (int context = 0; context < DTW_CONTEXT_NB; context++)
            for (int value = 0; value < 2; value++)
                encoding->dtw_seen[context][value] += worker->dtw_seen[context][value];
    }
}

static void count_all(Encoding *encoding)
{
    ThreadPool *pool = encoding->job->pool;
    uint64_t total[3] = { 0 };

    threadpool_run(pool, count_wdl, encoding);
    for (int i = 0; i < threadpool_size(pool); i++)
        for (int wdl = 0; wdl < 3; wdl++)
            total[wdl] += encoding->workers[i].total[wdl];
    encoding->coded.default_wdl = total[WDL_WIN] >= total[WDL_LOSS] ? WDL_WIN : WDL_LOSS;
    if (total[WDL_DRAW] >= total[encoding->coded.default_wdl] || encoding->coded.has_dtw)
        encoding->coded.default_wdl = WDL_DRAW;
    threadpool_run(pool, count_contexts, encoding);
    add_up_counts(encoding);
}

static void set_probabilities(Encoding *encoding)
{
    uint64_t fallback[CONTEXT_FALLBACKS][3] = { { 0 } };
    uint16_t probabilities[PROBABILITY_CODES];

    probability_table(probabilities);
    for (uint32_t context = 0; context < CONTEXT_NB; context++)
        for (int wdl = 0; wdl < 3; wdl++)
            fallback[context_fallback(context)][wdl] += encoding->seen[context][wdl];
    for (int i = 0; i < CONTEXT_FALLBACKS; i++) {
        encoding->fallback[i][0] = probability_code(fallback[i][0], fallback[i][1] + fallback[i][2]);
        encoding->fallback[i][1] = probability_code(fallback[i][1], fallback[i][2]);
    }
    for (uint32_t context = 0; context < CONTEXT_NB; context++) {
        const uint64_t *seen = encoding->seen[context];
        uint8_t *code = encoding->fallback[context_fallback(context)];
        if (seen[0] + seen[1] + seen[2] >= CONTEXT_SEEN_MIN) {
            encoding->bitmap[context / 8] |= (uint8_t)(1 << context % 8);
            code = encoding->codes[encoding->contexts++];
            code[0] = probability_code(seen[0], seen[1] + seen[2]);
            code[1] = probability_code(seen[1], seen[2]);
        }
        encoding->coded.probabilities[context][0] = probabilities[code[0]];
        encoding->coded.probabilities[context][1] = probabilities[code[1]];
    }
    for (int context = 0; context < DTW_CONTEXT_NB; context++) {
        const uint8_t code = probability_code(encoding->dtw_seen[context][0], encoding->dtw_seen[context][1]);
        encoding->dtw_codes[context] = code;
        encoding->coded.dtw_probabilities[context] = probabilities[code];
    }
}

static bool reserve_data(Worker *worker, size_t more)
{
    if (worker->data_size + more <= worker->data_capacity)
        return true;
    const uint64_t capacity = worker->data_capacity + worker->data_capacity / 2 + more;
    uint8_t *data = capacity <= SIZE_MAX ? realloc(worker->data, (size_t)capacity) : NULL;
    if (!data)
        return false;
    worker->data = data;
    worker->data_capacity = capacity;
    return true;
}

/* Appends a coded chunk to the worker's data; false: out of memory. */
static bool encode_chunk(Encoding *encoding, Worker *worker, uint32_t chunk)
{
    RangeEncoder encoder;

    if (!reserve_data(worker, CHUNK_BYTES_MAX))
        return false;
    range_encoder_start(&encoder, worker->data + worker->data_size, CHUNK_BYTES_MAX);
    pass_chunk(encoding, worker, &encoder, chunk);
    range_encoder_end(&encoder);
    if (encoder.size == 0) /* an empty chunk means the default WDL */
        encoder.bytes[encoder.size++] = 0;
    if (encoder.is_full || encoder.size > UINT16_MAX)
        return false;
    encoding->sizes[chunk] = (uint16_t)encoder.size;
    worker->data_size += encoder.size;
    return true;
}

static void encode_chunks(void *context, int number)
{
    Encoding *encoding = context;
    Worker *worker = &encoding->workers[number];

    for (uint32_t chunk = UINT32_MAX; !worker->has_failed && next_chunk(encoding, number, &chunk);
         count_progress(encoding))
        if (!is_default(encoding, chunk))
            worker->has_failed = !encode_chunk(encoding, worker, chunk);
}

static bool encode_all(Encoding *encoding)
{
    bool is_encoded = true;

    threadpool_run(encoding->job->pool, encode_chunks, encoding);
    for (int i = 0; i < threadpool_size(encoding->job->pool); i++) {
        encoding->data_size += encoding->workers[i].data_size;
        is_encoded = is_encoded && !encoding->workers[i].has_failed;
    }
    return is_encoded && encoding->data_size <= UINT32_MAX && !job_is_stopped(encoding->job);
}

static uint8_t *append(uint8_t *next, const void *bytes, size_t size)
{
    if (size)
        memcpy(next, bytes, size);
    return next + size;
}

static uint8_t *append_offsets(uint8_t *next, const Encoding *encoding)
{
    uint32_t offset = 0;

    for (uint32_t chunk = 0; chunk < encoding->coded.layout.chunks; chunk++) {
        if (chunk % CODED_STRIDE == 0)
            next = append(next, &offset, sizeof offset);
        offset += encoding->sizes[chunk];
    }
    return next;
}

/* The bytes of the coded subspace, in the order of CodedHeader. */
static uint8_t *join(const Encoding *encoding, uint64_t *size)
{
    const CodedSubspace *coded = &encoding->coded;
    CodedHeader header = { coded->layout.parts, coded->layout.part_slots, coded->layout.joined, coded->layout.chunks,
                           coded->default_wdl, 1, encoding->contexts, coded->has_dtw, encoding->data_size };

    for (uint32_t chunk = 0; chunk < header.chunks; chunk++)
        if (encoding->sizes[chunk] > 0xFF)
            header.size_bytes = 2;
    const uint64_t offsets = (uint64_t)coded_strides(header.chunks) * sizeof(uint32_t);
    const size_t dtw = coded->has_dtw ? sizeof encoding->dtw_codes : 0;
    *size = sizeof header + offsets + (uint64_t)header.chunks * header.size_bytes + sizeof encoding->bitmap
        + sizeof encoding->fallback + 2 * (uint64_t)header.contexts + dtw + encoding->data_size;
    uint8_t *bytes = *size <= SIZE_MAX ? malloc((size_t)*size) : NULL, *next = bytes;
    if (!bytes)
        return NULL;
    next = append(next, &header, sizeof header);
    next = append_offsets(next, encoding);
    for (uint32_t chunk = 0; chunk < header.chunks; chunk++)
        for (uint32_t i = 0; i < header.size_bytes; i++)
            *next++ = (uint8_t)(encoding->sizes[chunk] >> 8 * i);
    next = append(next, encoding->bitmap, sizeof encoding->bitmap);
    next = append(next, encoding->fallback, sizeof encoding->fallback);
    next = append(next, encoding->codes, 2 * (size_t)header.contexts);
    next = append(next, encoding->dtw_codes, dtw);
    for (int i = 0; i < threadpool_size(encoding->job->pool); i++)
        next = append(next, encoding->workers[i].data, (size_t)encoding->workers[i].data_size);
    return bytes;
}

static bool workers_new(Encoding *encoding)
{
    const int count = threadpool_size(encoding->job->pool);

    encoding->workers = calloc((size_t)count, sizeof *encoding->workers);
    for (int i = 0; encoding->workers && i < count; i++) {
        encoding->workers[i].seen = calloc(CONTEXT_NB, sizeof *encoding->workers[i].seen);
        if (!encoding->workers[i].seen)
            return false;
    }
    return encoding->workers != NULL;
}

static void workers_free(Encoding *encoding)
{
    for (int i = 0; encoding->workers && i < threadpool_size(encoding->job->pool); i++) {
        free(encoding->workers[i].seen);
        free(encoding->workers[i].data);
    }
    free(encoding->workers);
}

uint8_t *tb_encode(const CodedSubspace *coded, const TbArray *array, const Job *job, uint64_t *size)
{
    Encoding *encoding = calloc(1, sizeof *encoding);
    uint8_t *bytes = NULL;

    if (!encoding)
        return NULL;
    encoding->array = array;
    encoding->job = job;
    encoding->coded = *coded;
    encoding->seen = calloc(CONTEXT_NB, sizeof *encoding->seen);
    encoding->sizes = calloc(coded->layout.chunks, sizeof *encoding->sizes);
    if (workers_new(encoding) && encoding->seen && encoding->sizes) {
        count_all(encoding);
        set_probabilities(encoding);
        if (encode_all(encoding))
            bytes = join(encoding, size);
    }
    workers_free(encoding);
    free(encoding->seen);
    free(encoding->sizes);
    free(encoding);
    return bytes;
}
