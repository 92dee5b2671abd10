/* tablebase.h: tablebases built in folders of their own. Define _DEFAULT_SOURCE first. */
#pragma once

#include "check.h"
#include "tablebase/build/tb_build.h"
#include "tablebase/tb_probe.h"

#include <unistd.h>

static inline Rules rules_of(const char *text)
{
    RuleValues values;
    Error error = { 0 };
    Rules rules;

    CHECK(rules_read(&values, text, &error));
    rules_prepare(&rules, &values);
    return rules;
}

/* A folder of its own for each test. */
typedef struct {
    char path[32];
} Folder;

static inline Folder new_folder(void)
{
    Folder folder = { "/tmp/sanmill-tables-XXXXXX" };
    CHECK(mkdtemp(folder.path));
    return folder;
}

static inline void remove_folder(const Folder *folder)
{
    char command[64];
    snprintf(command, sizeof command, "rm -r %s", folder->path);
    CHECK(system(command) == 0);
}

static inline bool build_with(const char *text, TbBuildOptions options, Error *error)
{
    const Rules rules = rules_of(text);
    TbBuild *job = tb_build_new(&rules.value, &options, error);
    const bool is_built = job && tb_build_run(job, error);

    tb_build_free(job);
    return is_built;
}

static inline bool build(const char *text, const char *folder, int max_pieces, int threads, Error *error)
{
    return build_with(text, (TbBuildOptions){ folder, max_pieces, threads, 0, max_pieces, false, 0 }, error);
}

/* Changes a byte, or cuts the file there. */
static inline void spoil(const char *path, long at, bool cuts)
{
    FILE *file = fopen(path, "r+b");

    CHECK(file && fseek(file, at, at < 0 ? SEEK_END : SEEK_SET) == 0);
    if (cuts) {
        CHECK(ftruncate(fileno(file), ftell(file)) == 0);
    } else {
        const long place = ftell(file);
        const int byte = fgetc(file);
        CHECK(fseek(file, place, SEEK_SET) == 0 && fputc(byte ^ 1, file) != EOF);
    }
    CHECK(fclose(file) == 0);
}
