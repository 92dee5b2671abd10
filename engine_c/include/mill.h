/* mill.h: the only public header of the engine. cffi reads the part between the
 * two marks, so that part is plain C without macros.
 *
 * No function prints, exits or keeps state outside the objects it is given. An
 * object is used by one thread at a time unless its comment says otherwise. */
#ifndef MILL_H
#define MILL_H

#include <stdbool.h>
#include <stdint.h>

#pragma GCC visibility push(default)

/* CFFI-BEGIN */
enum {
    MILL_POINTS_MAX = 24,
    MILL_LINES_MAX = 20,
    MILL_MOVES_MAX = 256,
    MILL_MOVE_TEXT_MAX = 8,
    MILL_TURN_MOVES_MAX = 16,
    MILL_TURNS_MAX = 1024, /* that begin with the same move */
    MILL_TEXT_MAX = 2048   /* enough for any position or rule text */
};

enum { MILL_WHITE, MILL_BLACK };
enum { MILL_EMPTY, MILL_WHITE_PIECE, MILL_BLACK_PIECE, MILL_MARKED };
enum { MILL_RULE_SWITCH, MILL_RULE_NUMBER, MILL_RULE_LIMIT };

typedef enum {
    MILL_OK,
    MILL_INVALID, /* unreadable text, unknown name, value out of bounds */
    MILL_ILLEGAL, /* a move that the rules forbid */
    MILL_NO_MEMORY,
    MILL_STOPPED,
    MILL_NEEDS_HISTORY,  /* no tablebase: see MillRule */
    MILL_TOO_FEW_PIECES, /* for a tablebase */
    MILL_NO_TABLEBASE,   /* the file is something else, … */
    MILL_OTHER_VERSION,  /* … a tablebase of an unsupported format version, … */
    MILL_OTHER_RULES,    /* … made for other rules, … */
    MILL_TRUNCATED,      /* … ends too early, … */
    MILL_DAMAGED         /* … or is damaged */
} MillStatus;

/* Why a call failed: a code for programs, printable ASCII for people. The text names no file or folder: the caller
 * knows them, and they may tell who the user is. */
typedef struct {
    MillStatus code;
    char text[160];
} MillError;

/* What a side does until the other is to move: as a rule a move and its removals. */
typedef struct {
    int32_t count;
    uint16_t moves[16];
} MillTurn;

/* A rule of play. A switch is 0 or 1; a number is between minimum and maximum; a limit likewise, or 0 for never. */
typedef struct {
    const char *name;
    int32_t minimum, maximum, default_value, kind;
    int32_t needs_history; /* 1: makes moves depend on earlier ones, so that no tablebase exists */
} MillRule;

/* A board. Points are in FEN order; files and ranks count from 0. */
typedef struct {
    int32_t point_count, line_count;
    char names[24][4];
    int8_t files[24], ranks[24];
    uint32_t neighbours[24]; /* point n in bit n */
    uint8_t lines[20][4];    /* three points, then the kind of the line: 0 edge, 1 cross, 2 diagonal */
} MillBoard;

/* The state of a game. */
typedef struct {
    int8_t points[24]; /* MILL_EMPTY, … */
    int8_t on_board[2], in_hand[2], pending_removals[2];
    int8_t flies[2];            /* 1: may move to any empty point */
    int8_t side;                /* to move */
    int8_t is_placing;          /* the phase of the game */
    int8_t may_place, may_move; /* the side to move, without pending removals */
    int8_t outcome;             /* for mill_outcome_name */
    int8_t reason;              /* for mill_reason_name */
    uint32_t in_mills[2];       /* points with a piece in a mill */
    int32_t quiet;              /* plies since the last removal, moving phase */
    int32_t quiet_limit;        /* plies after which the game is drawn; 0: never */
    int32_t turn;               /* full-move number */
    int32_t occurrences;        /* of this position, the current one included */
    int32_t ply, length;        /* moves played; the same with the moves that redo can play */
    uint64_t key;               /* hash key of the position */
    uint64_t symmetric_key;     /* shared by its images under the symmetries of the board */
} MillView;

