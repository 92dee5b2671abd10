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
    MILL_TEXT_MAX = 2048 /* enough for any position or rule text */
};

enum { MILL_WHITE, MILL_BLACK };
enum { MILL_EMPTY, MILL_WHITE_PIECE, MILL_BLACK_PIECE, MILL_MARKED };
enum { MILL_RULE_SWITCH, MILL_RULE_NUMBER, MILL_RULE_LIMIT };

typedef enum {
    MILL_OK,
    MILL_INVALID,         /* unreadable text, unknown name, value out of bounds */
    MILL_ILLEGAL,         /* a move that the rules forbid */
    MILL_NO_MEMORY,
    MILL_STOPPED,
    MILL_NEEDS_HISTORY,   /* no tablebase: see MillRule */
    MILL_TOO_FEW_PIECES   /* for a tablebase */
} MillStatus;

/* Why a call failed: a code for programs, printable ASCII for people. */
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
    int8_t points[24];                 /* MILL_EMPTY, … */
    int8_t on_board[2], in_hand[2], pending_removals[2];
    int8_t flies[2];                   /* 1: may move to any empty point */
    int8_t side;                       /* to move */
    int8_t is_placing;                 /* the phase of the game */
    int8_t may_place, may_move;        /* the side to move, without pending removals */
    int8_t outcome;                    /* for mill_outcome_name */
    int8_t reason;                     /* for mill_reason_name */
    uint32_t in_mills[2];              /* points with a piece in a mill */
    int32_t quiet;                     /* plies since the last removal, moving phase */
    int32_t quiet_limit;               /* plies after which the game is drawn; 0: never */
    int32_t turn;                      /* full-move number */
    int32_t occurrences;               /* of this position, the current one included */
    int32_t ply, length;               /* moves played; the same with the moves that redo can play */
    uint64_t key;                      /* hash key of the position */
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
bool mill_game_play(MillGame *game, const char *move, MillError *error);         /* "d6", "a4-a7", "xd6", "a4-a7xd6" */
bool mill_game_undo(MillGame *game);
bool mill_game_redo(MillGame *game);

void mill_game_view(const MillGame *game, MillView *view);
void mill_game_board(const MillGame *game, MillBoard *board);
int mill_game_rule(const MillGame *game, int index);

/* Texts are truncated to size and always terminated. */
void mill_game_position(const MillGame *game, char *text, int size);
void mill_game_rules(const MillGame *game, char *text, int size);
void mill_game_drawing(const MillGame *game, char *text, int size);
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

/* A root move and its principal variation, from the view of the side to move. */
typedef struct {
    int32_t value;         /* hundredths of a piece */
    int32_t mate;          /* plies to the end of the game, negative when lost; 0: unknown */
    int32_t depth;
    int32_t is_proven;     /* 1: the value comes from the tablebase … */
    int32_t dtw;           /* … with this distance to win; -1: drawn or unknown */
    int32_t length;
    uint16_t moves[32];    /* the root move first */
} MillLine;

/* Result of a search so far, best line first. */
typedef struct {
    int32_t depth, line_count;
    int32_t hashfull;      /* per mille of the transposition table in use */
    int64_t time_ms;
    uint64_t nodes;
    MillLine lines[256];
} MillInfo;

/* When to stop a search; 0: no such limit. Without depth, time_ms, nodes and is_infinite the option Level decides,
 * and clock_ms or the option MoveTime; line_count 0: the option MultiPV decides. */
typedef struct {
    int32_t ticket;        /* greater than that of the search before */
    int32_t depth, line_count;
    int32_t is_infinite;
    int32_t is_pondering;  /* 1: no time runs and no move is returned until mill_engine_ponderhit */
    int64_t time_ms;
    int64_t clock_ms;      /* time for this move in a game with clocks */
    uint64_t nodes;
    int32_t searchmove_count;  /* 0: all legal moves */
    uint16_t searchmoves[256]; /* root moves to consider */
} MillLimits;

typedef struct MillEngine MillEngine;

int mill_option_count(void);
void mill_option(int index, MillOption *option);

MillEngine *mill_engine_new(void); /* NULL: out of memory */
void mill_engine_free(MillEngine *engine);
bool mill_engine_set_option(MillEngine *engine, const char *name, const char *value, MillError *error);
void mill_engine_clear(MillEngine *engine); /* clears the transposition table */

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
    int32_t wdl; /* 1 win, 0 draw, -1 loss */
    int32_t dtw; /* distance to win, in turns of both sides; -1: drawn or unknown */
} MillTbValue;

/* A legal turn, with its value for the side that makes it; DTW counts the turn. */
typedef struct {
    MillTurn turn;
    MillTbValue value;
} MillTbTurn;

/* A subspace: the positions with `mover` pieces of the side to move and `other` of the opponent. */
typedef struct {
    int32_t mover, other;
    int32_t max_dtw;
    int32_t has_dtw;                         /* 0: WDL only */
    uint64_t positions, wins, draws, losses; /* up to symmetry */
    uint64_t slots, bytes;
} MillSubspace;

/* Progress of a build: the current pair of subspaces, pairs and slots done and in total. */
typedef struct {
    int32_t mover, other, pairs_done, pairs;
    uint64_t work_done, work;
} MillTbProgress;

typedef struct MillTablebase MillTablebase;
typedef struct MillTbBuild MillTbBuild;

/* Opens the files in the folder that match the rules. NULL: see error; otherwise error->text is empty or names the
 * first unusable file. An open tablebase is read-only and may be used by any number of threads. */
MillTablebase *mill_tb_open(const char *rules, const char *folder, MillError *error);
void mill_tb_close(MillTablebase *tb);
int mill_tb_max_pieces(const MillTablebase *tb); /* complete up to this number of pieces of both sides */
bool mill_tb_subspace(const MillTablebase *tb, int mover, int other, MillSubspace *subspace); /* false: not there */

/* False where the tablebase has no value for the position. */
bool mill_tb_probe(const MillTablebase *tb, const MillGame *game, MillTbValue *value);

/* Writes the legal turns that begin with a legal move and returns their number; 0: one is not in the tablebase. */
int mill_tb_turns(const MillTablebase *tb, const MillGame *game, uint16_t move, MillTbTurn turns[1024]);

/* Compares sampled positions of a subspace with the values of their successors. */
bool mill_tb_check(const MillTablebase *tb, int mover, int other, uint64_t samples, uint64_t seed, MillError *error);

/* Builds all subspaces up to max_pieces pieces of both sides. Those above dtw_up_to pieces keep WDL only and are
 * compressed; the others are compressed if asked for. An interrupted build continues where it stopped. */
MillTbBuild *mill_tb_build_new(const char *rules, const char *folder, int max_pieces, int threads, uint64_t memory,
                               int dtw_up_to, bool is_compressed, MillError *error);
void mill_tb_build_free(MillTbBuild *build);
bool mill_tb_build_run(MillTbBuild *build, MillError *error); /* blocks until done */
void mill_tb_build_stop(MillTbBuild *build);                  /* from any thread, as is the next */
void mill_tb_build_progress(const MillTbBuild *build, MillTbProgress *progress);
/* CFFI-END */

#pragma GCC visibility pop

#endif
