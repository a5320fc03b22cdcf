/* SPDX-License-Identifier: GPL-3.0-or-later */
/* plain.c -- what was found in a sentence without statistics: which one, by how much, and whether that is sure.
 *
 * "Sure" is a verdict at the confidence asked for, 95 % unless said otherwise: faster, slower or equivalent. What limits it,
 * or the numbers, stands in its place. Everything else says what is not known, and what to do. */
#include "view/text/plain.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "view/text/first_run.h"
#include "view/text/note.h"
#include "view/text/quantity.h"
#include "view/text/say.h"
#include "view/text/verdict.h"
#include "view/text/view_memory.h"

/* From here on a change is told as a factor: half as much again, and less than two thirds. */
static const double FACTOR = 1.5;

static bool is_time(const struct assay_series *series)
{
    return strcmp(series->unit, "s") == 0 && !series->more_is_better;
}

/* Of how many answers one is beyond the quantile that the metric names, as a load generator's p99: 100; 0: it names none. */
static int one_of(const struct assay_series *series)
{
    char *end = NULL;
    const double share = series->metric[0] == 'p' && is_time(series) && series->metric[1] >= '0' &&
                                 series->metric[1] <= '9'
                             ? strtod(series->metric + 1, &end)
                             : 0;
    return end != NULL && *end == '\0' && share > 0 && share < 100
               ? (int)lround(100 / (100 - share))
               : 0;
}

/* "time", "processor time", "time for the slowest 1 of 100", "max_rss" */
static struct quantity what_of(const struct assay_series *series)
{
    const int n = one_of(series);
    if (n == 2)
        return quantity_text("time for the slower half");
    if (n > 2)
        return quantity_text("time for the slowest 1 of %d", n);
    if (metric_is_processor_time(series->metric))
        return quantity_text("processor time");
    return quantity_text(
        "%.60s", strcmp(series->metric, "wall") == 0 && is_time(series) ? "time" : series->metric);
}

/* "it takes", "the slowest 1 of 100 take", "its server.ready takes" */
static struct quantity takes(const struct assay_series *series)
{
    const int n = one_of(series);
    if (n == 2)
        return quantity_text("the slower half take");
    if (n > 2)
        return quantity_text("the slowest 1 of %d take", n);
    return strcmp(series->metric, "wall") == 0
               ? quantity_text("it takes")
               : quantity_text("its %.48s takes", what_of(series).text);
}

/* The ends of an interval of per cent, or of a factor, the smaller one first: "4.1 to 7.4". */
static struct quantity ends(double one, double other, int decimals)
{
    return quantity_text("%.*f to %.*f", decimals, fmin(one, other), decimals, fmax(one, other));
}

/* Digits behind the point that tell the ends of a factor apart. */
static int factor_decimals(double one, double other)
{
    const double width = fabs(one - other);
    return width < 0.2 ? 2 : width < 20 ? 1 : 0;
}

/* "1.7 times (1.6 to 1.9)" */
static struct quantity times(double estimate, double one, double other)
{
    const int decimals = factor_decimals(one, other);
    return quantity_text("%.*f times (%.40s)", decimals, estimate, ends(one, other, decimals).text);
}

/* "5.8 % less time (4.1 to 7.4)" of a change to one side. */
static char *by_percent(const struct comparison_finding *comparison)
{
    const struct assay_estimate *ratio = &comparison->finding.ratio;
    const int decimals = verdict_decimals(ratio);
    const struct change change = change_of(ratio);
    if (comparison_exact_draws(comparison) > 0)
        return view_said("exactly %s %s %s", percent_plain(change.estimate, decimals).text,
                         change.estimate < 0 ? "less" : "more",
                         what_of(comparison->old_series).text);
    return view_said("%s %s %s (%s)", percent_plain(change.estimate, decimals).text,
                     change.estimate < 0 ? "less" : "more", what_of(comparison->old_series).text,
                     ends(fabs(change.lower), fabs(change.upper), decimals).text);
}

