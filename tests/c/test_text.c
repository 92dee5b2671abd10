/* test_text.c: bounded writing, words, numbers and rule text. */
#include "check.h"

static Word word(const char *text) { return (Word){ text, (int)strlen(text) }; }

static void test_writer_cuts_and_ends(void)
{
    char small[6];
    Writer writer = writer_to(small, sizeof small);

    writer_add(&writer, "%s", "abc");
    writer_add(&writer, "%s", "defgh");
    writer_add(&writer, "%s", "more");
    CHECK_TEXT(small, "abcde");
    CHECK(writer.length == 12);
}

static void test_numbers(void)
{
    int64_t number = 7;

    CHECK(word_number(word("-12"), &number) && number == -12);
    CHECK(word_number(word("4503599627370495"), &number) && number == 4503599627370495);
    CHECK(!word_number(word(""), &number) && !word_number(word("-"), &number) && !word_number(word("1x"), &number));
    CHECK(!word_number(word("99999999999999999999"), &number));
}

static void test_errors_are_printable(void)
{
    Error error;

    CHECK(!error_set(&error, "bad %s", "\x01\xff\n"));
    CHECK_TEXT(error.text, "bad ???");
}

static void test_rules_text(void)
{
    RuleValues values, before;
    Error error;
    char text[2048];

    CHECK(rules_read(&values, "morabaraba piecescount=9 MAYFLY=false", &error));
    CHECK(values.PiecesCount == 9 && !values.MayFly && values.HasDiagonalLines && values.EndgameNMoveRule == 20);
    Writer writer = writer_to(text, sizeof text);
    rules_write(&values, &writer);
    CHECK_TEXT(text, "morabaraba PiecesCount=9 MayFly=false");

    before = values;
    CHECK(!rules_read(&values, "morabaraba PiecesCount=13", &error));
    CHECK_TEXT(error.text, "PiecesCount takes 3 to 12, not '13'");
    CHECK(!rules_read(&values, "NMoveRule=9", &error));
    CHECK_TEXT(error.text, "NMoveRule takes 0 or 10 to 200, not '9'");
    CHECK(!rules_read(&values, "MayFly=maybe", &error));
    CHECK_TEXT(error.text, "MayFly is true or false, not 'maybe'");
    CHECK(!rules_read(&values, "chess", &error));
    CHECK_TEXT(error.text, "no variant is called 'chess'");
    CHECK(!rules_read(&values, "Gravity=1", &error));
    CHECK_TEXT(error.text, "no rule is called 'Gravity'");
    CHECK(memcmp(&values, &before, sizeof values) == 0);
}

/* Every variant reads, and its own text reads back as the same rules. */
static void test_all_variants_round_trip(void)
{
    for (int i = 0; i < rules_variant_count(); i++) {
        RuleValues values, again;
        Error error;
        char text[2048];
        Writer writer = writer_to(text, sizeof text);
        CHECK(rules_read(&values, rules_variant(i)->name, &error));
        rules_write(&values, &writer);
        CHECK_TEXT(text, rules_variant(i)->name);
        CHECK(rules_read(&again, rules_variant(i)->changes, &error));
        CHECK(memcmp(&values, &again, sizeof values) == 0);
    }
}

int main(void)
{
    test_writer_cuts_and_ends();
    test_numbers();
    test_errors_are_printable();
    test_rules_text();
    test_all_variants_round_trip();
    return EXIT_SUCCESS;
}
