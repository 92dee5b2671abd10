#include "fen.h"

#include <string.h>

enum { FIRST_POINT_NUMBER = 8, BLACK_LINES_SHIFT = 32 };

static char side_letter(int side) { return side == WHITE ? 'w' : 'b'; }

static char phase_letter(const Position *pos) { return pos->outcome ? 'o' : pos->phase == PHASE_PLACING ? 'p' : 'm'; }

static char action_letter(const Position *pos)
{
    if (pos->outcome)
        return pos->phase == PHASE_PLACING ? 'p' : 's';
    return position_must_remove(pos) ? 'r' : position_may_place(pos) ? 'p' : 's';
}

static int point_number(int pt) { return pt == NO_POINT ? 0 : pt + FIRST_POINT_NUMBER; }

/* The side to move after all pending removals, unless the text says otherwise. */
static int default_next(const Position *pos)
{
    const int other = !pos->stm;
    return !position_must_remove(pos) || pos->pending[other] ? pos->stm : other;
}

static void write_removals(const Position *pos, Writer *writer)
{
    const Topology *topology = &pos->rules->topology;
    const char *before = " take:";

    if (!position_must_remove(pos))
        return;
    if (pos->removal_kind != REMOVAL_BY_MILL)
        writer_add(writer, pos->removal_kind == REMOVAL_ADJACENT ? " take:near" : " take:any");
    for (Bits rest = pos->captives; rest; rest = bits_rest(rest), before = ",")
        writer_add(writer, "%s%s", before, topology->name[bits_first(rest)]);
    if (pos->next != default_next(pos))
        writer_add(writer, " then:%c", side_letter(pos->next));
}

void fen_write(const Position *pos, Writer *writer)
{
    const uint64_t used = pos->used_lines[WHITE] | (uint64_t)pos->used_lines[BLACK] << BLACK_LINES_SHIFT;

    for (int pt = 0; pt < pos->rules->topology.point_count; pt++) {
        const char mark = pos->pieces[WHITE] & bit(pt) ? 'O'
            : pos->pieces[BLACK] & bit(pt)             ? '@'
            : pos->marked & bit(pt)                    ? 'X'
                                                       : '*';
        writer_add(writer, topology_starts_ring(pt) ? "/%c" : "%c", mark);
    }
    writer_add(writer, " %c %c %c", side_letter(pos->stm), phase_letter(pos), action_letter(pos));
    writer_add(writer, " %d %d %d %d", pos->on_board[WHITE], pos->in_hand[WHITE], pos->on_board[BLACK],
               pos->in_hand[BLACK]);
    writer_add(writer, " %d %d", pos->pending[WHITE], pos->pending[BLACK]);
    for (int side = 0; side < SIDE_NB; side++)
        writer_add(writer, " %d %d", point_number(pos->last_mill_from[side]), point_number(pos->last_mill_to[side]));
    writer_add(writer, " %llu %d %d", (unsigned long long)used, (int)pos->quiet, (int)pos->fullmove);
    write_removals(pos, writer);
}

typedef struct {
    const Rules *rules;
    const char *rest;
    Position pos;
    char phase, action;
    Error *error;
} Reader;

static bool read_board(Reader *reader)
{
    const int points = reader->rules->topology.point_count;
    const Word word = word_next(&reader->rest);
    int pt = 0;

    for (int i = 0; i < word.length; i++) {
        const char c = word.start[i];
        if (c == '/') {
            if (!topology_starts_ring(pt) || word.start[i - 1] == '/')
                return error_set(reader->error, "board: '/' stands at character %d, not after a ring", i + 1);
            continue;
        }
        if (pt == points)
            return error_set(reader->error, "board: more than %d points", points);
        if (topology_starts_ring(pt) && word.start[i - 1] != '/')
            return error_set(reader->error, "board: '/' is missing at character %d", i + 1);
        if (c == 'O' || c == '@') {
            const Side side = c == 'O' ? WHITE : BLACK;
            reader->pos.pieces[side] |= bit(pt);
            reader->pos.on_board[side]++;
        } else if (c == 'X') {
            reader->pos.marked |= bit(pt);
        } else if (c != '*') {
            return error_set(reader->error, "board: '%c' at character %d is none of O @ * X", c, i + 1);
        }
        pt++;
    }
    if (pt < points)
        return error_set(reader->error, "board: %d points instead of %d", pt, points);
    for (int side = 0; side < SIDE_NB; side++)
        if (reader->pos.on_board[side] > reader->rules->value.PiecesCount)
            return error_set(reader->error, "board: %s has %d pieces, the rules give %d", side ? "Black" : "White",
                             reader->pos.on_board[side], reader->rules->value.PiecesCount);
    return true;
}

