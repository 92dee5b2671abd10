/* fuzz_network.c: libFuzzer input for network files. The first byte says whether
 * sizes and sums are repaired; then come the header and numbers, which fill the
 * payload by repetition. A network that is accepted must evaluate every position
 * of a random game of its rules within the limits. */
#define _DEFAULT_SOURCE /* mkdtemp */

#include "game/game.h"
#include "game/movegen.h"
#include "search/network.h"
#include "tablebase/checksum.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { KEEP_SIZES = 1, KEEP_SUMS = 2, PLIES_MAX = 60, PAYLOAD_MAX = 1 << 19 };

int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static char Folder[] = "/dev/shm/sanmill-fuzz-XXXXXX", Path[sizeof Folder + 8];
static Patterns Known[3]; /* by Board; they take long to build */

static void clean_up(void)
{
    unlink(Path);
    rmdir(Folder);
}

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    (void)argc, (void)argv;
    if (!mkdtemp(Folder))
        abort();
    snprintf(Path, sizeof Path, "%s/a.nnue", Folder);
    return atexit(clean_up);
}

/* The size of the payload that fits the header; 0: none does. */
static size_t wanted_size(const NetworkHeader *header)
{
    char text[NETWORK_RULES_MAX + 1] = { 0 };
    RuleValues values;
    Rules rules;
    Error error;

    memcpy(text, header->rules, sizeof header->rules);
    if (!rules_read(&values, text, &error))
        return 0;
    Patterns *patterns = &Known[values.Board];
    if (!patterns->count) {
        rules_prepare(&rules, &values);
        patterns_build(patterns, &rules.topology);
    }
    const size_t size = network_payload_size(header, patterns);
    return size < PAYLOAD_MAX ? size : 0;
}

static void write_file(const uint8_t *data, size_t size)
{
    const int choices = data[0];
    const uint8_t *numbers = data + 1 + sizeof(NetworkHeader);
    const size_t count = size - 1 - sizeof(NetworkHeader);
    NetworkHeader header;

    memcpy(&header, data + 1, sizeof header);
    const size_t payload = choices & KEEP_SIZES ? count : wanted_size(&header);
    uint8_t *bytes = calloc(1, payload + 1);
    if (!bytes)
        abort();
    for (size_t i = 0; i < payload && count; i++)
        bytes[i] = numbers[i % count];
    if (!(choices & KEEP_SIZES))
        header.payload = (uint32_t)payload;
    if (!(choices & KEEP_SUMS)) {
        header.payload_sum = fnv1a(FNV1A_START, bytes, payload);
        header.header_sum = fnv1a(FNV1A_START, &header, offsetof(NetworkHeader, header_sum));
    }
    FILE *file = fopen(Path, "wb");
    if (!file || fwrite(&header, sizeof header, 1, file) != 1 || fwrite(bytes, 1, payload, file) != payload
        || fclose(file) != 0)
        abort();
    free(bytes);
}

static void evaluate_game(const Network *network, uint64_t random)
{
    Game *game = game_new(&network->rules.value);
    Move moves[MOVES_MAX];
    Error error;

    for (int ply = 0; game && ply < PLIES_MAX && !game->now.outcome; ply++) {
        const int value = network_value(network, &game->now);
        if (value > NETWORK_OUTPUT_MAX || value < -NETWORK_OUTPUT_MAX)
            abort();
        random = random * 6364136223846793005u + 1442695040888963407u;
        const int count = movegen_all(&game->now, moves);
        if (!game_play(game, moves[(random >> 33) % (unsigned)count], &error))
            abort();
    }
    game_free(game);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    Error error = { 0 };

    if (size < 1 + sizeof(NetworkHeader))
        return 0;
    write_file(data, size);
    Network *network = network_read(Path, &error);
    if (!network && !*error.text)
        abort();
    if (network)
        evaluate_game(network, network->header.payload_sum);
    network_free(network);
    return 0;
}
