/* book.c: a layer for each number of pieces placed and removed, with two bits for
 * each slot of the index. */
#include "book.h"

#include "game/makemove.h"
#include "game/symmetry.h"
#include "tablebase/checksum.h"
#include "tablebase/index.h"
#include "tablebase/os_file.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BOOK_VERSION = 1, RULES_TEXT_MAX = 256, LAYER_MAX = BOOK_PLACED_MAX + 1 };

static const char Magic[8] = { 'S', 'A', 'N', 'M', 'I', 'L', 'L', 'B' };

/* The header as stored: little-endian, without padding. */
typedef struct {
    char magic[8];
    uint32_t version, placed;
    uint32_t payload; /* bytes after the header */
    uint32_t unused;
    char rules[RULES_TEXT_MAX];
    uint64_t sum; /* of the fields above and the payload */
} BookHeader;

_Static_assert(sizeof(BookHeader) == 288, "the header has no padding");

/* Positions with the same numbers of pieces; White places first. */
typedef struct {
    int placed, removed; /* pieces that White has removed */
    int mover, other;    /* pieces on the board */
    uint32_t first, slots;
} Layer;

struct MillBook {
    Rules rules;
    Index *index;
    int placed;
    int layer_count;
    Layer layers[LAYER_MAX];
    uint32_t slots, bytes;
    uint8_t *values; /* two bits for each slot: 0 unknown, 1 loss, 2 draw, 3 win */
};

static void add_layer(Book *book, int placed, int removed)
{
    const int white = (placed + 1) / 2, black = placed / 2 - removed;
    const bool is_white = placed % 2 == 0; /* to move */
    Layer *layer = &book->layers[book->layer_count++];

    *layer = (Layer){ placed, removed, is_white ? white : black, is_white ? black : white, book->slots, 0 };
    layer->slots = (uint32_t)index_slots(book->index, layer->mover, layer->other);
    book->slots += layer->slots;
}

Book *book_new(const Rules *rules, int placed, Error *error)
{
    if (!rules->is_placing_plain || !rules->topology.is_ringed || placed < 1 || placed > BOOK_PLACED_MAX
        || placed >= 2 * rules->value.PiecesCount) {
        error_set(error, "no opening book of %d pieces for these rules", placed);
        return NULL;
    }
    Book *book = calloc(1, sizeof *book);
    if (book) {
        rules_prepare(&book->rules, &rules->value);
        book->placed = placed;
        book->index = index_new(&book->rules.topology, (placed + 1) / 2);
    }
    if (book && book->index) {
        for (int n = 1; n <= placed; n++)
            for (int removed = 0; removed <= (n == BOOK_PLACED_MAX); removed++)
                add_layer(book, n, removed);
        book->bytes = (book->slots + 3) / 4;
        book->values = calloc(1, book->bytes);
    }
    if (book && book->values)
        return book;
    book_free(book);
    error_no_memory(error);
    return NULL;
}

void book_free(Book *book)
{
    if (!book)
        return;
    index_free(book->index);
    free(book->values);
    free(book);
}

bool book_fits(const Book *book, const Rules *rules)
{
    return rules_have_same_values(&book->rules.value, &rules->value);
}
int book_placed(const Book *book) { return book->placed; }

static uint64_t book_sum(const BookHeader *header, const uint8_t *values)
{
    return fnv1a(fnv1a(FNV1A_START, header, offsetof(BookHeader, sum)), values, header->payload);
}

static bool read_header(int fd, BookHeader *header, Rules *rules, Error *error)
{
    RuleValues values;

    if (!os_read_all(fd, header, sizeof *header, 0) || memcmp(header->magic, Magic, sizeof Magic) != 0)
        return error_set(error, "not an opening book");
    if (header->version != BOOK_VERSION)
        return error_set(error, "unsupported opening book version %u (expected %d)", (unsigned)header->version,
                         BOOK_VERSION);
    if (!memchr(header->rules, '\0', sizeof header->rules) || !rules_read(&values, header->rules, error)
        || header->placed > BOOK_PLACED_MAX)
        return error_set(error, "opening book: corrupt header");
    rules_prepare(rules, &values);
    return true;
}

