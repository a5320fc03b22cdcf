/* SPDX-License-Identifier: GPL-3.0-or-later */
/* plot_kinds.c -- the charts of a row of the page without a browser: what web/charts draws there.
 * Edge:     a chart that would show nothing is none; far values stand at the edge and are counted. */
#include "view/chart/plot_kinds.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "view/document/finding_read.h"
#include "view/text/verdict.h"
#include "view/text/view_memory.h"

static struct plot_layer *layer_of(struct plot *plot, enum plot_mark mark, const json_t *sample,
                                   size_t i, const char *what)
{
    return plot_layer(plot, mark, plot_ink(i), finding_text(sample, "system"), what);
}

/* ---- density ---- */

static double normal_at(const json_t *part, double x)
{
    const double sd = finding_number(part, "sd"), z = (x - finding_number(part, "mean")) / sd;
    return finding_number(part, "weight") / sd / sqrt(2 * acos(-1.0)) * exp(-z * z / 2);
}

static double mixture_at(const json_t *mixture, double x)
{
    const json_t *part;
    double sum = 0;
    size_t i;
    json_array_foreach(json_object_get(mixture, "parts"), i, part) sum += normal_at(part, x);
    return sum;
}

/* Returns how high it is. */
static double put_mixture(struct plot *plot, const json_t *sample, size_t i, double from,
                          double step, size_t n)
{
    double top = 0;
    const json_t *mixture = plot_chart_of(sample, "mixture"), *mode;
    struct plot_layer *fit = layer_of(plot, PLOT_DASHED, sample, i, "mixture");
    size_t k;
    for (size_t j = 0; j < n; j++) {
        const double at = from + (double)j * step, y = mixture_at(mixture, at);
        plot_put(fit, at, y);
        top = fmax(top, y);
    }
    struct plot_layer *modes = layer_of(plot, PLOT_DOWN, sample, i, "mode");
    json_array_foreach(json_object_get(mixture, "modes"), k, mode)
    {
        const double at = finding_number(mode, "at");
        if (at >= from && at <= from + (double)n * step)
            plot_put(modes, at, mixture_at(mixture, at));
    }
    return top;
}

static bool make_density(const json_t *const *samples, size_t n, const json_t *findings,
                         struct plot *plot)
{
    size_t outside = 0;
    double top = 0, peak = 0;
    bool fitted = false;
    (void)findings;
    for (size_t i = 0; i < n; i++) {
        const json_t *density = plot_chart_of(samples[i], "density");
        if (density == NULL)
            continue;
        const struct plot_packed y = plot_packed_of(json_object_get(density, "y"));
        const double from = finding_number(density, "from"), step = finding_number(density, "step");
        struct plot_layer *layer = layer_of(plot, PLOT_AREA, samples[i], i, "density");
        for (size_t k = 0; k < y.n; k++) {
            plot_put(layer, from + (double)k * step, plot_packed_at(&y, k));
            top = fmax(top, plot_packed_at(&y, k));
        }
        outside += finding_count(density, "outside");
        fitted = fitted || plot_chart_of(samples[i], "mixture") != NULL;
        if (plot_chart_of(samples[i], "mixture") != NULL)
            peak = fmax(peak, put_mixture(plot, samples[i], i, from, step, y.n));
    }
    plot_value_axis(&plot->x, samples[0]);
    plot->y.words = PLOT_TICKS;
    plot->y.low = 0;
    plot->y.high = fmin(2 * top, fmax(1.15 * top, 1.1 * peak));
    plot->title = view_format("Density of the values%s",
                              fitted ? ", fitted mixture (dashed) and its modes (\u25bc)" : "");
    if (outside > 0)
        plot->note = view_format("%zu far value%s not drawn.", outside, outside > 1 ? "s" : "");
    return top > 0;
}

/* ---- share at or below ---- */

