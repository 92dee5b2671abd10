/* uci.c: one function a command. A command that cannot be carried out answers
 * with one `info string error: …` line and changes nothing.
 *
 *     command                                  answer
 *     uci                                      id and option lines, uciok
 *     isready                                  readyok, also while it thinks
 *     ucinewgame                               -
 *     setoption name N value V                 -
 *     position startpos|fen F [moves …]        -
 *     go [depth N] [movetime MS] [nodes N]     info lines, then bestmove; thinks in a
 *        [infinite] [searchmoves …]            thread of its own
 *     go perft N                               a line per move, then nodes
 *     stop                                     bestmove soon
 *     d, eval, probe, bench                    board and texts; static score; what the
 *                                              endgame tables say; speed
 *     quit                                     -
 *
 * A command that changes something waits for the thinking to end; only stop,
 * quit and an infinite search cut it short. */
#include "mill.h"

#include "bench.h"
#include "uci_go.h"
#include "uci.h"

#include <stdlib.h>
#include <string.h>

enum { LINE_MAX_LENGTH = 1 << 20 };

static void print_option(Console *console, const OptionField *field)
{
    const char *rest = field->choices;

    fprintf(console->out, "option name %s type ", field->name);
    switch (field->kind) {
    case OPTION_SPIN:
        fprintf(console->out, "spin default %d min %d max %d\n", field->standard, field->least, field->most);
        break;
    case OPTION_CHECK:
        fprintf(console->out, "check default %s\n", field->standard ? "true" : "false");
        break;
    case OPTION_COMBO: {
        Word choice = word_next(&rest);
        fprintf(console->out, "combo default %.*s", choice.length, choice.start);
        for (rest = field->choices, choice = word_next(&rest); choice.length; choice = word_next(&rest))
            fprintf(console->out, " var %.*s", choice.length, choice.start);
        fprintf(console->out, "\n");
        break;
    }
    case OPTION_STRING:
        fprintf(console->out, "string default <empty>\n");
        break;
    }
}

static void print_options(Console *console)
{
    fprintf(console->out, "option name Variant type combo default %s", rules_variant(0)->name);
    for (int i = 0; i < rules_variant_count(); i++)
        fprintf(console->out, " var %s", rules_variant(i)->name);
    fprintf(console->out, "\n");
    for (int i = 0; i < options_field_count(); i++)
        print_option(console, options_field(i));
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

static void command_stop(Console *console, const char *rest)
{
    (void)rest;
    console_finish(console, true);
}

static void command_ucinewgame(Console *console, const char *rest)
{
    const RuleValues values = console->game->rules.value;

    (void)rest;
    console_finish(console, console->limits.is_infinite);
    game_set_rules(console->game, &values);
    engine_forget(console->engine);
}

static bool set_option(Console *console, const char *rest, Fault *fault)
{
    RuleValues values = console->game->rules.value;

    if (!word_is(word_next(&rest), "name"))
        return fault_set(fault, "'name' is missing");
    const Word name = word_next(&rest);
    const Word sign = word_next(&rest);
    const char *text = rest;
    const Word value = word_next(&rest);
    if (!name.length || !word_is(sign, "value"))
        return fault_set(fault, "write name N value V");
    if (options_known(name))
        return engine_set(console->engine, name, text, fault);
    if (!(word_is_like(name, "Variant") ? rules_named(&values, value, fault) : rules_set(&values, name, value, fault)))
        return false;
    game_set_rules(console->game, &values);
    engine_forget(console->engine);
    return true;
}

static void command_setoption(Console *console, const char *rest)
{
    Fault fault;

    console_finish(console, console->limits.is_infinite);
    if (!set_option(console, rest, &fault))
        console_fault(console, "setoption: ", &fault);
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
    Fault fault;

    console_finish(console, console->limits.is_infinite);
    Game *game = game_new(&console->game->rules.value);
    if (!game) {
        fault_set(&fault, "out of memory");
    } else if (set_start(game, &rest, &fault) && play_moves(game, rest, &fault)) {
        game_free(console->game);
        console->game = game;
        return;
    }
    game_free(game);
    console_fault(console, "", &fault);
}

/* Written at once, so that no line of a search gets in between. */
static void command_d(Console *console, const char *rest)
{
    const Position *pos = &console->game->now;
    const char *reason = notation_reason((Reason)pos->reason);
    char text[2 * MILL_TEXT_MAX];
    Writer writer = writer_to(text, sizeof text);
    Move moves[MOVES_MAX];
    const int count = movegen_all(pos, moves);

    (void)rest;
    notation_draw(pos, &writer);
    writer_add(&writer, "fen ");
    fen_write(pos, &writer);
    writer_add(&writer, "\nlegal");
    for (int i = 0; i < count; i++) {
        writer_add(&writer, " ");
        notation_write_move(&pos->rules->topology, moves[i], &writer);
    }
    writer_add(&writer, "\nresult %s%s%s\n", notation_outcome((Outcome)pos->outcome), *reason ? " " : "", reason);
    fputs(text, console->out);
}

static void command_eval(Console *console, const char *rest)
{
    (void)rest;
    if (console->game->now.outcome)
        fprintf(console->out, "eval none\n");
    else
        fprintf(console->out, "eval %d\n", engine_evaluate(console->engine, &console->game->now));
}

static void command_probe(Console *console, const char *rest)
{
    EndgameVerdict verdict;

    (void)rest;
    console_finish(console, console->limits.is_infinite);
    if (!engine_probe(console->engine, &console->game->now, &verdict))
        fprintf(console->out, "probe none\n");
    else if (verdict.outcome == 0)
        fprintf(console->out, "probe draw\n");
    else if (verdict.turns < 0)
        fprintf(console->out, "probe %s\n", verdict.outcome > 0 ? "win" : "loss");
    else
        fprintf(console->out, "probe %s %d\n", verdict.outcome > 0 ? "win" : "loss", verdict.turns);
}

static void command_bench(Console *console, const char *rest)
{
    (void)rest;
    console_finish(console, console->limits.is_infinite);
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
    { "go", console_go },
    { "stop", command_stop },
    { "d", command_d },
    { "eval", command_eval },
    { "probe", command_probe },
    { "bench", command_bench },
    { "quit", command_quit },
};

Console *uci_open(FILE *out)
{
    Console *console = calloc(1, sizeof *console);
    RuleValues standard;

    if (!console)
        return NULL;
    rules_standard(&standard);
    console->out = out;
    console->game = game_new(&standard);
    console->engine = engine_new();
    if (console->game && console->engine)
        return console;
    uci_close(console);
    return NULL;
}

void uci_close(Console *console)
{
    console_finish(console, console->is_over || console->limits.is_infinite);
    engine_free(console->engine);
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
        console_fault(console, "", &fault);
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
