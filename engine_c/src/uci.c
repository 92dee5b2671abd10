/* uci.c: one function a command. A command that cannot be carried out answers
 * with one `info string error: …` line and changes nothing.
 *
 *     command                                  answer
 *     uci                                      id and option lines, uciok
 *     isready                                  readyok
 *     ucinewgame                               -
 *     setoption name N value V                 -
 *     position startpos|fen F [moves …]        -
 *     go perft N                               a line per act, then nodes
 *     go                                       bestmove
 *     d                                        board, fen, legal, result
 *     bench                                    nodes and speed
 *     quit                                     -                                */
#include "mill.h"

#include "bench.h"
#include "game.h"
#include "uci.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { LINE_MAX_LENGTH = 1 << 20 };

struct Console {
    Game *game;
    FILE *out;
    uint64_t random;
    bool is_over;
};

static bool answer_fault(Console *console, const char *where, const Fault *fault)
{
    fprintf(console->out, "info string error: %s%s\n", where, fault->text);
    return false;
}

static void print_options(Console *console)
{
    RuleValues standard;

    rules_standard(&standard);
    fprintf(console->out, "option name Variant type combo default %s", rules_variant(0)->name);
    for (int i = 0; i < rules_variant_count(); i++)
        fprintf(console->out, " var %s", rules_variant(i)->name);
    fprintf(console->out, "\n");
    for (int i = 0; i < rules_field_count(); i++) {
        const RuleField *field = rules_field(i);
        if (field->kind == RULE_SWITCH)
            fprintf(console->out, "option name %s type check default %s\n", field->name, field->standard ? "true" : "false");
        else
            fprintf(console->out, "option name %s type spin default %d min %d max %d\n", field->name, field->standard,
                    field->kind == RULE_LIMIT ? 0 : field->least, field->most);
    }
}

static void command_uci(Console *console, const char *rest)
{
    (void)rest;
    fprintf(console->out, "id name Sanmill %s\nid author The Sanmill developers\n", mill_version());
    print_options(console);
    fprintf(console->out, "uciok\n");
}

static void command_isready(Console *console, const char *rest)
{
    (void)rest;
    fprintf(console->out, "readyok\n");
}

static void command_ucinewgame(Console *console, const char *rest)
{
    const RuleValues values = console->game->rules.value;

    (void)rest;
    game_set_rules(console->game, &values);
}

static void command_setoption(Console *console, const char *rest)
{
    RuleValues values = console->game->rules.value;
    Fault fault;

    if (!word_is(word_next(&rest), "name")) {
        fault_set(&fault, "setoption: 'name' is missing");
        answer_fault(console, "", &fault);
        return;
    }
    const Word name = word_next(&rest);
    const Word sign = word_next(&rest), value = word_next(&rest);
    if (!name.length || !word_is(sign, "value") || !value.length) {
        fault_set(&fault, "setoption: write name N value V");
        answer_fault(console, "", &fault);
        return;
    }
    if (word_is_like(name, "Variant") ? rules_named(&values, value, &fault) : rules_set(&values, name, value, &fault))
        game_set_rules(console->game, &values);
    else
        answer_fault(console, "setoption: ", &fault);
}

/* Reads "startpos" or "fen F" up to "moves" or the end into a fresh game. */
static bool set_start(Game *game, const char **rest, Fault *fault)
{
    const Word kind = word_next(rest);
    const char *moves = *rest;

    if (word_is(kind, "startpos")) {
        const RuleValues values = game->rules.value;
        game_set_rules(game, &values);
        return true;
    }
    if (!word_is(kind, "fen"))
        return fault_set(fault, "position: write startpos or fen, not '%.*s'", WORD(kind));
    for (Word word = word_next(&moves); word.length && !word_is(word, "moves"); word = word_next(&moves))
        *rest = moves;
    char text[512];
    const size_t length = (size_t)(*rest - (kind.start + kind.length));
    if (length >= sizeof text)
        return fault_set(fault, "fen: longer than %d characters", (int)sizeof text - 1);
    memcpy(text, kind.start + kind.length, length);
    text[length] = '\0';
    Fault inner;
    return game_set_fen(game, text, &inner) || fault_set(fault, "fen: %s", inner.text);
}

static bool play_moves(Game *game, const char *rest, Fault *fault)
{
    const Word sign = word_next(&rest);
    int number = 1;

    if (sign.length && !word_is(sign, "moves"))
        return fault_set(fault, "position: write moves, not '%.*s'", WORD(sign));
    for (Word word = word_next(&rest); word.length; word = word_next(&rest), number++) {
        Fault inner;
        if (!game_play_text(game, word, &inner))
            return fault_set(fault, "move %d: %s", number, inner.text);
    }
    return true;
}

static void command_position(Console *console, const char *rest)
{
    Game *game = game_new(&console->game->rules.value);
    Fault fault;

    if (!game) {
        fault_set(&fault, "out of memory");
    } else if (set_start(game, &rest, &fault) && play_moves(game, rest, &fault)) {
        game_free(console->game);
        console->game = game;
        return;
    }
    game_free(game);
    answer_fault(console, "", &fault);
}

static void print_move(Console *console, Move move)
{
    char text[MOVE_TEXT_MAX];
    Writer writer = writer_to(text, sizeof text);

    notation_write_move(&console->game->rules.topology, move, &writer);
    fprintf(console->out, "%s", text);
}

