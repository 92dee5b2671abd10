/* uci.c: one function per command. A command that fails prints one
 * `info string error: …` line and changes nothing.
 *
 *     command                                  output
 *     uci                                      id and option lines, uciok
 *     isready                                  readyok, at any time
 *     ucinewgame                               -
 *     setoption name N [value V]               -
 *     position startpos|fen F [moves …]        -
 *     go [depth N] [movetime MS] [nodes N]     info lines, then bestmove, whatever follows;
 *        [wtime MS] [btime MS] [winc MS]       searches in another thread
 *        [binc MS] [movestogo N] [infinite]
 *        [ponder] [searchmoves …]
 *     go perft N                               a line per move, then nodes; in another thread, as is bench
 *     ponderhit                                -; the search goes on with the clock
 *     stop                                     bestmove, or that perft or bench was stopped
 *     debug on|off                             -; then go explains itself
 *     register …                               registration ok
 *     d, eval, probe, bench                    board and texts; proven value or static evaluation;
 *                                              tablebase value; speed
 *     quit                                     -
 *
 * A search, perft or bench is stopped by stop, quit and the end of the input, and by every command that changes the
 * state or uses the engine: ucinewgame, setoption, position, go, probe, bench. The others are executed beside it. */
#include "mill.h"

#include "uci_go.h"
#include "uci.h"

#include <stdlib.h>
#include <string.h>

enum { LINE_MAX_LENGTH = 1 << 20 };

static void print_check(Uci *uci, const char *name, int default_value)
{
    fprintf(uci->out, "option name %s type check default %s\n", name, default_value ? "true" : "false");
}

static void print_spin(Uci *uci, const char *name, int default_value, int minimum, int maximum)
{
    fprintf(uci->out, "option name %s type spin default %d min %d max %d\n", name, default_value, minimum, maximum);
}

static void print_combo(Uci *uci, const OptionField *field)
{
    const char *rest = field->choices;
    const Word first = word_next(&rest);
    char text[MILL_TEXT_MAX];
    Writer writer = writer_to(text, sizeof text);

    writer_add(&writer, "option name %s type combo default %.*s", field->name, first.length, first.start);
    for (Word choice = first; choice.length; choice = word_next(&rest))
        writer_add(&writer, " var %.*s", choice.length, choice.start);
    fprintf(uci->out, "%s\n", text);
}

static void print_option(Uci *uci, const OptionField *field)
{
    if (field->kind == OPTION_SPIN) {
        print_spin(uci, field->name, field->default_value, field->minimum, field->maximum);
    } else if (field->kind == OPTION_CHECK) {
        print_check(uci, field->name, field->default_value);
    } else if (field->kind == OPTION_STRING) {
        const char *text = strcmp(field->name, "TablePath") == 0 ? uci->tablebase
            : strcmp(field->name, "NetworkPath") == 0            ? uci->networks
            : strcmp(field->name, "BookFile") == 0               ? uci->book
                                                                 : "";
        fprintf(uci->out, "option name %s type string default %s\n", field->name, *text ? text : "<empty>");
    } else {
        print_combo(uci, field);
    }
}

static void print_options(Uci *uci)
{
    char text[MILL_TEXT_MAX];
    Writer writer = writer_to(text, sizeof text);

    writer_add(&writer, "option name Variant type combo default %s", rules_variant(0)->name);
    for (int i = 0; i < rules_variant_count(); i++)
        writer_add(&writer, " var %s", rules_variant(i)->name);
    fprintf(uci->out, "%s\n", text);
    for (int i = 0; i < options_field_count(); i++)
        print_option(uci, options_field(i));
    fprintf(uci->out, "option name Clear Hash type button\n");
    print_check(uci, "Ponder", false);
    print_check(uci, "UCI_ShowWDL", false);
    fprintf(uci->out, "option name UCI_Opponent type string default <empty>\n");
    for (int i = 0; i < rules_field_count(); i++) {
        const RuleField *field = rules_field(i);
        if (field->kind == RULE_SWITCH)
            print_check(uci, field->name, field->default_value);
        else
            print_spin(uci, field->name, field->default_value, field->kind == RULE_LIMIT ? 0 : field->minimum,
                       field->maximum);
    }
}

static void command_uci(Uci *uci, const char *rest)
{
    (void)rest;
    fprintf(uci->out, "id name Sanmill %s\nid author The Sanmill developers\n", mill_version());
    print_options(uci);
    fprintf(uci->out, "uciok\n");
}

static void command_isready(Uci *uci, const char *rest)
{
    (void)rest;
    if (!uci->is_running) {
        engine_prepare(uci->engine, &uci->game->now);
        uci_print_network(uci);
    }
    fprintf(uci->out, "readyok\n");
}

static void command_stop(Uci *uci, const char *rest)
{
    (void)rest;
    uci_stop(uci);
}

