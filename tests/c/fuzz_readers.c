/* fuzz_readers.c: libFuzzer input for the readers of text; the first byte
 * selects position text, rule text or moves, the second one a variant. */
#include "game/game.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static Game *game_for(uint8_t choice)
{
    RuleValues values;
    Error error;

    if (!rules_read(&values, rules_variant(choice % rules_variant_count())->name, &error))
        abort();
    return game_new(&values);
}

/* Plays up to 60 plies from any position that was accepted. */
static void play_on(Game *game)
{
    for (int i = 0; i < 60; i++) {
        Move moves[MOVES_MAX];
        const int count = movegen_all(&game->now, moves);
        Error error;
        if ((count == 0) != (game->now.outcome != OUTCOME_NONE))
            abort();
        if (count == 0 || !game_play(game, moves[(i * 7) % count], &error))
            break;
    }
}

static void read_position(uint8_t choice, const char *text)
{
    Game *game = game_for(choice);
    Error error;

    if (game_set_fen(game, text, &error))
        play_on(game);
    game_free(game);
}

static void read_rules(const char *text)
{
    RuleValues values;
    Error error;

    if (!rules_read(&values, text, &error))
        return;
    Game *game = game_new(&values);
    play_on(game);
    game_free(game);
}

static void read_moves(uint8_t choice, const char *text)
{
    Game *game = game_for(choice);
    Error error;

    for (Word word = word_next(&text); word.length; word = word_next(&text))
        game_play_text(game, word, &error);
    play_on(game);
    game_free(game);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size < 2)
        return 0;
    char *text = malloc(size - 1);
    memcpy(text, data + 2, size - 2);
    text[size - 2] = '\0';
    switch (data[0] % 3) {
    case 0: read_position(data[1], text); break;
    case 1: read_rules(text); break;
    default: read_moves(data[1], text);
    }
    free(text);
    return 0;
}
