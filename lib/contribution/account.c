/* SPDX-License-Identifier: GPL-3.0-or-later */
/* account.c -- where the seconds of paired executions went: an account that adds up to the whole.
 * Source:   METHODS I2, Data, Unit, Filter. A function's seconds are its share of the execution's samples times the user
 *           seconds. Its line is kept by the share of old and new together: that does not choose by the difference.
 * Assumes:  samples at a fixed rate within an execution.
 * Inclusive: a function's samples are then also those of what it called, its share is of all that were counted, and what
 *           is no function has no line: an account of each function by itself, with the same error and the same family.
 * Edge:     no samples: the user seconds are a line of their own. A function that is met nowhere has no line. Lines that
 *           are 0 everywhere, but for functions', are left out.
 * Checked:  tests/data/why.json; sums of lines against wholes, 1e-12.
 */
#include <math.h>
#include <stdlib.h>

#include "base/sum.h"
#include "base/try.h"
#include "contribution/contribution.h"

/* Each pair's unit, from 0, and what one of its executions weighs in the mean of the unit. */
struct units {
    size_t *of, n;
    double *weight; /* of each unit */
};

/* A pass over all executions of the pairs. */
struct pass {
    const struct assay_profiled_pairs *pairs;
    const struct assay_contribution_options *options;
    struct units units;
    double *pooled; /* of each function */
    size_t *line;   /* of each function, from 1; 0: rest */
    size_t rest;    /* how many are there */
};

static double samples_of(const struct pass *pass, const struct assay_profiled *run)
{
    double samples = 0;
    if (pass->options->inclusive)
        return run->counted;
    for (size_t i = 0; i < run->n; i++)
        samples += run->samples[i].samples;
    return samples;
}

/* ---- what is given ---- */

static bool is_amount(double x)
{
    return isfinite(x) && x >= 0;
}

static enum assay_status check_run(const struct assay_profiled *run, size_t place,
                                   const struct pass *pass, struct assay_error *error)
{
    const bool wall = pass->options->whole == ASSAY_WHOLE_WALL;
    if (!is_amount(run->user) || !is_amount(run->system) || (wall && !is_amount(run->wall)))
        return assay_fail(error, ASSAY_INVALID,
                          "pair %zu: seconds must be finite and not negative, are %g user, %g "
                          "system, %g wall",
                          place + 1, run->user, run->system, run->wall);
    for (size_t i = 0; i < run->n; i++)
        if (run->samples[i].function >= pass->pairs->n_functions ||
            !is_amount(run->samples[i].samples) ||
            (pass->options->inclusive && !(run->samples[i].samples <= run->counted)))
            return assay_fail(error, ASSAY_INVALID,
                              "pair %zu: function %zu of %zu with %g samples", place + 1,
                              run->samples[i].function + 1, pass->pairs->n_functions,
                              run->samples[i].samples);
    return ASSAY_OK;
}

static enum assay_status check(const struct pass *pass, struct assay_error *error)
{
    const double confidence = pass->options->confidence;
    if (!(confidence > 0 && confidence < 1))
        return assay_fail(error, ASSAY_INVALID, "confidence must lie in (0, 1), is %g", confidence);
    if (pass->pairs->n == 0)
        return assay_fail(error, ASSAY_UNDEFINED, "no pair of executions was profiled");
    for (size_t i = 0; i < pass->pairs->n; i++) {
        TRY(check_run(&pass->pairs->old_runs[i], i, pass, error));
        TRY(check_run(&pass->pairs->new_runs[i], i, pass, error));
    }
    return ASSAY_OK;
}

/* ---- units ---- */

/* In the order in which they are met. */
static void number_units(const struct assay_profiled_pairs *pairs, struct units *units)
{
    for (size_t i = 0; i < pairs->n; i++) {
        size_t first = i;
        for (size_t j = 0; pairs->units != NULL && j < i && first == i; j++)
            first = pairs->units[j] == pairs->units[i] ? j : first;
        units->of[i] = first == i ? units->n++ : units->of[first];
        units->weight[units->of[i]] += 1;
    }
    for (size_t i = 0; i < units->n; i++)
        units->weight[i] = 1 / units->weight[i];
}