static void command_ucinewgame(Uci *uci, const char *rest)
{
    const RuleValues values = uci->game->rules.value;

    (void)rest;
    uci_stop(uci);
    game_set_rules(uci->game, &values);
    engine_clear(uci->engine);
}

/* Reads a name of one or more words, up to `value` or the end. */
static Word read_name(const char **rest)
{
    Word name = word_next(rest);

    for (const char *next = *rest;; *rest = next) {
        const Word word = word_next(&next);
        if (!word.length || word_is(word, "value"))
            return name;
        name.length = (int)(word.start + word.length - name.start);
    }
}

static bool is_rule(Word name)
{
    for (int i = 0; i < rules_field_count(); i++)
        if (word_is_like(name, rules_field(i)->name))
            return true;
    return false;
}

static bool set_option(Uci *uci, const char *rest, Error *error)
{
    RuleValues values = uci->game->rules.value;

    if (!word_is(word_next(&rest), "name"))
        return error_set(error, "'name' is missing");
    const Word name = read_name(&rest);
    const Word sign = word_next(&rest);
    const char *text = rest;
    const Word value = word_next(&rest);
    if (word_is_like(name, "Clear Hash")) {
        engine_clear(uci->engine);
        return true;
    }
    if (!name.length || !word_is(sign, "value"))
        return error_set(error, "write name N value V");
    if (word_is_like(name, "Ponder"))
        return word_boolean(value, "Ponder", &uci->may_ponder, error);
    if (word_is_like(name, "UCI_ShowWDL"))
        return word_boolean(value, "UCI_ShowWDL", &uci->shows_wdl, error);
    if (word_is_like(name, "UCI_Opponent"))
        return options_read_text(uci->opponent, "UCI_Opponent", text, error);
    if (options_known(name))
        return engine_set_option(uci->engine, name, text, error);
    if (!word_is_like(name, "Variant") && !is_rule(name))
        return error_set(error, "no option is called '%.*s'", WORD_ARGS(name));
    if (!(word_is_like(name, "Variant") ? rules_named(&values, value, error) : rules_set(&values, name, value, error)))
        return false;
    game_set_rules(uci->game, &values);
    engine_clear(uci->engine);
    return true;
}

static void command_setoption(Uci *uci, const char *rest)
{
    Error error;

    uci_stop(uci);
    if (!set_option(uci, rest, &error))
        uci_error(uci, "setoption: ", &error);
}

/* Reads "startpos" or "fen F", up to "moves" or the end, into a new game. */
static bool set_start(Game *game, const char **rest, Error *error)
{
    const Word kind = word_next(rest);
    const char *moves = *rest;

    if (word_is(kind, "startpos")) {
        const RuleValues values = game->rules.value;
        game_set_rules(game, &values);
        return true;
    }
    if (!word_is(kind, "fen"))
        return error_set(error, "position: write startpos or fen, not '%.*s'", WORD_ARGS(kind));
    for (Word word = word_next(&moves); word.length && !word_is(word, "moves"); word = word_next(&moves))
        *rest = moves;
    char text[512];
    const size_t length = (size_t)(*rest - (kind.start + kind.length));
    if (length >= sizeof text)
        return error_set(error, "fen: longer than %d characters", (int)sizeof text - 1);
    memcpy(text, kind.start + kind.length, length);
    text[length] = '\0';
    Error inner;
    return game_set_fen(game, text, &inner) || error_set(error, "fen: %s", inner.text);
}

static bool play_moves(Game *game, const char *rest, Error *error)
{
    const Word sign = word_next(&rest);
    int number = 1;

    if (sign.length && !word_is(sign, "moves"))
        return error_set(error, "position: write moves, not '%.*s'", WORD_ARGS(sign));
    for (Word word = word_next(&rest); word.length; word = word_next(&rest), number++) {
        Error inner;
        if (!game_play_text(game, word, &inner))
            return error_set(error, "move %d: %s", number, inner.text);
    }
    return true;
}

static void command_position(Uci *uci, const char *rest)
{
    Error error;

    uci_stop(uci);
    Game *game = game_new(&uci->game->rules.value);
    if (!game) {
        error_set(&error, "out of memory");
    } else if (set_start(game, &rest, &error) && play_moves(game, rest, &error)) {
        game_free(uci->game);
        uci->game = game;
        return;
    }
    game_free(game);
    uci_error(uci, "", &error);
}

/* Prints in one call, so that lines of a search cannot come in between. */
static void command_d(Uci *uci, const char *rest)
{
    const Position *pos = &uci->game->now;
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
    fputs(text, uci->out);
}

static void print_value(Uci *uci, const char *command, const TbResult *result, const char *end)
{
    fprintf(uci->out, "%s %s", command, result->wdl > 0 ? "win" : result->wdl < 0 ? "loss" : "draw");
    if (result->wdl && result->dtw >= 0)
        fprintf(uci->out, " %d", result->dtw);
    fprintf(uci->out, "%s\n", end);
}

