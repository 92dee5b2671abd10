/* oversights.c: a move is overlooked depending on what it does. The choice depends on the seed only: if it depended on
 * the position too, the search would prefer the moves after which it overlooks the reply. */
#include "oversights.h"

static bool closes_mill(const Position *pos, Side side, Move move)
{
    const Bits left = move_kind(move) == MOVE_SLIDE && side == (Side)pos->stm ? bit(move_from(move)) : 0;
    return move_kind(move) != MOVE_REMOVE && position_lines_closed(pos, side, move_to(move), left);
}

void oversights_begin(Oversights *oversights, const OversightShares *shares, uint64_t seed, const Position *root)
{
    const Topology *topology = &root->rules->topology;
    const Position *before = root->previous;

    *oversights = (Oversights){ *shares, seed, (Side)root->stm, 0 };
    for (int i = 0; before && i < topology->line_count; i++)
        for (int side = 0; side < SIDE_NB; side++)
            if (topology->line[i] & root->pieces[side] & ~before->pieces[side])
                oversights->area |= topology->line[i];
}

bool oversights_hide(const Oversights *oversights, const Position *pos, Move move, int ply)
{
    const OversightShares *shares = &oversights->shares;
    int share = shares->quiet;
    Key hash = oversights->seed ^ (Key)move << 40 ^ (Key)pos->stm << 60;

    if (ply >= OVERSIGHT_PLIES || (move_kind(move) == MOVE_REMOVE && ply > 0))
        return false;
    if (ply == 0 && closes_mill(pos, oversights->side, move)) {
        share = shares->mill;
    } else if (ply < 2 && closes_mill(pos, side_other(oversights->side), move)) {
        /* A threat and the move that stops it are seen together. */
        share = oversights->area & bit(move_to(move)) ? shares->threat : shares->far_threat;
        hash = oversights->seed ^ (Key)move_to(move) << 40;
    }
    hash *= 0x9E3779B97F4A7C15u;
    hash = (hash ^ hash >> 29) * 0xBF58476D1CE4E5B9u;
    return (int)((hash >> 33) % 1000) < share;
}

int oversights_filter(const Oversights *oversights, const Position *root, bool is_beginner, Move *moves, int count)
{
    int kept = 0, mills = 0;

    for (int i = 0; i < count; i++) {
        const Move move = moves[i];
        if (oversights_hide(oversights, root, move, 0) && !(i == count - 1 && kept == 0))
            continue;
        moves[kept] = move;
        if (is_beginner && closes_mill(root, oversights->side, move)) {
            moves[kept] = moves[mills];
            moves[mills++] = move;
        }
        kept++;
    }
    return mills ? mills : kept;
}