static enum assay_status prepare(struct pass *pass, struct assay_error *error)
{
    const size_t n = pass->pairs->n, functions = pass->pairs->n_functions;
    pass->units.of = calloc(n + 1, sizeof *pass->units.of);
    pass->units.weight = calloc(n + 1, sizeof *pass->units.weight);
    pass->pooled = calloc(functions + 1, sizeof *pass->pooled);
    pass->line = calloc(functions + 1, sizeof *pass->line);
    if (pass->units.of == NULL || pass->units.weight == NULL || pass->pooled == NULL ||
        pass->line == NULL)
        return assay_fail(error, ASSAY_NO_MEMORY, "no memory for %zu functions", functions);
    number_units(pass->pairs, &pass->units);
    return ASSAY_OK;
}

/* ---- which functions have a line ---- */

/* What a function has of a run with so many samples: their number itself, to the bit, where each event was sampled. */
static double part_of(const struct assay_profiled *run, size_t i, double samples)
{
    return run->user * run->samples[i].samples / samples;
}

static void pool(struct pass *pass, const struct assay_profiled *run, double weight)
{
    const double samples = samples_of(pass, run);
    for (size_t i = 0; samples > 0 && i < run->n; i++)
        pass->pooled[run->samples[i].function] += weight * part_of(run, i, samples);
}

static double whole_of(const struct pass *pass, const struct assay_profiled *run)
{
    return pass->options->whole == ASSAY_WHOLE_WALL ? run->wall : run->user + run->system;
}

/* Seconds of all functions, and of the wholes, over the units. */
static double pool_all(struct pass *pass)
{
    double whole = 0;
    for (size_t i = 0; i < pass->pairs->n; i++) {
        const double weight = pass->units.weight[pass->units.of[i]];
        const struct assay_profiled *old_run = &pass->pairs->old_runs[i],
                                    *new_run = &pass->pairs->new_runs[i];
        pool(pass, old_run, weight);
        pool(pass, new_run, weight);
        whole += weight * (whole_of(pass, old_run) + whole_of(pass, new_run));
    }
    return whole;
}

/* The one with the most seconds, of equal ones the first by name; n_functions: none is large enough. */
static size_t next_largest(const struct pass *pass, double least)
{
    size_t best = pass->pairs->n_functions;
    for (size_t f = 0; f < pass->pairs->n_functions; f++)
        if (pass->line[f] == 0 && pass->pooled[f] > 0 && pass->pooled[f] >= least &&
            (best == pass->pairs->n_functions || pass->pooled[f] > pass->pooled[best]))
            best = f;
    return best;
}

/* Their number. */
static size_t choose(struct pass *pass, double whole)
{
    size_t n = 0;
    while (n < pass->options->most_functions) {
        const size_t f = next_largest(pass, pass->options->least_share * whole);
        if (f == pass->pairs->n_functions)
            break;
        pass->line[f] = ++n;
    }
    for (size_t f = 0; f < pass->pairs->n_functions; f++)
        pass->rest += pass->line[f] == 0 && pass->pooled[f] > 0;
    return n;
}

/* ---- seconds of the lines ---- */

/* Where lines stand: functions, then one for each other kind. */
enum { OTHER_KINDS = 4 };
struct ledger {
    double *values; /* [line][side][unit]; behind the lines the whole */
    size_t functions, units;
};

static double *row_of(const struct ledger *ledger, size_t line, size_t side)
{
    return ledger->values + (2 * line + side) * ledger->units;
}

static size_t line_of(const struct ledger *ledger, enum assay_contribution_kind kind)
{
    return ledger->functions + (size_t)kind - ASSAY_OF_REST;
}

static size_t line_of_whole(const struct ledger *ledger)
{
    return ledger->functions + OTHER_KINDS;
}

static void enter(const struct pass *pass, const struct ledger *ledger, size_t pair, size_t side)
{
    const struct assay_profiled *run =
        side == 0 ? &pass->pairs->old_runs[pair] : &pass->pairs->new_runs[pair];
    const size_t unit = pass->units.of[pair];
    const double weight = pass->units.weight[unit], samples = samples_of(pass, run);
    for (size_t i = 0; samples > 0 && i < run->n; i++) {
        const size_t line = pass->line[run->samples[i].function];
        row_of(ledger, line > 0 ? line - 1 : line_of(ledger, ASSAY_OF_REST), side)[unit] +=
            weight * part_of(run, i, samples);
    }
    row_of(ledger, line_of(ledger, ASSAY_OF_KERNEL), side)[unit] += weight * run->system;
    if (samples <= 0)
        row_of(ledger, line_of(ledger, ASSAY_OF_UNSAMPLED), side)[unit] += weight * run->user;
    if (pass->options->whole == ASSAY_WHOLE_WALL)
        row_of(ledger, line_of(ledger, ASSAY_OF_NOT_RUNNING), side)[unit] +=
            weight * (run->wall - run->user - run->system);
    row_of(ledger, line_of_whole(ledger), side)[unit] += weight * whole_of(pass, run);
}