Book *book_read(const char *path, Error *error)
{
    const int fd = os_open(path);
    BookHeader header;
    Rules rules;
    Book *book = NULL;

    if (fd < 0) {
        error_set(error, "%s", strerror(errno));
        return NULL;
    }
    if (read_header(fd, &header, &rules, error) && (book = book_new(&rules, (int)header.placed, error)) != NULL
        && (header.payload != book->bytes || os_size(fd) != (int64_t)(sizeof header + book->bytes)
            || !os_read_all(fd, book->values, book->bytes, sizeof header)
            || header.sum != book_sum(&header, book->values))) {
        error_set(error, "opening book: corrupt data");
        book_free(book);
        book = NULL;
    }
    os_close(fd);
    return book;
}

bool book_write(const Book *book, const char *path, Error *error)
{
    BookHeader header = { .version = BOOK_VERSION, .placed = (uint32_t)book->placed, .payload = book->bytes };
    Writer writer = writer_to(header.rules, sizeof header.rules);
    OsDraft draft;

    memcpy(header.magic, Magic, sizeof Magic);
    rules_write(&book->rules.value, &writer);
    header.sum = book_sum(&header, book->values);
    const bool is_written = os_draft_begin(&draft, path)
        && os_draft_end(&draft,
                        os_write_all(draft.fd, &header, sizeof header)
                            && os_write_all(draft.fd, book->values, book->bytes));
    return is_written || error_set(error, "%s", strerror(errno));
}

static bool find_slot(const Book *book, const Position *pos, uint32_t *slot)
{
    const int owned = book->rules.value.PiecesCount;
    const int placed = 2 * owned - pos->in_hand[WHITE] - pos->in_hand[BLACK];
    const Side mover = placed % 2 ? BLACK : WHITE;
    int symmetry;

    if (pos->outcome || position_must_remove(pos) || pos->stm != (int8_t)mover)
        return false;
    for (int i = 0; i < book->layer_count; i++) {
        const Layer *layer = &book->layers[i];
        if (layer->placed != placed || pos->in_hand[WHITE] != owned - (placed + 1) / 2
            || layer->mover != pos->on_board[mover] || layer->other != pos->on_board[side_other(mover)])
            continue;
        /* An image of its own, since the index may have several slots for a position. */
        const PiecePair least = symmetry_least(&book->rules.topology, position_pieces(pos), &symmetry);
        *slot = layer->first
            + (uint32_t)index_of(book->index, piece_pair_get(least, mover), piece_pair_get(least, side_other(mover)));
        return true;
    }
    return false;
}

bool book_probe(const Book *book, const Position *pos, int *wdl)
{
    uint32_t slot;

    if (!find_slot(book, pos, &slot))
        return false;
    const int value = book->values[slot / 4] >> 2 * (slot % 4) & 3;
    *wdl = value - 2;
    return value != 0;
}

bool book_add(Book *book, const Position *pos, int wdl)
{
    uint32_t slot;

    if (!find_slot(book, pos, &slot))
        return false;
    const int shift = 2 * (int)(slot % 4);
    book->values[slot / 4] = (uint8_t)((book->values[slot / 4] & ~(3 << shift)) | (wdl + 2) << shift);
    return true;
}

/* The position of a slot, White's pieces being in a line if and only if White has removed a piece; false: no game
 * leads to it, or another slot has an image of it. */
static bool position_at(const Book *book, const Layer *layer, uint32_t slot, Position *pos)
{
    const int owned = book->rules.value.PiecesCount;
    const Side mover = layer->placed % 2 ? BLACK : WHITE;
    Bits pieces[SIDE_NB];
    uint32_t own_slot;

    index_pieces(book->index, layer->mover, layer->other, slot, &pieces[mover], &pieces[side_other(mover)]);
    position_set_up(pos, &book->rules, piece_pair(pieces[WHITE], pieces[BLACK]), owned - (layer->placed + 1) / 2,
                    owned - layer->placed / 2, mover);
    position_complete(pos);
    return (position_in_mills(pos, WHITE) != 0) == (layer->removed != 0) && find_slot(book, pos, &own_slot)
        && own_slot == layer->first + slot;
}

bool book_next(const Book *book, int placed, uint32_t *slot, Position *pos)
{
    uint32_t passed = 0; /* slots of earlier layers with as many pieces placed */

    for (int i = 0; i < book->layer_count; i++) {
        const Layer *layer = &book->layers[i];
        if (layer->placed != placed)
            continue;
        for (; *slot < passed + layer->slots; ++*slot)
            if (position_at(book, layer, *slot - passed, pos))
                return true;
        passed += layer->slots;
    }
    return false;
}
