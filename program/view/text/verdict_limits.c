/* SPDX-License-Identifier: GPL-3.0-or-later */
/* verdict_limits.c -- what stands against a comparison's numbers, in a sentence each. */
#include "view/text/verdict.h"

#include <math.h>
#include <stdlib.h>

#include "base/level_words.h"
#include "view/text/view_memory.h"
#include "view/text/warm_up_words.h"

/* ---- executions that are not at rest ---- */

/* What stands of both systems; the one that is at rest is not told. */
static char *both_words(const struct comparison_finding *comparison, int limit,
                        char *(*words)(const struct assay_warm_up *, const char *, int),
                        const char *between)
{
    const struct warm_up_finding *warm_up = &comparison->warm_up;
    const bool old_moves = assay_warm_up_moves(&warm_up->old_sample),
               new_moves = assay_warm_up_moves(&warm_up->new_sample);
    OWNED char *of_old = old_moves
                             ? words(&warm_up->old_sample, comparison->old_series->system, limit)
                             : view_format("%s", "");
    OWNED char *of_new = new_moves
                             ? words(&warm_up->new_sample, comparison->new_series->system, limit)
                             : view_format("%s", "");
    if (of_old == NULL || of_new == NULL)
        return NULL;
    return view_said("%s%s%s", of_old, old_moves && new_moves ? between : "", of_new);
}

/* What follows from it, and what to do, after a warm-up whose end was seen. */
static char *then_seen(const struct warm_up_finding *warm_up)
{
    if (warm_up->open)
        return view_format("%s", "--warm-up cut compares the rest, --warm-up keep takes all");
    if (!warm_up->has_rest)
        return view_format("%s", "too little is left from there on");
    return view_format(
        "in the rest %s, %s (--warm-up cut)",
        percent_signed(change_of(&warm_up->ratio).estimate, verdict_decimals(&warm_up->ratio)).text,
        assay_verdict_name(warm_up->verdict));
}

static char *then_unseen(const struct warm_up_finding *warm_up)
{
    if (warm_up->cut)
        return view_format(
            "%s", warm_up->open ? "Nothing is claimed of a steady state; more iterations show it"
                                : "The verdict would stand if it went on as before");
    if (warm_up->open || !warm_up->has_rest)
        return view_format("%s", "More iterations show the end, --warm-up keep takes all");
    return view_format(
        "In the last %zu iterations %s", warm_up->iterations - warm_up->from,
        percent_signed(change_of(&warm_up->ratio).estimate, verdict_decimals(&warm_up->ratio))
            .text);
}

char *verdict_warm_up(const struct comparison_finding *comparison, int limit)
{
    const struct warm_up_finding *warm_up = &comparison->warm_up;
    if (!warm_up->matters)
        return NULL;
    OWNED char *who = both_words(comparison, limit, warm_up_who, ", ");
    OWNED char *end = both_words(comparison, limit, warm_up_end, "");
    OWNED char *then = warm_up->seen ? then_seen(warm_up) : then_unseen(warm_up);
    return who != NULL && end != NULL && then != NULL
               ? view_said("%s%s%s %s.", who, end, warm_up->seen ? ":" : ".", then)
               : NULL;
}

/* ---- rounds without a partner ---- */

char *verdict_left_out(const struct comparison_finding *comparison)
{
    const size_t n = comparison->left_out;
    const char *unit = comparison->old_series->level_name[0];
    if (n == 0)
        return NULL;
    return view_format("%zu %s%s whose round the other system does not have %s left out.", n,
                       unit != NULL ? unit : "unit", n == 1 ? "" : "s", n == 1 ? "is" : "are");
}

/* ---- values far out ---- */

/* Live values of each system above this multiple of its median. */
struct above {
    size_t n[2], all[2];
    double longest;
};

static struct above count_above(const struct comparison_finding *comparison, double multiple)
{
    const struct assay_series *of[2] = {comparison->old_series, comparison->new_series};
    const double median[2] = {comparison->finding.old_sample.median,
                              comparison->finding.new_sample.median};
    struct above above = {.longest = 0};
    for (size_t k = 0; k < 2; k++) {
        const struct assay_sample *live = &of[k]->live;
        above.all[k] = live->values != NULL ? assay_sample_size(live) : 0;
        for (size_t i = 0; i < above.all[k]; i++) {
            above.n[k] += live->values[i] > multiple * median[k];
            above.longest = fmax(above.longest, live->values[i]);
        }
    }
    return above;
}

