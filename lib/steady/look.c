/* SPDX-License-Identifier: GPL-3.0-or-later */
/* look.c -- do the executions of a sample change before they are steady?
 * Source:   three looks. Each execution by its change points (METHODS B1): more than half of them warm
 *           up, or slow down; those that go on to their end count, too. All of them together: what an
 *           iteration's place does is the same in each execution, noise is not, however it depends on
 *           itself. Blocks of iterations, relative to the last quarter of their execution: the first
 *           one and those after it lie, on average over the executions, more than 1 % and four standard
 *           errors off, to one side, in four of five executions. A smooth decay has no change points
 *           that dependence could not explain; this sees it. And the first iterations by their ranks
 *           (start.c), which no stall hides.
 * Assumes:  executions are the units of the lowest level but one; of the second look, three or more
 *           and that the last quarter is steady, or nearer to it.
 * Edge:     of many executions the first looks examine some, evenly spread. Of long ones the first look takes
 *           the means of THINNED blocks, and then moves the
 *           end of the warm-up to its best iteration. A block that hides a start-up is too short for
 *           it to matter: less than 1/THINNED of the iterations.
 * Checked:  tests/lib/steady/test_warm_up.c, also against AR(1) noise; false alarms, and thinned beside
 *           unthinned: docs/coverage.md.
 */

#include <math.h>
#include <stdlib.h>

#include "base/try.h"
#include "descriptive/sorted.h"
#include "steady/start.h"
#include "steady/steady.h"

enum { LEAST_TOGETHER = 3, BLOCKS = 50 };

/* ---- each by itself ---- */

/* Means of blocks of `length` iterations in order; the last block takes what is left. */
static struct assay_view block_means(struct assay_view values, size_t length, double *means)
{
    const size_t n = values.n / length;
    for (size_t k = 0; k < n; k++) {
        const size_t begin = k * length, end = k + 1 < n ? begin + length : values.n;
        double sum = 0;
        for (size_t i = begin; i < end; i++)
            sum += values.x[i] / (double)(end - begin);
        means[k] = sum;
    }
    return (struct assay_view){means, n};
}

/* Where the step before the steady part lies, of the iterations in the blocks beside it: on which side of
 * the middle between both levels they are changes sign there. */
static size_t refined(struct assay_view values, const struct assay_execution_state *state,
                      size_t length)
{
    const size_t block = state->steady_from, to = (block + 1) * length;
    size_t before = 0;
    while (state->segments[before].end < block)
        before++;
    const double level = state->segments[before].mean;
    const double middle = 0.5 * level + 0.5 * state->steady_mean;
    double sum = 0, most = -INFINITY;
    size_t at = block * length;
    for (size_t i = (block - 1) * length; i < to && i < values.n; i++) {
        sum += level > middle ? values.x[i] - middle : middle - values.x[i];
        if (sum > most) {
            most = sum;
            at = i + 1;
        }
    }
    return at;
}

/* One that reaches no steady state goes on from where it began to where it ended. */
static void add_going_on(const struct assay_execution_state *state, const struct looking *looking,
                         struct assay_warm_up *out)
{
    const double first = state->segments[0].mean,
                 last = state->segments[state->n_segments - 1].mean,
                 least = looking->limits->tolerance * fabs(last);
    const bool falls = first - last > least, rises = last - first > least;
    out->n_warming += looking->more_is_better ? rises : falls;
    out->n_slowing += looking->more_is_better ? falls : rises;
}

