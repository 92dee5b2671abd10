#include "tb_solve.h"

#include "retro.h"

bool tb_solve_covers(const Rules *rules) { return rules->fly_at >= rules->least_pieces && fast_covers(rules); }

static bool solve_pair(Tablebase *tb, TbSolved *solved, int mover, int other, const Job *job)
{
    Retro retro;
    bool is_solved = retro_open(&retro, &tb_space(tb)->rules, solved, mover, other, job)
        && retro_solve(&retro) == RETRO_SOLVED;

    for (int i = 0; is_solved && i < retro.subspace_count; i++) {
        RetroSubspace *subspace = &retro.subspace[i];
        const TbArray *array = tb_add(tb, subspace->mover, subspace->other, subspace->values);
        subspace->values = NULL;
        solved->array[subspace->mover][subspace->other] = array;
        is_solved = array != NULL;
    }
    retro_free(&retro);
    return is_solved;
}

/* In the order of their totals, since a removal leads to a smaller one. */
static bool solve_all(Tablebase *tb, int max_pieces, const Job *job)
{
    const Index *index = tb_space(tb)->index;
    const int least = tb_space(tb)->rules.least_pieces;
    TbSolved solved = { .index = index };

    for (int total = 2 * least; total <= max_pieces && total < index->point_count; total++)
        for (int other = least; 2 * other <= total; other++)
            if (total - other <= index->most && !solve_pair(tb, &solved, total - other, other, job))
                return false;
    return true;
}

Tablebase *tb_solve(const Rules *rules, int max_pieces, const atomic_bool *stop)
{
    Tablebase *tb = tb_new(rules, max_pieces);
    ThreadPool *pool = threadpool_new(1);
    const atomic_bool never = false;
    atomic_ullong done = 0;
    const Job job = { pool, stop ? stop : &never, &done };
    const bool is_solved = tb && pool && solve_all(tb, max_pieces, &job);

    threadpool_free(pool);
    if (is_solved)
        return tb;
    tb_close(tb);
    return NULL;
}
