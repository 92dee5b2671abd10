#include "notation.h"

#include <string.h>

void notation_write_move(const Topology *topology, Move move, Writer *writer)
{
    const char *to = topology->name[move_to(move)];

    switch (move_kind(move)) {
    case MOVE_PLACE: writer_add(writer, "%s", to); break;
    case MOVE_SLIDE: writer_add(writer, "%s-%s", topology->name[move_from(move)], to); break;
    case MOVE_REMOVE: writer_add(writer, "x%s", to); break;
    }
}

static bool read_point(const Topology *topology, const char **text, const char *end, int *pt, Error *error)
{
    const Word word = { *text, end - *text < 2 ? (int)(end - *text) : 2 };

    *pt = word.length == 2 ? topology_find(topology, word.start) : NO_POINT;
    if (*pt == NO_POINT)
        return word.length ? error_set(error, "no point is called '%.*s'", WORD_ARGS(word))
                           : error_set(error, "a point is missing");
    *text += 2;
    return true;
}

/* Reads one move and advances *text. */
static bool read_move(const Topology *topology, const char **text, const char *end, Move *move, Error *error)
{
    const char *rest = *text;
    const bool is_removal = rest < end && *rest == 'x';
    int from, to;

    rest += is_removal;
    if (!read_point(topology, &rest, end, &from, error))
        return false;
    if (is_removal) {
        *move = move_remove(from);
    } else if (rest < end && *rest == '-') {
        rest++;
        if (!read_point(topology, &rest, end, &to, error))
            return false;
        *move = move_slide(from, to);
    } else {
        *move = move_place(from);
    }
    *text = rest;
    return true;
}

bool notation_read_turn(const Topology *topology, Word word, Turn *turn, Error *error)
{
    const char *rest = word.start, *end = word.start + word.length;
    Turn read = { 0 };

    while (read.count == 0 || rest < end) {
        if (read.count == TURN_MOVES_MAX)
            return error_set(error, "'%.*s' holds more than %d moves", WORD_ARGS(word), TURN_MOVES_MAX);
        if (!read_move(topology, &rest, end, &read.moves[read.count++], error))
            return false;
        if (read.count > 1 && move_kind(read.moves[read.count - 1]) != MOVE_REMOVE)
            return error_set(error, "'%.*s': only removals can follow a move", WORD_ARGS(word));
    }
    *turn = read;
    return true;
}

bool notation_read_move(const Topology *topology, Word word, Move *move, Error *error)
{
    Turn turn;

    const bool is_one = notation_read_turn(topology, word, &turn, error)
        && (turn.count == 1 || error_set(error, "'%.*s' is more than one move", WORD_ARGS(word)));
    if (is_one)
        *move = turn.moves[0];
    return is_one;
}

static const struct {
    const char *name, *text;
} Refusals[] = {
    [REFUSAL_NONE] = { "none", "it is legal" },
    [REFUSAL_GAME_OVER] = { "game_over", "the game is over" },
    [REFUSAL_MUST_REMOVE] = { "must_remove", "a piece has to be removed first" },
    [REFUSAL_NOTHING_TO_REMOVE] = { "nothing_to_remove", "there is no removal to make" },
    [REFUSAL_NO_PIECE] = { "no_piece", "no piece stands there" },
    [REFUSAL_OWN_PIECE] = { "own_piece", "an own piece cannot be removed" },
    [REFUSAL_OTHERS_PIECE] = { "others_piece", "that piece belongs to the other side" },
    [REFUSAL_IN_MILL] = { "in_mill", "that piece is safe inside a mill" },
    [REFUSAL_OTHER_CAPTIVE] = { "other_captive", "other pieces are captured and have to be removed" },
    [REFUSAL_NOT_ADJACENT] = { "not_adjacent", "only a piece next to an own one may be removed" },
    [REFUSAL_OCCUPIED] = { "occupied", "a piece stands there" },
    [REFUSAL_MARKED] = { "marked", "that point is closed until placing ends" },
    [REFUSAL_HAND_EMPTY] = { "hand_empty", "no piece is left in hand" },
    [REFUSAL_MUST_PLACE] = { "must_place", "pieces move when the hand is empty" },
    [REFUSAL_NOT_JOINED] = { "not_joined", "no line leads there in one step" },
    [REFUSAL_REPEATED_MILL] = { "repeated_mill", "the piece may not go straight back to the mill it left" },
    [REFUSAL_UNREADABLE] = { "unreadable", "it is not a move" },
};