static void go_perft(Console *console, Word depth)
{
    Move moves[MOVES_MAX];
    const int count = movegen_all(&console->game->now, moves);
    uint64_t total = 0;
    int64_t plies;
    Fault fault;

    if (!word_number(depth, &plies) || plies < 1 || plies > 64) {
        fault_set(&fault, "go perft takes 1 to 64 plies, not '%.*s'", WORD(depth));
        answer_fault(console, "", &fault);
        return;
    }
    for (int i = 0; i < count; i++) {
        const uint64_t nodes = movegen_perft_after(&console->game->now, moves[i], (int)plies);
        print_move(console, moves[i]);
        fprintf(console->out, ": %llu\n", (unsigned long long)nodes);
        total += nodes;
    }
    fprintf(console->out, "nodes %llu\n", (unsigned long long)total);
}

static void command_go(Console *console, const char *rest)
{
    Move moves[MOVES_MAX];
    const int count = movegen_all(&console->game->now, moves);

    if (word_is(word_next(&rest), "perft")) {
        go_perft(console, word_next(&rest));
        return;
    }
    fprintf(console->out, "bestmove ");
    if (count) {
        console->random = console->random * 6364136223846793005u + 1442695040888963407u;
        print_move(console, moves[(console->random >> 33) % (uint64_t)count]);
        fprintf(console->out, "\n");
    } else {
        fprintf(console->out, "none\n");
    }
}

static void command_d(Console *console, const char *rest)
{
    const Position *pos = &console->game->now;
    char text[MILL_TEXT_MAX];
    Writer board = writer_to(text, sizeof text);
    Move moves[MOVES_MAX];

    (void)rest;
    notation_draw(pos, &board);
    fprintf(console->out, "%s", text);
    Writer fen = writer_to(text, sizeof text);
    fen_write(pos, &fen);
    fprintf(console->out, "fen %s\nlegal", text);
    const int count = movegen_all(pos, moves);
    for (int i = 0; i < count; i++) {
        fprintf(console->out, " ");
        print_move(console, moves[i]);
    }
    const char *reason = notation_reason((Reason)pos->reason);
    fprintf(console->out, "\nresult %s%s%s\n", notation_outcome((Outcome)pos->outcome), *reason ? " " : "", reason);
}

static void command_bench(Console *console, const char *rest)
{
    (void)rest;
    bench_run(console->out);
}

static void command_quit(Console *console, const char *rest)
{
    (void)rest;
    console->is_over = true;
}

static const struct {
    const char *name;
    void (*answer)(Console *console, const char *rest);
} Commands[] = {
    { "uci", command_uci },
    { "isready", command_isready },
    { "ucinewgame", command_ucinewgame },
    { "setoption", command_setoption },
    { "position", command_position },
    { "go", command_go },
    { "d", command_d },
    { "bench", command_bench },
    { "quit", command_quit },
};

Console *uci_open(FILE *out)
{
    Console *console = calloc(1, sizeof *console);
    RuleValues standard;

    rules_standard(&standard);
    if (!console || !(console->game = game_new(&standard))) {
        free(console);
        return NULL;
    }
    console->out = out;
    console->random = (uint64_t)time(NULL);
    return console;
}

void uci_close(Console *console)
{
    game_free(console->game);
    free(console);
}

bool uci_answer(Console *console, const char *line)
{
    const Word command = word_next(&line);
    Fault fault;
    size_t i = 0;

    while (i < sizeof Commands / sizeof *Commands && !word_is(command, Commands[i].name))
        i++;
    if (i < sizeof Commands / sizeof *Commands) {
        Commands[i].answer(console, line);
    } else if (command.length) {
        fault_set(&fault, "no command is called '%.*s'", WORD(command));
        answer_fault(console, "", &fault);
    }
    fflush(console->out);
    return !console->is_over;
}

/* Reads a line of any length into a buffer that grows; what is longer than a
 * line may be is passed over. Bytes that end a C string become '?'. */
static bool read_line(FILE *in, char **line, size_t *size, bool *is_too_long)
{
    size_t length = 0;
    int c;

    *is_too_long = false;
    while ((c = getc(in)) != EOF && c != '\n') {
        if (length + 1 >= *size) {
            char *grown = *size < LINE_MAX_LENGTH ? realloc(*line, *size * 2) : NULL;
            if (!grown) {
                *is_too_long = true;
                continue;
            }
            *line = grown;
            *size *= 2;
        }
        (*line)[length++] = c ? (char)c : '?';
    }
    (*line)[length] = '\0';
    return length > 0 || c != EOF;
}

int uci_run(FILE *in, FILE *out)
{
    Console *console = uci_open(out);
    size_t size = 4096;
    char *line = malloc(size);
    bool is_too_long, goes_on = console && line;

    if (!goes_on)
        fprintf(out, "info string error: out of memory\n");
    while (goes_on && read_line(in, &line, &size, &is_too_long)) {
        if (is_too_long) {
            fprintf(out, "info string error: a line longer than %d bytes\n", LINE_MAX_LENGTH);
            fflush(out);
        } else {
            goes_on = uci_answer(console, line);
        }
    }
    const int status = console && line ? EXIT_SUCCESS : EXIT_FAILURE;
    free(line);
    if (console)
        uci_close(console);
    return status;
}
