/* The files of a tablebase: damaged, crafted, truncated, missing. */
#define _DEFAULT_SOURCE /* mkdtemp, truncate */

#include "tablebase.h"
#include "interface/engine.h"
#include "tablebase/tb_rules.h"

#include <unistd.h>

static void path_of(char path[TB_FILE_PATH_MAX], const Folder *folder, const Rules *rules)
{
    char text[TB_RULES_TEXT_MAX];
    Writer writer = writer_to(text, sizeof text);
    const uint64_t fingerprint = tb_rules_fingerprint(rules, &writer);
    const TbHeader header = { .kind = TB_FILE_VALUES, .fingerprint = fingerprint, .mover = 3, .other = 3 };
    Error error;

    CHECK(tb_file_path(path, folder->path, &header, &error));
}

static void test_damage(void)
{
    static const struct {
        long at;
        bool cuts;
        const char *says;
    } Errors[] = {
        { 0, false, "not a tablebase file" }, { 8, false, "unsupported tablebase format version" },
        { 16, false, "corrupt header" },      { 40, false, "corrupt header" },
        { 290, false, "corrupt header" },     { 900, false, "corrupt data" },
        { -1, false, "corrupt data" },        { -1, true, "(expected " },
        { 10, true, "shorter than" },
    };
    const Rules rules = rules_of("six_mens_morris"), others = rules_of("six_mens_morris MayFly=true");
    const Folder folder = new_folder();
    char path[TB_FILE_PATH_MAX], foreign[TB_FILE_PATH_MAX];
    Error error = { 0 };

    path_of(path, &folder, &rules);
    path_of(foreign, &folder, &others);
    for (size_t i = 0; i < sizeof Errors / sizeof *Errors; i++) {
        CHECK(build("six_mens_morris", folder.path, 6, 1, &error)); /* rebuilds the corrupt file */
        Tablebase *tb = tb_open(&rules, folder.path, &error);
        CHECK(tb && !error.text[0]);
        tb_close(tb);
        spoil(path, Errors[i].at, Errors[i].cuts);
        CHECK(!tb_open(&rules, folder.path, &error));
        CHECK(strstr(error.text, Errors[i].says));
    }
    CHECK(build("six_mens_morris", folder.path, 6, 1, &error));
    CHECK(rename(path, foreign) == 0 && !tb_open(&others, folder.path, &error));
    CHECK(strstr(error.text, "built for other rules"));
    remove_folder(&folder);
}

/* Coded bytes in memory, cut to `size`. */
static bool read_bytes(const void *context, uint64_t offset, void *bytes, size_t size)
{
    memcpy(bytes, (const uint8_t *)context + offset, size);
    return true;
}

/* A data size that makes the sum of all sizes wrap must not lead to reads past the end, whatever the checksums say. */
static void test_sizes_are_checked_before_reading(void)
{
    const Rules rules = rules_of("six_mens_morris");
    Index *index = index_new(&rules.topology, 3);
    CodedSubspace *coded = malloc(sizeof *coded);
    CHECK(index && coded);

    coded_init(coded, index, &rules, 3, 3);
    const ChunkLayout layout = coded->layout;
    for (size_t size = sizeof(CodedHeader); size < 6000; size += 97)
        for (uint32_t contexts = 0; contexts <= 2 * CONTEXT_NB; contexts += CONTEXT_NB) {
            const uint64_t before = sizeof(CodedHeader) + coded_strides(layout.chunks) * sizeof(uint32_t)
                + layout.chunks + coded_model_bytes(coded, false, contexts);
            const CodedHeader header = { layout.parts, layout.part_slots, layout.joined,          layout.chunks, 0, 8,
                                         contexts,     CODED_CANONICAL,   (uint64_t)size - before };
            uint8_t *bytes = calloc(1, size); /* exactly, so that the sanitizer sees every read past it */
            CHECK(bytes);
            memcpy(bytes, &header, sizeof header);
            const bool is_open = tb_decode_open(coded, index, &rules, 3, 3, (CodedSource){ read_bytes, bytes, size });
            CHECK(is_open == (contexts == 0 && size == before));
            tb_decode_close(coded);
            free(bytes);
        }
    free(coded);
    index_free(index);
}