static bool make_share(const json_t *const *samples, size_t n, const json_t *findings,
                       struct plot *plot)
{
    struct plot_limits limits = plot_limits_of(samples, n);
    bool any = false;
    (void)findings;
    for (size_t i = 0; i < n; i++) {
        const json_t *ecdf = plot_chart_of(samples[i], "ecdf");
        const struct plot_packed x = plot_packed_of(json_object_get(ecdf, "x"));
        const size_t all = finding_count(ecdf, "n");
        struct plot_layer *layer = layer_of(plot, PLOT_STEPS, samples[i], i, "share");
        for (size_t j = 0; j < x.n; j++) {
            const size_t rank = x.n > 1 ? j * (all - 1) / (x.n - 1) + 1 : 1;
            plot_put(layer, plot_limited(&limits, plot_packed_at(&x, j)),
                     (double)rank / (double)all);
        }
        any = any || x.n > 1;
    }
    plot_value_axis(&plot->x, samples[0]);
    plot->y.words = PLOT_SHARES;
    plot->y.low = 0;
    plot->y.high = 1;
    plot->title = view_format("Share of the values at or below");
    plot_limit(plot, &plot->x, &limits);
    return any;
}

/* ---- order of measuring ---- */

static bool is_warm_up(const json_t *sequence, double at)
{
    const json_t *range;
    size_t i;
    json_array_foreach(json_object_get(sequence, "warmup"), i, range)
    {
        if (at >= json_number_value(json_array_get(range, 0)) &&
            at <= json_number_value(json_array_get(range, 1)))
            return true;
    }
    return false;
}

static void put_sequence(struct plot *plot, const json_t *sample, size_t i,
                         struct plot_limits *limits)
{
    const json_t *sequence = plot_chart_of(sample, "sequence");
    const struct plot_packed x = plot_packed_of(json_object_get(sequence, "x"));
    const size_t n = finding_count(sequence, "n");
    for (int warm = 0; warm < 2; warm++) {
        struct plot_layer *layer =
            layer_of(plot, warm ? PLOT_CROSSES : PLOT_DOTS, sample, i, warm ? "warm-up" : "live");
        for (size_t k = 0; k < x.n; k++) {
            const double at = plot_position_of(k, x.n, n);
            if (is_warm_up(sequence, at) == warm)
                plot_put(layer, at, plot_limited(limits, plot_packed_at(&x, k)));
        }
    }
}

static bool make_order(const json_t *const *samples, size_t n, const json_t *findings,
                       struct plot *plot)
{
    struct plot_limits limits = plot_limits_of(samples, n);
    const json_t *sequence = plot_chart_of(samples[0], "sequence"), *begin;
    size_t k;
    (void)findings;
    struct plot_layer *begins = plot_layer(plot, PLOT_UPRIGHTS, INK_LINE, "", NULL);
    json_array_foreach(json_object_get(sequence, "begins"), k, begin)
    {
        if (k > 0)
            plot_put(begins, json_number_value(begin) - 0.5, 0);
    }
    for (size_t i = 0; i < n; i++)
        put_sequence(plot, samples[i], i, &limits);
    plot_value_axis(&plot->y, samples[0]);
    plot->x.words = PLOT_NUMBERS;
    plot->x.title = view_format("value number");
    plot->title = view_format("All values in order of measuring");
    plot_limit(plot, &plot->y, &limits);
    return sequence != NULL;
}

/* ---- rows of levels ---- */

/* "build · O1", the names of rows; each is kept. False: no memory. */
struct rows {
    char **names;
    size_t n;
};

static size_t row_of(struct rows *rows, const char *what, const char *system, bool several)
{
    char *name = several ? view_format("%s \u00b7 %s", what, system) : view_format("%s", what);
    char **more = realloc(rows->names, (rows->n + 1) * sizeof *more);
    if (more == NULL || name == NULL) {
        view_lose();
        free(name);
        return 0;
    }
    rows->names = more;
    rows->names[rows->n] = name;
    return rows->n++;
}

static void rows_end(struct rows *rows, struct plot *plot)
{
    plot_names(&plot->y, (const char *const *)rows->names, rows->n);
    for (size_t i = 0; i < rows->n; i++)
        free(rows->names[i]);
    free(rows->names);
}

