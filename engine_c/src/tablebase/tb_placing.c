#include "tb_placing.h"

static int lost_most(int placed_by_opponent) { return placed_by_opponent > 2 ? placed_by_opponent - 2 : 0; }

bool placing_has(const TbSpace *space, int hands, int mover, int other)
{
    const int least = space->rules.least_pieces, owned = space->rules.value.PiecesCount;
    const int mover_placed = owned - placing_mover_hand(hands), other_placed = owned - placing_other_hand(hands);

    return mover >= 1 && other >= 1 && mover <= mover_placed && other <= other_placed
        && mover_placed - mover <= lost_most(other_placed) && other_placed - other <= lost_most(mover_placed)
        && mover + placing_mover_hand(hands) >= least && other + placing_other_hand(hands) >= least;
}

/* From the empty board a search to the layer in which about half of the pieces are placed takes little time. */
int placing_last_hands(const Rules *rules)
{
    const int last = (rules->value.PiecesCount + 1) / 2 * 2;
    return rules->is_placing_plain && placing_is_stored(last, last) ? last : 0;
}
