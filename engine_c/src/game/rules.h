/* rules.h: the rules of play and the named variants, as values and as text. */
#pragma once

#include "text.h"
#include "topology.h"

/* Values of MillFormationActionInPlacingPhase. */
enum {
    MILL_REMOVES,
    MILL_TAKES_HAND,
    MILL_TAKES_HAND_AND_PLACES,
    MILL_OPPONENT_REMOVES_OWN,
    MILL_MARKS,
    MILL_COUNTED_LATER
};
/* Values of BoardFullAction. */
enum { FULL_WHITE_LOSES, FULL_WHITE_FIRST, FULL_BLACK_FIRST, FULL_MOVER_REMOVES, FULL_DRAW };
/* Values of StalemateAction. */
enum {
    STALEMATE_LOSES,
    STALEMATE_PASSES,
    STALEMATE_REMOVES_AND_MOVES,
    STALEMATE_REMOVES,
    STALEMATE_DRAWS,
    STALEMATE_BOTH_REMOVE
};

typedef enum { CAPTURE_CUSTODIAN, CAPTURE_INTERVENTION, CAPTURE_LEAP, CAPTURE_NB } Capture;

typedef struct {
#define RULE(name, minimum, maximum, default_value, kind, term) int name;
#include "rules.def"
#undef RULE
} RuleValues;

/* A rule set with data derived by rules_prepare. */
typedef struct {
    RuleValues value;
    Topology topology;
    int least_pieces;      /* a side with fewer has lost */
    int least_quiet;       /* with fewer quiet plies no game is drawn by them */
    int fly_at;            /* a side with at most this many pieces flies; 0: no flying */
    bool is_placing_plain; /* pieces are placed, and removed while placing, by the standard rules */
    bool is_plain;         /* a mill removes pieces, placing ends with the hands; no captures, no memory */
    bool has_captures;
    bool has_memory;                       /* legal moves depend on earlier moves */
    uint32_t capture_lines[2][CAPTURE_NB]; /* by Phase: lines on which a capture applies */
    bool capture_needs_few[CAPTURE_NB];
} Rules;

typedef enum { RULE_SWITCH, RULE_NUMBER, RULE_LIMIT } RuleKind;

/* How an endgame tablebase depends on a rule; see rules.def. The order is that of the fingerprint. */
typedef enum {
    TERM_BOARD,
    TERM_DIAGONALS,
    TERM_PIECES_MIN,
    TERM_FLYING,
    TERM_REMOVE_MULTIPLE,
    TERM_REMOVE_FROM_MILLS,
    TERM_STALEMATE,
    TERM_CUSTODIAN,
    TERM_INTERVENTION,
    TERM_LEAP,
    TERM_ALL_IN_MILLS,
    TERM_NB,
    TERM_NONE,
    TERM_REFUSED
} RuleTerm;

typedef struct {
    const char *name;
    int minimum, maximum, default_value;
    RuleKind kind;
    RuleTerm term;
    size_t offset; /* in RuleValues */
} RuleField;

typedef struct {
    const char *name;
    const char *changes; /* "PiecesCount=12 HasDiagonalLines=true" */
} Variant;

int rules_field_count(void);
const RuleField *rules_field(int index);
int rules_variant_count(void);
const Variant *rules_variant(int index);

int rules_get(const RuleValues *values, const RuleField *field);
void rules_put(RuleValues *values, const RuleField *field, int value);
bool rules_accepts(const RuleField *field, int64_t value);

/* After an error *values is unchanged. */
void rules_standard(RuleValues *values);
bool rules_set(RuleValues *values, Word name, Word value, Error *error);
bool rules_change(RuleValues *values, const char *changes, Error *error);
bool rules_named(RuleValues *values, Word variant, Error *error);

/* Reads a variant name, changes to the standard rules, or a name followed by changes. */
bool rules_read(RuleValues *values, const char *text, Error *error);
/* Writes the shortest text that rules_read maps to these values. */
void rules_write(const RuleValues *values, Writer *writer);

/* The same positions have the same value, draws by repetition and by quiet plies aside. */
bool rules_have_same_values(const RuleValues *values, const RuleValues *others);

void rules_prepare(Rules *rules, const RuleValues *values);