/* What speaks for faster or slower. */
static char *by_how_much(const struct comparison_finding *comparison)
{
    const struct assay_estimate *ratio = &comparison->finding.ratio;
    const double lower = ratio->interval.lower, upper = ratio->interval.upper;
    const bool bounded = ratio->interval.kind == ASSAY_BOUNDED && lower > 0;
    if (!bounded)
        return view_said("by how much is open");
    if (is_time(comparison->old_series) && ratio->estimate <= 1 / FACTOR)
        return view_said("%s", times(1 / ratio->estimate, 1 / lower, 1 / upper).text);
    if (is_time(comparison->old_series) && ratio->estimate >= FACTOR)
        return view_said("%s %s as long", takes(comparison->old_series).text,
                         times(ratio->estimate, lower, upper).text);
    return by_percent(comparison);
}

/* "faster", "slower"; of what is no time "better", "worse". */
static const char *word_of(const struct comparison_finding *comparison)
{
    const bool good = comparison->finding.verdict == ASSAY_FASTER;
    if (is_time(comparison->old_series))
        return good ? "faster" : "slower";
    return good ? "better" : "worse";
}

/* "between 4.9 % less and 0.7 % more time" of an interval that says neither. */
static char *open_range(const struct comparison_finding *comparison)
{
    const struct assay_estimate *ratio = &comparison->finding.ratio;
    const struct change change = change_of(ratio);
    const int decimals = verdict_decimals(ratio);
    const struct quantity of = what_of(comparison->old_series);
    const char *what = of.text;
    if (ratio->interval.kind != ASSAY_BOUNDED || !isfinite(change.lower + change.upper))
        return view_said("the runs are too few to say");
    if (change.lower < -100 && change.upper > 0)
        return view_said("at most %s more %s", percent_plain(change.upper, decimals).text, what);
    if (change.lower < 0 && change.upper > 0)
        return view_said("between %s less and %s more %s",
                         percent_plain(change.lower, decimals).text,
                         percent_plain(change.upper, decimals).text, what);
    return view_said("%s %% %s %s", ends(fabs(change.lower), fabs(change.upper), decimals).text,
                     change.upper <= 0 ? "less" : "more", what);
}

/* Whose runs are not level: the one, or both. */
static char *warming(const struct comparison_finding *comparison)
{
    const bool of_old = assay_warm_up_moves(&comparison->warm_up.old_sample),
               of_new = assay_warm_up_moves(&comparison->warm_up.new_sample);
    const char *name = comparison->new_series->system, *other = comparison->old_series->system;
    if (of_old != of_new)
        return view_said(
            "Not sure: \"%s\" was still changing while it ran. assay show --steady says more.",
            of_new ? name : other);
    return view_said(
        "Not sure: \"%s\" and \"%s\" were still changing while they ran. assay show --steady "
        "says more.",
        name, other);
}

/* What it would take to know; NULL: nobody knows. */
static char *longer(const struct units_needed *needed)
{
    static const double hour_s = 3600;
    if (needed == NULL)
        return view_said("Not sure yet: measure longer.");
    const double more_s = needed->may_be_unchanged ? (double)NAN : needed->more_s,
                 high_s = isfinite(needed->precision_high_s) ? needed->precision_high_s
                                                             : needed->precision_s;
    if (isfinite(more_s) && more_s <= hour_s)
        return view_said("Not sure yet: measure %s longer.", duration_of(more_s).text);
    if (!isfinite(more_s) && isnan(high_s))
        return view_said("Not sure yet: measure longer.");
    if (!isfinite(more_s) && isinf(high_s))
        return view_said("Not sure, and measuring longer hardly helps.");
    if (!isfinite(more_s) && high_s <= hour_s)
        return view_said("Not sure yet: %s would most likely tell.", duration_of(high_s).text);
    if (!isfinite(more_s) && needed->precision_low_s <= hour_s)
        return view_said("Not sure yet: measure longer; how long is open.");
    return view_said("Not sure, and measuring longer hardly helps: it would take %s.",
                     duration_of(isfinite(more_s) ? more_s : high_s).text);
}

