/* mill.h: the engine's only public header. C programs include it; cffi reads
 * what stands between the two marks, so that part is plain C without macros.
 *
 * No function prints, exits or keeps state outside the objects it is given.
 * Two games can live side by side; one game is used by one thread at a time. */
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
    MILL_TEXT_MAX = 2048 /* enough for any position or rule text */
};

enum { MILL_WHITE, MILL_BLACK };
enum { MILL_EMPTY, MILL_WHITE_PIECE, MILL_BLACK_PIECE, MILL_MARKED };
enum { MILL_RULE_SWITCH, MILL_RULE_NUMBER, MILL_RULE_LIMIT };

/* What went wrong, in words. */
typedef struct {
    char text[160];
} MillFault;

/* A rule of play. A switch is 0 or 1; a number lies between least and most; a limit too, or is 0 for never. */
typedef struct {
    const char *name;
    int32_t least, most, standard, kind;
} MillRule;

/* A board. Points stand in the order of the position text; files and ranks count from 0. */
typedef struct {
    int32_t point_count, line_count;
    char names[24][4];
    int8_t files[24], ranks[24];
    uint32_t neighbours[24]; /* point n in bit n */
    uint8_t lines[20][4];    /* three points and where the line runs: 0 edge, 1 cross, 2 diagonal */
} MillBoard;

