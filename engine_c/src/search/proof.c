#include "proof.h"

#include "tablebase/threadpool.h"
#include "timer.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum { TURNS_MAX = MILL_TURNS_MAX };

typedef struct {
    ProofTurn info;
    Position after;
    int32_t score;
    int number;      /* as listed */
    int workers[2];  /* threads that search for a draw or for a win */
    bool is_unknown; /* the proof needs a position that the tablebase lacks */
} RootTurn;

struct MillProof {
    Rules rules;
    ProofShared shared;
    Network *network; /* NULL: features order the turns */
    Weights weights;
    atomic_int stopped_up_to;
    pthread_mutex_t lock; /* of all below */
    Side us;
    int wanted;      /* as in the limits */
    int known_lower; /* of the position, by book and proof table */
    bool is_running;
    int64_t start, time_ms;
    int turn_count;
    RootTurn *turns;
};

Proof *proof_new(const Rules *rules, const Tablebase *tb, const Book *book, const char *networks, size_t megabytes,
                 Error *error)
{
    Proof *proof = calloc(1, sizeof *proof);
    Error unusable; /* network: features order the turns */

    if (proof && pthread_mutex_init(&proof->lock, NULL) != 0) {
        free(proof);
        proof = NULL;
    }
    if (!proof) {
        error_no_memory(error);
        return NULL;
    }
    rules_prepare(&proof->rules, &rules->value);
    proof->network = *networks ? network_find(&proof->rules, networks, &unusable) : NULL;
    evaluate_standard(&proof->weights, &proof->rules);
    evaluate_use_network(&proof->weights, &proof->rules, proof->network);
    proof->turns = malloc(TURNS_MAX * sizeof *proof->turns);
    proof->shared.rules = &proof->rules;
    proof->shared.tb = tb;
    proof->shared.book = book && book_fits(book, &proof->rules) ? book : NULL;
    proof->shared.weights = &proof->weights;
    proof->shared.table = proof_table_new(megabytes);
    if (proof->turns && proof->shared.table)
        return proof;
    proof_free(proof);
    error_no_memory(error);
    return NULL;
}

void proof_free(Proof *proof)
{
    if (!proof)
        return;
    pthread_mutex_destroy(&proof->lock);
    proof_table_free(proof->shared.table);
    network_free(proof->network);
    free(proof->turns);
    free(proof);
}

void proof_clear(Proof *proof) { proof_table_clear(proof->shared.table); }

void proof_stop(Proof *proof, int up_to_ticket) { ticket_raise(&proof->stopped_up_to, up_to_ticket); }

/* What is known of a turn without a search. */
static void add_turn(Proof *proof, const Turn *turn, const Position *after)
{
    const ProofShared *shared = &proof->shared;
    RootTurn *root = &proof->turns[proof->turn_count];
    const bool is_ours = after->stm == (int8_t)proof->us;
    ProofBounds bounds = proof_known(shared, after);
    TbResult result;

    if (!is_ours)
        bounds = (ProofBounds){ -bounds.upper, -bounds.lower };
    *root = (RootTurn){ .info = { .turn = *turn, .lower = bounds.lower, .upper = bounds.upper, .dtw = -1 },
                        .after = *after,
                        .number = proof->turn_count++ };
    root->after.previous = NULL;
    if (after->outcome && after->outcome != OUTCOME_DRAW)
        root->info.dtw = 1;
    else if (!after->outcome && after->phase == PHASE_MOVING && shared->tb && tb_probe(shared->tb, after, &result)
             && result.dtw >= 0)
        root->info.dtw = result.dtw + !is_ours;
    const int value = after->outcome ? 0 : evaluate(after, &proof->weights);
    root->score = is_ours ? value : -value;
}

/* Adds the turns that begin with the moves of `turn`; false: there are too many. */
static bool add_turns(Proof *proof, const Position *pos, const Turn *turn)
{
    Move moves[MOVES_MAX];
    const int count = movegen_all(pos, moves);

    for (int i = 0; i < count; i++) {
        Position after;
        Turn longer = *turn;
        if (turn->count == TURN_MOVES_MAX || proof->turn_count == TURNS_MAX)
            return false;
        longer.moves[longer.count++] = moves[i];
        position_make(&after, pos, moves[i]);
        const bool goes_on = !after.outcome && after.stm == pos->stm && position_must_remove(&after);
        if (!goes_on)
            add_turn(proof, &longer, &after);
        else if (!add_turns(proof, &after, &longer))
            return false;
    }
    return true;
}

