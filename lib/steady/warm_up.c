/* SPDX-License-Identifier: GPL-3.0-or-later */
/* warm_up.c -- do live values still warm up, and is it seen where that ends?
 * Source:   METHODS I3 and I5. A warm-up by three looks (look.c); a cycle of whole iterations by folding (fold.c), which
 *           is divided out before: it is accepted when what follows the warm-up that is then found shows it
 *           again, and no single sine explains as much. What remains after the warm-up: level.c. The looks are also taken
 *           at processor time where there is some: what it shows no other program has made.
 * Assumes:  executions are the units of the lowest level but one.
 * Edge:     fewer than 10 iterations: nothing is said. Without a warm-up a fall or rise is one beyond doubt only: 99.9 %
 *           and beyond the band, as 90 % would be met by one series in ten.
 * Checked:  tests/lib/steady/test_warm_up.c; what is said of decays, steps and cycles: docs/evidence/steady.md,
 *           docs/evidence/pulses.md. */
#include <math.h>
#include <stdlib.h>

#include <assay/interval.h>

#include "base/try.h"
#include "base/view.h"
#include "steady/fold.h"
#include "steady/steady.h"

enum { THINNED = 250, ALWAYS_SINE = 3 }; /* a cycle of two or three iterations has one frequency */
static const struct warm_up_limits usual = {0.01, 4, 0.8, THINNED};
static const double cycle_level = 0.05, sine_share = 0.9, beyond_doubt = 0.999;

const char *assay_ended_name(enum assay_ended ended)
{
    static const char *const names[] = {"unknown", "seen", "falling", "rising"};
    return (unsigned)ended < sizeof names / sizeof *names ? names[ended] : NULL;
}

bool assay_warm_up_moves(const struct assay_warm_up *warm_up)
{
    return warm_up->found || warm_up->ended == ASSAY_ENDED_FALLING ||
           warm_up->ended == ASSAY_ENDED_RISING;
}

size_t assay_warm_up_rest(size_t until, size_t iterations, size_t period)
{
    if (until >= iterations)
        return iterations;
    const size_t left = iterations - until, half = left - left / 2;
    return iterations - (period > 1 && half >= period ? half / period * period : half);
}

/* ---- looks ---- */

/* Each execution less its cycles of `first` and `second` iterations (0: none), to be freed. */
static enum assay_status divide_cycles(const struct assay_sample *sample, size_t first,
                                       size_t second, double **rest, struct assay_error *error)
{
    *rest = malloc(assay_sample_size(sample) * sizeof **rest);
    if (*rest == NULL)
        return assay_fail(error, ASSAY_NO_MEMORY, "no memory for values without a cycle");
    const size_t periods[] = {first, second};
    enum assay_status status = ASSAY_OK;
    for (size_t u = 0; u < n_executions(sample); u++) {
        const struct assay_view x = execution_values(sample, u);
        const double *from = x.x;
        double swing, *own = *rest + (x.x - sample->values);
        for (size_t k = 0; k < 2 && status == ASSAY_OK; k++) {
            if (periods[k] == 0)
                continue;
            status = cycle_divide(from, x.n, periods[k], own, &swing, error);
            from = own;
        }
    }
    return status;
}

/* Looks at the sample, the cycles of this fold (NULL: none was sought) divided out. */
static enum assay_status look_without(const struct assay_sample *sample,
                                      const struct looking *looking, const struct assay_fold *cycle,
                                      struct assay_warm_up *out, struct assay_error *error)
{
    struct looking how = *looking;
    how.without_cycle = cycle != NULL;
    if (cycle == NULL || cycle->period == 0)
        return looks_take(sample, &how, out, error);
    OWNED double *rest = NULL;
    enum assay_status status = divide_cycles(sample, cycle->period, cycle->second, &rest, error);
    const struct assay_sample without = {rest, sample->shape};
    if (status == ASSAY_OK)
        status = looks_take(&without, &how, out, error);
    return status;
}

/* The later of both ends; what either finds is found. */
static void join(struct assay_warm_up *out, const struct assay_warm_up *other)
{
    if (!other->found)
        return;
    if (!out->found) {
        out->n_warming = other->n_warming;
        out->n_slowing = other->n_slowing;
    }
    out->found = true;
    out->until = other->until > out->until ? other->until : out->until;
}

