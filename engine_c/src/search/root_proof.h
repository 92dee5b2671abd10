/* root_proof.h: exact values of root moves while placing, by the opening book and
 * by proof; in every phase how hard turns of equal value are to answer.
 * Used by one thread. */
#pragma once

#include "deepening.h"
#include "proof.h"

typedef struct RootProof RootProof;

typedef struct {
    const char *book;     /* path of the opening book; "": none */
    const char *networks; /* folder; the network orders turns */
    int megabytes;        /* for what is proven */
    bool is_first;        /* no turn is chosen before one is proven to keep the value */
} RootProofOptions;

RootProof *root_proof_new(void); /* NULL: out of memory */
void root_proof_free(RootProof *root);

/* Takes book and tablebase for these rules into use; tb may be NULL. False: neither knows anything. */
bool root_proof_prepare(RootProof *root, const Rules *rules, const Tablebase *tb, const RootProofOptions *options);
/* Whether they may know the turns of a position: while placing, and with a complete tablebase always. */
bool root_proof_covers(const RootProof *root, const Position *pos);
/* What book and tablebase know of a position while placing, without a search. */
bool root_proof_value(RootProof *root, const Position *pos, int *wdl);
/* Before a tablebase is closed. */
void root_proof_forget(RootProof *root, const Tablebase *tb);

/* Proves the values of the root moves within a part of the limits of the task, and restricts the search to those that keep
 * the best value known. Where no turn wins, moves that are hard to answer get a bonus. Reduces the time that is left for
 * the search. */
void root_proof_choose(RootProof *root, const Position *pos, SearchTask *task);

/* Forgets what was proven, so that the same work proves the same again. */
void root_proof_clear(RootProof *root);

/* Proves the values of the root moves in the background, without a choice. root_proof_end stops that; after a search
 * that no time ends it waits instead, for a fixed number of nodes, so that every machine gives the same answer. */
void root_proof_begin(RootProof *root, const Position *pos, const SearchTask *task);
void root_proof_end(RootProof *root);

/* Sets the lines whose value is proven; the others stay within what is. */
void root_proof_mark(RootProof *root, SearchInfo *info);
