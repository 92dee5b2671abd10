#include "root_proof.h"

#include "cache_key.h"
#include "timer.h"

#include <limits.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum {
    TIME_PERCENT = 40,     /* of the move time, for proofs … */
    REPLIES_PERCENT = 10,  /* … and for those of the replies to equal turns */
    MISTAKE = 1000,        /* a reply that is proven to lose value … */
    MISTAKE_GUESSED = 500, /* … and the most that the evaluation can count for */
    BONUS_DRAWN = 20,      /* at most, to the search's value of a drawn turn that it has to hold … */
    BONUS_LOST = 100,      /* … and of a lost one: by the share of mistakes */
    LAYER_MEGABYTES = 4,   /* enough for what is proven where searches end in layers */
    BESIDE_NODES = 200000  /* beside a search that no time ends; layers need fewer than half of them */
};

struct RootProof {
    Book *book; /* NULL: none, or not readable */
    char book_path[CACHE_PATH_MAX];
    Proof *proof;       /* NULL: nothing to prove with */
    CacheKey proof_key; /* its rules and the folder of its network */
    const Tablebase *tb;
    bool has_moving_phase; /* all of it */
    int megabytes;
    bool is_first;   /* as in the options */
    bool is_known;   /* info is that of the root */
    bool is_running; /* in the background */
    pthread_t thread;
    Position root;
    ProofLimits limits;
    const atomic_int *stopped_up_to;
    ProofInfo info, replies; /* of the root, of a position after a turn */
};

RootProof *root_proof_new(void) { return calloc(1, sizeof(RootProof)); }

void root_proof_free(RootProof *root)
{
    if (!root)
        return;
    proof_free(root->proof);
    book_free(root->book);
    free(root);
}

void root_proof_forget(RootProof *root, const Tablebase *tb)
{
    if (!tb || root->tb != tb)
        return;
    proof_free(root->proof);
    root->proof = NULL;
    root->tb = NULL;
}

static void read_book(RootProof *root, const char *path)
{
    Error error; /* an unusable book is no book */

    if (strcmp(root->book_path, path) == 0)
        return;
    proof_free(root->proof); /* borrows the book */
    root->proof = NULL;
    book_free(root->book);
    root->book = *path ? book_read(path, &error) : NULL;
    strcpy(root->book_path, path);
}

bool root_proof_prepare(RootProof *root, const Rules *rules, const Tablebase *tb, const RootProofOptions *options)
{
    Error error;

    root->is_known = false;
    root->is_first = options->is_first;
    read_book(root, options->book);
    const int hands = SIDE_NB * rules->value.PiecesCount;
    const Tablebase *used = tb && proof_covers(rules, tb, hands, &error) ? tb : NULL;
    if (!used && !(root->book && book_fits(root->book, rules)))
        return false;
    const bool has_same_key = cache_key_matches(&root->proof_key, rules, options->networks);
    if (has_same_key && root->proof && root->tb == used && root->megabytes == options->megabytes)
        return true;
    proof_free(root->proof);
    root->tb = used;
    root->has_moving_phase = used && proof_covers(rules, used, 0, &error);
    root->megabytes = options->megabytes;
    const int most = used && !tb_layer_hands(used) ? options->megabytes : LAYER_MEGABYTES;
    const int megabytes = !used ? 0 : options->megabytes < most ? options->megabytes : most;
    root->proof = proof_new(rules, used, root->book, options->networks, (size_t)megabytes, &error);
    return root->proof != NULL;
}

bool root_proof_covers(const RootProof *root, const Position *pos)
{
    return pos->phase == PHASE_PLACING || (pos->phase == PHASE_MOVING && root->has_moving_phase);
}

bool root_proof_value(RootProof *root, const Position *pos, int *wdl)
{
    const ProofLimits limits = { .ticket = INT_MAX, .threads = 1, .nodes = 1 };
    Error error;

    if (pos->phase != PHASE_PLACING)
        return false;
    proof_run(root->proof, pos, &limits, NULL, &error);
    proof_info(root->proof, &root->info);
    root->is_known = false;
    *wdl = root->info.lower;
    return root->info.lower == root->info.upper;
}

static bool is_wanted(const Limits *limits, Move move)
{
    for (int i = 0; i < limits->searchmove_count; i++)
        if (limits->searchmoves[i] == move)
            return true;
    return limits->searchmove_count == 0;
}

