/* engine.c: options made into limits and weights; the rest is asked of others. */
#include "engine.h"

#include "tablebase/tb_root.h"
#include "search/timer.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

/* Inside the tree only small tables are asked: large ones take longer than a
 * search would. */
enum { PROBE_PIECES_MAX = 9 };

struct MillEngine {
    Options options;
    Patterns *patterns;
    TranspositionTable *table;              /* NULL until the first question */
    int table_megabytes;       /* that were asked for */
    bool has_learned;          /* the table is not empty */
    Tables *tables;            /* for table_rules, from table_folder; NULL: none there */
    Rules table_rules;
    char table_folder[OPTION_TEXT_MAX];
    uint64_t lot;              /* goes on with every question */
    atomic_int stopped_up_to;
    pthread_mutex_t lock;      /* of report */
    ThinkReport report;
    ThinkReport draft;         /* the thinking thread's own */
    const Game *game;          /* of the question being thought about, likewise below */
    ThinkListener *listener;
    void *context;
};

Engine *engine_new(void)
{
    Engine *engine = calloc(1, sizeof *engine);

    if (!engine)
        return NULL;
    options_standard(&engine->options);
    engine->patterns = patterns_new();
    if (!engine->patterns || pthread_mutex_init(&engine->lock, NULL) != 0) {
        patterns_free(engine->patterns);
        free(engine);
        return NULL;
    }
    engine->lot = (uint64_t)timer_now() * 0x9E3779B97F4A7C15u ^ (uint64_t)(uintptr_t)engine;
    return engine;
}

void engine_free(Engine *engine)
{
    if (!engine)
        return;
    pthread_mutex_destroy(&engine->lock);
    tables_close(engine->tables);
    tt_free(engine->table);
    patterns_free(engine->patterns);
    free(engine);
}

const Options *engine_options(const Engine *engine) { return &engine->options; }

/* A table of the size asked for, or as large as there is memory for. */
static bool provide_table(Engine *engine)
{
    if (engine->table && engine->table_megabytes == engine->options.Hash)
        return true;
    tt_free(engine->table);
    engine->table_megabytes = engine->options.Hash;
    engine->table = NULL;
    for (int megabytes = engine->options.Hash; megabytes > 0 && !engine->table; megabytes /= 2)
        engine->table = tt_new((size_t)megabytes);
    return engine->table != NULL;
}

bool engine_set(Engine *engine, Word name, const char *value, Fault *fault)
{
    Options changed = engine->options;

    if (!options_set(&changed, name, value, fault))
        return false;
    if (strcmp(changed.Weights, engine->options.Weights) != 0)
        engine_forget(engine);
    if (changed.Seed != engine->options.Seed && changed.Seed)
        engine->lot = (uint64_t)changed.Seed;
    engine->options = changed;
    return true;
}

void engine_forget(Engine *engine)
{
    if (engine->has_learned)
        tt_clear(engine->table);
    engine->has_learned = false;
    if (engine->options.Seed)
        engine->lot = (uint64_t)engine->options.Seed;
}

void engine_stop(Engine *engine, int up_to_ticket)
{
    int stopped = atomic_load(&engine->stopped_up_to);

    while (stopped < up_to_ticket && !atomic_compare_exchange_weak(&engine->stopped_up_to, &stopped, up_to_ticket))
        ;
}

void engine_peek(Engine *engine, ThinkReport *report)
{
    pthread_mutex_lock(&engine->lock);
    *report = engine->report;
    pthread_mutex_unlock(&engine->lock);
}

/* The tables for these rules, opened when rules or folder have changed. */
static const Tables *find_tables(Engine *engine, const Rules *rules)
{
    const bool is_same = strcmp(engine->table_folder, engine->options.TablePath) == 0
        && memcmp(&engine->table_rules.value, &rules->value, sizeof rules->value) == 0;
    Fault fault;

    if (is_same)
        return engine->tables;
    tables_close(engine->tables);
    engine->table_rules = *rules;
    strcpy(engine->table_folder, engine->options.TablePath);
    engine->tables = *engine->table_folder ? tables_open(&engine->table_rules, engine->table_folder, &fault) : NULL;
    return engine->tables;
}

bool engine_probe(Engine *engine, const Position *pos, EndgameVerdict *verdict)
{
    const Tables *tables = find_tables(engine, pos->rules);
    return tables && !pos->outcome && endgame_probe(tables, pos, verdict);
}

/* Lines that a table speaks of get its word; the best stay first. */
static void prove_lines(const Engine *engine, ThinkReport *report)
{
    for (int i = 0; i < report->line_count; i++) {
        SearchLine *line = &report->lines[i];
        const OracleWord word = tb_root_of_move(engine->tables, &engine->game->now, line->move);
        if (!word.is_known)
            continue;
        line->is_proven = true;
        line->turns = word.verdict.outcome ? word.verdict.turns : -1;
        if (!search_mate_plies(line->value))
            line->value = search_proven_value(&word.verdict, 0);
    }
    threads_sort(report);
}