static bool make_units(const json_t *const *samples, size_t n, const json_t *findings,
                       struct plot *plot)
{
    struct plot_limits limits = plot_limits_of(samples, n);
    struct rows rows = {0};
    (void)findings;
    for (size_t level = 0; level < json_array_size(plot_chart_of(samples[0], "units")); level++)
        for (size_t i = 0; i < n; i++) {
            const json_t *units = json_array_get(plot_chart_of(samples[i], "units"), level), *mean;
            size_t k;
            const size_t row = row_of(&rows, finding_text(units, "level"),
                                      finding_text(samples[i], "system"), n > 1);
            struct plot_layer *layer = layer_of(plot, PLOT_STRIPES, samples[i], i, "mean");
            json_array_foreach(json_object_get(units, "means"), k, mean)
                plot_put(layer, plot_limited(&limits, json_number_value(mean)), (double)row);
        }
    const bool any = rows.n > 0;
    rows_end(&rows, plot);
    plot_value_axis(&plot->x, samples[0]);
    plot->title = view_format("Means of the units of each level");
    plot_limit(plot, &plot->x, &limits);
    return any;
}

/* What a level has of the variance, or of the time: by k. */
static double amount_of(const json_t *level, int k, double *units)
{
    *units *= (double)finding_count(level, "count");
    return k == 0 ? fmax(0, finding_number(level, "t2")) : *units * finding_number(level, "cost_s");
}

static void put_shares(struct plot *plot, const json_t *sample, int k, size_t row)
{
    const json_t *levels = json_object_get(sample, "levels"), *level;
    double sum = 0, units = 1, begin = 0;
    size_t i;
    json_array_foreach(levels, i, level) sum += amount_of(level, k, &units);
    units = 1;
    json_array_foreach(levels, i, level)
    {
        const double share = amount_of(level, k, &units) / sum;
        struct plot_layer *layer =
            plot_layer(plot, PLOT_BARS, plot_ink(i + 2), finding_text(level, "name"), "share");
        plot_put_range(layer, share, (double)row, begin, begin + share);
        begin += share;
    }
}

static bool make_shares(const json_t *const *samples, size_t n, const json_t *findings,
                        struct plot *plot)
{
    static const char *const what[] = {"variance", "time"};
    struct rows rows = {0};
    (void)findings;
    for (size_t i = 0; i < n; i++) {
        const json_t *levels = json_object_get(samples[i], "levels"), *level;
        for (int k = 0; k < 2 && json_array_size(levels) > 1; k++) {
            double sum = 0, units = 1;
            size_t j;
            json_array_foreach(levels, j, level) sum += amount_of(level, k, &units);
            if (sum > 0 && isfinite(sum))
                put_shares(plot, samples[i], k,
                           row_of(&rows, what[k], finding_text(samples[i], "system"), n > 1));
        }
    }
    const bool any = rows.n > 0;
    rows_end(&rows, plot);
    plot->x = (struct plot_axis){.words = PLOT_SHARES, .low = 0, .high = 1};
    plot->title = view_format("Share of each level in the variance and in the time");
    return any;
}

/* ---- shift function ---- */

static void put_shift(struct plot *plot, const json_t *comparison, size_t i)
{
    const json_t *points = json_object_get(json_object_get(comparison, "shift"), "points"), *point;
    const json_t *sample = json_object_get(comparison, "new");
    static const char *const ends[][2] = {{"band_lower", "band_upper"}, {"lower", "upper"}};
    static const enum plot_mark marks[] = {PLOT_BAND, PLOT_SPANS, PLOT_LINE, PLOT_DOTS};
    static const char *const words[] = {"for all deciles", "for one decile", "change", NULL};
    size_t j;
    for (int k = 0; k < 4; k++) {
        struct plot_layer *layer = layer_of(plot, marks[k], sample, i, words[k]);
        json_array_foreach(points, j, point)
        {
            const double low = k < 2 ? finding_number(point, ends[k][0]) : (double)NAN;
            const double high = k < 2 ? finding_number(point, ends[k][1]) : (double)NAN;
            if (k > 1 || (!isnan(low) && !isnan(high)))
                plot_put_range(layer, 100 * finding_number(point, "probability"),
                               finding_number(point, "change_percent"), low, high);
        }
    }
}