static struct assay_contribution line_at(const struct ledger *ledger, size_t line)
{
    const double *old_values = row_of(ledger, line, 0), *new_values = row_of(ledger, line, 1);
    return (struct assay_contribution){.functions = 1,
                                       .old_values = old_values,
                                       .new_values = new_values,
                                       .old_mean = plain_mean(old_values, ledger->units),
                                       .new_mean = plain_mean(new_values, ledger->units)};
}

static bool is_nothing(const struct ledger *ledger, size_t line)
{
    for (size_t i = 0; i < 2 * ledger->units; i++)
        if (row_of(ledger, line, 0)[i] != 0)
            return false;
    return true;
}

/* All functions with a line as one; its row follows that of the whole. */
static void sum_named(const struct ledger *ledger, struct assay_contributions *out)
{
    const size_t named = line_of_whole(ledger) + 1;
    for (size_t line = 0; line < ledger->functions; line++)
        for (size_t i = 0; i < 2 * ledger->units; i++)
            row_of(ledger, named, 0)[i] += row_of(ledger, line, 0)[i];
    out->named = line_at(ledger, named);
    out->named.functions = ledger->functions;
}

static void list_others(const struct pass *pass, const struct ledger *ledger,
                        struct assay_contributions *out)
{
    for (int kind = ASSAY_OF_REST; kind <= ASSAY_OF_NOT_RUNNING; kind++) {
        const size_t line = line_of(ledger, (enum assay_contribution_kind)kind);
        if (is_nothing(ledger, line))
            continue;
        out->lines[out->n] = line_at(ledger, line);
        out->lines[out->n].kind = (enum assay_contribution_kind)kind;
        out->lines[out->n++].functions = kind == ASSAY_OF_REST ? pass->rest : 0;
    }
}

static void list_lines(const struct pass *pass, const struct ledger *ledger,
                       struct assay_contributions *out)
{
    for (size_t line = 0; line < ledger->functions; line++)
        out->lines[line] = line_at(ledger, line);
    for (size_t f = 0; f < pass->pairs->n_functions; f++)
        if (pass->line[f] > 0)
            out->lines[pass->line[f] - 1].function = f;
    out->n = ledger->functions;
    out->total = out->named = line_at(ledger, line_of_whole(ledger));
    if (pass->options->inclusive)
        return;
    list_others(pass, ledger, out);
    sum_named(ledger, out);
}

static void share_out(struct assay_contributions *out)
{
    const double whole = out->total.old_mean + out->total.new_mean;
    for (size_t i = 0; i < out->n; i++)
        out->lines[i].share = (out->lines[i].old_mean + out->lines[i].new_mean) / whole;
    out->named.share = (out->named.old_mean + out->named.new_mean) / whole;
    out->total.share = 1;
}

static enum assay_status fill(struct pass *pass, struct assay_contributions *out,
                              struct assay_error *error)
{
    TRY(check(pass, error));
    TRY(prepare(pass, error));
    const size_t functions = choose(pass, pool_all(pass)), lines = functions + OTHER_KINDS;
    out->units = pass->units.n;
    out->lines = calloc(lines, sizeof *out->lines);
    out->memory = calloc(2 * (lines + 2) * out->units, sizeof *out->memory);
    if (out->lines == NULL || out->memory == NULL)
        return assay_fail(error, ASSAY_NO_MEMORY, "no memory for %zu lines", lines);
    const struct ledger ledger = {out->memory, functions, out->units};
    for (size_t pair = 0; pair < pass->pairs->n; pair++)
        for (size_t side = 0; side < 2; side++)
            enter(pass, &ledger, pair, side);
    list_lines(pass, &ledger, out);
    if (!(out->total.old_mean > 0) || !isfinite(out->total.new_mean))
        return assay_fail(error, ASSAY_UNDEFINED,
                          "the old whole must be above 0 to count in per cent of it, is %g",
                          out->total.old_mean);
    share_out(out);
    return ASSAY_OK;
}

enum assay_status account_make(const struct assay_profiled_pairs *pairs,
                               const struct assay_contribution_options *options,
                               struct assay_contributions *out, struct assay_error *error)
{
    struct pass pass = {.pairs = pairs, .options = options};
    const enum assay_status status = fill(&pass, out, error);
    free(pass.units.of);
    free(pass.units.weight);
    free(pass.pooled);
    free(pass.line);
    return status;
}