char *verdict_far(const struct comparison_finding *comparison)
{
    static const double multiples[] = {10, 5, 2, 1.5, 1.2};
    struct above above = {.longest = 0};
    size_t k = 0;
    if (comparison->warm_up.open || !assay_mean_is_wide(&comparison->finding))
        return NULL;
    for (k = 0; k < sizeof multiples / sizeof *multiples; k++) {
        above = count_above(comparison, multiples[k]);
        const size_t n = above.n[0] + above.n[1];
        if (200 * n >= above.all[0] + above.all[1] && n > 0)
            break;
    }
    if (k == sizeof multiples / sizeof *multiples)
        return NULL;
    return view_said("%zu of %zu values of %.24s and %zu of %zu of %.24s lie above %g times the "
                     "median, the %s is %s: %s counts them, a typical run not.",
                     above.n[0], above.all[0], comparison->old_series->system, above.n[1],
                     above.all[1], comparison->new_series->system, multiples[k],
                     strcmp(comparison->old_series->unit, "s") == 0 ? "longest" : "largest",
                     quantity_alone(above.longest, comparison->old_series->unit).text,
                     verdict_mean_words(comparison->old_series));
}

/* ---- what others took ---- */

/* The first level of several units: one of a level is no level. */
static size_t top_level(const struct assay_series *series)
{
    const struct assay_shape *shape = &series->live.shape;
    size_t top = 0;
    while (top + 1 < shape->n_levels && assay_shape_units(shape, top) == 1)
        top++;
    return top;
}

static size_t top_units(const struct assay_series *series)
{
    return series->live.shape.n_levels > 0
               ? assay_shape_units(&series->live.shape, top_level(series))
               : 0;
}

/* What does not decide bears no verdict from so few top units: by chance three lie much closer together than what they
 * are drawn from. The numbers stand. */
static bool are_few(size_t units, enum assay_verdict verdict)
{
    enum { ENOUGH = 5 };
    return units > 0 && units < ENOUGH && verdict != ASSAY_INCONCLUSIVE;
}

/* One interval lies beyond the margin, and there is no verdict all the same: that takes both questions, each at half the error. */
static bool is_close(const struct waiting_finding *waiting, double margin)
{
    const struct assay_interval all = {.kind = ASSAY_ALL};
    return waiting->verdict == ASSAY_INCONCLUSIVE &&
           assay_verdict_of(&waiting->ratio.interval, &all, margin, false) != ASSAY_INCONCLUSIVE;
}

/* "wall time says +12.8 %, −1.9 … +29.2 %, inconclusive"; "…, no verdict (3 builds are few)" */
static char *says(const char *who, const struct comparison_finding *comparison)
{
    const struct waiting_finding *waiting = &comparison->waiting;
    const int decimals = verdict_decimals(&waiting->ratio);
    const size_t of_old = top_units(comparison->old_series),
                 of_new = top_units(comparison->new_series),
                 units = of_old < of_new ? of_old : of_new;
    const struct quantity change = percent_signed(change_of(&waiting->ratio).estimate, decimals);
    const struct quantity range = verdict_range(&waiting->ratio, decimals);
    if (are_few(units, waiting->verdict))
        return view_format(
            "%s says %s, %s, no verdict (%s %s few)", who, change.text, range.text,
            level_units(units,
                        comparison->old_series->level_name[top_level(comparison->old_series)])
                .text,
            units == 1 ? "is" : "are");
    return view_format("%s says %s, %s, %s%s", who, change.text, range.text,
                       assay_verdict_name(waiting->verdict),
                       is_close(waiting, comparison->finding.margin) ? " (a close call)" : "");
}

char *verdict_waiting(const struct comparison_finding *comparison)
{
    const struct waiting_finding *waiting = &comparison->waiting;
    if (!waiting->told)
        return NULL;
    OWNED char *found = says(waiting->decides ? "Wall time" : "Processor time", comparison);
    const char *text = found != NULL ? found : "?";
    const bool of_iterations = strcmp(waiting->metric, "cpu") == 0;
    if (waiting->decides)
        return view_format("Processor time (%s) decides: others took the processors, and "
                           "%.2f and %.2f of one processor were used. %s.",
                           of_iterations ? "cpu, of iterations" : "user + system",
                           waiting->old_share, waiting->new_share, text);
    if (waiting->only_computes)
        return view_format(
            "Other programs took part of the time: %.2f and %.2f processors were used. "
            "%s: --metric %s decides by that, and fewer programs beside calm "
            "wall time.",
            waiting->old_share, waiting->new_share, text, waiting->metric);
    if (waiting->parallel)
        return view_format("%.2f and %.2f processors were used, at times more than one: how long "
                           "that takes depends on how many are free. Processor time is the sum of "
                           "all and cannot decide. %s: --metric %s compares that.",
                           waiting->old_share, waiting->new_share, text, waiting->metric);
    return view_format("%.2f and %.2f processors were used. The rest was waiting, for other "
                       "programs or for what they "
                       "asked. An execution gave its processor up %.3g and %.3g times itself: "
                       "processor time cannot "
                       "decide. %s: --metric %s compares that, which counts no waiting.",
                       waiting->old_share, waiting->new_share, waiting->old_gave_up,
                       waiting->new_gave_up, text, waiting->metric);
}