static bool is_of(const json_t *comparison, const json_t *sample)
{
    return strcmp(finding_text(comparison, "benchmark"), finding_text(sample, "benchmark")) == 0 &&
           strcmp(finding_text(comparison, "metric"), finding_text(sample, "metric")) == 0 &&
           strcmp(finding_text(json_object_get(comparison, "new"), "system"),
                  finding_text(sample, "system")) == 0;
}

/* The comparison with this sample as the new one; NULL: none. */
static const json_t *comparison_with(const json_t *findings, const json_t *sample)
{
    const json_t *pair, *comparison;
    size_t p, i;
    json_array_foreach(json_object_get(findings, "pairs"), p, pair)
    {
        json_array_foreach(json_object_get(pair, "comparisons"), i, comparison)
        {
            if (is_of(comparison, sample))
                return comparison;
        }
    }
    return NULL;
}

static bool make_shift(const json_t *const *samples, size_t n, const json_t *findings,
                       struct plot *plot)
{
    const json_t *shift = NULL;
    for (size_t i = 0; i < n; i++) {
        const json_t *comparison = comparison_with(findings, samples[i]);
        if (!json_is_object(json_object_get(comparison, "shift")))
            continue;
        shift = json_object_get(comparison, "shift");
        put_shift(plot, comparison, i);
    }
    if (shift == NULL)
        return false;
    plot->x.title = view_format("decile of the values (%% at or below)");
    plot->x.words = PLOT_NUMBERS;
    plot->y.title = view_format("change in %%");
    plot->y.words = PLOT_PERCENTS;
    plot->zero = 0;
    plot->title = view_format(
        "Change at each decile: %s 0 it is better there",
        json_is_true(json_object_get(samples[0], "more_is_better")) ? "above" : "below");
    const struct quantity confidence = confidence_text(finding_number(shift, "confidence"));
    plot->note = json_is_string(json_object_get(shift, "method"))
                     ? view_format("Bars %s each, band %s for all: bootstrap of top units.",
                                   confidence.text, confidence.text)
                     : view_format("No intervals: too few top units.");
    return true;
}

/* ---- plan ---- */

static void put_curve(struct plot *plot, const json_t *sample, size_t i, const char *key,
                      enum plot_mark mark, const char *what)
{
    const json_t *point;
    struct plot_layer *layer = layer_of(plot, mark, sample, i, what);
    size_t k;
    json_array_foreach(json_object_get(plot_chart_of(sample, "plan"), key), k, point)
    {
        const double time = json_number_value(json_array_get(point, 0)),
                     width = json_number_value(json_array_get(point, 1));
        if (time > 0 && width > 0)
            plot_put(layer, time, width);
    }
}

static void put_now(struct plot *plot, const json_t *sample, size_t i)
{
    const json_t *interval = json_object_get(sample, "interval"), *level;
    double units = 1, time = 0;
    size_t k;
    json_array_foreach(json_object_get(sample, "levels"), k, level)
    {
        units *= (double)finding_count(level, "count");
        time += units * finding_number(level, "cost_s");
    }
    const double width = 50 *
                         (finding_number(interval, "upper") - finding_number(interval, "lower")) /
                         finding_number(sample, "mean");
    if (time > 0 && width > 0)
        plot_put(layer_of(plot, PLOT_DOTS, sample, i, "now"), time, width);
}

