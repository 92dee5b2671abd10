/* One file with all subspaces: the same values, and damage of every kind. */
#define _DEFAULT_SOURCE /* mkdtemp, truncate */

#include "tablebase.h"
#include "tablebase/checksum.h"
#include "tablebase/build/tb_compare.h"
#include "tablebase/build/tb_verify.h"

static void append_byte(const char *path)
{
    FILE *file = fopen(path, "ab");

    CHECK(file && fputc(0, file) == 0 && fclose(file) == 0);
}

static void container_path(char path[TB_FILE_PATH_MAX], const Folder *folder)
{
    snprintf(path, TB_FILE_PATH_MAX, "%s/six_mens_morris.tablebase", folder->path);
}

/* Coded subspaces of up to seven pieces as one file; `work` keeps those of the build. */
static void write_container(const Folder *work, const Folder *folder)
{
    const Rules rules = rules_of("six_mens_morris");
    char path[TB_FILE_PATH_MAX];
    Error error = { 0 };

    container_path(path, folder);
    CHECK(build_with("six_mens_morris", (TbBuildOptions){ work->path, 7, 1, 0, 7, true, 0 }, &error));
    Tablebase *tb = tb_open(&rules, work->path, &error);
    CHECK(tb && tb_write(tb, path, "six_mens_morris", &error));
    tb_close(tb);
}

static bool verify(const char *rules_text, const char *path, Error *error)
{
    const Rules rules = rules_of(rules_text);
    TbVerify *check = tb_verify_new(&rules, path, 20);

    *error = (Error){ 0 };
    CHECK(check);
    const bool is_right = tb_verify_run(check, error);
    MillTbProgress progress;
    tb_verify_progress(check, &progress);
    CHECK(!is_right || (progress.work && progress.work_done == progress.work && progress.pairs_done == progress.pairs));
    tb_verify_free(check);
    return is_right;
}

/* The same values from the file, from a folder that holds it, and from the files it was made of. */
static void test_container(void)
{
    const Rules rules = rules_of("six_mens_morris"), others = rules_of("six_mens_morris MayFly=true");
    const Folder work = new_folder(), folder = new_folder();
    char path[TB_FILE_PATH_MAX];
    Error error = { 0 };

    write_container(&work, &folder);
    container_path(path, &folder);
    CHECK(verify("six_mens_morris", path, &error));
    const char *const places[] = { work.path, folder.path, path };
    Tablebase *tbs[3];
    for (int i = 0; i < 3; i++) {
        tbs[i] = tb_open(&rules, places[i], &error);
        CHECK(tbs[i] && !error.text[0] && tb_max_pieces(tbs[i]) == 7);
        CHECK(tb_stamp(&rules, places[i]) && !tb_stamp(&others, places[i]));
    }
    for (uint64_t slot = 0; slot < 2000; slot++) {
        Bits mover, other;
        index_pieces(tb_space(tbs[0])->index, 3 + (int)(slot & 1), 3, slot, &mover, &other);
        const TbValue value = tb_probe_pieces(tbs[0], mover, other);
        CHECK(value != TB_VALUE_NONE && tb_probe_pieces(tbs[1], mover, other) == value
              && tb_probe_pieces(tbs[2], mover, other) == value);
    }
    for (int i = 0; i < 3; i++)
        tb_close(tbs[i]);
    CHECK(!tb_open(&others, path, &error) && error.code == MILL_OTHER_RULES);
    CHECK(!tb_open(&others, folder.path, &error) && strstr(error.text, "no tablebase for these rules"));
    CHECK(!verify("six_mens_morris MayFly=true", path, &error) && strstr(error.text, "made for other rules"));
    remove_folder(&work);
    remove_folder(&folder);
}