/* A file that is truncated while open, by a copy or a sync: positions are unknown, the process goes on. */
static void check_truncated(bool is_coded)
{
    const Rules rules = rules_of("six_mens_morris");
    const Folder folder = new_folder();
    const Bits mover = 7, other = 7 << 3;
    char path[TB_FILE_PATH_MAX];
    Error error = { 0 };

    CHECK(build_with("six_mens_morris", (TbBuildOptions){ folder.path, 6, 1, 0, 6, is_coded, 0 }, &error));
    path_of(path, &folder, &rules);
    if (is_coded)
        strcpy(strrchr(path, '.'), ".packed");
    Tablebase *tb = tb_open(&rules, folder.path, &error);
    CHECK(tb);
    CHECK(truncate(path, 300) == 0);
    CHECK(tb_probe_pieces(tb, mover, other) == TB_VALUE_NONE);
    CHECK(!tb_check(tb, 3, 3, 1, 1, &error));
    tb_close(tb);
    remove_folder(&folder);
}

static void test_truncation_while_open(void)
{
    check_truncated(false);
    check_truncated(true);
}

/* A stamp tells whether there are files for these rules, and changes with them. */
static void test_stamp(void)
{
    const Rules rules = rules_of("six_mens_morris"), others = rules_of("six_mens_morris MayFly=true");
    const Folder folder = new_folder();
    Error error = { 0 };

    CHECK(!tb_stamp(&rules, folder.path) && !tb_stamp(&rules, "/nowhere/at/all"));
    CHECK(build("six_mens_morris", folder.path, 6, 1, &error));
    const uint64_t stamp = tb_stamp(&rules, folder.path);
    CHECK(stamp && stamp == tb_stamp(&rules, folder.path) && !tb_stamp(&others, folder.path));
    CHECK(build("six_mens_morris", folder.path, 7, 1, &error));
    CHECK(tb_stamp(&rules, folder.path) != stamp);
    remove_folder(&folder);
}

/* The descriptor that the next file opened gets. */
static int next_descriptor(void)
{
    const int next = dup(STDIN_FILENO);

    CHECK(next >= 0 && close(next) == 0);
    return next;
}

/* Going back and forth between rules opens the tablebase of each once, and none where there are no files. */
static void test_tablebases_stay_open(void)
{
    const Folder folder = new_folder();
    Game *games[] = { new_game("nine_mens_morris", NULL), new_game("six_mens_morris", NULL),
                      new_game("twelve_mens_morris", NULL) };
    Engine *engine = engine_new();
    const char *name = "TablePath";
    TbResult result;
    Error error = { 0 };

    CHECK(engine && build("six_mens_morris", folder.path, 6, 1, &error));
    CHECK(build("nine_mens_morris", folder.path, 6, 1, &error));
    CHECK(engine_set_option(engine, word_next(&name), folder.path, &error));
    const int held = dup(STDIN_FILENO); /* one opened again would take its number once it is closed */
    engine_probe(engine, &games[2]->now, &result);
    CHECK(next_descriptor() == held + 1);
    engine_probe(engine, &games[0]->now, &result);
    const int after_one = next_descriptor();
    engine_probe(engine, &games[1]->now, &result);
    CHECK(after_one > held + 1 && next_descriptor() > after_one);
    CHECK(close(held) == 0);
    for (int i = 0; i < 12; i++) {
        engine_probe(engine, &games[i % 3]->now, &result);
        CHECK(next_descriptor() == held);
    }
    engine_free(engine);
    for (int i = 0; i < 3; i++)
        game_free(games[i]);
    remove_folder(&folder);
}

/* After a storm of commands the stopped ones must not delay the last. */
static void test_stopped_search_opens_no_tablebase(void)
{
    const Folder folder = new_folder();
    Game *game = new_game("nine_mens_morris", NULL);
    Engine *engine = engine_new();
    const char *names = "TablePath Hash";
    const Word option = word_next(&names);
    SearchInfo info;
    Error error = { 0 };

    CHECK(engine && build("nine_mens_morris", folder.path, 6, 1, &error));
    CHECK(engine_set_option(engine, option, folder.path, &error));
    CHECK(engine_set_option(engine, word_next(&names), "1", &error));
    const int next = next_descriptor();
    engine_stop(engine, 5);
    CHECK(engine_search(engine, game, &(Limits){ .ticket = 5, .depth = 1 }, NULL, &info) != MOVE_NONE);
    CHECK(next_descriptor() == next);
    CHECK(engine_search(engine, game, &(Limits){ .ticket = 6, .depth = 1 }, NULL, &info) != MOVE_NONE);
    CHECK(next_descriptor() > next);
    engine_free(engine);
    game_free(game);
    remove_folder(&folder);
}

int main(void)
{
    test_damage();
    test_sizes_are_checked_before_reading();
    test_truncation_while_open();
    test_stamp();
    test_tablebases_stay_open();
    test_stopped_search_opens_no_tablebase();
    return EXIT_SUCCESS;
}
