/* test_network.c: symmetric positions have one value, more pieces a higher one; files are found, checked and refused. */
#define _POSIX_C_SOURCE 200809L
#include "check.h"
#include "search/evaluate.h"

#include <unistd.h>

static const char *const Variants[] = { "nine_mens_morris", "twelve_mens_morris", "six_mens_morris",
                                        "three_mens_morris" };

/* A network with random numbers. */
static Network *random_network(const char *text, uint64_t random)
{
    Game *game = new_game(text, NULL);
    NetworkHeader header = { .stage_count = 3, .stage_of_few = 2, .has_vectors = 1, .hand_max = 24 };

    header.stage_by_hand[5] = 1;
    Network *network = network_new(&header, &game->rules);
    CHECK(network);
    const int indices = network->patterns.index_count;
    for (int i = 0; i < 3 * indices; i++)
        network->weight[i] = (int16_t)(next_random(&random) % 201 - 100);
    for (int i = 0; i < indices; i++)
        for (int k = 0; k < NETWORK_HIDDEN; k++)
            network->vector[i][k] = (int8_t)(next_random(&random) % 255 - 127);
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < NETWORK_HIDDEN; k++)
            network->stage[i].output[k] = (int16_t)(next_random(&random) % 201 - 100);
    game_free(game);
    return network;
}

/* The same value by one number at a time. */
static int plain_value(const Network *network, const Position *pos)
{
    NetworkInput input;
    int sum, dot = 0;

    network_input(network, pos, &input);
    const NetworkStage *stage = &network->stage[input.stage];
    sum = stage->material[input.material];
    for (int i = 0; i < network->patterns.count; i++)
        sum += network->weight[input.stage * network->patterns.index_count + input.index[i]];
    for (int k = 0; k < NETWORK_HIDDEN; k++) {
        int hidden = stage->bias[k];
        for (int i = 0; i < network->patterns.count; i++)
            hidden += network->vector[input.index[i]][k];
        dot += hidden > 0 ? hidden * stage->output[k] : 0;
    }
    sum += dot / NETWORK_OUTPUT_UNIT;
    return sum > NETWORK_OUTPUT_MAX ? NETWORK_OUTPUT_MAX : sum < -NETWORK_OUTPUT_MAX ? -NETWORK_OUTPUT_MAX : sum;
}

/* On every board; indices stay in range and cover most numbers. */
static void test_symmetric_positions_have_equal_value(void)
{
    for (size_t v = 0; v < sizeof Variants / sizeof *Variants; v++) {
        Network *network = random_network(Variants[v], v);
        const int indices = network->patterns.index_count;
        bool *is_seen = calloc((size_t)indices, sizeof *is_seen);
        int seen = 0;
        for (uint64_t seed = 0; seed < 200; seed++) {
            Game *game = new_game(Variants[v], NULL);
            uint64_t random = seed;
            do {
                const Position *pos = &game->now;
                const Topology *topology = &pos->rules->topology;
                NetworkInput input;
                const int value = network_value(network, pos);
                CHECK(value == plain_value(network, pos));
                for (int s = 0; s < topology->symmetry_count && seed < 20; s++) {
                    Position image = *pos;
                    for (int side = 0; side < SIDE_NB; side++)
                        image.pieces[side] = image_of(topology->symmetry[s], pos->pieces[side]);
                    CHECK(network_value(network, &image) == value);
                }
                network_input(network, pos, &input);
                for (int i = 0; i < network->patterns.count; i++) {
                    CHECK(input.index[i] >= 0 && input.index[i] < indices);
                    seen += !is_seen[input.index[i]];
                    is_seen[input.index[i]] = true;
                }
            } while (play_random(game, &random) && game->ply < 120);
            game_free(game);
        }
        CHECK(seen > indices / 10);
        free(is_seen);
        network_free(network);
    }
}

/* The bundled network of Nine Men's Morris; changes of weights are added to it. */
static void test_network_favours_better_side(void)
{
    Game *more = stand("", "a1 d1 a4 b4 d6 f4 g7 e3", "d2 c4 d5 e5 g4", "w m s");
    Game *less = stand("", "d2 c4 d5 e5 g4", "a1 d1 a4 b4 d6 f4 g7 e3", "w m s");
    Game *mill = stand("", "a1 d1 g1 b4 d6 f4", "d2 c4 d5 e5 g4 f6", "w m s");
    Weights standard, changed;
    WeightValues values;
    Error error;
    Network *network = network_find(&more->rules, NETWORKS, &error);

    CHECK(network && !*error.text);
    CHECK(network_value(network, &more->now) > 100);
    CHECK(network_value(network, &less->now) < 0);
    evaluate_standard(&standard, &mill->rules);
    evaluate_default_values(&values);
    CHECK(evaluate_read_values(&values, "moving.mill=74", &error));
    evaluate_set(&changed, &mill->rules, &values);
    evaluate_use_network(&standard, &mill->rules, network);
    evaluate_use_network(&changed, &mill->rules, network);
    CHECK(evaluate(&mill->now, &standard) == network_value(network, &mill->now));
    CHECK(evaluate(&mill->now, &changed) == network_value(network, &mill->now) + 50);
    network_free(network);
    game_free(more);
    game_free(less);
    game_free(mill);
}

