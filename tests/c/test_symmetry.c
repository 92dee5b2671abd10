/* test_symmetry.c: all images of a position share a key, and moves map to moves. */
#include "check.h"
#include "game/movegen.h"
#include "game/symmetry.h"

static bool has_image(const Position *pos, const Position *image, int symmetry)
{
    const Topology *topology = &pos->rules->topology;

    return image_of(topology->symmetry[symmetry], pos->pieces[WHITE]) == image->pieces[WHITE]
        && image_of(topology->symmetry[symmetry], pos->pieces[BLACK]) == image->pieces[BLACK];
}

static Position turned(const Position *pos, int symmetry)
{
    Position image = *pos;

    for (int side = 0; side < SIDE_NB; side++)
        image.pieces[side] = image_of(pos->rules->topology.symmetry[symmetry], pos->pieces[side]);
    image.key = position_key_from_scratch(&image);
    return image;
}

static bool is_plain(const Position *pos)
{
    return pos->rules->topology.is_ringed && !pos->rules->has_memory && !pos->marked && !pos->outcome
        && !position_must_remove(pos) && pos->on_board[WHITE] + pos->on_board[BLACK] <= 10;
}

static void check_images(const Position *pos)
{
    const Topology *topology = &pos->rules->topology;
    PiecePair pieces, same;
    int own;
    const Key key = symmetry_key(pos, &pieces, &own);
    const Position chosen = turned(pos, own);
    Move moves[MOVES_MAX];
    const int count = movegen_all(pos, moves);

    for (int s = 0; s < topology->symmetry_count; s++) {
        const Position image = turned(pos, s);
        int symmetry;
        CHECK(symmetry_key(&image, &same, &symmetry) == key && same == pieces);
        CHECK(has_image(&image, &chosen, symmetry));
        for (int i = 0; i < count; i++) {
            const Move there = symmetry_image(topology, moves[i], s);
            CHECK(movegen_refusal(&image, there) == REFUSAL_NONE);
            CHECK(symmetry_image(topology, there, topology->inverse[s]) == moves[i]);
        }
    }
}

/* Positions that are not images of each other have different keys. */
static void check_difference(const Position *pos, const Position *after)
{
    PiecePair pieces;
    int symmetry;
    CHECK(symmetry_key(pos, &pieces, &symmetry) != symmetry_key(after, &pieces, &symmetry));
}

int main(void)
{
    int checked = 0;

    for (int i = 0; i < rules_variant_count(); i++)
        for (uint64_t seed = 0; seed < 5; seed++) {
            Game *game = new_game(rules_variant(i)->name, NULL);
            uint64_t random = seed;
            Position before;
            do {
                before = game->now;
                if (is_plain(&game->now)) {
                    check_images(&game->now);
                    checked++;
                }
                if (!play_random(game, &random))
                    break;
                check_difference(&before, &game->now);
            } while (game->ply < 100);
            game_free(game);
        }
    CHECK(checked > 100);
    return EXIT_SUCCESS;
}