static enum assay_status look(const struct assay_sample *sample,
                              const struct assay_warm_up_options *options,
                              const struct looking *looking, const struct assay_fold *cycle,
                              struct assay_warm_up *out, struct assay_error *error)
{
    struct assay_warm_up found = {.iterations = out->iterations, .cycle = out->cycle},
                         processor = {0};
    enum assay_status status = look_without(sample, looking, cycle, &found, error);
    if (status == ASSAY_OK && options->processor != NULL)
        status = look_without(options->processor, looking, cycle, &processor, error);
    join(&found, &processor);
    *out = found;
    return status;
}

/* ---- cycles ---- */

/* Does one sine, the median of the executions' strongest, explain what the folded cycle does? */
static enum assay_status is_sine(const struct folding *folding, double share, bool *sine,
                                 struct assay_error *error)
{
    const size_t n = folding->n;
    OWNED double *copy = calloc(2 * n + folding->e, sizeof *copy);
    if (copy == NULL)
        return assay_fail(error, ASSAY_NO_MEMORY, "no memory for %zu iterations", n);
    double *periods = copy + 2 * n;
    size_t found = 0;
    enum assay_status status = ASSAY_OK;
    for (size_t u = 0; u < folding->e && status == ASSAY_OK; u++) {
        struct assay_cycle cycle;
        for (size_t i = 0; i < n; i++)
            copy[i] = folding->y[u * n + i];
        status = cycle_remove(copy, n, usual.tolerance, copy + n, &cycle, error);
        if (status == ASSAY_OK && cycle.period > 0)
            periods[found++] = cycle.period;
    }
    sort_doubles(periods, found);
    *sine = 2 * found >= folding->e &&
            fold_wave_share(folding, periods[found / 2]) >= sine_share * share;
    return status;
}

/* The cycle of what follows `from`; that of one sine is left to those who look for waves. */
static enum assay_status fold_from(const struct assay_sample *sample, size_t from, bool also_sines,
                                   struct assay_fold *out, struct assay_error *error)
{
    struct folding folding;
    bool passed = false, sine = false;
    enum assay_status status = folding_init(&folding, sample, from, error);
    if (status == ASSAY_OK) {
        fold_search(&folding, cycle_level, out);
        passed = out->phases != ASSAY_PHASES_NONE && folding.swing >= usual.tolerance;
        if (passed && !also_sines && !(out->period > 0 && out->period <= ALWAYS_SINE))
            status = is_sine(&folding, folding.best, &sine, error);
        if (status == ASSAY_OK && passed && !sine)
            fold_second(&folding, cycle_level, usual.tolerance, out);
    }
    folding_fini(&folding);
    if (!passed || sine)
        *out = (struct assay_fold){.share = (double)NAN, .swing = (double)NAN, .p = (double)NAN};
    return status;
}

/* A cycle in what follows `from` counts if it is there after the warm-up, too, that is found without it. */
static enum assay_status try_cycle(const struct assay_sample *sample,
                                   const struct assay_warm_up_options *options,
                                   const struct looking *looking, size_t from,
                                   struct assay_warm_up *out, struct assay_error *error)
{
    struct assay_fold cycle, again;
    enum assay_status status = fold_from(sample, from, false, &cycle, error);
    if (status != ASSAY_OK || cycle.phases == ASSAY_PHASES_NONE)
        return status;
    struct assay_warm_up without = *out;
    status = look(sample, options, looking, &cycle, &without, error);
    again = cycle;
    if (status == ASSAY_OK && without.until != from)
        status = fold_from(sample, without.until, true, &again, error);
    if (again.phases != ASSAY_PHASES_NONE && again.period == 0 && cycle.period > 0 &&
        4 * cycle.period > looking->shortest - without.until)
        again = cycle; /* too few are left to fold it, and they are seen to be a part of some */
    if (status != ASSAY_OK || again.phases == ASSAY_PHASES_NONE || again.period != cycle.period)
        return status;
    *out = without;
    out->cycle = again;
    return ASSAY_OK;
}