static enum assay_status look_at(struct assay_view values, size_t length,
                                 const struct looking *looking,
                                 const struct assay_steady_options *options, double *means,
                                 struct assay_warm_up *out, struct assay_error *error)
{
    SCOPED(assay_execution_state_fini) struct assay_execution_state state = {0};
    const struct assay_view seen = length > 1 ? block_means(values, length, means) : values;
    enum assay_status status = assay_execution_state_of(seen, options, &state, error);
    if (status != ASSAY_OK)
        return status == ASSAY_UNDEFINED ? ASSAY_OK : status;
    if (state.state == ASSAY_STATE_NOT_STEADY)
        add_going_on(&state, looking, out);
    if (state.state == ASSAY_STATE_WARMUP || state.state == ASSAY_STATE_SLOWDOWN) {
        const size_t until = length > 1 ? refined(values, &state, length) : state.steady_from;
        out->n_warming += state.state == ASSAY_STATE_WARMUP;
        out->n_slowing += state.state == ASSAY_STATE_SLOWDOWN;
        out->until = until > out->until ? until : out->until;
    }
    return ASSAY_OK;
}

static enum assay_status look_alone(const struct assay_sample *sample, size_t units,
                                    const struct looking *looking, struct assay_warm_up *out,
                                    struct assay_error *error)
{
    const struct assay_steady_options options = {.changes.min_segment = 2,
                                                 .more_is_better = looking->more_is_better,
                                                 .shuffles = 1,
                                                 .n_threads = 1,
                                                 .period = looking->without_cycle ? 1 : 0};
    const struct warm_up_limits *limits = looking->limits;
    OWNED double *means = malloc(limits->blocks * sizeof *means);
    TRY(means != NULL ? ASSAY_OK
                      : assay_fail(error, ASSAY_NO_MEMORY, "no memory for blocks of iterations"));
    for (size_t i = 0; i < out->n; i++) {
        const struct assay_view values = execution_values(sample, i * units / out->n);
        const size_t length = (values.n + limits->blocks - 1) / limits->blocks;
        TRY(look_at(values, length, looking, &options, means, out, error));
    }
    /* Noise that depends on itself wanders up as often as down. */
    out->found = 2 * out->n_warming > out->n || 2 * out->n_slowing > out->n;
    return ASSAY_OK;
}

/* ---- all together ---- */

/* Block k of execution e, relative to the execution's last quarter: of[e * BLOCKS + k]. */
struct profile {
    const struct warm_up_limits *limits;
    double *of;
    size_t n, n_blocks, length; /* executions, blocks before the last quarter, iterations a block */
    double noise;               /* standard deviation of a block */
};

static void fill_execution(struct assay_view values, size_t e, double *scratch,
                           struct profile *profile, double *squares, size_t *n_squares)
{
    const size_t n = profile->n_blocks * profile->length, rest = values.n - n;
    const double level = median_copying(values.x + n, rest, scratch);
    for (size_t k = 0; k < profile->n_blocks; k++)
        profile->of[e * BLOCKS + k] =
            median_copying(values.x + k * profile->length, profile->length, scratch) / level - 1;
    for (size_t at = n; at + profile->length <= values.n; at += profile->length) {
        double off = median_copying(values.x + at, profile->length, scratch) / level - 1;
        *squares += off * off;
        *n_squares += 1;
    }
}

static double mean_of(const struct profile *profile, size_t k)
{
    double sum = 0;
    for (size_t e = 0; e < profile->n; e++)
        sum += profile->of[e * BLOCKS + k];
    return sum / (double)profile->n;
}

/* How many executions lie to this side in block k. */
static size_t on_side(const struct profile *profile, size_t k, double side)
{
    size_t n = 0;
    for (size_t e = 0; e < profile->n; e++)
        n += side * profile->of[e * BLOCKS + k] > profile->limits->tolerance / 2;
    return n;
}

static bool is_off(const struct profile *profile, size_t k, double side)
{
    const struct warm_up_limits *limits = profile->limits;
    const double mean = side * mean_of(profile, k);
    return mean > limits->tolerance &&
           mean > limits->errors * profile->noise / sqrt((double)profile->n) &&
           (double)on_side(profile, k, side) >= limits->majority * (double)profile->n;
}

