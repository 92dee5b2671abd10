#include "engine.h"

#include "endings.h"
#include "tablebase/os_file.h"
#include "tablebase/tb_resolve.h"
#include "search/cache_key.h"
#include "search/root_proof.h"
#include "search/timer.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

/* Probing a large subspace takes as long as searching a thousand nodes: inside the tree only smaller ones are probed.
 * Counting mistakes takes many probes, too. */
enum { PROBE_PIECES_MAX = 9, MISTAKES_PIECES_MAX = 9, OPEN_TABLEBASES_MAX = 3 };

/* A tablebase that stays open when the rules change. */
typedef struct {
    uint64_t stamp; /* 0: unused */
    Tablebase *tb;  /* NULL: its files are unusable */
    char path[CACHE_PATH_MAX];
} OpenTablebase;

struct MillEngine {
    Options options;
    Network *network; /* NULL: none fits */
    CacheKey network_key;
    Error network_error;
    bool has_network_note;  /* not reported yet */
    TranspositionTable *tt; /* NULL until the first search */
    int tt_megabytes;       /* as requested */
    bool is_tt_used;        /* since it was cleared */
    const Tablebase *tb;    /* NULL: none there */
    CacheKey tb_key;
    OpenTablebase open[OPEN_TABLEBASES_MAX];   /* the last used first */
    Endings *endings;                          /* where there is no tablebase */
    RootProof *root_proof;                     /* uses tb */
    uint64_t random;                           /* state of the random numbers, one per search */
    atomic_int stopped_up_to, ponderhit_up_to; /* tickets */
    pthread_mutex_t lock;                      /* of info */
    SearchInfo info;
    SearchInfo draft;             /* of the searching thread */
    const Game *game;             /* of the running search, as are the next two */
    const Tablebase *searched_tb; /* tb, or endings, or NULL */
    bool is_proving;              /* root_proof has values of the root moves */
    const SearchListener *listener;
};

Engine *engine_new(void)
{
    Engine *engine = calloc(1, sizeof *engine);

    if (!engine)
        return NULL;
    options_set_defaults(&engine->options);
    engine->root_proof = root_proof_new();
    engine->endings = endings_new();
    if (!engine->root_proof || !engine->endings || pthread_mutex_init(&engine->lock, NULL) != 0) {
        root_proof_free(engine->root_proof);
        endings_free(engine->endings);
        free(engine);
        return NULL;
    }
    engine->random = (uint64_t)timer_now() * 0x9E3779B97F4A7C15u ^ (uint64_t)(uintptr_t)engine;
    return engine;
}

void engine_free(Engine *engine)
{
    if (!engine)
        return;
    pthread_mutex_destroy(&engine->lock);
    root_proof_free(engine->root_proof);
    for (int i = 0; i < OPEN_TABLEBASES_MAX; i++)
        tb_close(engine->open[i].tb);
    endings_free(engine->endings);
    tt_free(engine->tt);
    network_free(engine->network);
    free(engine);
}

/* Allocates the transposition table: as large as requested, or as memory allows. */
static bool provide_tt(Engine *engine)
{
    if (engine->tt && engine->tt_megabytes == engine->options.Hash)
        return true;
    tt_free(engine->tt);
    engine->tt_megabytes = engine->options.Hash;
    engine->tt = NULL;
    for (int megabytes = engine->options.Hash; megabytes > 0 && !engine->tt; megabytes /= 2)
        engine->tt = tt_new((size_t)megabytes);
    return engine->tt != NULL;
}

bool engine_set_option(Engine *engine, Word name, const char *value, Error *error)
{
    Options changed = engine->options;

    if (!options_set(&changed, name, value, error))
        return false;
    if (strcmp(changed.Weights, engine->options.Weights) != 0
        || strcmp(changed.NetworkPath, engine->options.NetworkPath) != 0)
        engine_clear(engine);
    if (changed.Seed != engine->options.Seed && changed.Seed)
        engine->random = (uint64_t)changed.Seed;
    engine->options = changed;
    return true;
}

