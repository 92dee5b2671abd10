/* proof.h: the values of a position and of all its turns, exact and in every
 * phase: by the opening book, by the tablebase and, while placing, by proof on
 * several threads. Keeps what is proven for the next position. proof_stop and
 * proof_info may be called from any thread. */
#pragma once

#include "proof_search.h"

/* What limits want: the values of all turns, of the position, or of the position and a turn that has it. */
enum { PROOF_ALL, PROOF_VALUE, PROOF_TURN };

typedef struct MillProof Proof;
typedef MillProofLimits ProofLimits;
typedef MillProofInfo ProofInfo;
typedef MillProofTurn ProofTurn;

/* The tablebase and the book are borrowed and may be NULL; the network in the folder orders turns. NULL: see the error. */
Proof *proof_new(const Rules *rules, const Tablebase *tb, const Book *book, const char *networks, size_t megabytes,
                 Error *error);
void proof_free(Proof *proof);
void proof_clear(Proof *proof); /* forgets what is proven */

/* True: all that was asked is proven; false: see the error, with MILL_STOPPED if a limit or a stop was met. The position
 * must have the rules of proof_new. `stopped_up_to` is an additional ticket that stops the run, or NULL. */
bool proof_run(Proof *proof, const Position *pos, const ProofLimits *limits, const atomic_int *stopped_up_to,
               Error *error);
void proof_stop(Proof *proof, int up_to_ticket);

/* What is proven so far. */
void proof_info(Proof *proof, ProofInfo *info);
