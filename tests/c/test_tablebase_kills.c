/* test_tablebase_kills.c: builds that are killed before every single change of a file: what is left never looks finished,
 * and the next build ends with the same files. */
#define _DEFAULT_SOURCE
#include "tablebase.h"

#include "tablebase/os_file.h"

#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/uio.h>
#include <sys/wait.h>

#define RULES "three_mens_morris PiecesCount=4"

enum { PIECES = 8, FILE_MAX = 1 << 20 };

static int steps_left; /* changes until this process is killed; 0: it is not */

static bool is_last_step(void) { return steps_left > 0 && --steps_left == 0; }

static void step(void)
{
    if (is_last_step())
        raise(SIGKILL);
}

/* These take the place of the functions of the C library. */

ssize_t write(int fd, const void *bytes, size_t size)
{
    struct iovec whole = { (void *)(uintptr_t)bytes, size }, half = { whole.iov_base, size / 2 };

    if (is_last_step()) {
        writev(fd, &half, 1);
        raise(SIGKILL);
    }
    return writev(fd, &whole, 1);
}

int rename(const char *from, const char *to)
{
    step();
    return renameat(AT_FDCWD, from, AT_FDCWD, to);
}

int unlink(const char *path)
{
    step();
    return unlinkat(AT_FDCWD, path, 0);
}

static bool build_coded(const Folder *folder)
{
    const TbBuildOptions options = { folder->path, PIECES, 1, 0, PIECES, true, 0 };
    Error error = { 0 };

    return build_with(RULES, options, &error);
}

/* Builds in another process, which is killed before a change. False: it ended before. */
static bool build_and_kill(const Folder *folder, int steps)
{
    const pid_t child = fork();
    int status;

    CHECK(child >= 0);
    if (child == 0) {
        steps_left = steps;
        _exit(build_coded(folder) ? EXIT_SUCCESS : EXIT_FAILURE);
    }
    CHECK(waitpid(child, &status, 0) == child);
    CHECK(WIFSIGNALED(status) ? WTERMSIG(status) == SIGKILL : WEXITSTATUS(status) == EXIT_SUCCESS);
    return WIFSIGNALED(status);
}

static bool has_suffix(const char *name, const char *suffix)
{
    const size_t length = strlen(name), size = strlen(suffix);
    return length > size && strcmp(name + length - size, suffix) == 0;
}

static size_t read_file(const Folder *folder, const char *name, char *bytes)
{
    char path[sizeof folder->path + sizeof((struct dirent *)0)->d_name + 1];

    snprintf(path, sizeof path, "%s/%s", folder->path, name);
    FILE *file = fopen(path, "rb");
    const size_t size = file ? fread(bytes, 1, FILE_MAX, file) : 0;
    if (file)
        fclose(file);
    return size;
}

/* The number of coded files, -1 if others are there too; with a folder to compare, -2 if they differ from those there. */
static int finished_files(const Folder *folder, const Folder *expected)
{
    static char one[FILE_MAX], two[FILE_MAX];
    DIR *listing = opendir(folder->path);
    int count = 0;

    CHECK(listing);
    for (const struct dirent *entry; count >= 0 && (entry = readdir(listing));) {
        if (entry->d_name[0] == '.')
            continue;
        const size_t size = read_file(folder, entry->d_name, one);
        const bool is_same = !expected
            || (size == read_file(expected, entry->d_name, two) && memcmp(one, two, size) == 0);
        count = !has_suffix(entry->d_name, ".packed") ? -1 : !is_same ? -2 : count + 1;
    }
    closedir(listing);
    return count;
}

static void test_a_kill_before_every_change(const Folder *whole, int files)
{
    int steps = 0, unfinished = 0;

    for (bool is_killed = true; is_killed; steps++) {
        const Folder folder = new_folder();
        is_killed = build_and_kill(&folder, steps + 1);
        const int left = finished_files(&folder, whole);
        CHECK(left != -2 && (left <= 0 || left == files)); /* what looks finished is */
        unfinished += left == -1;
        CHECK(build_coded(&folder) && finished_files(&folder, whole) == files);
        remove_folder(&folder);
    }
    CHECK(unfinished > 3 * files); /* each was solved, coded and renamed */
}

/* The end of a build removes what a killed one left, also if it would not write that file. */
static void test_what_is_left_is_removed(const Folder *whole, int files)
{
    char path[TB_FILE_PATH_MAX], left[TB_FILE_PATH_MAX + 8];
    const Rules rules = rules_of(RULES);
    TbSpace space;
    Error error;

    CHECK(tb_space_init(&space, &rules.value, &error) && tb_space_build_index(&space, PIECES, &error));
    const TbHeader header = tb_space_header(&space, TB_FILE_CODED, 0, 3, 4);
    CHECK(tb_file_path(path, whole->path, &header, &error));
    snprintf(left, sizeof left, "%s" OS_UNFINISHED, path);
    FILE *file = fopen(left, "wb");
    CHECK(file && fclose(file) == 0 && finished_files(whole, NULL) == -1);
    CHECK(build_coded(whole) && finished_files(whole, NULL) == files);
    tb_space_free(&space);
}

int main(void)
{
    const Folder whole = new_folder();

    CHECK(build_coded(&whole));
    const int files = finished_files(&whole, NULL);
    CHECK(files == 3);
    test_a_kill_before_every_change(&whole, files);
    test_what_is_left_is_removed(&whole, files);
    remove_folder(&whole);
    return EXIT_SUCCESS;
}