void engine_clear(Engine *engine)
{
    if (engine->is_tt_used)
        tt_clear(engine->tt);
    engine->is_tt_used = false;
    root_proof_clear(engine->root_proof);
    if (engine->options.Seed)
        engine->random = (uint64_t)engine->options.Seed;
}

void engine_stop(Engine *engine, int up_to_ticket) { ticket_raise(&engine->stopped_up_to, up_to_ticket); }
void engine_ponderhit(Engine *engine, int up_to_ticket) { ticket_raise(&engine->ponderhit_up_to, up_to_ticket); }

void engine_info(Engine *engine, SearchInfo *info)
{
    pthread_mutex_lock(&engine->lock);
    *info = engine->info;
    pthread_mutex_unlock(&engine->lock);
}

/* Closes tablebases that were deleted: their files take disk space as long as they are open. */
static void close_deleted(Engine *engine)
{
    for (int i = 0; i < OPEN_TABLEBASES_MAX; i++) {
        OpenTablebase *open = &engine->open[i];
        if (!open->stamp || os_exists(open->path))
            continue;
        root_proof_forget(engine->root_proof, open->tb);
        tb_close(open->tb);
        *open = (OpenTablebase){ 0 };
    }
}

static const Tablebase *open_tablebase(Engine *engine, const Rules *rules, uint64_t stamp)
{
    OpenTablebase found = { .stamp = stamp };
    int place = 0;
    Error error;

    while (place < OPEN_TABLEBASES_MAX - 1 && engine->open[place].stamp != stamp)
        place++;
    if (engine->open[place].stamp == stamp) {
        found = engine->open[place];
    } else {
        root_proof_forget(engine->root_proof, engine->open[place].tb);
        tb_close(engine->open[place].tb);
        found.tb = tb_open(rules, engine->tb_key.path, &error);
        strcpy(found.path, engine->tb_key.path);
    }
    memmove(engine->open + 1, engine->open, (size_t)place * sizeof *engine->open);
    engine->open[0] = found;
    return found.tb;
}

/* The tablebase for these rules. A search that was stopped before it began does not open one. */
static const Tablebase *find_tablebase(Engine *engine, const Rules *rules, bool may_open)
{
    CacheKey *key = &engine->tb_key;

    if (cache_key_matches(key, rules, engine->options.TablePath))
        return engine->tb;
    engine->tb = NULL;
    close_deleted(engine);
    if (!may_open)
        *key = (CacheKey){ 0 };
    const uint64_t stamp = *key->path ? tb_stamp(rules, key->path) : 0;
    if (stamp)
        engine->tb = open_tablebase(engine, rules, stamp);
    return engine->tb;
}

static const Network *find_network(Engine *engine, const Rules *rules)
{
    const char *folder = engine->options.NetworkPath;

    if (cache_key_matches(&engine->network_key, rules, folder))
        return engine->network;
    network_free(engine->network);
    engine->network = NULL;
    engine->network_error = (Error){ 0 };
    if (*folder)
        engine->network = network_find(rules, folder, &engine->network_error);
    engine->has_network_note = true;
    return engine->network;
}

bool engine_network_note(Engine *engine, const Rules *rules, Writer *writer)
{
    const Network *network = find_network(engine, rules);
    const bool is_near = network && network_distance(&network->rules, rules) > 0;

    if (!engine->has_network_note)
        return false;
    engine->has_network_note = false;
    if (*engine->network_error.text)
        writer_add(writer, "%s; ", engine->network_error.text);
    if (is_near)
        writer_add(writer, "evaluation by the network of the nearest rules: %s", network->header.rules);
    else if (*engine->network_error.text)
        writer_add(writer, "evaluation by %s", network ? "network" : "features");
    return writer->length > 0;
}