/* Of two files with the same subspace the one with DTW is used, also if it is the other one of its pair. */
static void test_subspace_with_dtw_is_preferred(void)
{
    const Rules rules = rules_of("six_mens_morris");
    const Folder work = new_folder(), folder = new_folder();
    char path[TB_FILE_PATH_MAX];
    Error error = { 0 };

    container_path(path, &folder);
    CHECK(build_with("six_mens_morris", (TbBuildOptions){ work.path, 7, 1, 0, 5, true, 0 }, &error)); /* WDL only */
    Tablebase *tb = tb_open(&rules, work.path, &error);
    CHECK(tb && tb_write(tb, path, "wdl", &error));
    CHECK(tb_header(tb, 0, 3, 3)->detail == 0);
    tb_close(tb);
    CHECK(build_with("six_mens_morris", (TbBuildOptions){ folder.path, 6, 1, 0, 6, true, 0 }, &error));
    tb = tb_open(&rules, folder.path, &error);
    CHECK(tb && tb_header(tb, 0, 3, 3)->detail == 1 && tb_max_pieces(tb) == 7);
    tb_close(tb);
    remove_folder(&work);
    remove_folder(&folder);
}

static void test_damaged_container(void)
{
    static const struct {
        long at;
        bool cuts;
        MillStatus code;
        const char *says;
        bool opens; /* damage of a payload is found by the complete check only */
    } Errors[] = {
        { 0, false, MILL_NO_TABLEBASE, "this is not a tablebase", false },
        { 9, false, MILL_OTHER_VERSION, "unsupported tablebase format version 259 (expected 3)", false },
        { 16, false, MILL_DAMAGED, "header is corrupt", false },
        { 100, false, MILL_DAMAGED, "header is corrupt", false },
        { 320, false, MILL_DAMAGED, "directory is corrupt", false },
        { 610, false, MILL_DAMAGED, "directory is corrupt", false },
        { -1, false, MILL_DAMAGED, "data of ", true },
        { 2000, false, MILL_DAMAGED, "data of ", true },
        { 4, true, MILL_NO_TABLEBASE, "this is not a tablebase", false },
        { 20, true, MILL_TRUNCATED, "ends too early", false },
        { 400, true, MILL_TRUNCATED, "ends too early", false },
        { 3000, true, MILL_TRUNCATED, "the file ends too early: 2 of ", false },
    };
    const Rules rules = rules_of("six_mens_morris");
    const Folder work = new_folder(), folder = new_folder();
    char path[TB_FILE_PATH_MAX];
    Error error = { 0 };

    container_path(path, &folder);
    for (size_t i = 0; i < sizeof Errors / sizeof *Errors; i++) {
        write_container(&work, &folder);
        spoil(path, Errors[i].at, Errors[i].cuts);
        CHECK(!verify("six_mens_morris", path, &error));
        CHECK(error.code == Errors[i].code && strstr(error.text, Errors[i].says));
        Tablebase *tb = tb_open(&rules, path, &error);
        CHECK((tb != NULL) == Errors[i].opens);
        for (uint64_t slot = 0; tb && slot < 5000; slot++) {
            Bits mover, other;
            index_pieces(tb_space(tb)->index, 3, 4, slot, &mover, &other);
            tb_probe_pieces(tb, mover, other); /* any value, no crash */
        }
        tb_close(tb);
    }
    write_container(&work, &folder);
    append_byte(path);
    CHECK(!verify("six_mens_morris", path, &error) && strstr(error.text, "1 bytes too long"));
    CHECK(!verify("six_mens_morris", work.path, &error));
    CHECK(!verify("six_mens_morris", "/nowhere/at/all", &error) && strstr(error.text, "No such file"));
    remove_folder(&work);
    remove_folder(&folder);
}