const char *notation_refusal_name(Refusal refusal) { return Refusals[refusal].name; }
const char *notation_refusal_text(Refusal refusal) { return Refusals[refusal].text; }

const char *notation_outcome(Outcome outcome)
{
    static const char *const names[] = { "none", "white", "black", "draw" };
    return names[outcome];
}

const char *notation_reason(Reason reason)
{
    static const char *const names[] = { "", "few_pieces", "no_moves", "board_full", "n_moves", "threefold" };
    return names[reason];
}

enum {
    CELL_WIDTH = 4,
    CELL_HEIGHT = 2,
    GRID = 7,
    CANVAS_WIDTH = CELL_WIDTH * GRID,
    CANVAS_HEIGHT = CELL_HEIGHT * GRID
};

typedef char Canvas[CANVAS_HEIGHT][CANVAS_WIDTH];

static int column_of(const Topology *topology, int pt) { return CELL_WIDTH * (topology->name[pt][0] - 'a'); }

static int row_of(const Topology *topology, int pt, int ranks)
{
    return CELL_HEIGHT * (ranks - (topology->name[pt][1] - '0'));
}

static int sign(int number) { return (number > 0) - (number < 0); }

/* Draws the connection between two neighbours, without its ends. */
static void draw_join(Canvas canvas, int column, int row, int to_column, int to_row)
{
    const int across = sign(to_column - column), down = sign(to_row - row);
    const char mark = !down ? '-' : !across ? '|' : across == down ? '\\' : '/';
    const int steps = across ? (to_column - column) * across : (to_row - row) * down;
    const int slope = across && down ? CELL_WIDTH / CELL_HEIGHT : 1;

    for (int i = 1; i < steps; i++)
        if (i % slope == 0)
            canvas[row + down * i / slope][column + across * i] = mark;
}

void notation_draw(const Position *pos, Writer *writer)
{
    const Topology *topology = &pos->rules->topology;
    int ranks = 0;
    Canvas canvas;

    memset(canvas, ' ', sizeof canvas);
    for (int pt = 0; pt < topology->point_count; pt++)
        if (topology->name[pt][1] - '0' > ranks)
            ranks = topology->name[pt][1] - '0';
    for (int pt = 0; pt < topology->point_count; pt++) {
        const int column = column_of(topology, pt), row = row_of(topology, pt, ranks);
        for (Bits rest = topology->neighbours[pt]; rest; rest = bits_rest(rest))
            draw_join(canvas, column, row, column_of(topology, bits_first(rest)),
                      row_of(topology, bits_first(rest), ranks));
        canvas[row][column] = pos->pieces[WHITE] & bit(pt) ? 'O'
            : pos->pieces[BLACK] & bit(pt)                 ? '@'
            : pos->marked & bit(pt)                        ? 'X'
                                                           : '+';
    }
    for (int row = 0; row < CELL_HEIGHT * (ranks - 1) + 1; row++) {
        if (row % CELL_HEIGHT == 0)
            writer_add(writer, "%d  ", ranks - row / CELL_HEIGHT);
        else
            writer_add(writer, "   ");
        writer_add(writer, "%.*s\n", CELL_WIDTH * (ranks - 1) + 1, canvas[row]);
    }
    writer_add(writer, "   ");
    for (int file = 0; file < ranks; file++)
        writer_add(writer, file < ranks - 1 ? "%c   " : "%c\n", 'a' + file);
}