bool engine_probe(Engine *engine, const Position *pos, TbResult *result)
{
    const Tablebase *tb = find_tablebase(engine, pos->rules, true);
    return tb && !pos->outcome && tb_resolve_probe(tb, pos, result);
}

static void probe_lines(const Engine *engine, SearchInfo *info)
{
    for (int i = 0; i < info->line_count; i++) {
        SearchLine *line = &info->lines[i];
        TbResult result;
        if (!tb_root_probe(engine->searched_tb, &engine->game->now, line->moves[0], &result))
            continue;
        line->is_proven = true;
        line->dtw = result.wdl ? result.dtw : -1;
        if (!line->mate)
            line->value = search_tb_value(&result, 0);
    }
}

static void mark_lines(Engine *engine, SearchInfo *info)
{
    if (engine->searched_tb)
        probe_lines(engine, info);
    if (engine->is_proving)
        root_proof_mark(engine->root_proof, info);
    deepening_sort_lines(info);
}

static void update_info(void *context, const SearchInfo *seen)
{
    Engine *engine = context;
    SearchInfo *info = &engine->draft;

    *info = *seen;
    mark_lines(engine, info);
    pthread_mutex_lock(&engine->lock);
    engine->info = *info;
    pthread_mutex_unlock(&engine->lock);
    if (engine->listener && engine->listener->on_info)
        engine->listener->on_info(engine->listener->context, info);
}

static void forward_currmove(void *context, int depth, Move move, int number)
{
    const SearchListener *listener = ((const Engine *)context)->listener;

    if (listener && listener->on_currmove)
        listener->on_currmove(listener->context, depth, move, number);
}

/* Of moves that lose equally late, keeps those that are hardest to answer. Of drawn ones the search decides, with a bonus
 * for those that are hard to answer. */
static void prefer_hard(const Tablebase *tb, const Position *pos, SearchTask *task)
{
    Limits *limits = &task->limits;
    int mistakes[MOVES_MAX], most = 0, kept = 0;
    TbResult best;

    if (limits->searchmove_count < 2 || !tb_root_probe(tb, pos, limits->searchmoves[0], &best) || best.wdl > 0)
        return;
    for (int i = 0; i < limits->searchmove_count; i++) {
        mistakes[i] = tb_root_mistakes(tb, pos, limits->searchmoves[i], best.wdl);
        most = mistakes[i] > most ? mistakes[i] : most;
        task->bonus[i] = best.wdl < 0 ? 0 : mistakes[i] * SEARCH_BONUS_SURE / 1000;
    }
    for (int i = 0; i < limits->searchmove_count; i++)
        if (best.wdl == 0 || mistakes[i] == most)
            limits->searchmoves[kept++] = limits->searchmoves[i];
    limits->searchmove_count = kept;
}

/* If the tablebase has the root, restricts the root moves to its best, one for
 * each line; otherwise sets the piece count from which the search probes it. */
static void probe_root(Engine *engine, const Position *pos, SearchTask *task)
{
    const bool is_stopped = atomic_load(&engine->stopped_up_to) >= task->limits.ticket;
    const Tablebase *tb = find_tablebase(engine, pos->rules, !is_stopped);
    Move moves[MOVES_MAX];

    engine->searched_tb = tb;
    if (!task->tb_pieces)
        return;
    if (!tb && !is_stopped)
        engine->searched_tb = tb = endings_find(engine->endings, pos, task);
    if (!tb)
        return;
    task->tb = tb;
    const int pieces = pos->on_board[WHITE] + pos->on_board[BLACK];
    const int most = tb_max_pieces(tb) < task->tb_pieces ? tb_max_pieces(tb) : task->tb_pieces;
    const bool is_known = pos->phase == PHASE_MOVING && pieces <= most;
    const int probed = is_known ? pieces - 1 : most; /* after a removal */
    task->probe_pieces = probed < PROBE_PIECES_MAX ? probed : PROBE_PIECES_MAX;
    task->deep_probe_pieces = task->probe_pieces;
    if (!is_known)
        return;
    if (!task->oversights.quiet) /* a win without a stored DTW is finished by captures, which are worth slow probes */
        task->deep_probe_pieces = probed;
    Limits *limits = &task->limits;
    const int count = limits->searchmove_count ? limits->searchmove_count : movegen_all(pos, moves);
    if (limits->searchmove_count)
        memcpy(moves, limits->searchmoves, sizeof moves);
    int kept = tb_root_moves(tb, pos, moves, count, limits->line_count);
    if (limits->line_count == 1)
        kept = tb_resolve_moves(tb, pos, moves, kept);
    if (!kept)
        return;
    limits->searchmove_count = kept;
    memcpy(limits->searchmoves, moves, sizeof moves);
    if (limits->line_count == 1 && pieces <= MISTAKES_PIECES_MAX)
        prefer_hard(tb, pos, task);
}