/* A container whose checksums are right and whose sizes and offsets are not. */
static void test_crafted_container(void)
{
    const Folder work = new_folder(), folder = new_folder();
    char path[TB_FILE_PATH_MAX];
    Error error = { 0 };

    container_path(path, &folder);
    for (int what = 0; what < 6; what++) {
        write_container(&work, &folder);
        TbContainer container;
        CHECK(tb_container_open(&container, path, &error));
        TbContainerHeader header = container.header;
        TbContainerEntry *entries = container.entries;
        switch (what) {
        case 0: header.count = UINT32_MAX; break;
        case 1: header.size = 0; break;
        case 2: entries[1].offset = UINT64_MAX; break;
        case 3: entries[0].header.payload = UINT64_MAX; break;
        case 4:
            entries[1].header.mover = entries[0].header.mover, entries[1].header.other = entries[0].header.other;
            break;
        case 5: memset(header.name, 'a', sizeof header.name); break;
        }
        const uint64_t directory = container.header.count * sizeof *entries;
        for (uint32_t i = 0; i < container.header.count; i++)
            entries[i].header.header_sum = checksum_of(&entries[i].header, offsetof(TbHeader, header_sum));
        header.directory_sum = checksum_of(entries, directory);
        header.header_sum = checksum_of(&header, offsetof(TbContainerHeader, header_sum));
        FILE *file = fopen(path, "r+b");
        CHECK(file && fwrite(&header, sizeof header, 1, file) == 1 && fwrite(entries, (size_t)directory, 1, file) == 1);
        CHECK(fclose(file) == 0);
        tb_container_close(&container);
        CHECK(!verify("six_mens_morris", path, &error) && error.code == MILL_DAMAGED);
    }
    remove_folder(&work);
    remove_folder(&folder);
}

/* A container truncated while it is open: positions are unknown, the process goes on. */
static void test_container_truncated_while_open(void)
{
    const Rules rules = rules_of("six_mens_morris");
    const Folder work = new_folder(), folder = new_folder();
    char path[TB_FILE_PATH_MAX];
    Error error = { 0 };

    write_container(&work, &folder);
    container_path(path, &folder);
    Tablebase *tb = tb_open(&rules, path, &error);
    CHECK(tb && truncate(path, 500) == 0);
    CHECK(tb_probe_pieces(tb, 7, 7 << 3) == TB_VALUE_NONE);
    CHECK(!tb_write(tb, path, "again", &error) && error.text[0]);
    tb_close(tb);
    remove_folder(&work);
    remove_folder(&folder);
}

/* A container stored inside another file, as in an Android package: read in place, also while that file changes. */
static void test_part_of_a_file(void)
{
    enum { BEFORE = 4711, AFTER = 13 };
    static const char *const Wrong[] = { "#4711+", "#4711+x", "#+4711", "#4711+500 ", "#99999999999999999999+500" };
    const Rules rules = rules_of("six_mens_morris");
    const Folder work = new_folder(), folder = new_folder();
    char whole[TB_FILE_PATH_MAX], package[TB_FILE_PATH_MAX], part[TB_FILE_PATH_MAX + 64];
    Error error = { 0 };
    MillTbInfo info;

    write_container(&work, &folder);
    container_path(whole, &folder);
    CHECK(mill_tb_info(whole, &info, &error));
    snprintf(package, sizeof package, "%s/game#1+2.apk", folder.path);
    FILE *from = fopen(whole, "rb"), *to = fopen(package, "wb");
    CHECK(from && to);
    for (int i = 0; i < BEFORE; i++)
        CHECK(fputc('S', to) == 'S');
    for (int byte; (byte = fgetc(from)) != EOF;)
        CHECK(fputc(byte, to) == byte);
    for (int i = 0; i < AFTER; i++)
        CHECK(fputc('S', to) == 'S');
    CHECK(fclose(from) == 0 && fclose(to) == 0);

    snprintf(part, sizeof part, "%s#%d+%llu", package, BEFORE, (unsigned long long)info.bytes);
    CHECK(verify("six_mens_morris", part, &error));
    CHECK(tb_stamp(&rules, part) == tb_stamp(&rules, whole));
    const uint64_t checksum = info.checksum;
    CHECK(mill_tb_info(part, &info, &error) && info.checksum == checksum);
    Tablebase *tb = tb_open(&rules, part, &error), *known = tb_open(&rules, whole, &error);
    CHECK(tb && known && tb_max_pieces(tb) == 7);
    for (uint64_t slot = 0; slot < 2000; slot++) {
        Bits mover, other;
        index_pieces(tb_space(tb)->index, 3 + (int)(slot & 1), 3, slot, &mover, &other);
        CHECK(tb_probe_pieces(tb, mover, other) == tb_probe_pieces(known, mover, other));
    }
    tb_close(known);
    tb_close(tb);

    tb = tb_open(&rules, part, &error); /* which has decoded nothing */
    CHECK(tb);
    spoil(package, BEFORE + 2000, false);
    CHECK(!verify("six_mens_morris", part, &error) && error.code == MILL_DAMAGED);
    CHECK(truncate(package, BEFORE + 500) == 0);
    CHECK(tb_probe_pieces(tb, 7, 7 << 3) == TB_VALUE_NONE);
    tb_close(tb);
    CHECK(!verify("six_mens_morris", part, &error) && error.code == MILL_TRUNCATED);
    CHECK(truncate(package, BEFORE - 1) == 0);
    CHECK(!verify("six_mens_morris", part, &error) && error.code == MILL_NO_TABLEBASE);
    for (size_t i = 0; i < sizeof Wrong / sizeof *Wrong; i++) {
        snprintf(part, sizeof part, "%s%s", package, Wrong[i]);
        CHECK(!tb_open(&rules, part, &error) && error.text[0]);
    }
    remove_folder(&work);
    remove_folder(&folder);
}