typedef struct MillGame MillGame;

const char *mill_version(void);

int mill_rule_count(void);
void mill_rule(int index, MillRule *rule);
int mill_variant_count(void);
const char *mill_variant_name(int index);
const char *mill_variant_changes(int index);
const char *mill_outcome_name(int outcome);
const char *mill_reason_name(int reason);
int mill_refusal_count(void);
const char *mill_refusal_name(int refusal); /* 0, "none": the move is legal */
const char *mill_refusal_text(int refusal); /* an English clause */

/* Rules are a variant's name, changes like "PiecesCount=12 MayFly=false", or a name and then changes. */
MillGame *mill_game_new(const char *rules, MillError *error); /* NULL: see error */
MillGame *mill_game_copy(const MillGame *game);               /* NULL: out of memory */
void mill_game_free(MillGame *game);

/* These leave the game unchanged when they return false. */
bool mill_game_set_position(MillGame *game, const char *fen, MillError *error); /* starts a new game */
bool mill_game_play(MillGame *game, const char *move, MillError *error);        /* "d6", "a4-a7", "xd6", "a4-a7xd6" */
bool mill_game_undo(MillGame *game);
bool mill_game_redo(MillGame *game);

void mill_game_view(const MillGame *game, MillView *view);
void mill_game_board(const MillGame *game, MillBoard *board);
int mill_game_rule(const MillGame *game, int index);

/* Texts are truncated to size and always terminated. */
void mill_game_position(const MillGame *game, char *text, int size);
void mill_game_rules(const MillGame *game, char *text, int size);
void mill_game_drawing(const MillGame *game, char *text, int size);
/* The rules that the network in the folder was learned for which evaluates this game; "": none fits, features do. */
void mill_game_network(const MillGame *game, const char *folder, char *text, int size);
void mill_game_move(const MillGame *game, int index, char *text, int size); /* index below `length` */

/* Writes the legal moves and returns their number. */
int mill_game_legal(const MillGame *game, uint16_t legal[256]);
void mill_move_text(const MillGame *game, uint16_t move, char *text, int size);

/* Why a single move is illegal; for mill_refusal_name. */
int mill_game_refusal(const MillGame *game, const char *move);

uint64_t mill_game_perft(const MillGame *game, int depth);

/* --- search --- */

enum { MILL_LINE_MOVES_MAX = 32 };
enum { MILL_OPTION_SPIN, MILL_OPTION_CHECK, MILL_OPTION_COMBO, MILL_OPTION_STRING };

/* An engine option. choices: the words of a combo, the first is the default. */
typedef struct {
    const char *name, *choices;
    int32_t kind, minimum, maximum, default_value;
} MillOption;

/* A weight of the evaluation in a stage of the game, as in the option Weights: "moving.mill=20". */
typedef struct {
    const char *stage, *name;
    int32_t minimum, maximum, default_value;
} MillWeight;

/* A root move and its principal variation, from the view of the side to move. */
typedef struct {
    int32_t value; /* hundredths of a piece */
    int32_t mate;  /* plies to the end of the game, negative when lost; 0: unknown */
    int32_t depth;
    int32_t is_proven; /* 1: the value is from tablebase, book or proof … */
    int32_t dtw;       /* … with this distance to win; -1: drawn or unknown */
    int32_t length;
    uint16_t moves[32]; /* the root move first */
} MillLine;

/* Result of a search so far, best line first. */
typedef struct {
    int32_t depth, line_count;
    int32_t hashfull; /* per mille of the transposition table in use */
    int64_t time_ms;
    uint64_t nodes;
    MillLine lines[256];
} MillInfo;

/* When to stop a search; 0: no such limit. Without depth, time_ms, nodes and is_infinite the option Level decides,
 * and clock_ms or the option MoveTime; line_count 0: the option MultiPV decides. */
