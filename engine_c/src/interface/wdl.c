#include "wdl.h"

/* Fitted to the results of 150 games of Nine and 80 of Twelve Men's Morris of the engine against itself, 3,000 nodes a move:
 * a win is as likely as not at EVEN, and its odds change e-fold with every STEP. */
enum { EVEN = 140, STEP = 40, WHOLE = 1000 };

/* The logistic function of distance / STEP, in thousandths. */
static int logistic(int distance)
{
    static const int16_t Curve[] = { 500, 731, 881, 953, 982, 993, 998, 999, 1000 };
    const int last = (int)(sizeof Curve / sizeof *Curve) - 1, from = distance < 0 ? -distance : distance;
    const int step = from / STEP;
    const int share = step >= last ? WHOLE : Curve[step] + (Curve[step + 1] - Curve[step]) * (from % STEP) / STEP;

    return distance < 0 ? WHOLE - share : share;
}

WdlShares wdl_of_line(const SearchLine *line)
{
    const bool is_exact = line->is_proven || line->mate;
    const int sign = (line->value > 0) - (line->value < 0);
    const int win = is_exact ? (sign > 0) * WHOLE : logistic(line->value - EVEN);
    const int loss = is_exact ? (sign < 0) * WHOLE : logistic(-line->value - EVEN);

    return (WdlShares){ win, WHOLE - win - loss, loss };
}