static void test_verify_stops(void)
{
    const Rules rules = rules_of("six_mens_morris");
    const Folder work = new_folder(), folder = new_folder();
    char path[TB_FILE_PATH_MAX];
    Error error = { 0 };

    write_container(&work, &folder);
    container_path(path, &folder);
    TbVerify *check = tb_verify_new(&rules, path, UINT64_MAX >> 40);
    CHECK(check);
    tb_verify_stop(check);
    CHECK(!tb_verify_run(check, &error) && error.code == MILL_STOPPED);
    tb_verify_free(check);
    remove_folder(&work);
    remove_folder(&folder);
}

/* Equal to the values it was coded from, different from others. */
static void test_compare(void)
{
    const Rules rules = rules_of("six_mens_morris");
    const Folder work = new_folder(), folder = new_folder(), solved = new_folder();
    char path[TB_FILE_PATH_MAX];
    MillTbCounts counts = { 0 };
    Error error = { 0 };

    write_container(&work, &folder);
    container_path(path, &folder);
    CHECK(build("six_mens_morris", solved.path, 7, 1, &error));
    Tablebase *tb = tb_open(&rules, path, &error), *exact = tb_open(&rules, solved.path, &error);
    CHECK(tb && exact && tb_set_cache(tb, 1 << 20));
    CHECK(tb_compare_samples(tb, exact, 0, 4, 3, 500, 1, &counts, &error) && counts.compared == 500);
    counts = (MillTbCounts){ 0 };
    for (int part = 0; part < 3; part++)
        CHECK(tb_compare_part(tb, exact, 0, 3, 3, part, 3, &counts, &error));
    CHECK(counts.compared == tb_header(exact, 0, 3, 3)->positions && counts.wins == tb_header(exact, 0, 3, 3)->wins);
    Tablebase *wrong = tb_new(&rules, 6);
    CHECK(wrong && tb_add(wrong, 3, 3, calloc((size_t)index_slots(tb_space(wrong)->index, 3, 3), sizeof(TbValue))));
    CHECK(!tb_compare_part(tb, wrong, 0, 3, 3, 0, 1, &counts, &error));
    CHECK(strstr(error.text, "differ"));
    tb_close(wrong);
    tb_close(exact);
    tb_close(tb);
    remove_folder(&work);
    remove_folder(&folder);
    remove_folder(&solved);
}

int main(void)
{
    test_container();
    test_subspace_with_dtw_is_preferred();
    test_damaged_container();
    test_crafted_container();
    test_container_truncated_while_open();
    test_part_of_a_file();
    test_verify_stops();
    test_compare();
    return EXIT_SUCCESS;
}