/* The best score first; equal ones as they are listed, whatever the C library's qsort does. */
static int compare_turns(const void *a, const void *b)
{
    const RootTurn *left = a, *right = b;
    return left->score != right->score ? (left->score < right->score ? 1 : -1) : left->number - right->number;
}

/* By the turns, and unless a turn is wanted by what is known without them. */
static ProofBounds bounds_of_position(const Proof *proof)
{
    ProofBounds bounds = { proof->wanted == PROOF_TURN ? -1 : proof->known_lower, -1 };

    for (int i = 0; i < proof->turn_count; i++) {
        const ProofTurn *turn = &proof->turns[i].info;
        bounds.lower = turn->lower > bounds.lower ? turn->lower : bounds.lower;
        bounds.upper = turn->upper > bounds.upper ? turn->upper : bounds.upper;
    }
    return bounds;
}

static bool is_open(const RootTurn *turn, int goal)
{
    return !turn->is_unknown && turn->info.lower < goal && turn->info.upper >= goal;
}

/* Chooses the most urgent question that the fewest threads search: first those that decide the value of the position.
 * NULL: nothing is open. */
static RootTurn *next_question(Proof *proof, int *goal)
{
    const ProofBounds bounds = bounds_of_position(proof);
    const int urgent = bounds.lower < 0 ? 0 : 1;
    RootTurn *found = NULL;

    if (proof->wanted != PROOF_ALL && bounds.lower == bounds.upper)
        return NULL;
    for (int i = 0; i < 2; i++) {
        const int asked = i ? 1 - urgent : urgent;
        for (int k = 0; k < proof->turn_count; k++) {
            RootTurn *turn = &proof->turns[k];
            if (is_open(turn, asked) && (!found || turn->workers[asked] < found->workers[*goal])) {
                found = turn;
                *goal = asked;
            }
        }
        if (found && (proof->wanted != PROOF_ALL || !found->workers[*goal]))
            break;
    }
    return found;
}

static void answer_questions(void *context, int number)
{
    Proof *proof = context;
    ProofWorker *worker = proof_worker_new(&proof->shared);
    int goal = 0;

    (void)number;
    pthread_mutex_lock(&proof->lock);
    for (RootTurn *turn; worker && !worker->is_stopped && (turn = next_question(proof, &goal)) != NULL;) {
        turn->workers[goal]++;
        pthread_mutex_unlock(&proof->lock);
        const bool is_reached = proof_search_reached(worker, &turn->after, proof->us, goal);
        pthread_mutex_lock(&proof->lock);
        turn->workers[goal]--;
        if (worker->is_unknown) {
            turn->is_unknown = true;
            worker->is_unknown = worker->is_stopped = false;
            worker->top = 0;
        } else if (!worker->is_stopped && is_reached && turn->info.lower < goal) {
            turn->info.lower = goal;
        } else if (!worker->is_stopped && !is_reached && turn->info.upper >= goal) {
            turn->info.upper = goal - 1;
        }
    }
    pthread_mutex_unlock(&proof->lock);
    if (worker)
        proof_worker_report(worker);
    free(worker);
}

static void search(Proof *proof, const ProofLimits *limits, const atomic_int *stopped_up_to)
{
    ProofShared *shared = &proof->shared;
    ThreadPool *pool = threadpool_new(limits->threads > 1 ? limits->threads : 1);

    shared->is_shared = limits->threads > 1;
    shared->node_limit = limits->nodes;
    shared->deadline = limits->time_ms ? proof->start + limits->time_ms : 0;
    shared->stopped_up_to[0] = &proof->stopped_up_to;
    shared->stopped_up_to[1] = stopped_up_to ? stopped_up_to : &proof->stopped_up_to;
    shared->ticket = limits->ticket;
    if (pool)
        threadpool_run(pool, answer_questions, proof);
    threadpool_free(pool);
}

/* No turn is worth more than the position. */
static void use_known(Proof *proof, const Position *pos)
{
    const bool is_placing = pos->phase == PHASE_PLACING && !pos->outcome;
    const ProofBounds known = is_placing ? proof_known(&proof->shared, pos) : ProofUnknown;

    proof->known_lower = known.lower;
    for (int i = 0; i < proof->turn_count; i++)
        if (proof->turns[i].info.upper > known.upper)
            proof->turns[i].info.upper = known.upper;
}