/* Halves are whole cycles of both where they are long enough for that; else of the first, without the second. */
static enum assay_status level_of(const struct assay_sample *sample,
                                  const struct assay_warm_up_options *options,
                                  struct assay_warm_up *out, struct assay_error *error)
{
    const struct assay_fold *cycle = &out->cycle;
    const size_t common = assay_fold_common(cycle, (out->iterations - out->until) / 2);
    const bool apart = cycle->second > 0 && common == 0;
    const struct assay_level_options how = {options->margin, out->until,
                                            common > 0 ? common : cycle->period};
    if (!apart)
        return assay_level_of(sample, &how, &out->level, error);
    OWNED double *rest = NULL;
    enum assay_status status = divide_cycles(sample, 0, cycle->second, &rest, error);
    const struct assay_sample without = {rest, sample->shape};
    if (status == ASSAY_OK)
        status = assay_level_of(&without, &how, &out->level, error);
    return status;
}

static enum assay_status find(const struct assay_sample *sample,
                              const struct assay_warm_up_options *options,
                              const struct looking *looking, struct assay_warm_up *out,
                              struct assay_error *error)
{
    enum assay_status status = look(sample, options, looking, NULL, out, error);
    const size_t places[] = {out->until, 0, looking->shortest / 2};
    const size_t n = out->until > 0 ? sizeof places / sizeof *places : 1;
    for (size_t k = 0; k < n && status == ASSAY_OK && out->cycle.phases == ASSAY_PHASES_NONE; k++)
        status = try_cycle(sample, options, looking, places[k], out, error);
    return status;
}

/* ---- the end ---- */

static enum assay_ended ended_of(const struct assay_warm_up *warm_up)
{
    const struct assay_level *level = &warm_up->level;
    if (warm_up->found || level->ended == ASSAY_ENDED_SEEN || level->ended == ASSAY_ENDED_UNKNOWN)
        return level->ended;
    const double reach = assay_t_critical(beyond_doubt, (double)level->executions - 1);
    return fabs(level->fall) > level->band && fabs(level->fall) > reach * level->se
               ? level->ended
               : ASSAY_ENDED_UNKNOWN;
}

static void lengths_of(const struct assay_sample *sample, size_t *shortest, size_t *longest)
{
    *shortest = SIZE_MAX;
    *longest = 0;
    for (size_t u = 0; u < n_executions(sample); u++) {
        const size_t n = execution_values(sample, u).n;
        *longest = n > *longest ? n : *longest;
        *shortest = n < *shortest ? n : *shortest;
    }
}

static bool of_the_same_iterations(const struct assay_sample *a, const struct assay_sample *b)
{
    if (n_executions(a) != n_executions(b))
        return false;
    for (size_t u = 0; u < n_executions(a); u++)
        if (execution_values(a, u).n != execution_values(b, u).n)
            return false;
    return true;
}

enum assay_status warm_up_within(const struct warm_up_limits *limits,
                                 const struct assay_sample *sample,
                                 const struct assay_warm_up_options *options,
                                 struct assay_warm_up *out, struct assay_error *error)
{
    const double none = (double)NAN;
    struct assay_warm_up result = {.cycle = {.share = none, .swing = none, .p = none}};
    enum assay_status status = assay_sample_check(sample, error);
    *out = result;
    if (status == ASSAY_OK && options->processor != NULL)
        status = assay_sample_check(options->processor, error);
    if (status != ASSAY_OK || sample->shape.n_levels < 2)
        return status;
    if (options->processor != NULL && !of_the_same_iterations(sample, options->processor))
        return assay_fail(error, ASSAY_INVALID, "processor time is of other iterations");
    size_t shortest;
    lengths_of(sample, &shortest, &result.iterations);
    result.n = n_executions(sample) < MOST_EXAMINED ? n_executions(sample) : MOST_EXAMINED;
    const struct looking looking = {limits, shortest, options->more_is_better, false};
    if (shortest >= ASSAY_LEAST_ITERATIONS)
        status = find(sample, options, &looking, &result, error);
    if (status != ASSAY_OK)
        return status;
    status = level_of(sample, options, &result, error);
    result.ended = ended_of(&result);
    if (status == ASSAY_OK)
        *out = result;
    return status;
}

enum assay_status assay_warm_up_of(const struct assay_sample *sample,
                                   const struct assay_warm_up_options *options,
                                   struct assay_warm_up *out, struct assay_error *error)
{
    return warm_up_within(&usual, sample, options, out, error);
}