/* ASSAY_OK also where there is nothing to see; *blocks are all blocks before the last quarter. */
static enum assay_status profile_of(const struct assay_sample *sample, size_t units, size_t n,
                                    size_t shortest, struct profile *profile,
                                    struct assay_error *error)
{
    double squares = 0;
    size_t n_squares = 0;
    profile->n = n;
    profile->length = (shortest + BLOCKS - 1) / BLOCKS;
    profile->n_blocks = shortest * 3 / 4 / profile->length;
    profile->of = calloc(n * BLOCKS, sizeof *profile->of);
    size_t most = 0;
    for (size_t e = 0; e < n; e++) {
        struct assay_view values = execution_values(sample, e * units / n);
        most = values.n > most ? values.n : most;
    }
    double *scratch = malloc(most * sizeof *scratch);
    if (profile->of == NULL || scratch == NULL) {
        free(scratch);
        return assay_fail(error, ASSAY_NO_MEMORY, "no memory for a profile of iterations");
    }
    for (size_t e = 0; e < n; e++)
        fill_execution(execution_values(sample, e * units / n), e, scratch, profile, &squares,
                       &n_squares);
    free(scratch);
    profile->noise = n_squares > 0 ? sqrt(squares / (double)n_squares) : 0;
    return ASSAY_OK;
}

static enum assay_status look_together(const struct assay_sample *sample, size_t units,
                                       size_t shortest, const struct looking *looking,
                                       struct assay_warm_up *out, struct assay_error *error)
{
    struct profile profile = {.limits = looking->limits};
    enum assay_status status = profile_of(sample, units, out->n, shortest, &profile, error);
    const double side = status == ASSAY_OK && mean_of(&profile, 0) < 0 ? -1 : 1;
    if (status == ASSAY_OK && is_off(&profile, 0, side)) {
        size_t last = 0;
        for (size_t k = 0; k < profile.n_blocks; k++)
            if (is_off(&profile, k, side))
                last = k;
        const size_t n_off = on_side(&profile, 0, side), until = (last + 1) * profile.length;
        const bool warms = (side > 0) != looking->more_is_better;
        out->found = true;
        out->n_warming = warms ? n_off : 0;
        out->n_slowing = warms ? 0 : n_off;
        out->until = until > out->until ? until : out->until;
    }
    free(profile.of);
    return status;
}

static bool all_positive(const struct assay_sample *sample, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (!(sample->values[i] > 0))
            return false;
    return true;
}

/* ---- the first ones, by ranks ---- */

static enum assay_status look_at_start(const struct assay_sample *sample,
                                       const struct looking *looking, struct assay_warm_up *out,
                                       struct assay_error *error)
{
    struct start start;
    const enum assay_status status = start_find(sample, &start, error);
    if (status != ASSAY_OK || !start.found)
        return status;
    const bool warms = (start.side > 0) != looking->more_is_better;
    if (!out->found) { /* all of them were looked at */
        out->n = n_executions(sample);
        out->n_warming = warms ? start.n_off : 0;
        out->n_slowing = warms ? 0 : start.n_off;
    }
    out->found = true;
    out->until = start.until > out->until ? start.until : out->until;
    return ASSAY_OK;
}

enum assay_status looks_take(const struct assay_sample *sample, const struct looking *looking,
                             struct assay_warm_up *out, struct assay_error *error)
{
    const size_t units = n_executions(sample);
    const size_t shortest = looking->shortest;
    out->n = units < MOST_EXAMINED ? units : MOST_EXAMINED;
    TRY(look_alone(sample, units, looking, out, error));
    if (out->n >= LEAST_TOGETHER && all_positive(sample, assay_sample_size(sample)))
        TRY(look_together(sample, units, shortest, looking, out, error));
    TRY(look_at_start(sample, looking, out, error));
    if (out->until >= shortest || out->until == 0) /* steady nowhere that all of them have */
        out->until = shortest - shortest / 4;
    if (!out->found)
        out->until = 0;
    return ASSAY_OK;
}
