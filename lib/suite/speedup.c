/* SPDX-License-Identifier: GPL-3.0-or-later */
/* speedup.c -- the Speedup-Test over a suite of benchmarks.
 * Source:   Touati, Worms & Briais 2010; METHODS A10, A11. Proportions by R's prop.test, as the
 *           paper prints them (its text gives Wald's formula).
 * Assumes:  benchmarks drawn at random for the interval of the proportion, which counts what is
 *           detectable with as many values as there are; independent values within a sample.
 * Edge:     no benchmark, a sample without values or a value that is not finite, a negative
 *           coefficient -> ASSAY_INVALID; old times or weights that sum to nothing ->
 *           ASSAY_UNDEFINED.
 * Checked:  tests/data/speedup.json, relative 1e-9; the 28 cells, gains and proportions of
 *           section 6.3; the same bits for 1 to 4 threads. */
#include <assay/speedup.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <assay/descriptive.h>

#include "base/parallel.h"
#include "base/sum.h"
#include "base/try.h"
#include "base/view.h"
#include "suite/speedup.h"

/* ---- one benchmark ---- */

static enum assay_status times_of(struct assay_view view, double time[ASSAY_SPEEDUP_TIMES],
                                  struct assay_error *error)
{
    TRY(view_check(view, 1, "the Speedup-Test", error));
    TRY(assay_median(view, &time[ASSAY_SPEEDUP_MEDIAN], error));
    double min = 0, max = 0;
    (void)sum_scan(view.x, view.n, &min, &max); /* all finite: view_check has looked */
    time[ASSAY_SPEEDUP_MIN] = min;
    time[ASSAY_SPEEDUP_MEAN] = speedup_mean(view);
    return ASSAY_OK;
}

static bool is_level(double confidence)
{
    return confidence > 0 && confidence < 1;
}

static enum assay_status analyse_one(const struct assay_speedup_benchmark *benchmark,
                                     const struct assay_speedup_options *options,
                                     struct assay_speedup_result *result, struct assay_error *error)
{
    const struct assay_view x = benchmark->x, y = benchmark->y;
    const double confidence =
        is_level(benchmark->confidence) ? benchmark->confidence : options->confidence;
    TRY(times_of(x, result->time_x, error));
    TRY(times_of(y, result->time_y, error));
    TRY(assay_speedup_test(x, y, &result->p, error));
    TRY(assay_speedup_decide(&result->p, x.n, y.n, confidence, options->search, &result->mean,
                             &result->median, error));
    if (!options->strict)
        TRY(assay_speedup_effect_of(x, y, benchmark->paired, options->effect_confidence,
                                    options->margin, &result->effect, error));
    for (size_t t = 0; t < ASSAY_SPEEDUP_TIMES; t++)
        result->speedup[t] =
            result->time_y[t] != 0 ? result->time_x[t] / result->time_y[t] : (double)NAN;
    return ASSAY_OK;
}

struct work {
    const struct assay_speedup_benchmark *benchmarks;
    const struct assay_speedup_options *options;
    struct assay_speedup_result *results;
    enum assay_status *status;
};

static void analyse_at(size_t i, size_t thread, void *context)
{
    struct work *work = context;
    (void)thread;
    work->status[i] = analyse_one(&work->benchmarks[i], work->options, &work->results[i], NULL);
}

/* The first benchmark that failed is asked again, for its sentence. */
static enum assay_status explain(const struct work *work, size_t i, struct assay_error *error)
{
    struct assay_error cause = {0};
    enum assay_status status =
        analyse_one(&work->benchmarks[i], work->options, &work->results[i], &cause);
    return assay_fail(error, status, "benchmark %zu: %.220s", i + 1, cause.text);
}

static enum assay_status analyse_all(struct work *work, size_t b, struct assay_error *error)
{
    work->status = calloc(b, sizeof *work->status);
    if (work->status == NULL)
        return assay_fail(error, ASSAY_NO_MEMORY, "no memory for %zu benchmarks", b);
    parallel_for(b, work->options->n_threads, analyse_at, work);
    enum assay_status status = ASSAY_OK;
    for (size_t i = 0; i < b && status == ASSAY_OK; i++)
        if (work->status[i] != ASSAY_OK)
            status = explain(work, i, error);
    free(work->status);
    return status;
}

/* ---- weights and overall gain ---- */

static double coefficient_of(const struct assay_speedup_benchmark *benchmark)
{
    return isnan(benchmark->coefficient) ? 1 : benchmark->coefficient;
}

static void set_weights(const struct assay_speedup_benchmark *benchmarks, size_t b,
                        enum assay_speedup_weight weight, enum assay_speedup_time time,
                        struct assay_speedup_result *results)
{
    struct twofold total = {0, 0};
    for (size_t i = 0; i < b; i++)
        total = twofold_add(total, results[i].time_x[time]);
    for (size_t i = 0; i < b; i++) {
        double *w = &results[i].weight[time];
        switch (weight) {
        case ASSAY_SPEEDUP_CUSTOM: *w = coefficient_of(&benchmarks[i]); break;
        case ASSAY_SPEEDUP_EQUAL: *w = 1; break;
        case ASSAY_SPEEDUP_FRACTION: *w = results[i].time_x[time] / (total.high + total.low); break;
        }
    }
}

