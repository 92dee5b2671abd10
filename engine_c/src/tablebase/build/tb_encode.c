/* tb_encode.c: two passes over a subspace: one counts the contexts, one codes.
 * Between them a network is fitted, if it repays its bytes. */
#include "tb_encode.h"

#include "tb_fit.h"
#include "tb_model.h"

#include <stdlib.h>
#include <string.h>

typedef struct {
    ContextCounts *counts;
    uint64_t total[4]; /* by WDL, without a value last */
    uint8_t *data;
    uint64_t data_size, data_capacity;
    bool has_failed;
} Worker;

typedef struct {
    CodedSubspace coded;
    const TbArray *array;
    const Job *job;
    Worker *workers;
    ContextCounts counts; /* of all workers */
    ContextModel model;
    uint16_t *sizes; /* of the chunks; 0: default */
    uint64_t data_size;
} Encoding;

/* A value with its DTW in steps. */
static TbValue value_at(const Encoding *encoding, uint32_t block, uint32_t rank)
{
    const TbValue value = tb_array_get(encoding->array, (uint64_t)block * encoding->coded.block_slots + rank);
    const int step = encoding->coded.dtw_step;

    return (TbValue)((value & TB_WDL_MASK) | (tb_value_dtw(value) + step - 1) / step);
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
            worker->counts->dtw_seen[context][bits[i].value]++;
    }
}

static void encode_wdl(const CodedSubspace *coded, RangeEncoder *encoder, const Context *context, const TbValue *values,
                       uint32_t wdl)
{
    TbNetworkInput input;
    int16_t sum[TB_HIDDEN];

    if (!coded->network) {
        const uint16_t *probabilities = coded->probabilities[context_number(context, values)];
        range_encoder_put(encoder, probabilities[0], wdl != WDL_DRAW);
        if (wdl != WDL_DRAW)
            range_encoder_put(encoder, probabilities[1], wdl == WDL_LOSS);
        return;
    }
    context_input(context, values, &input);
    tb_network_sum(coded->network, &input, sum);
    range_encoder_put(encoder, tb_network_probability(coded->network, sum, DECIDE_NO_WIN), wdl != WDL_WIN);
    if (wdl != WDL_WIN)
        range_encoder_put(encoder, tb_network_probability(coded->network, sum, DECIDE_LOSS), wdl == WDL_LOSS);
}