static void keep_report(void *context, const ThinkReport *seen)
{
    Engine *engine = context;
    ThinkReport *report = &engine->draft;

    *report = *seen;
    if (engine->tables)
        prove_lines(engine, report);
    pthread_mutex_lock(&engine->lock);
    engine->report = *report;
    pthread_mutex_unlock(&engine->lock);
    if (engine->listener)
        engine->listener(engine->context, report);
}

/* In table territory only moves that keep the result may be chosen; further on
 * the tables are asked where a removal leads into it. */
static void consult_tables(Engine *engine, const Position *pos, ThinkLimits *limits)
{
    const Tables *tables = find_tables(engine, pos->rules);
    Move moves[MOVES_MAX];

    if (!tables || (limits->blindness && engine->options.Level < LEVEL_TABLES))
        return;
    limits->tables = tables;
    limits->probe_pieces = tables_pieces(tables);
    const int pieces = pos->on_board[WHITE] + pos->on_board[BLACK];
    const bool is_known = pos->phase == PHASE_MOVING && pieces <= limits->probe_pieces;
    if (limits->probe_pieces > PROBE_PIECES_MAX)
        limits->probe_pieces = PROBE_PIECES_MAX;
    if (!is_known)
        return;
    if (limits->probe_pieces >= pieces)
        limits->probe_pieces = pieces - 1;
    const int count = limits->only_count || limits->line_count > 1 ? 0 : oracle_choose(tables, pos, moves);
    if (count) {
        limits->only_count = count;
        memcpy(limits->only, moves, sizeof limits->only);
    }
}

static void weigh(const Engine *engine, const Rules *rules, Weights *weights)
{
    Fault fault;

    evaluate_standard(weights, rules);
    evaluate_change(weights, engine->options.Weights, &fault);
}

/* Without limits of its own a question gets those of the level. */
static void set_limits(const Engine *engine, const EngineQuestion *question, ThinkLimits *limits)
{
    const Options *options = &engine->options;
    const bool is_limited = question->depth || question->time_ms || question->nodes || question->is_infinite;

    memset(limits, 0, sizeof *limits);
    limits->ticket = question->ticket;
    limits->algorithm = (Algorithm)options->Algorithm;
    limits->threads = options->Threads;
    limits->is_shuffled = options->Shuffle;
    limits->seed = engine->lot;
    limits->line_count = question->line_count ? question->line_count : options->MultiPV;
    limits->only_count = question->only_count;
    memcpy(limits->only, question->only, sizeof limits->only);
    limits->depth = question->depth;
    limits->time_ms = question->time_ms;
    limits->nodes = question->nodes;
    limits->is_infinite = question->is_infinite;
    if (!is_limited) {
        limits->time_ms = options->MoveTimeMs ? options->MoveTimeMs : options->MoveTime * 1000;
        limits->time_ms = limits->time_ms ? limits->time_ms : 1;
        levels_limit(limits, options->Level);
    }
    if (limits->nodes)
        limits->threads = 1;
}

/* Any legal move, or one of those allowed. */
static Move choose_random(const Position *pos, const ThinkLimits *limits)
{
    Move moves[MOVES_MAX];
    const int count = limits->only_count ? limits->only_count : movegen_all(pos, moves);

    if (pos->outcome || !count)
        return MOVE_NONE;
    return (limits->only_count ? limits->only : moves)[(limits->seed >> 33) % (uint64_t)count];
}

Move engine_think(Engine *engine, const Game *game, const EngineQuestion *question, ThinkListener *listener, void *context,
                  ThinkReport *report)
{
    ThinkLimits limits;
    Weights weights;

    engine->lot = engine->lot * 6364136223846793005u + 1442695040888963407u;
    set_limits(engine, question, &limits);
    pthread_mutex_lock(&engine->lock);
    memset(&engine->report, 0, sizeof engine->report);
    pthread_mutex_unlock(&engine->lock);
    if (limits.algorithm == ALGORITHM_RANDOM || !provide_table(engine)) {
        memset(report, 0, sizeof *report);
        return choose_random(&game->now, &limits);
    }
    weigh(engine, &game->rules, &weights);
    const Style style = levels_manner((Style)engine->options.Style, engine->lot >> 40);
    levels_style(&weights, &limits.draw_value, style, (Side)game->now.stm);
    evaluate_learn(&weights, &game->rules, engine->patterns);
    if (limits.blindness)
        limits.salt = limits.seed;
    else if (engine->options.Style != STYLE_BALANCED)
        limits.salt = (Key)((int)style * SIDE_NB + game->now.stm + 1) * 0x9E3779B97F4A7C15u;
    consult_tables(engine, &game->now, &limits);
    engine->has_learned = true;
    engine->game = game;
    engine->listener = listener;
    engine->context = context;
    const Move move = threads_think(&game->now, &limits, engine->table, &weights, &engine->stopped_up_to, keep_report, engine,
                                    report);
    if (limits.tables)
        prove_lines(engine, report);
    return move;
}

int engine_evaluate(const Engine *engine, const Position *pos)
{
    Weights weights;

    weigh(engine, pos->rules, &weights);
    evaluate_learn(&weights, pos->rules, engine->patterns);
    return evaluate(pos, &weights);
}