/* "as fast as", "slower than"; of what is no time "as good as", "worse than". */
static const char *beside_words(enum assay_verdict verdict, bool time)
{
    switch (verdict) {
    case ASSAY_FASTER: return time ? "faster than" : "better than";
    case ASSAY_SLOWER: return time ? "slower than" : "worse than";
    default: return time ? "as fast as" : "as good as";
    }
}

static char *mixed(const struct comparison_finding *comparison)
{
    const bool time = is_time(comparison->old_series);
    return view_said(
        "\"%s\" is %s \"%s\" in most runs, and %s it in %s. Not sure which one "
        "matters: assay explain mixed.",
        comparison->new_series->system, beside_words(comparison->finding.typical_verdict, time),
        comparison->old_series->system, beside_words(comparison->finding.mean_verdict, time),
        time ? "total" : "the mean");
}

static char *undecided(const struct comparison_finding *comparison,
                       const struct units_needed *needed)
{
    const char *name = comparison->new_series->system, *other = comparison->old_series->system;
    if (comparison->warm_up.open)
        return warming(comparison);
    if (comparison->finding.verdict == ASSAY_MIXED)
        return mixed(comparison);
    OWNED char *range = open_range(comparison);
    if (range != NULL && comparison->old_series->told.direction == ASSAY_TOLD_BY_NOBODY)
        return view_said(
            "\"%s\" against \"%s\": %s. Nobody said whether more is better: assay explain "
            "direction.",
            name, other, range);
    OWNED char *help = longer(needed);
    return range == NULL || help == NULL
               ? NULL
               : view_said("\"%s\" against \"%s\": %s. %s", name, other, range, help);
}

/* Why a verdict says less than it seems to, to who reads no notes; of a clear one what the host did turns nothing. */
static const struct {
    enum assay_warning warning;
    bool unless_clear;
    const char *words;
} doubts[] = {
    {ASSAY_WARN_CLOSED_LOOP, false,
     "the load waits for each answer, so real users may wait longer"},
    {ASSAY_WARN_FEW_REQUESTS, false, "few requests were that slow"},
    {ASSAY_WARN_FEW_FOR_QUANTILE, false, "few values were that far out"},
    {ASSAY_WARN_FAILED_EXECUTIONS, false, "some runs failed"},
    {ASSAY_WARN_INCOMPLETE, false, "not all runs are done"},
    {ASSAY_WARN_PEEKED, false, "measuring ended because of what was seen"},
    {ASSAY_WARN_INTERFERENCE, false, "one disturbed the other"},
    {ASSAY_WARN_DIFFERENT_HOSTS, true, "they ran on different machines"},
    {ASSAY_WARN_HOST_DRIFT, true, "the machine changed meanwhile"},
};
enum { DOUBTS = sizeof doubts / sizeof *doubts };

/* What few far values leave open is not said of everything. */
static const char *sure_of(const struct comparison_finding *comparison)
{
    const struct assay_comparison *finding = &comparison->finding;
    if (comparison->settled || !finding->has_typical ||
        finding->rests_on != ASSAY_RESTS_ON_TYPICAL || finding->mean_verdict != ASSAY_INCONCLUSIVE)
        return "Sure.";
    return is_time(comparison->old_series) ? "Sure of a typical run; total time is open."
                                           : "Sure of a typical run; the mean is open.";
}

/* "Sure.", or "Not quite sure: few requests were that slow." */
static char *how_sure(const struct comparison_finding *comparison)
{
    const assay_warnings warnings = comparison_warnings(comparison);
    const bool clear = note_is_clear(&comparison->finding);
    size_t n = 0;
    return VIEW_TEXT(stream, {
        for (size_t i = 0; i < DOUBTS; i++)
            if ((warnings & ASSAY_WARNING(doubts[i].warning)) != 0 &&
                !(doubts[i].unless_clear && clear))
                fprintf(stream, "%s%s", n++ == 0 ? "Not quite sure: " : "; ", doubts[i].words);
        fputs(n == 0 ? sure_of(comparison) : ".", stream);
    });
}

/* Counts that no run changed, and that are the same on both sides. */
static bool is_as_many(const struct comparison_finding *comparison)
{
    return comparison_exact_draws(comparison) > 0 && comparison->finding.ratio.estimate == 1;
}