char *sample_waiting(const struct sample_finding *sample)
{
    const struct processor_beside *beside = &sample->beside;
    const struct assay_interval *interval = &beside->mean.interval;
    const double spread = (interval->upper - interval->lower) / 2;
    if (!beside->told)
        return NULL;
    const struct quantity_scale scale =
        quantity_scale_spread("s", &beside->mean.estimate, 1, &spread, isfinite(spread));
    OWNED char *range = isfinite(spread) ? view_format(", %s CI %s \u2026 %s",
                                                       confidence_text(interval->confidence).text,
                                                       quantity_bare(interval->lower, &scale).text,
                                                       quantity_of(interval->upper, &scale).text)
                                         : NULL;
    return view_format("%s: %.2f of a processor was used%s. Processor time (%s) is %s%s.",
                       beside->only_computes ? "Other programs took part of the time"
                                             : "Part of the time was waiting",
                       beside->share,
                       beside->only_computes ? ""
                                             : ", the rest waited, for others or what it asked",
                       strcmp(beside->metric, "cpu") == 0 ? "cpu, of iterations" : "user + system",
                       quantity_of(beside->mean.estimate, &scale).text, range != NULL ? range : "");
}

/* ---- intervals that have no ends ---- */

/* The level that counts, and its units: the highest that is repeated. */
static const struct assay_component *top_of(const struct assay_description *description,
                                            size_t *level)
{
    for (*level = 0; *level + 1 < description->n_levels; ++*level)
        if (description->level[*level].count > 1)
            break;
    return &description->level[*level];
}

/* The fewest units from which Fieller's set would be bounded, if they varied as these do; 0: unknown, or
 * more than anybody measures. */
static size_t enough_for_bounds(const struct assay_description *description, double confidence)
{
    enum { MOST = 100000 };
    size_t level;
    const struct assay_component *top = top_of(description, &level);
    const double cv2 = top->s2 / (description->mean * description->mean);
    for (size_t n = 2; n <= MOST && cv2 > 0 && isfinite(cv2); n += 1 + n / 20) {
        const double t = assay_t_critical(confidence, (double)n - 1);
        if (t * t * cv2 < (double)n)
            return n;
    }
    return 0;
}

char *few_values_text(const struct assay_statistic *statistic, double confidence, size_t n,
                      double enough)
{
    char name[ASSAY_STATISTIC_TEXT], more[32] = " yet";
    assay_statistic_name(statistic, name);
    if ((double)n < enough)
        (void)snprintf(more, sizeof more, "; %.0f would do", enough);
    return view_format("no %s interval of %s from %zu value%s%s", confidence_text(confidence).text,
                       name, n, n == 1 ? "" : "s", more);
}

char *verdict_few_values(const struct comparison_finding *comparison)
{
    const struct assay_comparison *finding = &comparison->finding;
    const size_t n = finding->old_sample.n < finding->new_sample.n ? finding->old_sample.n
                                                                   : finding->new_sample.n;
    const double confidence = finding->ratio.interval.confidence;
    /* The bootstrap asks for one end: an extreme is beyond it in at most 1 - confidence of cases. What was
     * looked at has an interval later. */
    const double enough = finding->ratio.interval.method == NULL
                              ? assay_quantile_values(&finding->statistic, 2 * confidence - 1)
                              : 0;
    return few_values_text(&finding->statistic, confidence, n, enough);
}

char *verdict_unbounded(const struct comparison_finding *comparison)
{
    const struct assay_description *description = &comparison->finding.old_sample;
    size_t level;
    const struct assay_component *top = top_of(description, &level);
    const double confidence = comparison->finding.ratio.interval.confidence;
    const size_t enough = enough_for_bounds(description, confidence);
    const char *name = comparison->old_series->level_name[level];
    const char *units = level_plural(name != NULL ? name : "unit").text;
    if (enough == 0 || (double)enough <= top->count)
        return view_format("no finite %s interval from %.0f %s", confidence_text(confidence).text,
                           top->count, units);
    return view_format("no finite %s interval from %.0f %s; about %zu would do",
                       confidence_text(confidence).text, top->count, units, enough);
}
