/* test_features.c: shifts and line tables find the same features on every board. */
#include "check.h"
#include "search/features.h"

static bool same_features(const Features *a, const Features *b)
{
    return a->in_mills == b->in_mills && a->gaps == b->gaps && a->open_gaps == b->open_gaps
        && a->swing_gaps == b->swing_gaps && !memcmp(a->mills, b->mills, sizeof a->mills)
        && !memcmp(a->moves, b->moves, sizeof a->moves) && !memcmp(a->blocked, b->blocked, sizeof a->blocked);
}

static void check_completing(const Topology *topology, PiecePair these, PiecePair those, PiecePair at)
{
    CHECK(features_completing(topology, these, those, at) == features_completing_by_lines(topology, these, those, at));
}

static Bits in_mills_by_lines(const Topology *topology, Bits own)
{
    Bits in_mills = 0;

    for (int i = 0; i < topology->line_count; i++)
        in_mills |= (topology->line[i] & ~own) == 0 ? topology->line[i] : 0;
    return in_mills;
}

static void check_position(const Position *pos)
{
    const Topology *topology = &pos->rules->topology;
    const Bits white = pos->pieces[WHITE], black = pos->pieces[BLACK], empty = position_empty(pos);
    Features fast, slow;

    CHECK(position_in_mills(pos, WHITE) == in_mills_by_lines(topology, white));
    CHECK(position_in_mills(pos, BLACK) == in_mills_by_lines(topology, black));
    features_find(pos, &fast);
    features_find_by_lines(pos, &slow);
    CHECK(same_features(&fast, &slow));
    check_completing(topology, piece_pair(white, black), piece_pair(white, black), piece_pair(empty, empty));
    check_completing(topology, piece_pair(white, black), piece_pair(empty, black), piece_pair(empty, white));
    check_completing(topology, piece_pair(black, white), piece_pair(black, empty), piece_pair(white, empty));
}

int main(void)
{
    for (int i = 0; i < rules_variant_count(); i++)
        for (uint64_t seed = 0; seed < 20; seed++) {
            Game *game = new_game(rules_variant(i)->name, NULL);
            uint64_t random = seed;
            do
                check_position(&game->now);
            while (game->ply < 120 && play_random(game, &random));
            game_free(game);
        }
    return EXIT_SUCCESS;
}