typedef struct {
    int32_t ticket; /* greater than that of the search before */
    int32_t depth, line_count;
    int32_t is_infinite;
    int32_t is_pondering; /* 1: no time runs and no move is returned until mill_engine_ponderhit */
    int64_t time_ms;
    int64_t clock_ms; /* time for this move in a game with clocks */
    uint64_t nodes;
    int32_t searchmove_count;  /* 0: all legal moves */
    uint16_t searchmoves[256]; /* root moves to consider */
} MillLimits;

/* A time for clock_ms: a share of what the own clock shows, from 1 ms on. */
int64_t mill_time_for_move(int64_t left_ms, int64_t increment_ms);

typedef struct MillEngine MillEngine;

int mill_option_count(void);
void mill_option(int index, MillOption *option);

int mill_weight_count(void);
void mill_weight(int index, MillWeight *weight);

MillEngine *mill_engine_new(void); /* NULL: out of memory */
void mill_engine_free(MillEngine *engine);
bool mill_engine_set_option(MillEngine *engine, const char *name, const char *value, MillError *error);
void mill_engine_clear(MillEngine *engine); /* forgets what earlier searches and proofs found */

/* Does what the first search of a position does otherwise: allocates memory, opens the tablebase or solves the smallest
 * endings, reads the network. That cannot be stopped and takes as long as the device needs. */
void mill_engine_prepare(MillEngine *engine, const MillGame *game);
/* Searches in the calling thread and helper threads; returns the best move, 65535 when the game is over. */
uint16_t mill_engine_search(MillEngine *engine, const MillGame *game, const MillLimits *limits, MillInfo *info);

/* From any thread: stops every search with a ticket up to this one, including those not yet started. */
void mill_engine_stop(MillEngine *engine, int up_to_ticket);
/* From any thread: the expected move was played; the time of every search up to this ticket runs from now on. */
void mill_engine_ponderhit(MillEngine *engine, int up_to_ticket);
/* From any thread: the result so far of the running search. */
void mill_engine_info(MillEngine *engine, MillInfo *info);

/* --- endgame tablebase --- */

/* Value for the side to move. */
typedef struct {
    int32_t wdl;       /* 1 win, 0 draw, -1 loss */
    int32_t dtw;       /* distance to win, in turns of both sides; -1: drawn or unknown */
    int32_t dtw_bound; /* DTW is at most this, where only rounded DTW are stored; -1: drawn or unknown */
} MillTbValue;

/* A legal turn, with its value for the side that makes it; DTW counts the turn. */
typedef struct {
    MillTurn turn;
    MillTbValue value;
} MillTbTurn;

/* A subspace: the positions with `mover` pieces of the side to move and `other` of the opponent, in the moving phase or
 * in the placing phase with `hands` pieces in hand, of both sides together. */
typedef struct {
    int32_t hands, mover, other;
    int32_t max_dtw;
    int32_t dtw_step;                        /* 1: exact DTW; 0: WDL only; otherwise DTW rounded up to a multiple */
    uint64_t positions, wins, draws, losses; /* up to symmetry */
    uint64_t slots, bytes;
} MillSubspace;

/* A file with all subspaces of a rule set. */
typedef struct {
    char name[64];
    char rules[192];    /* on which the values depend, as text */
    int32_t version;    /* of the format */
    int32_t max_pieces; /* complete up to this number of pieces of both sides */
    int32_t subspaces;  /* those of layers of the placing phase included */
    int32_t layer_subspaces;
    uint64_t positions; /* of the moving phase, up to symmetry, those derived from their pair not counted */
    uint64_t bytes;
    uint64_t checksum; /* of everything in the file */
} MillTbInfo;

/* Progress of a build: the current pair of subspaces, or with pieces in hand a subspace of the placing phase; pairs and
 * slots done and in total. A check counts subspaces instead of pairs, and bytes instead of slots. */
typedef struct {
    int32_t hands, mover, other, pairs_done, pairs;
    uint64_t work_done, work;
} MillTbProgress;

typedef struct MillTablebase MillTablebase;
typedef struct MillTbBuild MillTbBuild;
typedef struct MillTbVerify MillTbVerify;

