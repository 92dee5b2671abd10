/* test_uci_jobs.c: commands while a search, perft or bench goes on, and the end of a session meanwhile. */
#include "console.h"

/* A command that changes the state or uses the engine stops what goes on, which says so; the others leave it alone. */
static void test_state_changes_stop_running_job(void)
{
    static const char *const jobs[][2] = {
        { "go depth 90", "bestmove " },
        { "go infinite", "bestmove " },
        { "go ponder", "bestmove " },
        { "go perft 40", "info string perft: stopped\n" },
        { "bench", "info string bench: stopped\n" },
    };
    static const char *const commands[] = {
        "stop",
        "setoption name Shuffle value false",
        "setoption name Nothing value 1",
        "position startpos",
        "position nowhere",
        "ucinewgame",
        "go perft 1",
        "probe",
    };
    char lines[200];

    ask("setoption name OwnBook value false\n"); /* or its values end the search of the start */
    for (size_t job = 0; job < sizeof jobs / sizeof *jobs; job++) {
        for (size_t i = 0; i < sizeof commands / sizeof *commands; i++) {
            snprintf(lines, sizeof lines, "%s\n%s\nstop\n", jobs[job][0], commands[i]);
            CHECK(count_of(ask(lines), jobs[job][1]) == 1);
        }
        snprintf(lines, sizeof lines, "%s\nisready\nd\neval\nuci\nisready\ndebug off\nregister\nnonsense\n\nstop\n",
                 jobs[job][0]);
        const char *answer = ask(lines), *stopped = strstr(answer, jobs[job][1]);
        CHECK(stopped && count_of(answer, "readyok\n") == 2 && !strstr(stopped, "readyok\n"));
        CHECK(strstr(answer, "\nuciok\n") && strstr(answer, "\nfen ") && strstr(answer, "\neval "));
        CHECK(strstr(answer, "\nregistration ok\n") && strstr(answer, ERROR "no command is called 'nonsense'\n"));
    }
    CHECK(count_of(ask("go depth 90\ngo infinite\nbench\ngo perft 40\ngo depth 90\nstop\n"), "bestmove ") == 3);
}

/* A short count is finished whatever follows, as in a script that ends its input behind it. */
static void test_short_perft_is_finished(void)
{
    ask("position startpos\n");
    CHECK(ends_with(ask("go perft 4\nposition startpos\n"), "\nnodes 255024\n"));
}

/* quit and the end of the input end a session at once, whatever goes on. */
static void test_sessions_end_during_any_job(void)
{
    static const char *const jobs[] = { "go depth 90\n", "go infinite\n", "go ponder\n", "go perft 40\n", "bench\n" };

    for (size_t i = 0; i < sizeof jobs / sizeof *jobs; i++)
        for (int quits = 0; quits < 2; quits++) {
            FILE *in = input();
            fprintf(in, "%sisready\n%s", jobs[i], quits ? "quit\nbench\n" : "");
            const char *answer = session(in);
            CHECK(strstr(answer, "readyok\n") && count_of(answer, "bestmove ") == (i < 3));
        }
}

int main(void)
{
    open_console();
    test_state_changes_stop_running_job();
    test_short_perft_is_finished();
    close_console();
    test_sessions_end_during_any_job();
    return EXIT_SUCCESS;
}
