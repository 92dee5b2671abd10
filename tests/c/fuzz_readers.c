/* fuzz.c: libFuzzer input; the first byte selects a reader: position text, rule
 * text, moves or console lines. */
#include "game/game.h"
#include "interface/uci.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static Game *game_for(uint8_t choice)
{
    RuleValues values;
    Fault fault;

    if (!rules_read(&values, rules_variant(choice % rules_variant_count())->name, &fault))
        abort();
    return game_new(&values);
}

/* Plays up to 60 plies from any position that was accepted. */
static void play_on(Game *game)
{
    for (int i = 0; i < 60; i++) {
        Move moves[MOVES_MAX];
        const int count = movegen_all(&game->now, moves);
        Fault fault;
        if ((count == 0) != (game->now.outcome != OUTCOME_NONE))
            abort();
        if (count == 0 || !game_play(game, moves[(i * 7) % count], &fault))
            break;
    }
}

static void read_position(uint8_t choice, const char *text)
{
    Game *game = game_for(choice);
    Fault fault;

    if (game_set_fen(game, text, &fault))
        play_on(game);
    game_free(game);
}

static void read_rules(const char *text)
{
    RuleValues values;
    Fault fault;

    if (!rules_read(&values, text, &fault))
        return;
    Game *game = game_new(&values);
    play_on(game);
    game_free(game);
}

static void read_moves(uint8_t choice, const char *text)
{
    Game *game = game_for(choice);
    Fault fault;

    for (Word word = word_next(&text); word.length; word = word_next(&text))
        game_play_text(game, word, &fault);
    play_on(game);
    game_free(game);
}

/* Commands that would be slow or use much memory. */
static bool is_slow(const char *line)
{
    static const char *const words[] = { "bench", "perft", "hash", "threads" };
    char low[1024];
    size_t length = 0;

    for (; line[length] && length < sizeof low - 1; length++)
        low[length] = (char)tolower((unsigned char)line[length]);
    low[length] = '\0';
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strstr(low, words[i]))
            return true;
    return false;
}

/* Sends `stop` after every line, so that no search lasts. */
static void feed_console(char *text)
{
    FILE *out = fopen("/dev/null", "w");
    struct Uci *uci = uci_open(out);

    uci_command(uci, "setoption name Hash value 1");
    for (char *line = strtok(text, "\n"); line; line = strtok(NULL, "\n"))
        if (!is_slow(line) && (!uci_command(uci, line) || !uci_command(uci, "stop")))
            break;
    uci_close(uci);
    fclose(out);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size < 2)
        return 0;
    char *text = malloc(size - 1);
    memcpy(text, data + 2, size - 2);
    text[size - 2] = '\0';
    switch (data[0] % 4) {
    case 0:
        read_position(data[1], text);
        break;
    case 1:
        read_rules(text);
        break;
    case 2:
        read_moves(data[1], text);
        break;
    default:
        feed_console(text);
    }
    free(text);
    return 0;
}