static bool prepare_proof(Engine *engine, const Rules *rules)
{
    const Options *options = &engine->options;
    const RootProofOptions proof = {
        .book = options->OwnBook ? options->BookFile : "",
        .networks = options->NetworkPath,
        .megabytes = options->Hash,
        .is_first = options->ProofFirst,
    };

    return root_proof_prepare(engine->root_proof, rules, options->ProvePlacing ? engine->tb : NULL, &proof);
}

void engine_prepare(Engine *engine, const Position *pos)
{
    provide_tt(engine);
    if (!find_tablebase(engine, pos->rules, true))
        endings_find(engine->endings, pos, NULL);
    find_network(engine, pos->rules);
    prepare_proof(engine, pos->rules);
}

bool engine_known(Engine *engine, const Position *pos, TbResult *result)
{
    if (engine_probe(engine, pos, result))
        return true;
    *result = (TbResult){ .dtw = -1, .dtw_bound = -1 };
    return !pos->outcome && prepare_proof(engine, pos->rules)
        && root_proof_value(engine->root_proof, pos, &result->wdl);
}

/* At full strength, while placing, proves the values of root moves: before the search to choose among them, or beside it to
 * replace estimates. In the moving phase the tablebase has them, and only the choice among equal ones is left. */
static void prove_root(Engine *engine, const Position *pos, SearchTask *task)
{
    const Limits *limits = &task->limits;
    const bool is_stopped = atomic_load(&engine->stopped_up_to) >= limits->ticket;
    const bool has_choice = limits->line_count == 1 && !limits->is_infinite && !limits->is_pondering;

    engine->is_proving = !pos->outcome && !task->oversights.quiet && !is_stopped
        && (pos->phase == PHASE_PLACING || (has_choice && limits->searchmove_count > 1))
        && prepare_proof(engine, pos->rules) && root_proof_covers(engine->root_proof, pos);
    if (!engine->is_proving)
        return;
    if (has_choice)
        root_proof_choose(engine->root_proof, pos, task);
    else
        root_proof_begin(engine->root_proof, pos, task);
}

static void set_weights(const Engine *engine, const Rules *rules, Weights *weights)
{
    WeightValues values;
    Error error;

    evaluate_default_values(&values);
    evaluate_read_values(&values, engine->options.Weights, &error);
    evaluate_set(weights, rules, &values);
}

/* A level's limits beside those of the search. */
static void limit_strength(SearchTask *task, int level)
{
    const Limits given = task->limits;

    levels_limit(task, level);
    task->limits.time_ms = given.time_ms;
    if (given.nodes && (given.nodes < task->limits.nodes || !task->limits.nodes))
        task->limits.nodes = given.nodes;
}

