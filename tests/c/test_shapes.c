/* test_shapes.c: looking at whole sets of points finds what looking line by
 * line finds, on every board. */
#include "check.h"
#include "shapes.h"

static bool same_shapes(const Shapes *a, const Shapes *b)
{
    return a->in_mills == b->in_mills && a->gaps == b->gaps && a->open_gaps == b->open_gaps && a->swing_gaps == b->swing_gaps
        && a->mills == b->mills && a->moves == b->moves && a->blocked == b->blocked;
}

static void check_position(const Position *pos)
{
    const Topology *topology = &pos->rules->topology;
    const Bits white = pos->pieces[WHITE], black = pos->pieces[BLACK], empty = position_empty(pos);

    for (int side = 0; side < SIDE_NB; side++) {
        Shapes fast, slow;
        shapes_find(pos, (Side)side, &fast);
        shapes_find_by_lines(pos, (Side)side, &slow);
        CHECK(same_shapes(&fast, &slow));
    }
    CHECK(shapes_completing(topology, white, white, empty) == shapes_completing_by_lines(topology, white, white, empty));
    CHECK(shapes_completing(topology, white, empty, empty) == shapes_completing_by_lines(topology, white, empty, empty));
    CHECK(shapes_completing(topology, black, black, white) == shapes_completing_by_lines(topology, black, black, white));
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