/* Counts or, with an encoder, codes the slots that a chunk has of one block. */
static void pass_block(const Encoding *encoding, Worker *worker, RangeEncoder *encoder, uint32_t block,
                       const ChunkRange *range)
{
    const CodedSubspace *coded = &encoding->coded;
    TbValue values[CHUNK_SLOTS_MAX];
    Context context;

    context_start(&context, coded, block, range->first);
    for (uint32_t i = 0; i < range->count; i++) {
        const bool is_coded = context_is_coded(&context);
        const TbValue value = values[i] = is_coded ? value_at(encoding, block, range->first + i) : TB_VALUE_NONE;
        const uint32_t wdl = tb_value_wdl(value);
        if (is_coded && encoder)
            encode_wdl(coded, encoder, &context, values, wdl);
        else if (is_coded)
            worker->counts->seen[context_number(&context, values)][wdl]++;
        if (is_coded && wdl != WDL_DRAW && coded->has_dtw)
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

/* Whether the slots that a chunk has of one block have the default WDL or are left out. */
static bool is_default_block(const Encoding *encoding, uint32_t block, const ChunkRange *range)
{
    Context context;

    context_start(&context, &encoding->coded, block, range->first);
    for (uint32_t i = 0; i < range->count; i++) {
        const uint32_t wdl = tb_value_wdl(value_at(encoding, block, range->first + i));
        if (wdl != encoding->coded.default_wdl && context_is_coded(&context))
            return false;
        if (i + 1 < range->count)
            context_next(&context);
    }
    return true;
}

static bool is_default(const Encoding *encoding, uint32_t chunk)
{
    const ChunkRange range = coded_chunk(&encoding->coded, chunk);

    for (uint32_t block = range.block; block < range.end; block++)
        if (!is_default_block(encoding, block, &range))
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
        if (!is_default(encoding, chunk)) {
            encoding->sizes[chunk] = 1;
            pass_chunk(encoding, &encoding->workers[worker], NULL, chunk);
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
    for (int i = 0; i < threadpool_size(pool); i++)
        counts_add(&encoding->counts, encoding->workers[i].counts);
    model_set(&encoding->model, &encoding->coded, &encoding->counts);
}

/* Fits a network if it repays its bytes; false: stopped or out of memory. */
static bool set_network(Encoding *encoding)
{
    CodedSubspace *coded = &encoding->coded;
    uint32_t *chunks = malloc(coded->layout.chunks * sizeof *chunks), count = 0;

    if (!chunks)
        return false;
    for (uint32_t chunk = 0; chunk < coded->layout.chunks; chunk++)
        if (encoding->sizes[chunk])
            chunks[count++] = chunk;
    const bool needs_network = count && model_estimate(coded, &encoding->counts) >= coded->network_from;
    if (needs_network)
        coded->network = tb_fit(coded, encoding->array, chunks, count, encoding->job);
    free(chunks);
    return !needs_network || coded->network;
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
    if (encoder.size == 0) /* a chunk without bytes has the default WDL */
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
        if (encoding->sizes[chunk])
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

static uint8_t *append_sizes(uint8_t *next, const Encoding *encoding, uint32_t size_bits)
{
    uint64_t bits = 0;
    uint32_t count = 0;

    for (uint32_t chunk = 0; chunk < encoding->coded.layout.chunks; chunk++) {
        bits |= (uint64_t)encoding->sizes[chunk] << count;
        for (count += size_bits; count >= 8; count -= 8, bits >>= 8)
            *next++ = (uint8_t)bits;
    }
    if (count)
        *next++ = (uint8_t)bits;
    return next;
}

/* The network, or the probabilities of contexts. */
static uint8_t *append_model(uint8_t *next, const Encoding *encoding)
{
    const TbNetwork *network = encoding->coded.network;
    const ContextModel *model = &encoding->model;

    if (network) {
        next = append(next, &network->head, sizeof network->head);
        return append(next, network->vector, tb_network_vector_bytes(network->patterns));
    }
    next = append(next, model->bitmap, sizeof model->bitmap);
    next = append(next, model->fallback, sizeof model->fallback);
    return append(next, model->codes, 2 * (size_t)model->contexts);
}

static CodedHeader header_of(const Encoding *encoding)
{
    const CodedSubspace *coded = &encoding->coded;
    const ChunkLayout *layout = &coded->layout;
    CodedHeader header = {
        layout->parts,
        layout->part_slots,
        layout->joined,
        layout->chunks,
        coded->default_wdl,
        .size_bits = 1,
        .contexts = encoding->model.contexts,
        .data_size = encoding->data_size,
        .flags = CODED_CANONICAL | (coded->has_dtw ? CODED_DTW : 0) | (coded->network ? CODED_NETWORK : 0)
            | (uint32_t)coded->full_pieces << CODED_FULL_SHIFT,
    };

    for (uint32_t chunk = 0; chunk < header.chunks; chunk++)
        while (encoding->sizes[chunk] >> header.size_bits)
            header.size_bits++;
    return header;
}

/* The bytes of the coded subspace, in the order of CodedHeader. */
static uint8_t *join(const Encoding *encoding, uint64_t *size)
{
    const CodedSubspace *coded = &encoding->coded;
    const CodedHeader header = header_of(encoding);
    const size_t dtw = coded->has_dtw ? sizeof encoding->model.dtw_codes : 0;

    *size = sizeof header + (uint64_t)coded_strides(header.chunks) * sizeof(uint32_t)
        + ((uint64_t)header.chunks * header.size_bits + 7) / 8
        + coded_model_bytes(coded, coded->network, header.contexts) + dtw + encoding->data_size;
    uint8_t *bytes = *size <= SIZE_MAX ? malloc((size_t)*size) : NULL, *next = bytes;
    if (!bytes)
        return NULL;
    next = append(next, &header, sizeof header);
    next = append_offsets(next, encoding);
    next = append_sizes(next, encoding, header.size_bits);
    next = append_model(next, encoding);
    next = append(next, encoding->model.dtw_codes, dtw);
    for (int i = 0; i < threadpool_size(encoding->job->pool); i++)
        next = append(next, encoding->workers[i].data, (size_t)encoding->workers[i].data_size);
    return bytes;
}

static void encoding_free(Encoding *encoding)
{
    if (!encoding)
        return;
    for (int i = 0; encoding->workers && i < threadpool_size(encoding->job->pool); i++) {
        free(encoding->workers[i].counts);
        free(encoding->workers[i].data);
    }
    free(encoding->workers);
    free(encoding->sizes);
    free(encoding->coded.network);
    free(encoding);
}

/* Counts the contexts; NULL: out of memory. */
static Encoding *encoding_new(const CodedSubspace *coded, const TbArray *array, const Job *job)
{
    const int count = threadpool_size(job->pool);
    Encoding *encoding = calloc(1, sizeof *encoding);
    bool has_memory = encoding != NULL;

    if (has_memory) {
        encoding->array = array;
        encoding->job = job;
        encoding->coded = *coded;
        encoding->sizes = calloc(coded->layout.chunks, sizeof *encoding->sizes);
        encoding->workers = calloc((size_t)count, sizeof *encoding->workers);
        has_memory = encoding->sizes && encoding->workers;
    }
    for (int i = 0; has_memory && i < count; i++) {
        encoding->workers[i].counts = calloc(1, sizeof *encoding->workers[i].counts);
        has_memory = encoding->workers[i].counts != NULL;
    }
    if (has_memory) {
        count_all(encoding);
        return encoding;
    }
    encoding_free(encoding);
    return NULL;
}

uint64_t tb_encode_estimate(const CodedSubspace *coded, const TbArray *array, const Job *job)
{
    Encoding *encoding = encoding_new(coded, array, job);
    const uint64_t bytes = encoding ? model_estimate(&encoding->coded, &encoding->counts) : UINT64_MAX;

    encoding_free(encoding);
    return bytes;
}

uint8_t *tb_encode(const CodedSubspace *coded, const TbArray *array, const Job *job, uint64_t *size)
{
    Encoding *encoding = encoding_new(coded, array, job);
    uint8_t *bytes = NULL;

    if (encoding && set_network(encoding) && encode_all(encoding))
        bytes = join(encoding, size);
    encoding_free(encoding);
    return bytes;
}

bool tb_encode_write(const CodedSubspace *coded, const TbArray *array, TbHeader header, const char *folder,
                     const Job *job, Error *error)
{
    uint64_t size = 0;
    uint8_t *bytes = tb_encode(coded, array, job, &size);
    const TbFilePart part = { bytes, size };

    if (!bytes)
        return job_is_stopped(job) ? error_stopped(error) : error_no_memory(error);
    const bool is_written = tb_file_write(folder, &header, &part, 1, error);
    free(bytes);
    return is_written;
}
