/* symmetry.c: the canonical image is the one with the smallest bitboards. A ring
 * is a byte, so that symmetries are shifts. */
#include "symmetry.h"

/* With more pieces the search seldom meets two images of a position; see engine_c/EXPERIMENTS.md. */
enum { SYMMETRY_PIECES_MAX = 10 };

/* Rotates every ring by two points. */
static PiecePair rotated(PiecePair set) { return (set << 2 & twice(0xFCFCFCu)) | (set >> 6 & twice(0x030303u)); }

/* Point n of a ring becomes point 8 - n. */
static PiecePair mirrored(PiecePair set)
{
    set = (set >> 4 & twice(0x0F0F0Fu)) | (set << 4 & twice(0xF0F0F0u));
    set = (set >> 2 & twice(0x333333u)) | (set << 2 & twice(0xCCCCCCu));
    set = (set >> 1 & twice(0x555555u)) | (set << 1 & twice(0xAAAAAAu));
    return (set << 1 & twice(0xFEFEFEu)) | (set >> 7 & twice(0x010101u));
}

/* Exchanges the inner and the outer ring. */
static PiecePair swapped(PiecePair set, int point_count)
{
    if (point_count == 16)
        return (set << 8 & twice(0x00FF00u)) | (set >> 8 & twice(0x0000FFu));
    return (set << 16 & twice(0xFF0000u)) | (set & twice(0x00FF00u)) | (set >> 16 & twice(0x0000FFu));
}

/* The minimum of `least` and the four rotations of an image, each with its symmetry in the low byte. */
static PiecePair least_rotation(PiecePair set, int first, PiecePair least)
{
    for (int quarter = 0; quarter < 4; quarter++) {
        const PiecePair image = set << 8 | (PiecePair)(first + quarter);
        least = image < least ? image : least;
        set = rotated(set);
    }
    return least;
}

/* In the order of topology.c. */
PiecePair symmetry_least(const Topology *topology, PiecePair set, int *symmetry)
{
    const PiecePair other = swapped(set, topology->point_count);
    PiecePair least = ~(PiecePair)0;

    least = least_rotation(set, 0, least);
    least = least_rotation(mirrored(set), 4, least);
    least = least_rotation(other, 8, least);
    least = least_rotation(mirrored(other), 12, least);
    *symmetry = (int)(least & 0xFF);
    return least >> 8;
}

bool symmetry_is_used(const Position *pos)
{
    return pos->on_board[WHITE] + pos->on_board[BLACK] <= SYMMETRY_PIECES_MAX && pos->rules->topology.is_ringed
        && !pos->rules->has_memory && !pos->marked && !position_must_remove(pos);
}

Key symmetry_key(const Position *pos, PiecePair *pieces, int *symmetry)
{
    *symmetry = 0;
    *pieces = position_pieces(pos);
    if (!symmetry_is_used(pos))
        return position_key(pos);
    Key key = *pieces = symmetry_least(&pos->rules->topology, *pieces, symmetry);
    key = (key ^ key >> 29) * 0xBF58476D1CE4E5B9u;
    key = (key ^ key >> 27) * 0x94D049BB133111EBu;
    return key ^ key >> 31 ^ Keys.hand[WHITE][pos->in_hand[WHITE]] ^ Keys.hand[BLACK][pos->in_hand[BLACK]]
        ^ (pos->stm == BLACK ? Keys.black_to_move : 0);
}

Key symmetry_shared_key(const Position *pos)
{
    const Topology *topology = &pos->rules->topology;
    Key least = ~(Key)0;

    for (int i = 0; i < topology->symmetry_count; i++) {
        Key key = 0;
        for (int pt = 0; pt < topology->point_count; pt++) {
            const int image = topology->symmetry[i][pt];
            key ^= pos->pieces[WHITE] & bit(pt) ? Keys.piece[WHITE][image]
                : pos->pieces[BLACK] & bit(pt)  ? Keys.piece[BLACK][image]
                : pos->marked & bit(pt)         ? Keys.mark[image]
                                                : 0;
        }
        least = key < least ? key : least;
    }
    for (int side = 0; side < SIDE_NB; side++)
        least ^= Keys.hand[side][pos->in_hand[side]] ^ Keys.pending[side][pos->pending[side]];
    return least ^ (pos->stm == BLACK ? Keys.black_to_move : 0);
}

Move symmetry_image(const Topology *topology, Move move, int symmetry)
{
    const uint8_t *image = topology->symmetry[symmetry];

    if (symmetry == 0 || move == MOVE_NONE)
        return move;
    switch (move_kind(move)) {
    case MOVE_PLACE: return move_place(image[move_to(move)]);
    case MOVE_REMOVE: return move_remove(image[move_to(move)]);
    default: return move_slide(image[move_from(move)], image[move_to(move)]);
    }
}
