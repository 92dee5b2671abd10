/* test_same_moves.c: the same moves with every C library. qsort may leave equal
 * elements in any order; here it is one that keeps or reverses them. */
#define _DEFAULT_SOURCE
#include "tablebase.h"
#include "interface/engine.h"

enum { ELEMENT_MAX = 4096, PLIES_MAX = 60, NODES = 2000 };

static bool is_reversing;
static int sorted; /* arrays */

/* Insertion sort, in place of the library's. */
void qsort(void *base, size_t count, size_t size, int (*compare)(const void *, const void *))
{
    char *elements = base, held[ELEMENT_MAX];

    CHECK(size <= sizeof held);
    for (size_t i = 1; i < count; i++) {
        size_t at = i;
        memcpy(held, elements + i * size, size);
        for (; at > 0; at--) {
            const int order = compare(elements + (at - 1) * size, held);
            if (order < 0 || (order == 0 && !is_reversing))
                break;
            memcpy(elements + at * size, elements + (at - 1) * size, size);
        }
        memcpy(elements + at * size, held, size);
    }
    sorted += count > 1;
}

/* Plays a game against itself and writes its moves; returns their number. */
static int play_itself(const char *rules, const char *tables, const char *seed, Move moves[PLIES_MAX])
{
    Game *game = new_game(rules, NULL);
    Engine *engine = engine_new();
    SearchInfo *info = malloc(sizeof *info);
    int plies = 0;
    Error error;

    CHECK(engine && info);
    CHECK(engine_set_option(engine, WORD("Hash"), "1", &error)
          && engine_set_option(engine, WORD("Seed"), seed, &error));
    CHECK(engine_set_option(engine, WORD("TablePath"), tables, &error));
    engine_clear(engine);
    for (; plies < PLIES_MAX && !game->now.outcome; plies++) {
        moves[plies] = engine_search(engine, game, &(Limits){ .ticket = plies + 1, .nodes = NODES }, NULL, info);
        CHECK(game_play(game, moves[plies], &error));
    }
    free(info);
    engine_free(engine);
    game_free(game);
    return plies;
}

int main(void)
{
    static const char *const Texts[] = { "Board=1 PiecesCount=4", "Board=2 PiecesCount=4" };
    static const char *const Seeds[] = { "1", "2", "3" };
    Error error = { 0 };

    for (size_t i = 0; i < sizeof Texts / sizeof *Texts; i++) {
        const Folder folder = new_folder();
        CHECK(build(Texts[i], folder.path, 8, 2, &error));
        for (size_t k = 0; k < sizeof Seeds / sizeof *Seeds; k++) {
            Move kept[PLIES_MAX], reversed[PLIES_MAX];
            is_reversing = false;
            const int plies = play_itself(Texts[i], folder.path, Seeds[k], kept);
            is_reversing = true;
            CHECK(play_itself(Texts[i], folder.path, Seeds[k], reversed) == plies);
            CHECK(memcmp(kept, reversed, (size_t)plies * sizeof *kept) == 0);
        }
        remove_folder(&folder);
    }
    CHECK(sorted > 0);
    return EXIT_SUCCESS;
}