/* Opens a file with all subspaces, or the files in a folder that match the rules. "FILE#OFFSET+LENGTH" is a file stored
 * inside another one, which is read in place; every function that takes such a file takes it. NULL: see error; otherwise
 * error->text is empty or says what is wrong with the first unusable file. Large files are not read through: see mill_tb_verify_new. An
 * open tablebase is read-only and may be used by any number of threads. */
MillTablebase *mill_tb_open(const char *rules, const char *path, MillError *error);
void mill_tb_close(MillTablebase *tb);
int mill_tb_max_pieces(const MillTablebase *tb); /* complete up to this number of pieces of both sides */
bool mill_tb_subspace(const MillTablebase *tb, int hands, int mover, int other,
                      MillSubspace *subspace); /* false: not there */
/* Whether it has the layers of the placing phase that a complete build stores: a proof then takes a second. */
bool mill_tb_has_layers(const MillTablebase *tb);
/* The pieces in hand in the layer with the fewest: where more are in hand, a proof can end there. 0: there is none. */
int mill_tb_layer_hands(const MillTablebase *tb);

/* False where the tablebase has no value for the position. */
bool mill_tb_probe(const MillTablebase *tb, const MillGame *game, MillTbValue *value);
/* The same; where DTW are rounded, searches a few turns for the exact one. */
bool mill_tb_probe_exact(const MillTablebase *tb, const MillGame *game, MillTbValue *value);

/* Writes the legal turns that begin with a legal move and returns their number; 0: one is not in the tablebase. */
int mill_tb_turns(const MillTablebase *tb, const MillGame *game, uint16_t move, MillTbTurn turns[1024]);

/* Compares sampled positions of a subspace with the values of their successors. */
bool mill_tb_check(const MillTablebase *tb, int mover, int other, uint64_t samples, uint64_t seed, MillError *error);

/* Counts of a comparison. left_out: no game reaches these positions, and they have no value. */
typedef struct {
    uint64_t compared, wins, draws, losses, left_out;
} MillTbCounts;

/* Compares positions of a subspace with another tablebase of the same rules, usually with uncompressed values: random
 * samples, or with samples 0 all positions up to symmetry, part by part. A subspace with pieces in hand is one that both
 * have. Adds to the counts. */
bool mill_tb_compare(const MillTablebase *tb, const MillTablebase *with, int hands, int mover, int other,
                     uint64_t samples, uint64_t seed, int part, int parts, MillTbCounts *counts, MillError *error);

/* Memory for decoded parts of a compressed tablebase, 12 at first; before the tablebase is used. False: out of memory. */
bool mill_tb_cache(MillTablebase *tb, int megabytes);

/* Writes all subspaces as one file, which appears under its name only when it is complete. */
bool mill_tb_write(const MillTablebase *tb, const char *file, const char *name, MillError *error);

/* What a file with all subspaces says about itself. False: it is not usable, see error. Takes little time. */
bool mill_tb_info(const char *file, MillTbInfo *info, MillError *error);

/* Checks a file completely: its structure, all checksums, then samples of each subspace against the values of their
 * successors. An error is a sentence about the file, without its name. */
MillTbVerify *mill_tb_verify_new(const char *rules, const char *file, uint64_t samples, MillError *error);
void mill_tb_verify_free(MillTbVerify *verify);
bool mill_tb_verify_run(MillTbVerify *verify, MillError *error); /* blocks until done */
void mill_tb_verify_stop(MillTbVerify *verify);                  /* from any thread, as is the next */
void mill_tb_verify_progress(const MillTbVerify *verify, MillTbProgress *progress);

/* Builds all subspaces up to max_pieces pieces of both sides. Those above dtw_up_to pieces keep WDL only and are
 * compressed; up to rounded_up_to pieces also rounded DTW, where the sides have about as many pieces as each other. The
 * others are compressed if asked for; a build of the complete game also gets layers of the placing phase, under the
 * standard placing rules. An interrupted build continues where it stopped. */