static char *as_many(const struct comparison_finding *comparison)
{
    OWNED char *sure = how_sure(comparison);
    return sure == NULL ? NULL
                        : view_said("\"%s\" has exactly as many %s as \"%s\". %s",
                                    comparison->new_series->system, comparison->old_series->metric,
                                    comparison->old_series->system, sure);
}

static char *decided(const struct comparison_finding *comparison, const char *than)
{
    const char *name = comparison->new_series->system, *other = comparison->old_series->system;
    OWNED char *sure = how_sure(comparison);
    if (sure == NULL)
        return NULL;
    if (comparison->settled)
        return view_said("\"%s\" is the same program as \"%s\".", name, other);
    if (comparison->finding.verdict == ASSAY_EQUIVALENT)
        return view_said("\"%s\" is as %s as \"%s\", within %s. %s", name,
                         is_time(comparison->old_series) ? "fast" : "good", other,
                         percent_rough(100 * comparison->finding.margin, 6).text, sure);
    OWNED char *much = by_how_much(comparison);
    return much == NULL ? NULL
                        : view_said("\"%s\" is %s%s%s%s: %s. %s", name, word_of(comparison),
                                    than != NULL ? " than \"" : "", than != NULL ? than : "",
                                    than != NULL ? "\"" : "", much, sure);
}

/* The sentence behind the benchmark that it is about. */
static char *about(const char *benchmark, char *sentence)
{
    OWNED char *owned = sentence;
    if (owned == NULL || benchmark == NULL)
        return owned == NULL ? NULL : view_said("%s", owned);
    return view_said("%s: %s", benchmark, owned);
}

char *plain_comparison(const struct comparison_finding *comparison, const char *benchmark,
                       const char *than, const struct units_needed *needed)
{
    const enum assay_verdict verdict = comparison->finding.verdict;
    if (is_as_many(comparison) && !comparison->settled)
        return about(benchmark, as_many(comparison));
    const bool open = comparison->warm_up.open || verdict == ASSAY_MIXED ||
                      (verdict == ASSAY_INCONCLUSIVE && !comparison->settled);
    return about(benchmark, open ? undecided(comparison, needed) : decided(comparison, than));
}

/* What others took is none of it. */
static char *computes_text(const struct processor_beside *beside)
{
    const double spread = (beside->mean.interval.upper - beside->mean.interval.lower) / 2;
    if (!beside->told)
        return NULL;
    const struct quantity_scale scale =
        quantity_scale_spread("s", &beside->mean.estimate, 1, &spread, isfinite(spread));
    return view_format(" %s: its processor time is %s.",
                       beside->only_computes ? "Other programs took part of that"
                                             : "Part of that it waited",
                       quantity_of(beside->mean.estimate, &scale).text);
}

char *plain_sample(const struct sample_finding *sample, const char *benchmark)
{
    const struct assay_series *series = sample->series;
    const struct assay_estimate *first = first_run_value(sample);
    const struct assay_interval *interval = &first->interval;
    const double values[] = {first->estimate, interval->lower, interval->upper};
    const double spread = (interval->upper - interval->lower) / 2;
    const bool sure = isfinite(spread);
    const struct quantity_scale scale =
        quantity_scale_spread(series->unit, values, 1, &spread, sure);
    OWNED char *value =
        view_said("\"%s\" %s %s%s%s%s", series->system, is_time(series) ? "takes" : "has",
                  quantity_of(values[0], &scale).text, is_time(series) ? "" : " ",
                  is_time(series) ? "" : series->metric, sample->has_rest ? first_run_words : "");
    if (value == NULL)
        return NULL;
    if (!sure)
        return about(benchmark,
                     view_said("%s. The runs are too few to say how sure that is.", value));
    const bool up_to = interval_is_up_to(interval, sample->description.min);
    OWNED char *beside = computes_text(&sample->beside);
    return about(benchmark,
                 view_said("%s (%s%sto %s).%s", value,
                           up_to ? "" : quantity_bare(values[1], &scale).text, up_to ? "up " : " ",
                           quantity_bare(values[2], &scale).text, beside != NULL ? beside : ""));
}