/* Beside a search it only estimates. */
static void command_eval(Uci *uci, const char *rest)
{
    const Position *pos = &uci->game->now;
    TbResult result;

    (void)rest;
    if (pos->outcome)
        fprintf(uci->out, "eval none\n");
    else if (!atomic_load(&uci->is_searching) && engine_known(uci->engine, pos, &result))
        print_value(uci, "eval", &result, " proof");
    else
        fprintf(uci->out, "eval %d estimate\n", engine_evaluate(uci->engine, pos));
}

static void command_probe(Uci *uci, const char *rest)
{
    TbResult result;

    (void)rest;
    uci_stop(uci);
    if (!engine_probe(uci->engine, &uci->game->now, &result))
        fprintf(uci->out, "probe none\n");
    else
        print_value(uci, "probe", &result, "");
}

static void command_debug(Uci *uci, const char *rest)
{
    const Word word = word_next(&rest);
    Error error;

    if (word_is(word, "on") || word_is(word, "off")) {
        uci->is_debugging = word_is(word, "on");
        return;
    }
    error_set(&error, "debug is on or off, not '%.*s'", WORD_ARGS(word));
    uci_error(uci, "", &error);
}

/* Some engines have to be registered; this one is free. */
static void command_register(Uci *uci, const char *rest)
{
    (void)rest;
    fprintf(uci->out, "registration ok\n");
}

static void command_quit(Uci *uci, const char *rest)
{
    (void)rest;
    uci->is_quitting = true;
}

static const struct {
    const char *name;
    void (*execute)(Uci *uci, const char *rest);
} Commands[] = {
    { "uci", command_uci },
    { "isready", command_isready },
    { "ucinewgame", command_ucinewgame },
    { "setoption", command_setoption },
    { "position", command_position },
    { "go", uci_go },
    { "ponderhit", uci_ponderhit },
    { "stop", command_stop },
    { "debug", command_debug },
    { "register", command_register },
    { "d", command_d },
    { "eval", command_eval },
    { "probe", command_probe },
    { "bench", uci_bench },
    { "quit", command_quit },
};

Uci *uci_open(FILE *out, const char *tablebase, const char *networks, const char *book)
{
    Uci *uci = calloc(1, sizeof *uci);
    RuleValues standard;
    Error error;

    if (!uci)
        return NULL;
    rules_standard(&standard);
    uci->out = out;
    uci->tablebase = tablebase;
    uci->networks = networks;
    uci->book = book;
    uci->game = game_new(&standard);
    uci->engine = engine_new();
    if (uci->game && uci->engine) {
        if (!engine_set_option(uci->engine, WORD("TablePath"), tablebase, &error))
            uci->tablebase = "";
        if (!engine_set_option(uci->engine, WORD("NetworkPath"), networks, &error))
            uci->networks = "";
        if (!engine_set_option(uci->engine, WORD("BookFile"), book, &error))
            uci->book = "";
        return uci;
    }
    uci_close(uci);
    return NULL;
}

void uci_wait(Uci *uci) { uci_join(uci); }

void uci_close(Uci *uci)
{
    uci_stop(uci);
    engine_free(uci->engine);
    game_free(uci->game);
    free(uci);
}

bool uci_command(Uci *uci, const char *line)
{
    const Word command = word_next(&line);
    Error error;
    size_t i = 0;

    while (i < sizeof Commands / sizeof *Commands && !word_is(command, Commands[i].name))
        i++;
    if (i < sizeof Commands / sizeof *Commands) {
        Commands[i].execute(uci, line);
    } else if (command.length) {
        error_set(&error, "no command is called '%.*s'", WORD_ARGS(command));
        uci_error(uci, "", &error);
    }
    fflush(uci->out);
    return !uci->is_quitting;
}

/* Reads a line into a growing buffer and skips the rest of one that is too long.
 * NUL bytes become '?'. */
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

int uci_loop(FILE *in, FILE *out, const char *tablebase, const char *networks, const char *book)
{
    Uci *uci = uci_open(out, tablebase, networks, book);
    size_t size = 4096;
    char *line = malloc(size);
    bool is_too_long, is_running = uci && line;

    if (!is_running)
        fprintf(out, "info string error: out of memory\n");
    while (is_running && read_line(in, &line, &size, &is_too_long)) {
        if (is_too_long) {
            fprintf(out, "info string error: a line longer than %d bytes\n", LINE_MAX_LENGTH);
            fflush(out);
        } else {
            is_running = uci_command(uci, line);
        }
    }
    const int status = uci && line ? EXIT_SUCCESS : EXIT_FAILURE;
    free(line);
    if (uci)
        uci_close(uci);
    return status;
}