MillTbBuild *mill_tb_build_new(const char *rules, const char *folder, int max_pieces, int threads, uint64_t memory,
                               int dtw_up_to, bool is_compressed, int rounded_up_to, MillError *error);
void mill_tb_build_free(MillTbBuild *build);
/* Bytes of disk for the files of the whole build, and of memory; estimates. */
void mill_tb_build_needs(const MillTbBuild *build, uint64_t *disk, uint64_t *memory);
bool mill_tb_build_run(MillTbBuild *build, MillError *error); /* blocks until done */
void mill_tb_build_stop(MillTbBuild *build);                  /* from any thread, as is the next */
void mill_tb_build_progress(const MillTbBuild *build, MillTbProgress *progress);

/* Maps uncompressed subspaces into memory for fast proofs. For files that nobody changes, before the tablebase is used. */
void mill_tb_map(MillTablebase *tb);

/* --- exact values, also while placing --- */

/* An opening book: values of the first positions of a game, up to symmetry. */
typedef struct MillBook MillBook;

MillBook *mill_book_open(const char *path, MillError *error); /* NULL: see error */
void mill_book_close(MillBook *book);
int mill_book_placed(const MillBook *book); /* holds positions with up to so many pieces placed */
/* 1 win, 0 draw, -1 loss for the side to move. False: not in the book. */
bool mill_book_probe(const MillBook *book, const MillGame *game, int32_t *wdl);

/* To make a book: an empty one, its positions in order (slot: 0 at first, then the last one + 1; false: no more; the
 * game must have the rules of the book), and what is known of them. */
MillBook *mill_book_new(const char *rules, int placed, MillError *error);
bool mill_book_next(const MillBook *book, int placed, uint32_t *slot, MillGame *game);
bool mill_book_add(MillBook *book, const MillGame *game, int32_t wdl);
bool mill_book_write(const MillBook *book, const char *path, MillError *error);

/* A turn and what is proven of its value for the side that makes it: between lower and upper, 1 win, 0 draw, -1 loss. */
typedef struct {
    MillTurn turn;
    int32_t lower, upper; /* equal: the value is known */
    int32_t dtw;          /* from the tablebase; -1: drawn or unknown */
} MillProofTurn;

/* What is proven of a position so far. The order of the turns does not change while a proof runs. */
typedef struct {
    int32_t lower, upper; /* of the position, for the side to move */
    int32_t turn_count;
    int32_t known_count; /* turns with a known value */
    int32_t hashfull;    /* per mille of the table in use */
    int32_t is_running;
    int64_t time_ms;
    uint64_t nodes, probes;
    MillProofTurn turns[1024];
} MillProofInfo;

/* When to stop; 0: no such limit. */
typedef struct {
    int32_t ticket; /* greater than that of the proof before */
    int32_t threads;
    int32_t wanted; /* 0: the values of all turns; 1: only the position's; 2: and a turn that has it */
    int64_t time_ms;
    uint64_t nodes;
} MillProofLimits;

typedef struct MillProof MillProof;

/* Borrows the tablebase and the book; either may be NULL. networks: the folder of the evaluation that orders turns, or
 * "". What is proven stays for the next position, in so many megabytes. NULL: see error. */
MillProof *mill_proof_new(const char *rules, const MillTablebase *tb, const MillBook *book, const char *networks,
                          int megabytes, MillError *error);
void mill_proof_free(MillProof *proof);
/* Values a position of any phase; blocks. False: not everything is proven; error says why, with MILL_STOPPED after a
 * stop or at a limit. A later call continues. The game must have the rules of the proof. */
bool mill_proof_run(MillProof *proof, const MillGame *game, const MillProofLimits *limits, MillError *error);
/* From any thread: stops every run with a ticket up to this one, including those not yet started. */
void mill_proof_stop(MillProof *proof, int up_to_ticket);
/* From any thread: what is proven of the position of the last run. */
void mill_proof_info(MillProof *proof, MillProofInfo *info);
/* CFFI-END */

#pragma GCC visibility pop

#endif