/* What can be proven within a time and so many nodes; neither: only what takes no search. */
static void run(RootProof *root, const Position *pos, const SearchTask *task, int64_t time_ms, uint64_t nodes,
                ProofInfo *info)
{
    const ProofLimits limits = {
        .ticket = task->limits.ticket,
        .threads = task->threads,
        .time_ms = time_ms,
        .nodes = time_ms || nodes ? nodes : 1,
    };
    Error error;

    proof_run(root->proof, pos, &limits, task->stopped_up_to, &error);
    proof_info(root->proof, info);
}

/* Repetition does not count from here on: values do not depend on it. */
static void forget_history(Position *pos)
{
    pos->previous = NULL;
    pos->reversible = 0;
}

static void make_turn(Position *pos, const Turn *turn)
{
    for (int i = 0; i < turn->count; i++) {
        Position after;
        position_make(&after, pos, turn->moves[i]);
        *pos = after;
        forget_history(pos);
    }
}

/* How hard a turn is to answer: mistakes among the replies, in thousandths. Replies that are not known count by the
 * evaluation. */
static int hardness(RootProof *root, const Turn *turn, const SearchTask *task, int wdl, int64_t time_ms, uint64_t nodes)
{
    const Side us = (Side)root->root.stm;
    Position after = root->root;
    int64_t sum = 0;

    make_turn(&after, turn);
    if (after.outcome || after.stm == (int8_t)us)
        return 0;
    run(root, &after, task, time_ms, nodes, &root->replies);
    for (int i = 0; i < root->replies.turn_count; i++) {
        const ProofTurn *reply = &root->replies.turns[i];
        Position reached = after;
        if (reply->upper < -wdl) {
            sum += MISTAKE;
        } else if (reply->lower < -wdl) {
            make_turn(&reached, &reply->turn);
            const int value = reached.outcome ? 0 : evaluate(&reached, task->weights);
            const int ours = (reached.stm == (int8_t)us ? value : -value) / 2;
            sum += ours > MISTAKE_GUESSED ? MISTAKE_GUESSED : ours > 0 ? ours : 0;
        }
    }
    return root->replies.turn_count ? (int)(sum / root->replies.turn_count) : 0;
}

/* Allows a root move; its bonus is the largest of its turns. */
static void allow(SearchTask *task, Move move, int bonus)
{
    Limits *limits = &task->limits;
    int at = 0;

    while (at < limits->searchmove_count && limits->searchmoves[at] != move)
        at++;
    if (at == limits->searchmove_count) {
        limits->searchmoves[limits->searchmove_count++] = move;
        task->bonus[at] = bonus;
    }
    task->bonus[at] = bonus > task->bonus[at] ? bonus : task->bonus[at];
}

/* Proves what the time allows: first a turn that keeps the value, however long it takes if it must be proven. */
static void prove_turns(RootProof *root, const Position *pos, const SearchTask *task, int64_t time_ms)
{
    if (root->is_first) {
        const ProofLimits limits = { .ticket = task->limits.ticket, .threads = task->threads, .wanted = PROOF_TURN };
        Error error;
        proof_run(root->proof, pos, &limits, task->stopped_up_to, &error);
    }
    const int64_t left = time_ms - (timer_now() - task->start);
    run(root, pos, task, left > 0 ? left : 0, task->limits.nodes, &root->info);
}

/* Writes the turns among which the choice is: those known to be best, or those not known to lose. */
static int best_turns(const RootProof *root, const Limits *limits, const ProofTurn *best[MILL_TURNS_MAX], int *value)
{
    int count = 0;

    *value = -1;
    for (int i = 0; i < root->info.turn_count; i++) {
        const ProofTurn *turn = &root->info.turns[i];
        if (is_wanted(limits, turn->turn.moves[0]) && turn->lower > *value)
            *value = turn->lower;
    }
    const bool is_lost = root->info.upper < 0;
    for (int i = 0; i < root->info.turn_count; i++) {
        const ProofTurn *turn = &root->info.turns[i];
        const bool is_best = *value >= 0 ? turn->lower == *value : is_lost || turn->upper >= 0;
        if (is_best && is_wanted(limits, turn->turn.moves[0]))
            best[count++] = turn;
    }
    return count;
}

/* Writes the bonus of each turn for the replies that are mistakes. If the time is too short for all turns, which need a
 * millisecond each and in the moving phase slow probes, none gets one. Where nothing can be lost any more the bonus is
 * large; otherwise the search will have to hold what is chosen here, and its values weigh more. */