/* The first letter, or `standard`, is the default at the end of the text. */
static bool read_letter(Reader *reader, const char *field, const char *letters, char *letter)
{
    const Word word = word_next(&reader->rest);

    if (word.length && (word.length != 1 || !strchr(letters, word.start[0])))
        return error_set(reader->error, "%s: '%.*s' is none of %s", field, WORD_ARGS(word), letters);
    *letter = word.length ? word.start[0] : letters[0];
    return true;
}

static bool read_number(Reader *reader, const char *field, int64_t least, int64_t most, int64_t standard,
                        int64_t *number)
{
    const Word word = word_next(&reader->rest);

    if (!word.length)
        return *number = standard, true;
    if (!word_number(word, number) || *number < least || *number > most)
        return error_set(reader->error, "%s: '%.*s' is not a number from %lld to %lld", field, WORD_ARGS(word),
                         (long long)least, (long long)most);
    return true;
}

static bool read_pieces(Reader *reader, Side side, const char *board_field, const char *hand_field)
{
    const int on_board = reader->pos.on_board[side];
    const int most = reader->rules->value.PiecesCount - on_board;
    const bool is_placing = reader->phase == 'p' || reader->phase == 'r';
    int64_t number = 0;

    if (!read_number(reader, board_field, 0, POINT_MAX, on_board, &number))
        return false;
    if (number != on_board)
        return error_set(reader->error, "%s: says %d, the board shows %d", board_field, (int)number, on_board);
    if (!read_number(reader, hand_field, 0, most, is_placing ? most : 0, &number))
        return false;
    reader->pos.in_hand[side] = (int8_t)number;
    return true;
}

static bool read_pending(Reader *reader)
{
    Position *pos = &reader->pos;
    const bool is_removing = reader->action == 'r';
    int64_t white = 0, black = 0;

    if (!read_number(reader, "pending removals of White", 0, PIECES_MAX, is_removing && pos->stm == WHITE, &white)
        || !read_number(reader, "pending removals of Black", 0, PIECES_MAX, is_removing && pos->stm == BLACK, &black))
        return false;
    if (reader->phase == 'o')
        return true;
    if (is_removing && !(pos->stm == WHITE ? white : black))
        return error_set(reader->error, "action: 'r', but the side to move has no pending removal");
    if (!is_removing && (white || black))
        return error_set(reader->error, "action: '%c', but a removal is pending", reader->action);
    pos->pending[WHITE] = (int8_t)white;
    pos->pending[BLACK] = (int8_t)black;
    return true;
}

static bool read_last_mill(Reader *reader, Side side)
{
    const int most = FIRST_POINT_NUMBER + reader->rules->topology.point_count - 1;
    Position *pos = &reader->pos;
    int64_t from = 0, to = 0;

    if (!read_number(reader, "last mill from", -1, most, 0, &from)
        || !read_number(reader, "last mill to", -1, most, 0, &to))
        return false;
    const bool is_known = from >= FIRST_POINT_NUMBER && to >= FIRST_POINT_NUMBER
        && reader->rules->value.RestrictRepeatedMillsFormation && pos->pieces[side] & bit((int)to - FIRST_POINT_NUMBER);
    pos->last_mill_from[side] = (int8_t)(is_known ? from - FIRST_POINT_NUMBER : NO_POINT);
    pos->last_mill_to[side] = (int8_t)(is_known ? to - FIRST_POINT_NUMBER : NO_POINT);
    return true;
}

static bool read_used_lines(Reader *reader)
{
    const uint64_t lines = ((uint64_t)1 << reader->rules->topology.line_count) - 1;
    const uint64_t known = lines | lines << BLACK_LINES_SHIFT;
    int64_t used = 0;

    if (!read_number(reader, "used mills", 0, INT64_MAX, 0, &used))
        return false;
    if (!reader->rules->value.OneTimeUseMill)
        return true;
    if ((uint64_t)used & ~known)
        return error_set(reader->error, "used mills: %lld has bits for lines that the board does not have",
                         (long long)used);
    reader->pos.used_lines[WHITE] = (uint32_t)((uint64_t)used & lines);
    reader->pos.used_lines[BLACK] = (uint32_t)((uint64_t)used >> BLACK_LINES_SHIFT);
    return true;
}