static int distance(const char *learned, const char *rules)
{
    Game *one = new_game(learned, NULL), *other = new_game(rules, NULL);
    const int found = network_distance(&one->rules, &other->rules);

    game_free(one);
    game_free(other);
    return found;
}

/* Other boards, other rules for flying and mills that count once do not fit. */
static void test_nearest_rules_are_found(void)
{
    CHECK(distance("nine_mens_morris", "nine_mens_morris") == 0);
    CHECK(distance("nine_mens_morris", "NMoveRule=50 MayRemoveFromMillsAlways=true") == 2);
    CHECK(distance("nine_mens_morris", "twelve_mens_morris") == -1);
    CHECK(distance("nine_mens_morris", "PiecesCount=10") == -1);
    CHECK(distance("nine_mens_morris", "MayFly=false") == -1);
    CHECK(distance("nine_mens_morris", "Board=1 PiecesCount=6") == -1);
    CHECK(distance("nine_mens_morris", "russian_mill") == -1);
    CHECK(distance("twelve_mens_morris", "PiecesCount=11 HasDiagonalLines=true") == 1);
}

static void write_byte(const char *path, long offset, int change)
{
    FILE *file = fopen(path, "r+b");

    CHECK(file && fseek(file, offset, SEEK_SET) == 0);
    const int byte = fgetc(file);
    CHECK(fseek(file, offset, SEEK_SET) == 0 && fputc(byte ^ change, file) != EOF && fclose(file) == 0);
}

static const char *learned_rules(const Rules *rules, const char *folder)
{
    static char text[NETWORK_RULES_MAX];
    Writer writer = writer_to(text, sizeof text);

    network_find_rules(rules, folder, &writer);
    return text;
}

/* The nearest network is read; a damaged file is refused with the reason. */
static void test_files(void)
{
    char folder[] = "/tmp/sanmill-networks-XXXXXX", near[64], far[64];
    Network *nine = random_network("nine_mens_morris", 1), *quiet = random_network("NMoveRule=50", 2);
    Game *game = new_game("NMoveRule=60 EndgameNMoveRule=30", NULL);
    Error error;

    CHECK(mkdtemp(folder));
    snprintf(near, sizeof near, "%s/a.nnue", folder);
    snprintf(far, sizeof far, "%s/b.nnue", folder);
    CHECK(network_write(nine, near, &error));
    Network *found = network_find(&game->rules, folder, &error);
    CHECK(found && !*error.text && network_value(found, &game->now) == network_value(nine, &game->now));
    CHECK_TEXT(found->header.rules, "nine_mens_morris");
    network_free(found);
    CHECK(network_write(quiet, far, &error));
    rules_prepare(&game->rules, &quiet->rules.value);
    found = network_find(&game->rules, folder, &error);
    CHECK(found && network_distance(&found->rules, &game->rules) == 0);
    network_free(found);
    CHECK_TEXT(learned_rules(&game->rules, folder), "nine_mens_morris NMoveRule=50");

    const struct {
        long offset;
        const char *reason;
    } damages[] = { { 0, "not a network" },
                    { 8, "unsupported format version" },
                    { 30, "corrupt header" },
                    { sizeof(NetworkHeader) + 1000, "corrupt data" } };
    for (size_t i = 0; i < sizeof damages / sizeof *damages; i++) {
        write_byte(far, damages[i].offset, 64);
        CHECK(!network_read(far, &error) && strstr(error.text, damages[i].reason));
        write_byte(far, damages[i].offset, 64);
    }
    CHECK(truncate(far, 10000) == 0 && !network_read(far, &error) && strstr(error.text, "corrupt data"));
    CHECK(!network_find(&game->rules, folder, &error) && *error.text);
    unlink(near);
    unlink(far);
    CHECK_TEXT(learned_rules(&game->rules, folder), "");
    CHECK(rmdir(folder) == 0 && !network_find(&game->rules, folder, &error) && !*error.text);
    game_free(game);
    network_free(nine);
    network_free(quiet);
}

int main(void)
{
    test_symmetric_positions_have_equal_value();
    test_network_favours_better_side();
    test_nearest_rules_are_found();
    test_files();
    return EXIT_SUCCESS;
}
