/* test_random.c: properties of every position in random games of every variant:
 * unmake inverts make, keys and texts agree, symmetric positions are equivalent, and
 * the code for plain rules does what the code for all rules does. */
#include "check.h"
#include "search/movepick.h"

enum { GAMES = 20, PLIES_MAX = 300, STEPS_BETWEEN_COSTLY_CHECKS = 17 };

static bool same_position(const Position *a, const Position *b)
{
    return position_key(a) == position_key(b) && a->pieces[WHITE] == b->pieces[WHITE]
        && a->pieces[BLACK] == b->pieces[BLACK] && a->marked == b->marked && a->captives == b->captives
        && a->quiet == b->quiet && a->fullmove == b->fullmove && a->stm == b->stm && a->phase == b->phase
        && a->outcome == b->outcome && a->reason == b->reason && memcmp(a->in_hand, b->in_hand, sizeof a->in_hand) == 0
        && memcmp(a->pending, b->pending, sizeof a->pending) == 0;
}

static void check_text_round_trip(const Game *game)
{
    Position again;
    Error error = { 0 };

    if (!fen_read(&again, &game->rules, fen(game), &error)) {
        fprintf(stderr, "%s: %s\n", fen(game), error.text);
        exit(EXIT_FAILURE);
    }
    if (!same_position(&again, &game->now)) {
        Game copy = *game;
        char first[FEN_TEXT_MAX];
        strcpy(first, fen(game));
        copy.now = again;
        fprintf(stderr, "%s\nreads as\n%s\n", first, fen(&copy));
        exit(EXIT_FAILURE);
    }
}

static void check_moves(const Game *game)
{
    Move moves[MOVES_MAX];
    const int count = movegen_all(&game->now, moves);

    CHECK((count == 0) == (game->now.outcome != OUTCOME_NONE));
    for (int i = 0; i < count; i++) {
        Position after, back;
        CHECK(movegen_refusal(&game->now, moves[i]) == REFUSAL_NONE);
        position_make(&after, &game->now, moves[i]);
        CHECK(after.key == position_key_from_scratch(&after));
        back = after;
        position_unmake(&back);
        CHECK(memcmp(&back, &game->now, sizeof back) == 0);
        for (int j = 0; j < i; j++)
            CHECK(moves[i] != moves[j]);
    }
}

/* Plain rules, played by the code for all rules, lead to the same positions. */
static void check_special(const Game *game)
{
    Rules rules = game->rules;
    Position same = game->now, after, other;
    Move moves[MOVES_MAX], others[MOVES_MAX];
    const int count = movegen_all(&game->now, moves);

    rules.is_plain = false;
    same.rules = &rules;
    CHECK(movegen_all(&same, others) == count);
    for (int i = 0; i < count; i++) {
        CHECK(movegen_refusal(&same, moves[i]) == REFUSAL_NONE);
        position_make(&after, &game->now, moves[i]);
        position_make(&other, &same, moves[i]);
        CHECK(same_position(&after, &other) && after.occurrences == other.occurrences && after.next == other.next);
    }
}

/* The move picker returns every legal move once, the TT move first. */
static void check_picker(const Game *game)
{
    static const History history;
    const Move killers[KILLER_NB] = { MOVE_NONE, MOVE_NONE };
    Move moves[MOVES_MAX];
    const int count = movegen_all(&game->now, moves);
    int32_t score;

    for (int i = 0; i < count; i++) {
        bool is_known[MOVE_CODE_NB] = { false };
        MovePicker picker;
        int picked = 0;
        movepick_start(&picker, &game->now, moves[i], killers, &history);
        for (Move move; (move = movepick_next(&picker, &score)) != MOVE_NONE; picked++) {
            CHECK(!is_known[move] && movegen_refusal(&game->now, move) == REFUSAL_NONE
                  && (picked > 0 || move == moves[i]));
            is_known[move] = true;
        }
        CHECK(picked == count);
    }
}

static int8_t image_point(const uint8_t *symmetry, int8_t pt) { return pt == NO_POINT ? pt : (int8_t)symmetry[pt]; }

static uint32_t image_lines(const Topology *topology, const uint8_t *symmetry, uint32_t lines)
{
    uint32_t image = 0;
    for (int i = 0; i < topology->line_count; i++)
        for (int j = 0; j < topology->line_count; j++)
            if (lines >> i & 1 && image_of(symmetry, topology->line[i]) == topology->line[j])
                image |= (uint32_t)1 << j;
    return image;
}

/* Symmetric positions have the same perft. */
static void check_symmetry(const Game *game)
{
    const Topology *topology = &game->rules.topology;
    const uint64_t nodes = movegen_perft(&game->now, 2, NULL);

    for (int s = 0; s < topology->symmetry_count; s++) {
        const uint8_t *symmetry = topology->symmetry[s];
        Position image = game->now;
        for (int side = 0; side < SIDE_NB; side++) {
            image.pieces[side] = image_of(symmetry, image.pieces[side]);
            image.used_lines[side] = image_lines(topology, symmetry, image.used_lines[side]);
            image.last_mill_from[side] = image_point(symmetry, image.last_mill_from[side]);
            image.last_mill_to[side] = image_point(symmetry, image.last_mill_to[side]);
        }
        image.marked = image_of(symmetry, image.marked);
        image.captives = image_of(symmetry, image.captives);
        image.key = position_key_from_scratch(&image);
        CHECK(movegen_perft(&image, 2, NULL) == nodes);
    }
}

static void check_game(const char *rules, uint64_t seed)
{
    Game *game = new_game(rules, NULL);
    Position start = game->now;
    uint64_t random = seed;

    do {
        check_moves(game);
        check_special(game);
        check_text_round_trip(game);
        if (game->ply % STEPS_BETWEEN_COSTLY_CHECKS == 0) {
            check_picker(game);
            check_symmetry(game);
        }
    } while (game->ply < PLIES_MAX && play_random(game, &random));

    Game *copy = game_copy(game);
    CHECK(copy && same_position(&copy->now, &game->now));
    while (game_undo(copy))
        ;
    CHECK(same_position(&copy->now, &start));
    while (game_redo(copy))
        ;
    CHECK(same_position(&copy->now, &game->now));
    game_free(copy);
    game_free(game);
}

/* Random rules within their bounds. */
static const char *random_rules(uint64_t *random)
{
    static char text[2048];
    Writer writer = writer_to(text, sizeof text);

    for (int i = 0; i < rules_field_count(); i++) {
        const RuleField *field = rules_field(i);
        const int span = field->maximum - field->minimum + 1;
        if (next_random(random) % 2)
            writer_add(&writer, "%s=%d ", field->name, field->minimum + (int)(next_random(random) % (unsigned)span));
    }
    return text;
}

int main(void)
{
    uint64_t random = 1;

    for (int i = 0; i < rules_variant_count(); i++)
        for (int game = 0; game < GAMES; game++)
            check_game(rules_variant(i)->name, (uint64_t)game);
    for (int i = 0; i < 200; i++)
        check_game(random_rules(&random), (uint64_t)i);
    return EXIT_SUCCESS;
}