static void set_bonus(RootProof *root, const ProofTurn *turns[], int count, const SearchTask *task, int bonus[])
{
    const Limits *limits = &task->limits;
    const int64_t time_ms = limits->time_ms * REPLIES_PERCENT / 100, end = timer_now() + time_ms;
    const uint64_t nodes = limits->nodes * REPLIES_PERCENT / 100 / (uint64_t)count;
    const int most = root->has_moving_phase ? SEARCH_BONUS_SURE : root->info.upper < 0 ? BONUS_LOST : BONUS_DRAWN;

    if (limits->time_ms && time_ms < count)
        return;
    for (int i = 0; i < count; i++) {
        const int64_t left = end - timer_now();
        if (time_ms && left <= 0 && root->root.phase == PHASE_MOVING) {
            memset(bonus, 0, (size_t)count * sizeof *bonus);
            return;
        }
        const int64_t share = time_ms && left > 0 ? left / (count - i) : 0;
        bonus[i] = hardness(root, &turns[i]->turn, task, turns[i]->lower, share, nodes) * most / MISTAKE;
    }
}

void root_proof_choose(RootProof *root, const Position *pos, SearchTask *task)
{
    const ProofTurn *best[MILL_TURNS_MAX];
    int bonus[MILL_TURNS_MAX] = { 0 }, value;

    root->root = *pos;
    forget_history(&root->root);
    prove_turns(root, pos, task, task->limits.time_ms * TIME_PERCENT / 100);
    root->is_known = pos->phase == PHASE_PLACING; /* otherwise the tablebase says more */
    const int count = best_turns(root, &task->limits, best, &value);
    if ((value == 0 || root->info.upper < 0) && count > 1)
        set_bonus(root, best, count, task, bonus);
    if (count)
        task->limits.searchmove_count = 0;
    for (int i = 0; i < count; i++)
        allow(task, best[i]->turn.moves[0], bonus[i]);
}

static void *run_in_background(void *argument)
{
    RootProof *root = argument;
    Error error;

    proof_run(root->proof, &root->root, &root->limits, root->stopped_up_to, &error);
    return NULL;
}

void root_proof_clear(RootProof *root)
{
    if (root->proof)
        proof_clear(root->proof);
}

void root_proof_begin(RootProof *root, const Position *pos, const SearchTask *task)
{
    const Limits *limits = &task->limits;
    const bool is_timed = limits->time_ms || limits->is_infinite || limits->is_pondering;

    root->root = *pos;
    forget_history(&root->root);
    root->limits = (ProofLimits){ .ticket = task->limits.ticket, .threads = 1, .nodes = 1 };
    root->stopped_up_to = task->stopped_up_to;
    run_in_background(root); /* lists the turns, so that none of an earlier position is seen */
    root->limits.nodes = is_timed ? 0 : BESIDE_NODES;
    root->is_running = pthread_create(&root->thread, NULL, run_in_background, root) == 0;
}

void root_proof_end(RootProof *root)
{
    if (!root->is_running)
        return;
    if (!root->limits.nodes)
        proof_stop(root->proof, root->limits.ticket);
    pthread_join(root->thread, NULL);
    root->is_running = false;
    proof_info(root->proof, &root->info);
    root->is_known = true;
}

/* The value of a root move, as far as it is known: that of its best turn. */
static ProofBounds move_bounds(const ProofInfo *info, Move move)
{
    ProofBounds bounds = { -1, -1 };

    for (int i = 0; i < info->turn_count; i++) {
        const ProofTurn *turn = &info->turns[i];
        if (turn->turn.moves[0] != move)
            continue;
        bounds.lower = turn->lower > bounds.lower ? turn->lower : bounds.lower;
        bounds.upper = turn->upper > bounds.upper ? turn->upper : bounds.upper;
    }
    return bounds;
}

void root_proof_mark(RootProof *root, SearchInfo *info)
{
    if (root->is_running) {
        proof_info(root->proof, &root->info);
        root->is_known = root->info.turn_count > 0;
    }
    for (int i = 0; root->is_known && i < info->line_count; i++) {
        SearchLine *line = &info->lines[i];
        const ProofBounds bounds = move_bounds(&root->info, line->moves[0]);
        const bool is_too_high = bounds.upper == 0 && line->value > 0,
                   is_too_low = bounds.lower == 0 && line->value < 0;
        if (bounds.lower != bounds.upper) {
            line->value = is_too_high || is_too_low ? 0 : line->value;
            continue;
        }
        line->is_proven = true;
        line->dtw = -1;
        if (!line->mate)
            line->value = search_tb_value(&(TbResult){ .wdl = bounds.lower, .dtw = -1 }, 0);
    }
}