static bool make_plan(const json_t *const *samples, size_t n, const json_t *findings,
                      struct plot *plot)
{
    bool any = false, alike = true;
    (void)findings;
    for (size_t i = 0; i < n; i++) {
        const json_t *plan = plot_chart_of(samples[i], "plan");
        if (plan == NULL)
            continue;
        any = true;
        put_curve(plot, samples[i], i, "planned", PLOT_LINE, "planned");
        if (!json_equal(json_object_get(plan, "planned"), json_object_get(plan, "one_level"))) {
            alike = false;
            put_curve(plot, samples[i], i, "one_level", PLOT_DASHED, "top level only");
        }
        put_now(plot, samples[i], i);
    }
    plot->x.is_log = plot->y.is_log = true;
    plot->x.words = PLOT_DURATIONS;
    plot->x.unit = "s";
    plot->x.title = view_format("time to measure");
    plot->y.words = PLOT_NUMBERS;
    plot->y.title = view_format("\u00b1 %% of the mean");
    plot->title = view_format("What more time buys: half-width of the interval (\u25cf: now%s)",
                              alike ? "" : "; dashed: top level only");
    return any;
}

const struct plot_kind plot_kinds[] = {
    {"density", "how densely the values lie", make_density},
    {"share", "the share of the values at or below each", make_share},
    {"order", "all values in order of measuring", make_order},
    {"runs", "executions one by one", plot_runs},
    {"shift", "the change at each decile", make_shift},
    {"units", "the means of builds, of executions", make_units},
    {"shares", "what each level adds to variance and time", make_shares},
    {"plan", "what more time buys", make_plan},
    {NULL, NULL, NULL}};

/* ---- one of them ---- */

/* Of its first metric: how many systems have values, of which the first PLOT_SYSTEMS are taken. */
static size_t samples_of(const json_t *findings, const char *benchmark, const json_t **samples)
{
    const json_t *sample;
    size_t i, n = 0;
    json_array_foreach(json_object_get(findings, "samples"), i, sample)
    {
        if (strcmp(finding_text(sample, "benchmark"), benchmark) != 0 ||
            (n > 0 &&
             strcmp(finding_text(sample, "metric"), finding_text(samples[0], "metric")) != 0))
            continue;
        if (n < PLOT_SYSTEMS)
            samples[n] = sample;
        n++;
    }
    return n;
}

/* "O2: −38.1 %, 95 % CI −39.0 … −37.2 %, faster (margin 1 %)" */
static void print_verdict(FILE *out, const json_t *findings, const json_t *sample)
{
    const json_t *comparison = comparison_with(findings, sample);
    struct assay_series series[2] = {{.benchmark = NULL}};
    struct comparison_finding row = {.left_out = 0};
    if (comparison == NULL)
        return;
    finding_read_comparison(comparison, NULL, series, &row);
    const struct assay_estimate *ratio = &row.finding.ratio;
    const int decimals = verdict_decimals(ratio);
    fprintf(out, ". %s: %s, %s CI %s, %s (margin %s)", series[1].system,
            percent_signed(change_of(ratio).estimate, decimals).text,
            confidence_text(ratio->interval.confidence).text, verdict_range(ratio, decimals).text,
            assay_verdict_name(row.finding.verdict),
            percent_rough(100 * row.finding.margin, 6).text);
}

/* n: of those samples, which are of the first of `all` systems. */
static char *caption_of(const json_t *findings, const json_t *const *samples, size_t n, size_t all)
{
    OWNED char *text = VIEW_TEXT(out, {
        fprintf(out, "%s", finding_text(samples[0], "benchmark"));
        for (size_t i = 0; i < n; i++)
            fprintf(out, "%s %s", i == 0 ? ":" : ",", finding_text(samples[i], "system"));
        if (n < all)
            fprintf(out, ", the first %zu of %zu systems", n, all);
        for (size_t i = 0; i < n; i++)
            print_verdict(out, findings, samples[i]);
    });
    return text != NULL ? view_said("%s", text) : NULL;
}

bool plot_of_kind(const struct plot_kind *kind, const json_t *findings, const char *benchmark,
                  struct plot *plot)
{
    const json_t *samples[PLOT_SYSTEMS];
    const size_t all = samples_of(findings, benchmark, samples),
                 n = all < PLOT_SYSTEMS ? all : PLOT_SYSTEMS;
    *plot = plot_begin();
    if (n == 0 || !kind->make(samples, n, findings, plot))
        return false;
    plot->caption = caption_of(findings, samples, n, all);
    return true;
}