/* A search without limits gets those of Level and MoveTime. */
static void set_task(const Engine *engine, const Limits *limits, SearchTask *task)
{
    const Options *options = &engine->options;

    *task = (SearchTask){
        .limits = *limits,
        .tt = engine->tt,
        .algorithm = (Algorithm)options->Algorithm,
        .threads = options->Threads,
        .is_shuffled = options->Shuffle && !options->UCI_AnalyseMode,
        .seed = engine->random,
        .tb_pieces = SIDE_NB * PIECES_MAX,
        .stopped_up_to = &engine->stopped_up_to,
        .ponderhit_up_to = &engine->ponderhit_up_to,
    };
    if (!limits->line_count)
        task->limits.line_count = options->MultiPV;
    if (!limits->depth && !limits->time_ms && !limits->nodes && !limits->is_infinite) {
        task->limits.time_ms = options->MoveTimeMs ? options->MoveTimeMs : options->MoveTime * 1000;
        task->limits.time_ms = task->limits.time_ms ? task->limits.time_ms : 1;
        levels_limit(task, options->UCI_AnalyseMode || options->UCI_LimitStrength ? LEVEL_FULL : options->Level);
        if (limits->clock_ms)
            task->limits.time_ms = limits->clock_ms;
    }
    if (options->UCI_LimitStrength && !options->UCI_AnalyseMode)
        limit_strength(task, levels_of_rating(options->UCI_Elo, engine->random >> 33));
    if (task->limits.nodes)
        task->threads = 1;
}

static Move choose_random(const Position *pos, const SearchTask *task)
{
    const Limits *limits = &task->limits;
    Move moves[MOVES_MAX];
    const int count = limits->searchmove_count ? limits->searchmove_count : movegen_all(pos, moves);

    if (pos->outcome || !count)
        return MOVE_NONE;
    return (limits->searchmove_count ? limits->searchmoves : moves)[(task->seed >> 33) % (uint64_t)count];
}

Move engine_search(Engine *engine, const Game *game, const Limits *limits, const SearchListener *listener,
                   SearchInfo *info)
{
    const int64_t start = timer_now();
    const bool has_tt = engine->options.Algorithm != ALGORITHM_RANDOM && provide_tt(engine);
    SearchTask task;
    Weights weights;

    random_next(&engine->random);
    set_task(engine, limits, &task);
    task.start = start;
    pthread_mutex_lock(&engine->lock);
    memset(&engine->info, 0, sizeof engine->info);
    pthread_mutex_unlock(&engine->lock);
    if (!has_tt) {
        memset(info, 0, sizeof *info);
        return choose_random(&game->now, &task);
    }
    set_weights(engine, &game->rules, &weights);
    const Style set = engine->options.UCI_AnalyseMode ? STYLE_BALANCED : (Style)engine->options.Style;
    const Style style = levels_resolve_style(set, engine->random >> 40);
    levels_apply_style(&weights, &task.draw_value, style, (Side)game->now.stm);
    if (set == STYLE_CHANGEABLE)
        task.draw_value = 0; /* a style that seeks a draw in one move and avoids it in the next would get neither */
    if (!task.is_beginner)
        evaluate_use_network(&weights, &game->rules, find_network(engine, &game->rules));
    task.weights = &weights;
    if (task.oversights.quiet)
        task.salt = task.seed;
    else if (set != STYLE_BALANCED)
        task.salt = (Key)((int)set * SIDE_NB + game->now.stm + 1) * 0x9E3779B97F4A7C15u;
    probe_root(engine, &game->now, &task);
    prove_root(engine, &game->now, &task);
    engine->is_tt_used = true;
    engine->game = game;
    engine->listener = listener;
    const SearchListener own = { update_info, forward_currmove, engine };
    const Move move = deepening_search(&game->now, &task, &own, info);
    root_proof_end(engine->root_proof);
    if ((!task.tb && !engine->is_proving) || !info->line_count)
        return move;
    mark_lines(engine, info);
    return info->lines[0].moves[0];
}

int engine_evaluate(Engine *engine, const Position *pos)
{
    Weights weights;

    set_weights(engine, pos->rules, &weights);
    evaluate_use_network(&weights, pos->rules, find_network(engine, pos->rules));
    return evaluate(pos, &weights);
}