static enum assay_status gain_at(const struct assay_speedup_result *results, size_t b,
                                 enum assay_speedup_time time, double *scratch,
                                 struct assay_speedup_gain *out, struct assay_error *error)
{
    double *x = scratch, *y = scratch + b, *weight = scratch + 2 * b;
    for (size_t i = 0; i < b; i++) {
        x[i] = results[i].time_x[time];
        y[i] = results[i].time_y[time];
        weight[i] = results[i].weight[time];
    }
    return assay_speedup_gain_of(x, y, weight, b, out, error);
}

static enum assay_status find_gains(const struct assay_speedup_benchmark *benchmarks, size_t b,
                                    enum assay_speedup_weight weight,
                                    struct assay_speedup_result *results,
                                    struct assay_speedup_suite *suite, struct assay_error *error)
{
    OWNED double *scratch = malloc(3 * b * sizeof *scratch);
    if (scratch == NULL)
        return assay_fail(error, ASSAY_NO_MEMORY, "no memory for %zu benchmarks", b);
    for (int t = 0; t < ASSAY_SPEEDUP_TIMES; t++) {
        set_weights(benchmarks, b, weight, (enum assay_speedup_time)t, results);
        TRY(gain_at(results, b, (enum assay_speedup_time)t, scratch, &suite->overall[t], error));
    }
    return ASSAY_OK;
}

/* ---- proportions ---- */

/* Not accelerated, and too few values that look normal, or alike, for the test to say so. */
static bool is_untested(const struct assay_speedup_decision *decision)
{
    const unsigned small = ASSAY_SPEEDUP_DOUBT(ASSAY_SPEEDUP_MEAN_SMALL_X) |
                           ASSAY_SPEEDUP_DOUBT(ASSAY_SPEEDUP_MEAN_SMALL_Y) |
                           ASSAY_SPEEDUP_DOUBT(ASSAY_SPEEDUP_MEDIAN_SMALL_X) |
                           ASSAY_SPEEDUP_DOUBT(ASSAY_SPEEDUP_MEDIAN_SMALL_Y);
    return decision->answer == ASSAY_SPEEDUP_REFUSED ||
           (decision->answer == ASSAY_SPEEDUP_NO && (decision->doubts & small) != 0);
}

static enum assay_status find_shares(const struct assay_speedup_result *results, size_t b,
                                     const struct assay_speedup_options *options,
                                     struct assay_speedup_suite *suite, struct assay_error *error)
{
    suite->mean = suite->median = (struct assay_speedup_share){.benchmarks = b};
    for (size_t i = 0; i < b; i++) {
        suite->mean.accelerated += results[i].mean.answer == ASSAY_SPEEDUP_YES;
        suite->median.accelerated += results[i].median.answer == ASSAY_SPEEDUP_YES;
        suite->mean.untested += is_untested(&results[i].mean);
        suite->median.untested += is_untested(&results[i].median);
    }
    struct assay_speedup_share *shares[] = {&suite->mean, &suite->median};
    for (size_t k = 0; k < 2; k++)
        TRY(assay_proportion_interval(shares[k]->accelerated, b, ASSAY_PROPORTION_PROP_TEST,
                                      options->proportion_confidence, options->precision,
                                      &shares[k]->proportion, error));
    return ASSAY_OK;
}

/* ---- all of it ---- */

static enum assay_status check_options(const struct assay_speedup_options *options, size_t b,
                                       struct assay_error *error)
{
    if (b == 0)
        return assay_fail(error, ASSAY_INVALID, "there is no benchmark to analyse");
    if (!isnan(options->confidence) && !is_level(options->confidence))
        return assay_fail(error, ASSAY_INVALID, "confidence must lie in (0, 1), is %g",
                          options->confidence);
    if (!options->strict && !(options->margin >= 0))
        return assay_fail(error, ASSAY_INVALID, "the margin must not be negative, is %g",
                          options->margin);
    return ASSAY_OK;
}

enum assay_status assay_speedup_analyse(const struct assay_speedup_benchmark *benchmarks, size_t b,
                                        const struct assay_speedup_options *options,
                                        struct assay_speedup_result *results,
                                        struct assay_speedup_suite *suite,
                                        struct assay_error *error)
{
    TRY(check_options(options, b, error));
    struct assay_speedup_suite found;
    OWNED struct assay_speedup_result *all = calloc(b, sizeof *all);
    if (all == NULL)
        return assay_fail(error, ASSAY_NO_MEMORY, "no memory for %zu benchmarks", b);
    struct work work = {benchmarks, options, all, NULL};
    TRY(analyse_all(&work, b, error));
    TRY(find_gains(benchmarks, b, options->weight, all, &found, error));
    TRY(find_shares(all, b, options, &found, error));
    memcpy(results, all, b * sizeof *all);
    *suite = found;
    return ASSAY_OK;
}
