/* test_notation.c: moves read from text and written back, invalid moves, and the
 * drawing of the board. */
#include "example.h"

/* Every move of every board is written and read back. */
static void test_moves_of_all_boards_round_trip(void)
{
    static const char *const boards[] = { "Board=0", "Board=1", "Board=2" };

    for (int i = 0; i < 3; i++) {
        begin_fen(boards[i], NULL);
        const Topology *topology = &game->rules.topology;
        for (int from = 0; from < topology->point_count; from++)
            for (int to = 0; to < topology->point_count; to++) {
                const Move moves[3] = { move_place(to), move_remove(to), move_slide(from, to) };
                for (int j = 0; j < 3; j++) {
                    char text[MOVE_TEXT_MAX];
                    Writer writer = writer_to(text, sizeof text);
                    Error error;
                    Move move;
                    notation_write_move(topology, moves[j], &writer);
                    CHECK(notation_read_move(topology, (Word){ text, (int)strlen(text) }, &move, &error));
                    CHECK(move == moves[j]);
                }
            }
    }
}

static void test_drawing(void)
{
    char text[BOARD_TEXT_MAX];
    Writer writer = writer_to(text, sizeof text);

    begin_fen("three_mens_morris", "O******@/* w p");
    notation_draw(&game->now, &writer);
    CHECK_TEXT(text,
               "3  @---O---+\n"
               "   | \\ | / |\n"
               "2  +---+---+\n"
               "   | / | \\ |\n"
               "1  +---+---+\n"
               "   a   b   c\n");
}

/* An invalid move changes nothing, not even where only its removal is invalid. */
static void test_invalid_moves_change_nothing(void)
{
    static const struct {
        const char *move, *error;
    } examples[] = {
        { "", "a point is missing" },
        { "d", "no point is called 'd'" },
        { "d4", "no point is called 'd4'" },
        { "D6", "no point is called 'D6'" },
        { "\xff\xfe", "no point is called '?\?'" },
        { "x", "a point is missing" },
        { "xz9", "no point is called 'z9'" },
        { "g4-", "a point is missing" },
        { "g4-g9", "no point is called 'g9'" },
        { "g4-g1x", "a point is missing" },
        { "g4-g1+", "no point is called '+'" },
        { "g4-g1xa1", "'xa1' is not legal: an own piece cannot be removed" },
        { "g4-g1xf4xg7", "'xg7' is not legal: there is no removal to make" },
        { "g4-d7", "'g4-d7' is not legal: a piece stands there" },
        { "b4", "'b4' is not legal: no piece is left in hand" },
    };

    begin_fen("", "********/**@****O/@@O*OO*@ w m");
    for (size_t i = 0; i < sizeof examples / sizeof *examples; i++) {
        const Word word = { examples[i].move, (int)strlen(examples[i].move) };
        Error error = { 0 };
        CHECK(!game_play_text(game, word, &error));
        CHECK_TEXT(error.text, examples[i].error);
        CHECK(game->ply == 0);
        CHECK_TEXT(fen(game), "********/**@****O/@@O*OO*@ w m s 4 0 4 0 0 0 0 0 0 0 0 0 1");
    }
}

/* One word may hold a move with its removals; each is a ply. */
static void test_turn_is_read_from_one_word(void)
{
    begin_fen("", "**@*****/****@**O/OO@**@O* w m");
    play(game, "a4-a7xd2");
    CHECK(game->ply == 2 && game->now.stm == BLACK && game->now.on_board[BLACK] == 3);
    CHECK(game_undo(game) && game->ply == 1 && position_must_remove(&game->now));
}

/* Two turns in one word are refused. */
static void test_two_turns_in_one_word_are_refused(void)
{
    static const char *const words[] = { "d6f4", "d6d6-d7", "d6f4d2b4" };

    begin_fen("", NULL);
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        const char *text = words[i];
        Error error;
        CHECK(!game_play_text(game, word_next(&text), &error));
        CHECK(strstr(error.text, "only removals can follow a move"));
        CHECK(game->ply == 0);
    }
}

int main(void)
{
    test_moves_of_all_boards_round_trip();
    test_drawing();
    test_invalid_moves_change_nothing();
    test_turn_is_read_from_one_word();
    test_two_turns_in_one_word_are_refused();
    game_free(game);
    return EXIT_SUCCESS;
}