/* Everything that can be seen of a game at one moment. */
typedef struct {
    int8_t points[24];                 /* MILL_EMPTY, … */
    int8_t on_board[2], in_hand[2], pending_removals[2];
    int8_t flies[2];                   /* 1: may go to any empty point */
    int8_t side;                       /* to move */
    int8_t is_placing;                 /* the phase of the game */
    int8_t may_place, may_move;        /* the side to move, when it owes nothing */
    int8_t outcome;                    /* for mill_outcome_name */
    int8_t reason;                     /* for mill_reason_name */
    uint32_t in_mills[2];              /* points of a side that stand in mills */
    int32_t quiet;                     /* plies since the last removal, moving phase */
    int32_t quiet_limit;               /* at so many the game is drawn; 0: never */
    int32_t turn;                      /* full-move number */
    int32_t occurrences;               /* of this position, this time included */
    int32_t ply, length;               /* moves played; moves known, with those taken back */
    uint64_t key;                      /* equal for positions that play the same */
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

/* Rules are a variant's name, changes like "PiecesCount=12 MayFly=false", or a name and then changes. */
MillGame *mill_game_new(const char *rules, MillFault *fault); /* NULL: see fault */
MillGame *mill_game_copy(const MillGame *game);               /* NULL without memory */
void mill_game_free(MillGame *game);

/* Each of these changes nothing when it returns false. */
bool mill_game_set_position(MillGame *game, const char *text, MillFault *fault); /* starts a new game there */
bool mill_game_play(MillGame *game, const char *move, MillFault *fault);          /* "d6", "a4-a7", "xd6", "a4-a7xd6" */
bool mill_game_undo(MillGame *game);
bool mill_game_redo(MillGame *game);

void mill_game_view(const MillGame *game, MillView *view);
void mill_game_board(const MillGame *game, MillBoard *board);
int mill_game_rule(const MillGame *game, int index);

/* Texts are cut to size and always ended. */
void mill_game_position(const MillGame *game, char *text, int size);
void mill_game_rules(const MillGame *game, char *text, int size);
void mill_game_drawing(const MillGame *game, char *text, int size);
void mill_game_move(const MillGame *game, int index, char *text, int size); /* of the moves known, from 0 */

/* Legal moves: their number is returned, legal[i] is one of them. */
int mill_game_legal(const MillGame *game, uint16_t legal[256]);
void mill_move_text(const MillGame *game, uint16_t move, char *text, int size);

/* Why a move cannot be played, as a word: "none" when it can, "unreadable" when it is no move. */
const char *mill_game_refusal(const MillGame *game, const char *text);

uint64_t mill_game_perft(const MillGame *game, int depth);

/* --- thinking --- */

enum { MILL_LINE_MOVES_MAX = 32 };
enum { MILL_OPTION_SPIN, MILL_OPTION_CHECK, MILL_OPTION_COMBO, MILL_OPTION_STRING };

/* An option of an engine. choices: the words of a combo, the first is the standard. */
typedef struct {
    const char *name, *choices;
    int32_t kind, least, most, standard;
} MillOption;

/* One legal move with what is known of it, from the side to move. */
typedef struct {
    int32_t value;         /* hundredths of a piece */
    int32_t mate;          /* plies to the end of the game, - when it is lost; 0: no end in sight */
    int32_t depth;
    int32_t is_proven;     /* 1: an endgame table says so … */
    int32_t turns;         /* … and that it takes so many turns of both sides; -1: drawn or unknown */
    int32_t length;
    uint16_t moves[32];     /* what is expected, the move itself first */
} MillLine;

/* What an engine knows so far: the best lines first. */
typedef struct {
    int32_t depth, line_count;
    int64_t time_ms;
    uint64_t nodes;
    MillLine lines[256];
} MillReport;

/* When to stop; all 0: the level and its time decide. line_count 0: as the option MultiPV says. */
typedef struct {
    int32_t ticket;        /* rises from question to question */
    int32_t depth, line_count;
    int32_t is_infinite;
    int64_t time_ms;
    uint64_t nodes;
} MillQuestion;

typedef struct MillEngine MillEngine;

int mill_option_count(void);
void mill_option(int index, MillOption *option);

MillEngine *mill_engine_new(void); /* NULL without memory */
void mill_engine_free(MillEngine *engine);
bool mill_engine_set(MillEngine *engine, const char *name, const char *value, MillFault *fault);
void mill_engine_forget(MillEngine *engine); /* what was learned in earlier games */

/* Thinks, in the calling thread and helpers of its own, and returns the move chosen; 65535 when the game is over.
 * One question at a time. */
uint16_t mill_engine_think(MillEngine *engine, const MillGame *game, const MillQuestion *question, MillReport *report);

/* From any thread, any time: ends every question up to this ticket, also one that has not begun. */
void mill_engine_stop(MillEngine *engine, int up_to_ticket);
/* From any thread: what is known while it thinks. */
void mill_engine_peek(MillEngine *engine, MillReport *report);

/* --- endgame tables --- */

/* For the side to move. A turn is a move with its removals; turns of both sides count. */
typedef struct {
    int32_t outcome; /* 1 won, 0 drawn, -1 lost */
    int32_t turns;   /* to the end; -1: drawn, or not known */
} MillVerdict;

/* A table: the positions in which the side to move has `mover` pieces, the other side `other`. */
typedef struct {
    int32_t mover, other;
    int32_t longest;                         /* turns of the longest win */
    int32_t has_turns;                       /* 0: win, draw and loss only */
    uint64_t positions, wins, draws, losses; /* up to symmetry */
    uint64_t slots, bytes;
} MillTable;

/* How far a build is: the pair at hand, pairs and work done and in all. */
typedef struct {
    int32_t mover, other, pairs_done, pairs;
    uint64_t work_done, work;
} MillBuilding;

typedef struct MillTables MillTables;
typedef struct MillBuild MillBuild;

/* Opens what the folder has for the rules. NULL: nothing; otherwise the fault's text is empty, or tells which
 * file cannot be used. Open tables are only read, by any number of threads. */
MillTables *mill_tables_open(const char *rules, const char *folder, MillFault *fault);
void mill_tables_close(MillTables *tables);
int mill_tables_pieces(const MillTables *tables); /* complete up to so many pieces of both sides */
bool mill_tables_about(const MillTables *tables, int mover, int other, MillTable *about); /* false: no such table */

/* False where the tables do not speak. */
bool mill_tables_probe(const MillTables *tables, const MillGame *game, MillVerdict *verdict);

/* Compares positions of a table with what their moves lead to. */
bool mill_tables_check(const MillTables *tables, int mover, int other, uint64_t samples, uint64_t seed,
                       MillFault *fault);

/* Builds tables for up to so many pieces of both sides; past turns_up_to they know win, draw and loss only and are
 * small, the others if asked for. A build that was stopped or killed goes on where it was. */
MillBuild *mill_build_new(const char *rules, const char *folder, int max_pieces, int threads, uint64_t memory,
                          int turns_up_to, bool is_small, MillFault *fault);
void mill_build_free(MillBuild *build);
bool mill_build_run(MillBuild *build, MillFault *fault); /* returns when all is done */
void mill_build_stop(MillBuild *build);                  /* from any thread, as is the next */
void mill_build_peek(const MillBuild *build, MillBuilding *building);
/* CFFI-END */

#pragma GCC visibility pop

#endif
