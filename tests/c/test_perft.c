/* test_perft.c: leaf counts from perft.txt, `variant ; position ; depth ; nodes`. */
#include "check.h"

#ifndef PERFT_FILE
#error "PERFT_FILE names the data"
#endif

enum { FIELD_NB = 4 };

/* Splits a line at ';' and takes the blanks off both ends of each part. */
static bool split(char *line, char *fields[FIELD_NB])
{
    for (int i = 0; i < FIELD_NB; i++) {
        if (!line)
            return false;
        char *end = strchr(line, ';');
        if (end)
            *end++ = '\0';
        while (*line == ' ')
            line++;
        for (char *last = line + strlen(line); last > line && (last[-1] == ' ' || last[-1] == '\n'); last--)
            last[-1] = '\0';
        fields[i] = line;
        line = end;
    }
    return true;
}

int main(void)
{
    FILE *file = fopen(PERFT_FILE, "r");
    char line[1024];
    int number = 0, counts = 0;

    CHECK(file);
    while (fgets(line, sizeof line, file)) {
        char *fields[FIELD_NB];
        number++;
        if (line[0] == '#' || line[0] == '\n')
            continue;
        CHECK(split(line, fields));
        Game *game = new_game(fields[0], strcmp(fields[1], "start") == 0 ? NULL : fields[1]);
        const unsigned long long nodes = movegen_perft(&game->now, atoi(fields[2]), NULL);
        if (nodes != strtoull(fields[3], NULL, 10)) {
            fprintf(stderr, "perft.txt:%d: %llu nodes, not %s\n", number, nodes, fields[3]);
            return EXIT_FAILURE;
        }
        game_free(game);
        counts++;
    }
    fclose(file);
    CHECK(counts > 0);
    return EXIT_SUCCESS;
}
