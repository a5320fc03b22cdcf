/* SPDX-License-Identifier: GPL-3.0-or-later */
/* same_program.c -- versions whose program is the same: no change lies between them, and what they differ by is what the
 * machine adds by itself.
 * Source:   pooled variance of the logarithms within programs.
 * Assumes:  a program number is right: two versions of one number differ by noise alone.
 *           A step that noise has put one version off is the one beside it; its p value is that of the
 *           place where it is told.
 * Edge:     0: nothing is known of that version, which is like none. A mean that is not positive has no
 *           part in the floor. No program met twice: sd NaN, df 0.
 * Checked:  tests/lib/history/test_same.c: by hand, and on simulated series.
 */
#include <math.h>
#include <string.h>

#include "base/try.h"
#include "history/series.h"

/* The sum of squares of the program's logarithms, and how many versions it has; 0: it is no first. */
static size_t squares_of(const struct assay_history_point *versions, const unsigned *program,
                         size_t n, size_t first, double *squares)
{
    double sum = 0;
    size_t count = 0;
    for (size_t i = 0; i < first; i++)
        if (program[i] == program[first])
            return 0;
    for (size_t i = first; i < n; i++)
        if (program[i] == program[first] && versions[i].summary.mean > 0) {
            sum += log(versions[i].summary.mean);
            count++;
        }
    *squares = 0;
    for (size_t i = first; i < n; i++)
        if (program[i] == program[first] && versions[i].summary.mean > 0) {
            const double off = log(versions[i].summary.mean) - sum / (double)count;
            *squares += off * off;
        }
    return count;
}

struct assay_history_same assay_history_floor(const struct assay_history_point *versions,
                                              const unsigned *program, size_t n)
{
    struct assay_history_same same = {.sd = (double)NAN};
    double squares = 0;
    for (size_t i = 0; i < n; i++) {
        double more;
        const size_t count = program[i] != 0 ? squares_of(versions, program, n, i, &more) : 0;
        if (count < 2)
            continue;
        same.n_programs++;
        same.n_versions += count;
        squares += more;
    }
    same.df = (double)(same.n_versions - same.n_programs);
    if (same.df > 0)
        same.sd = sqrt(squares / same.df);
    return same;
}

static bool is_same(const unsigned *program, size_t i)
{
    return program[i] != 0 && program[i] == program[i - 1];
}

/* The nearest place between two programs in (from, to), or 0. */
static size_t nearest(const unsigned *program, size_t at, size_t from, size_t to)
{
    for (size_t off = 0; at > from + off || at + off < to; off++) {
        if (at > from + off && !is_same(program, at - off))
            return at - off;
        if (at + off < to && !is_same(program, at + off))
            return at + off;
    }
    return 0;
}

/* Each to its place; returns how many have one, and whether any went elsewhere or nowhere. */
static size_t move(const unsigned *program, size_t n, bool only_leave_out,
                   struct assay_history *history, bool *moved)
{
    size_t kept = 0;
    for (size_t k = 0; k < history->n; k++) {
        struct assay_change change = history->changes[k];
        const size_t before = kept > 0 ? history->changes[kept - 1].at : 0;
        const size_t after = k + 1 < history->n ? history->changes[k + 1].at : n;
        const bool same = is_same(program, change.at);
        const size_t at = !same            ? change.at
                          : only_leave_out ? 0
                                           : nearest(program, change.at, before, after);
        *moved = *moved || same;
        change.at = at;
        if (at != 0)
            history->changes[kept++] = change;
    }
    return kept;
}

static bool is_clear(const struct assay_change *change, double level)
{
    const struct assay_interval *interval = &change->ratio.interval;
    return (isnan(change->p) || change->p <= level) &&
           (isnan(interval->lower) || interval->lower > 1 || interval->upper < 1);
}

/* Describes them where they are now, and again without one that is not clear. */
static void describe(struct series *series, const struct assay_history_options *options,
                     struct assay_history *history)
{
    for (bool again = true; again;) {
        again = false;
        steps_describe(series, options->confidence, history->changes, history->n);
        for (size_t k = 0; k < history->n && !again; k++) {
            struct assay_change *change = &history->changes[k];
            if (options->rule == ASSAY_HISTORY_CHANGEPOINTS)
                change->p = step_probability(series, change->from, change->at, change->to);
            again = !is_clear(change, 1 - options->confidence) ||
                    !change_beyond(change, options->margin);
            if (again)
                memmove(change, change + 1, (--history->n - k) * sizeof *change);
        }
    }
}

enum assay_status assay_history_settle(const struct assay_history_point *versions,
                                       const unsigned *program, size_t n,
                                       const struct assay_history_options *options,
                                       struct assay_history *history, struct assay_error *error)
{
    const bool neighbours =
        options->rule == ASSAY_HISTORY_PAIR || options->rule == ASSAY_HISTORY_KT2006;
    bool moved = false;
    history->n = move(program, n, neighbours, history, &moved);
    if (!moved || neighbours || history->n == 0)
        return ASSAY_OK;
    SCOPED(series_fini) struct series series = {0};
    TRY(series_init(&series, versions, n, error));
    if (history->slope.found)
        series_tilt(&series, log(history->slope.per_version));
    for (size_t i = 0; i < history->n_alone; i++)
        series.alone[history->alone[i].at] = history->alone[i].size;
    describe(&series, options, history);
    return ASSAY_OK;
}
