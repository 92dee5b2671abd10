/* samples.c: a file is an array of samples. It appears under its name when it is complete. */
#include "samples.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void append(Samples *samples, const Sample *items, size_t count)
{
    while (samples->count + count > samples->capacity) {
        samples->capacity = samples->capacity ? 2 * samples->capacity : 1 << 16;
        samples->items = realloc(samples->items, samples->capacity * sizeof *samples->items);
        if (!samples->items)
            exit(EXIT_FAILURE);
    }
    memcpy(samples->items + samples->count, items, count * sizeof *items);
    samples->count += count;
}

void samples_add(Samples *samples, const Position *pos, int outcome, bool is_held_back)
{
    const Side us = (Side)pos->stm, them = side_other(us);
    const Sample sample = { pos->pieces[us], pos->pieces[them], (uint8_t)pos->in_hand[us], (uint8_t)pos->in_hand[them],
                            (int8_t)outcome, is_held_back };

    append(samples, &sample, 1);
}

void samples_join(Samples *samples, const Samples *others) { append(samples, others->items, others->count); }

bool samples_write(const Samples *samples, const char *path)
{
    char draft[1024];

    if (snprintf(draft, sizeof draft, "%s.part", path) >= (int)sizeof draft)
        return false;
    FILE *file = fopen(draft, "wb");
    if (!file)
        return false;
    const bool is_written = fwrite(samples->items, sizeof *samples->items, samples->count, file) == samples->count;
    return fclose(file) == 0 && is_written && rename(draft, path) == 0;
}

static bool read_file(Samples *samples, const char *path)
{
    FILE *file = fopen(path, "rb");
    Sample read[1024];
    size_t count;

    if (!file)
        return false;
    while ((count = fread(read, sizeof *read, sizeof read / sizeof *read, file)) > 0)
        append(samples, read, count);
    fclose(file);
    return true;
}

bool samples_read_all(Samples *samples, char **paths, int count)
{
    for (int i = 0; i < count; i++)
        if (!read_file(samples, paths[i])) {
            fprintf(stderr, "%s: cannot be read\n", paths[i]);
            return false;
        }
    return true;
}

void samples_position(const Sample *sample, const Rules *rules, Position *pos)
{
    position_set_up(pos, rules, piece_pair(sample->own, sample->theirs), sample->own_hand, sample->their_hand, WHITE);
}