/* Reads "any", "near", or the captured pieces "d6,f4". */
static bool read_take(Reader *reader, Word word)
{
    Position *pos = &reader->pos;
    const Bits theirs = pos->pieces[!pos->stm];

    if (word_is(word, "any") || word_is(word, "near")) {
        pos->removal_kind = word_is(word, "any") ? REMOVAL_ANY : REMOVAL_ADJACENT;
        return true;
    }
    for (int i = 0; i < word.length; i += 3) {
        const int pt = word.length - i >= 2 ? topology_find(&reader->rules->topology, word.start + i) : NO_POINT;
        if (pt == NO_POINT || !(theirs & bit(pt)) || (i + 2 < word.length && word.start[i + 2] != ','))
            return error_set(reader->error, "take: '%.*s' does not name opposing pieces", WORD_ARGS(word));
        pos->captives |= bit(pt);
    }
    if (bits_count(pos->captives) > pos->pending[pos->stm])
        return error_set(reader->error, "take: more pieces than pending removals");
    return true;
}

/* Reads the optional words after the last number; unknown words are ignored. */
static bool read_removals(Reader *reader)
{
    Position *pos = &reader->pos;

    pos->next = (int8_t)default_next(pos);
    for (Word word = word_next(&reader->rest); word.length; word = word_next(&reader->rest)) {
        const Word value = { word.start + 5, word.length - 5 };
        if (!position_must_remove(pos) || value.length <= 0)
            continue;
        if (memcmp(word.start, "take:", 5) == 0 && !read_take(reader, value))
            return false;
        if (memcmp(word.start, "then:", 5) == 0 && (word_is(value, "w") || word_is(value, "b")))
            pos->next = word_is(value, "w") ? WHITE : BLACK;
    }
    return true;
}

static bool check_marks(Reader *reader)
{
    if (reader->pos.marked
        && (reader->rules->value.MillFormationActionInPlacingPhase != MILL_MARKS || reader->pos.phase != PHASE_PLACING))
        return error_set(reader->error, "board: 'X', but the rules mark no points%s",
                         reader->pos.phase == PHASE_PLACING ? "" : " after placing");
    return true;
}

static bool read_all(Reader *reader)
{
    Position *pos = &reader->pos;
    char side = 'w';
    int64_t quiet = 0, turn = 1;

    if (!read_board(reader) || !read_letter(reader, "side to move", "wb", &side)
        || !read_letter(reader, "phase", "prmo", &reader->phase)
        || !read_letter(reader, "action", "psr?", &reader->action))
        return false;
    pos->stm = side == 'w' ? WHITE : BLACK;
    if (!read_pieces(reader, WHITE, "white on board", "white in hand")
        || !read_pieces(reader, BLACK, "black on board", "black in hand") || !read_pending(reader)
        || !read_last_mill(reader, WHITE) || !read_last_mill(reader, BLACK) || !read_used_lines(reader)
        || !read_number(reader, "plies since the last capture", 0, 100000, 0, &quiet)
        || !read_number(reader, "full-move number", 0, 1000000, 1, &turn) || !read_removals(reader))
        return false;
    const bool has_hand = pos->in_hand[WHITE] || pos->in_hand[BLACK];
    const bool ends_placing = position_must_remove(pos) ? reader->phase == 'p'
                                                        : reader->phase == 'o' && reader->action == 'p';
    pos->phase = has_hand || ends_placing ? PHASE_PLACING : PHASE_MOVING;
    pos->quiet = pos->phase == PHASE_MOVING ? (int32_t)quiet : 0;
    pos->fullmove = turn ? (int32_t)turn : 1;
    return check_marks(reader);
}

bool fen_read(Position *pos, const Rules *rules, const char *text, Error *error)
{
    Reader reader = { .rules = rules, .rest = text, .pos = { .rules = rules }, .error = error };

    if (!read_all(&reader))
        return false;
    position_complete(&reader.pos);
    if (reader.phase == 'o' && !reader.pos.outcome)
        position_end(&reader.pos, OUTCOME_DRAW, REASON_THREEFOLD);
    *pos = reader.pos;
    return true;
}
