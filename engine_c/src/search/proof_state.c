#include "proof_state.h"

#include "game/symmetry.h"

/* The image with the smallest set of Black, or without one of White, looked up in the index; of several the smallest. */
ProofState proof_state_indexed(const Index *index, Bits white, Bits black, ProofState rest)
{
    const int count = bits_count(black ? black : white);

    if (!count)
        return rest;
    const IndexSide *side = index_side(index, count);
    const uint32_t image = side->image[index_rank(index, black ? black : white, count)];
    const int symmetry = (int)(image & 15);
    const Bits first = side->placement[image >> 4], second = black ? index_map(index, symmetry, white) : 0;
    Bits least = second;
    for (Bits fixing = side->fixed_by[image >> 4] & ~(Bits)1; fixing && second; fixing = bits_rest(fixing)) {
        const Bits other = index_map(index, bits_first(fixing), second);
        least = other < least ? other : least;
    }
    return rest | (black ? least : first) | (ProofState)(black ? first : 0) << POINT_MAX;
}

ProofState proof_state_of_points(const Topology *topology, Bits white, Bits black, ProofState rest)
{
    int symmetry;
    const PiecePair sets = topology->is_ringed ? symmetry_least(topology, piece_pair(white, black), &symmetry)
                                               : piece_pair(white, black);

    return rest | piece_pair_get(sets, WHITE) | (ProofState)piece_pair_get(sets, BLACK) << POINT_MAX;
}

ProofState proof_state_of(const Position *pos)
{
    return proof_state_of_points(&pos->rules->topology, pos->pieces[WHITE] | pos->marked,
                                 pos->pieces[BLACK] | pos->marked,
                                 proof_state_rest(pos->in_hand[WHITE], pos->in_hand[BLACK], (Side)pos->stm));
}

void proof_state_position(Position *pos, const Rules *rules, ProofState state)
{
    const Bits white = proof_state_points(state, WHITE), black = proof_state_points(state, BLACK),
               marked = white & black;

    position_set_up(pos, rules, piece_pair(white & ~marked, black & ~marked), proof_state_hand(state, WHITE),
                    proof_state_hand(state, BLACK), proof_state_stm(state));
    pos->marked = marked;
    pos->key = position_key_from_scratch(pos);
}