/* Whether the sides place in turn to the end, as they do in a game, though not from every position set up. */
static bool is_placed_in_turn(const Position *pos)
{
    const Side next = position_must_remove(pos) ? side_other((Side)pos->stm) : (Side)pos->stm;
    const int ahead = pos->in_hand[next] - pos->in_hand[side_other(next)];

    return ahead == 0 || ahead == 1;
}

static bool begin(Proof *proof, const Position *pos, const ProofLimits *limits, Error *error)
{
    const bool is_plain = proof->shared.tb && proof->rules.is_placing_plain && is_placed_in_turn(pos);
    bool is_listed;

    pthread_mutex_lock(&proof->lock);
    proof->start = timer_now();
    proof->us = (Side)pos->stm;
    proof->wanted = limits->wanted;
    proof->is_running = true;
    proof->turn_count = 0;
    proof->shared.index = is_plain ? tb_space(proof->shared.tb)->index : NULL;
    atomic_store(&proof->shared.stop, false);
    atomic_store(&proof->shared.nodes, 0);
    atomic_store(&proof->shared.probes, 0);
    is_listed = add_turns(proof, pos, &(Turn){ 0 });
    use_known(proof, pos);
    qsort(proof->turns, (size_t)proof->turn_count, sizeof *proof->turns, compare_turns);
    pthread_mutex_unlock(&proof->lock);
    return is_listed || error_set(error, "the position has more than %d turns", TURNS_MAX);
}

/* Whether all is known; keeps the value of the position. */
static bool end(Proof *proof, const Position *pos)
{
    int goal;

    pthread_mutex_lock(&proof->lock);
    const ProofBounds bounds = bounds_of_position(proof);
    bool is_known = true;
    for (int i = 0; i < proof->turn_count; i++)
        is_known = is_known && !proof->turns[i].is_unknown;
    is_known = is_known && !next_question(proof, &goal);
    proof->time_ms = timer_now() - proof->start;
    proof->is_running = false;
    pthread_mutex_unlock(&proof->lock);
    if (pos->phase == PHASE_PLACING && !pos->outcome && !position_must_remove(pos))
        proof_table_add(proof->shared.table, proof_state_in(&proof->shared, pos), (ProofEntry){ bounds, NO_POINT },
                        atomic_load(&proof->shared.nodes));
    return is_known || (proof->wanted != PROOF_ALL && bounds.lower == bounds.upper);
}

bool proof_run(Proof *proof, const Position *pos, const ProofLimits *limits, const atomic_int *stopped_up_to,
               Error *error)
{
    const int hands = pos->in_hand[WHITE] + pos->in_hand[BLACK] + position_must_remove(pos); /* when the turn began */
    int goal;

    *error = (Error){ 0 };
    const bool is_begun = begin(proof, pos, limits, error);
    pthread_mutex_lock(&proof->lock);
    const bool is_open = next_question(proof, &goal) != NULL;
    pthread_mutex_unlock(&proof->lock);
    const bool is_covered = is_begun && is_open && pos->phase == PHASE_PLACING
        && proof_covers(&proof->rules, proof->shared.tb, hands, error);
    if (is_covered)
        search(proof, limits, stopped_up_to);
    if (end(proof, pos) && is_begun)
        return true;
    if (is_covered && atomic_load(&proof->shared.stop))
        return error_stopped(error);
    return *error->text ? false : error_set(error, "the tablebase does not have all positions");
}

void proof_info(Proof *proof, ProofInfo *info)
{
    pthread_mutex_lock(&proof->lock);
    const ProofBounds bounds = bounds_of_position(proof);
    info->lower = bounds.lower;
    info->upper = bounds.upper;
    info->turn_count = proof->turn_count;
    info->known_count = 0;
    info->is_running = proof->is_running;
    info->time_ms = proof->is_running ? timer_now() - proof->start : proof->time_ms;
    for (int i = 0; i < proof->turn_count; i++) {
        info->turns[i] = proof->turns[i].info;
        info->known_count += info->turns[i].lower == info->turns[i].upper;
    }
    pthread_mutex_unlock(&proof->lock);
    info->nodes = atomic_load(&proof->shared.nodes);
    info->probes = atomic_load(&proof->shared.probes);
    info->hashfull = proof_table_full(proof->shared.table);
}
