/* SPDX-License-Identifier: GPL-3.0-or-later */
/* verdict.c -- the sentence that a comparison begins with, and the words that views share. */
#include "view/text/verdict.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "design/generator.h"
#include "view/text/distinct_names.h"
#include "view/text/sentences.h"
#include "view/text/view_memory.h"

enum style verdict_style(enum assay_verdict verdict)
{
    static const enum style styles[] = {[ASSAY_FASTER] = STYLE_GOOD,
                                        [ASSAY_SLOWER] = STYLE_BAD,
                                        [ASSAY_EQUIVALENT] = STYLE_SAME,
                                        [ASSAY_INCONCLUSIVE] = STYLE_OPEN,
                                        [ASSAY_MIXED] = STYLE_OPEN};
    return styles[verdict];
}

double verdict_half_width(const struct assay_estimate *ratio)
{
    struct change change = change_of(ratio);
    return (change.upper - change.lower) / 2;
}

/* Of what is exact, however small. */
static int exact_decimals(double percent)
{
    return fabs(percent) < 0.1 ? 4 : fabs(percent) < 10 ? 2 : 1;
}

int verdict_decimals(const struct assay_estimate *ratio)
{
    const double percent = 100 * fabs(ratio->estimate - 1);
    if (ratio->interval.kind == ASSAY_BOUNDED && ratio->interval.lower == ratio->interval.upper &&
        percent > 0)
        return exact_decimals(percent);
    double half_width = verdict_half_width(ratio);
    return percent_decimals(&half_width, 1);
}

/* What is measured is positive, so no change lies below -100 %: of a set without upper end only
 * what is above counts. JSON has the set as it is. */
static struct quantity open_range(double lower, int decimals)
{
    return percent_range(lower > -100 ? lower : -(double)INFINITY, (double)INFINITY, decimals);
}

struct quantity verdict_range(const struct assay_estimate *ratio, int decimals)
{
    struct change change = change_of(ratio);
    if (isnan(change.lower) || isnan(change.upper))
        return quantity_text("\u2013");
    if (ratio->interval.kind == ASSAY_BOUNDED && change.lower < -100 && change.estimate > -100)
        return quantity_text("up to %s", percent_signed(change.upper, decimals).text);
    if (ratio->interval.kind == ASSAY_BOUNDED)
        return percent_range(change.lower, change.upper, decimals);
    if (ratio->interval.kind == ASSAY_RAY)
        return open_range(change.lower, decimals);
    return quantity_text("no finite interval");
}

struct quantity confidence_text(double confidence)
{
    return quantity_text("%s", percent_rough(100 * confidence, 6).text);
}

struct quantity interval_title(double confidence)
{
    return quantity_text("%.24s CI", confidence_text(confidence).text);
}

bool interval_is_up_to(const struct assay_interval *interval, double least)
{
    return interval->lower < 0 && least >= 0 && isfinite(interval->upper);
}

const char *method_words(const char *method)
{
    static const char *const words[][2] = {
        {"t", "Student's t"},
        {"fieller-satterthwaite", "Fieller (Satterthwaite)"},
        {"fieller-paired", "paired Fieller"},
        {"fieller-paired-anytime", "paired Fieller, valid at any time"},
        {"fieller-paired-obrien-fleming", "paired Fieller, O'Brien-Fleming looks"},
        {"duet-t", "t on the pairs' log ratios, processors apart"},
        {"typical-t", "t on the rounds' log ratios"},
        {"typical-order", "median of the rounds' ratios"},
        {"typical-order-anytime", "median of the rounds' ratios, valid at any time"},
        {"quantile-order", "order statistics"},
        {"quantile-order-anytime", "order statistics, valid at any time"},
        {"typical-order-obrien-fleming", "median of the rounds' ratios, O'Brien-Fleming looks"},
        {"machines-geometric", "t on the machines' log ratios"},
        {"machines-classes", "t on the machines' log ratios, classes alike"},
        {"fieller-paper", "Fieller (as in the papers)"},
        {"bootstrap-cluster", "bootstrap of the top level (expanded percentile)"},
        {"bootstrap-cluster-paired", "bootstrap of the rounds (expanded percentile)"},
        {"bootstrap-rrr", "bootstrap RRR (percentile, as in the papers)"},
        {"bootstrap-rrn", "bootstrap RRN (percentile, as in the papers)"},
        {"bootstrap-rnn", "bootstrap RNN (percentile, as in the papers)"},
        {"bootstrap-flat", "bootstrap FLAT (percentile, as in the papers)"},
    };
    /* A bootstrap's method goes on in brackets with the rules it used: JSON has them. */
    const size_t length = method != NULL ? strcspn(method, " ") : 0;
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        if (length > 0 && strlen(words[i][0]) == length &&
            strncmp(words[i][0], method, length) == 0)
            return words[i][1];
    return method != NULL ? method : "no method";
}

struct quantity quantile_words(const struct assay_statistic *statistic)
{
    char name[ASSAY_STATISTIC_TEXT];
    struct quantity words = {""};
    assay_statistic_name(statistic, name);
    if (statistic->kind != ASSAY_STATISTIC_MEAN)
        (void)snprintf(words.text, sizeof words.text, ": %s", name);
    return words;
}

/* ---- the sentence ---- */

static bool is_time(const struct assay_series *series)
{
    return strcmp(series->unit, "s") == 0 && !series->more_is_better;
}

/* Of a load: p99 is no time that a run takes, and its mean is no total. */
static bool is_quantile(const struct assay_series *series)
{
    return generator_is_quantile(series->metric);
}

/* "time"; what was counted of it where that is not all. */
static const char *time_words(const struct assay_series *series)
{
    return metric_is_processor_time(series->metric) ? "processor time" : "time";
}

/* "66 % faster" is read as 1.66 times by many: beyond half, a time has its factor. */
static bool tells_factor(const struct comparison_finding *comparison)
{
    const struct assay_estimate *ratio = &comparison->finding.ratio;
    const enum assay_verdict verdict = comparison->finding.verdict;
    return !comparison->same_program && is_time(comparison->old_series) &&
           !is_quantile(comparison->old_series) && ratio->interval.kind == ASSAY_BOUNDED &&
           ratio->interval.lower > 0 && !comparison->warm_up.open &&
           ((verdict == ASSAY_FASTER && ratio->estimate <= 0.5) ||
            (verdict == ASSAY_SLOWER && ratio->estimate >= 1.5));
}

/* Digits behind the point by which a factor's interval is told. */
static int factor_decimals(double lower, double upper)
{
    const double width = upper - lower;
    return width < 0.02 ? 3 : width < 2 ? 2 : width < 20 ? 1 : 0;
}

/* Beyond what a change of a program mostly is. */
static bool far_apart(const struct assay_estimate *ratio)
{
    static const double far = 100;
    return ratio->estimate >= far || ratio->estimate <= 1 / far;
}

/* "zstd takes 58 % less time than gzip: 2.36 times as fast", "sleep takes 7.8 times as long as true" */
static char *factor_sentence(const struct comparison_finding *comparison, const char *old_name,
                             const char *new_name, const char *place)
{
    const struct assay_estimate *ratio = &comparison->finding.ratio;
    const double lower = ratio->interval.lower, upper = ratio->interval.upper;
    const char *time = time_words(comparison->old_series);
    const char *doubt = far_apart(ratio) ? ". Are both in the same unit?" : "";
    if (ratio->estimate > 1 && strcmp(time, "time") != 0)
        return view_said("%s takes %.*f times as much %s as %s%s%s", new_name,
                         factor_decimals(lower, upper), ratio->estimate, time, old_name, place,
                         doubt);
    if (ratio->estimate > 1)
        return view_said("%s takes %.*f times as long as %s%s%s", new_name,
                         factor_decimals(lower, upper), ratio->estimate, old_name, place, doubt);
    if (far_apart(ratio)) /* 99.9 % less is read as nothing left */
        return view_said("%s takes 1/%.0f of the %s of %s%s%s", new_name, 1 / ratio->estimate, time,
                         old_name, place, doubt);
    return view_said("%s takes %s less %s than %s%s: %.*f times as fast", new_name,
                     percent_plain(change_of(ratio).estimate, 0).text, time, old_name, place,
                     factor_decimals(1 / upper, 1 / lower), 1 / ratio->estimate);
}

/* The same program, and what its values say all the same where the two were measured apart. */
static char *same_sentence(const struct comparison_finding *comparison, const char *old_name,
                           const char *new_name, const char *place)
{
    const struct assay_series *series = comparison->old_series;
    const enum assay_verdict verdict = comparison->finding.verdict;
    const double change = change_of(&comparison->finding.ratio).estimate;
    const bool time = is_time(series);
    if (verdict != ASSAY_FASTER && verdict != ASSAY_SLOWER)
        return view_said("%s is the same program as %s%s", new_name, old_name, place);
    return view_said("%s is the same program as %s%s, yet %s %s %s %s", new_name, old_name, place,
                     time ? "takes" : "has",
                     percent_plain(change, verdict_decimals(&comparison->finding.ratio)).text,
                     change < 0 ? "less" : "more", time ? "time" : series->metric);
}

/* Where nobody says which way is better: 1 more, -1 less, beyond the margin; 0: neither, or it is known. */
static int moved_of(const struct comparison_finding *comparison)
{
    const struct assay_comparison *finding = &comparison->finding;
    const struct assay_interval all = {.kind = ASSAY_ALL};
    if (!comparison_is_withheld(comparison) || comparison->same_program || comparison->warm_up.open)
        return 0;
    const enum assay_verdict moved =
        assay_verdict_of(&finding->ratio.interval, &all, finding->margin, true);
    return moved == ASSAY_FASTER ? 1 : moved == ASSAY_SLOWER ? -1 : 0;
}

const char *history_word(const struct history_row *series, enum assay_verdict verdict, bool rises)
{
    return assay_told_decides(&series->told) ? assay_verdict_name(verdict)
           : rises                           ? "more"
                                             : "less";
}

const char *verdict_word(const struct comparison_finding *comparison)
{
    const int moved = moved_of(comparison);
    return moved > 0   ? "more"
           : moved < 0 ? "less"
                       : assay_verdict_name(comparison->finding.verdict);
}

struct quantity history_change_words(const struct assay_change *change)
{
    const double exact = history_exact_step(change);
    const struct quantity percent =
        percent_signed(100 * (change->ratio.estimate - 1), verdict_decimals(&change->ratio));
    return exact == 0 ? percent : quantity_text("%s, %s", quantity_step(exact).text, percent.text);
}

/* "O2 has exactly 1 204 instructions more than O1 on fft, +0.31 %" */
static char *exact_sentence(const struct comparison_finding *comparison, const char *old_name,
                            const char *new_name, const char *place)
{
    const struct assay_comparison *finding = &comparison->finding;
    const char *metric = comparison->old_series->metric;
    const double difference = finding->new_sample.min - finding->old_sample.min,
                 percent = 100 * difference / finding->old_sample.min;
    const char *unit = strcmp(comparison->old_series->unit, "byte") == 0 ? " bytes of" : "";
    const int decimals = exact_decimals(percent);
    if (difference == 0)
        return view_said("%s has exactly as many %s as %s%s", new_name, metric, old_name, place);
    OWNED char *one = view_format("%s", metric);
    const size_t n = one != NULL ? strlen(one) : 0;
    if (fabs(difference) == 1 && n > 1 && one[n - 1] == 's')
        one[n - 1] = '\0';
    return view_said("%s has exactly %s%s %s %s than %s%s, %s", new_name,
                     quantity_whole(fabs(difference)).text, unit, one != NULL ? one : "",
                     difference > 0 ? "more" : "fewer", old_name, place,
                     percent_signed(percent, decimals).text);
}

/* What else than wall time is compared: " by processor time", " in p99"; "". */
static char *by_words(const struct assay_series *series)
{
    if (is_quantile(series))
        return view_said(" in %s", series->metric);
    return view_format("%s", strcmp(time_words(series), "time") != 0 ? " by processor time" : "");
}

/* What went up or down in words: time makes faster and slower, anything else has its name. `place`
 * is " on fft-1024" or "". */
static char *change_sentence(const struct comparison_finding *comparison, const char *old_name,
                             const char *new_name, const char *place)
{
    const struct assay_series *series = comparison->old_series;
    const struct change change = change_of(&comparison->finding.ratio);
    const int decimals = verdict_decimals(&comparison->finding.ratio);
    const enum assay_verdict verdict = comparison->finding.verdict;
    OWNED char *by = by_words(series);
    if (by == NULL)
        return NULL;
    if (comparison->same_program)
        return same_sentence(comparison, old_name, new_name, place);
    if (verdict == ASSAY_EQUIVALENT)
        return view_said("%s and %s are equivalent%s%s", new_name, old_name, by, place);
    if (moved_of(comparison) != 0)
        return view_said(
            "%s has %s %s %s than %s%s", new_name, percent_plain(change.estimate, decimals).text,
            moved_of(comparison) > 0 ? "more" : "less", series->metric, old_name, place);
    if (verdict == ASSAY_INCONCLUSIVE || verdict == ASSAY_MIXED)
        return view_said("%s against %s%s%s: %s", new_name, old_name, by, place,
                         percent_signed(change.estimate, decimals).text);
    if (tells_factor(comparison))
        return factor_sentence(comparison, old_name, new_name, place);
    if (is_time(series) && !is_quantile(series))
        return view_said(
            "%s takes %s %s %s than %s%s", new_name, percent_plain(change.estimate, decimals).text,
            change.estimate < 0 ? "less" : "more", time_words(series), old_name, place);
    if (series->more_is_better && strchr(series->unit, '/') != NULL)
        return view_said("%s is %s %s than %s%s", new_name,
                         percent_plain(change.estimate, decimals).text, assay_verdict_name(verdict),
                         old_name, place);
    const bool memory = strcmp(series->metric, "max_rss") == 0;
    return view_said("%s %s %s %s %s than %s%s", new_name, memory ? "uses" : "has",
                     percent_plain(change.estimate, decimals).text,
                     change.estimate < 0 ? "less" : "more", memory ? "memory" : series->metric,
                     old_name, place);
}

static bool is_total_time(const struct assay_series *series)
{
    return strcmp(series->unit, "s") == 0 && !is_quantile(series);
}

const char *verdict_mean_words(const struct assay_series *series)
{
    return is_total_time(series) ? "total time" : "the mean";
}

/* ": a typical run" where what was said is not said of everything. */
static const char *subject_words(const struct comparison_finding *comparison)
{
    const struct assay_comparison *finding = &comparison->finding;
    if (!finding->has_typical)
        return "";
    if (finding->rests_on == ASSAY_RESTS_ON_TYPICAL || finding->typical_first)
        return ": a typical run";
    if (finding->rests_on != ASSAY_RESTS_ON_MEAN)
        return "";
    return is_total_time(comparison->old_series) ? ": total time" : ": the mean";
}

bool verdict_is_close(const struct comparison_finding *comparison)
{
    const struct assay_comparison *finding = &comparison->finding;
    const struct assay_interval all = {.kind = ASSAY_ALL};
    return finding->verdict == ASSAY_INCONCLUSIVE && finding->has_typical &&
           !comparison->warm_up.open && !comparison->settled &&
           comparison_order_holds(comparison) &&
           assay_verdict_of(&finding->ratio.interval, &all, finding->margin, false) !=
               ASSAY_INCONCLUSIVE;
}

static bool has_beside(const struct comparison_finding *comparison)
{
    const struct assay_comparison *finding = &comparison->finding;
    return !comparison->warm_up.open && !comparison->settled && finding->has_typical &&
           (finding->rests_on != ASSAY_RESTS_ON_BOTH || finding->typical_first ||
            (sentences_all_wanted() && verdict_is_close(comparison)));
}

const char *verdict_state_short(const struct comparison_finding *comparison)
{
    return comparison->settled ? ", same program" : comparison->warm_up.open ? ", warming up" : "";
}

const char *verdict_subject_short(const struct comparison_finding *comparison)
{
    const struct assay_comparison *finding = &comparison->finding;
    static const char *const words[] = {[ASSAY_RESTS_ON_STATISTIC] = "",
                                        [ASSAY_RESTS_ON_TYPICAL] = ", typical run",
                                        [ASSAY_RESTS_ON_MEAN] = ", total time",
                                        [ASSAY_RESTS_ON_BOTH] = ""};
    const char *state = verdict_state_short(comparison);
    if (verdict_is_close(comparison))
        return ", close";
    if (state[0] == '\0' && finding->has_typical && finding->rests_on == ASSAY_RESTS_ON_MEAN &&
        !is_total_time(comparison->old_series))
        return ", mean";
    return state[0] == '\0' && finding->has_typical ? words[finding->rests_on] : state;
}

/* Which of the two questions is told beside. */
static const char *other_words(const struct comparison_finding *comparison)
{
    if (!comparison->finding.typical_first)
        return "a typical run";
    return is_total_time(comparison->old_series) ? "total time (mean)" : "the mean";
}

/* What the other of the two questions gave. */
static void set_beside(const struct comparison_finding *comparison, struct verdict_line *line)
{
    const struct assay_comparison *finding = &comparison->finding;
    const struct assay_estimate *ratio =
        finding->typical_first ? &finding->mean_ratio : &finding->typical.ratio;
    const int decimals = verdict_decimals(ratio);
    line->beside_verdict =
        finding->typical_first ? finding->mean_verdict : finding->typical_verdict;
    line->beside = view_format("%s: %s", other_words(comparison),
                               percent_signed(change_of(ratio).estimate, decimals).text);
    line->beside_interval =
        view_format("%s CI %s", confidence_text(ratio->interval.confidence).text,
                    verdict_range(ratio, decimals).text);
}

char *verdict_other(const struct comparison_finding *comparison)
{
    const struct assay_comparison *finding = &comparison->finding;
    const struct assay_estimate *ratio =
        finding->typical_first ? &finding->mean_ratio : &finding->typical.ratio;
    const int decimals = verdict_decimals(ratio);
    if (!has_beside(comparison))
        return NULL;
    return view_format("%s %s [%s], %s.", other_words(comparison),
                       percent_signed(change_of(ratio).estimate, decimals).text,
                       verdict_range(ratio, decimals).text,
                       assay_verdict_name(finding->typical_first ? finding->mean_verdict
                                                                 : finding->typical_verdict));
}

char *verdict_of_what(const struct comparison_finding *comparison)
{
    char statistic[ASSAY_STATISTIC_TEXT];
    comparison_statistic(comparison, statistic);
    return view_format("%s of %s", statistic, comparison->old_series->metric);
}

const char *suite_subject(const struct suite_finding *suite)
{
    return strcmp(suite->statistic, "mean") == 0              ? "means"
           : strcmp(suite->statistic, "typical run") == 0     ? "typical runs"
           : strcmp(suite->statistic, "typical machine") == 0 ? "typical machines"
                                                              : "these changes";
}

/* "… over all iterations, +4.6 % once steady"; "… in the last 29 iterations, while still warming" */
static char *open_sentence(const struct comparison_finding *comparison, const char *change)
{
    const struct warm_up_finding *warm_up = &comparison->warm_up;
    const struct quantity rest =
        percent_signed(change_of(&warm_up->ratio).estimate, verdict_decimals(&warm_up->ratio));
    if (warm_up->cut)
        return view_format("%s in the last iterations", change);
    if (!warm_up->has_rest)
        return view_format("%s over all iterations", change);
    if (warm_up->seen)
        return view_format("%s over all iterations, %s once steady", change, rest.text);
    return view_format("%s over all iterations, %s in the last %zu", change, rest.text,
                       warm_up->iterations - warm_up->from);
}

const char *verdict_question(const struct comparison_finding *comparison)
{
    return comparison->warm_up.seen ? "inconclusive: which is meant?"
                                    : "inconclusive: not seen to be steady";
}

static struct quantity factor_range(const struct assay_estimate *ratio)
{
    const bool faster = ratio->estimate < 1;
    const double low = faster ? 1 / ratio->interval.upper : ratio->interval.lower,
                 high = faster ? 1 / ratio->interval.lower : ratio->interval.upper;
    const int decimals = factor_decimals(low, high);
    return quantity_text("%.*f \u2026 %.*f", decimals, low, decimals, high);
}

/* A change to one side is told without signs: "60.9 … 61.7 %". */
static struct quantity told_range(const struct comparison_finding *comparison)
{
    const struct assay_estimate *ratio = &comparison->finding.ratio;
    if (tells_factor(comparison))
        return factor_range(ratio);
    const int decimals = verdict_decimals(ratio);
    struct change change = change_of(ratio);
    const enum assay_verdict verdict = comparison->finding.verdict;
    if (ratio->interval.kind != ASSAY_BOUNDED ||
        (verdict != ASSAY_FASTER && verdict != ASSAY_SLOWER) || change.lower * change.upper <= 0)
        return verdict_range(ratio, decimals);
    double near = fmin(fabs(change.lower), fabs(change.upper));
    double far = fmax(fabs(change.lower), fabs(change.upper));
    return quantity_text("%.*f \u2026 %.*f %%", decimals, near, decimals, far);
}

static char *margin_words(const struct comparison_finding *comparison)
{
    const struct assay_comparison *finding = &comparison->finding;
    const double confidence = finding->ratio.interval.confidence;
    if (finding->verdict == ASSAY_FASTER || finding->verdict == ASSAY_SLOWER || comparison->settled)
        return view_format("%s", "");
    if (!comparison_requests_hold(comparison))
        return view_format(" (%s)", "requests failed");
    if (!comparison_load_holds(comparison))
        return view_format(" (%s)", "the load is the bottleneck");
    if (!comparison_rate_holds(comparison))
        return view_format(" (%s)", "the rate was not reached");
    if (!comparison_order_holds(comparison))
        return view_format(" (%s)",
                           assay_series_alike(comparison->old_series, comparison->new_series)
                               ? "too little overlap"
                               : "two orders of measuring");
    if (verdict_is_close(comparison) && !sentences_all_wanted())
        return view_format(" (margin %s, a close call)",
                           percent_rough(100 * finding->margin, 6).text);
    if (verdict_is_close(comparison))
        return view_format(" (margin %s, at %s)", percent_rough(100 * finding->margin, 6).text,
                           confidence_text((1 + confidence) / 2).text);
    return view_format(" (margin %s)", percent_rough(100 * finding->margin, 6).text);
}

struct verdict_line verdict_line_of(const struct comparison_finding *comparison,
                                    const char *benchmark, int limit)
{
    const struct assay_comparison *finding = &comparison->finding;
    const size_t draws = comparison->same_program ? 0 : comparison_exact_draws(comparison);
    struct verdict_line line = {0};
    OWNED char *place = view_said("%s%.*s", benchmark != NULL ? " on " : "", limit,
                                  benchmark != NULL ? benchmark : "");
    OWNED char *old_name = NULL;
    OWNED char *new_name = NULL;
    OWNED char *change = NULL;
    if (place != NULL && distinct_pair(comparison->new_series->system,
                                       comparison->old_series->system, limit, &new_name, &old_name))
        change = draws > 0 ? exact_sentence(comparison, old_name, new_name, place)
                           : change_sentence(comparison, old_name, new_name, place);
    if (change != NULL)
        line.sentence = comparison->warm_up.open
                            ? open_sentence(comparison, change)
                            : view_format("%s%s%s", change,
                                          comparison->settled ? "" : subject_words(comparison),
                                          quantile_words(&finding->statistic).text);
    line.question = comparison->warm_up.open ? verdict_question(comparison) : NULL;
    line.limits[VERDICT_SAME] = verdict_same(comparison);
    line.limits[VERDICT_CHANGED] = verdict_changed(comparison);
    line.limits[VERDICT_WARM_UP] = verdict_warm_up(comparison, limit);
    if (!comparison->settled) {
        line.limits[VERDICT_FAR] = verdict_far(comparison);
        line.limits[VERDICT_WAITING] = verdict_waiting(comparison);
    }
    line.limits[VERDICT_LEFT_OUT] = verdict_left_out(comparison);
    if (has_beside(comparison))
        set_beside(comparison, &line);
    const enum assay_interval_kind kind = finding->ratio.interval.kind;
    const bool of_quantile = finding->statistic.kind != ASSAY_STATISTIC_MEAN;
    if (comparison->settled) /* the numbers say nothing */
        line.interval =
            view_format(verdict_is_command(comparison) ? "word for word" : "byte for byte");
    else if (draws > 0)
        line.interval = draws < COUNTED_ALONE
                            ? view_format("exact for %s", draws == 1   ? "this draw"
                                                          : draws == 2 ? "these 2 draws"
                                                          : draws == 3 ? "these 3 draws"
                                                                       : "these 4 draws")
                            : view_format("exact, %zu draws", draws);
    else if ((kind == ASSAY_OUTSIDE || kind == ASSAY_ALL) && isfinite(finding->ratio.estimate) &&
             (of_quantile || !isnan(finding->ratio.interval.lower)))
        line.interval =
            of_quantile ? verdict_few_values(comparison) : verdict_unbounded(comparison);
    else
        line.interval =
            view_format("%s CI %s", confidence_text(finding->ratio.interval.confidence).text,
                        told_range(comparison).text);
    line.margin = margin_words(comparison);
    return line;
}

void verdict_line_fini(struct verdict_line *line)
{
    free(line->sentence);
    free(line->interval);
    free(line->margin);
    free(line->beside);
    free(line->beside_interval);
    for (size_t i = 0; i < VERDICT_LIMITS; i++)
        free(line->limits[i]);
}

/* Spaces between sentence and interval: as in a table where there is room; 0: a new line. */
static int gap_after(const char *sentence, int rest, int width)
{
    enum { NARROW = 4, COLUMN = 47 };
    const int columns = terminal_columns(sentence);
    if (columns + NARROW <= COLUMN && COLUMN + rest <= width)
        return COLUMN - columns;
    return columns + NARROW + rest <= width ? NARROW : 0;
}

/* And what parts it from the next: a gap, or a new line. */
static void print_sentence(const struct terminal *terminal, const char *sentence, int gap)
{
    if (gap == 0 && terminal_columns(sentence) > terminal->width)
        terminal_paragraph(terminal, "", sentence);
    else
        terminal_puts(terminal, STYLE_STRONG, sentence);
    if (gap > 0)
        fprintf(terminal->stream, "%*s", gap, "");
    else
        fputs(terminal_columns(sentence) > terminal->width ? "  " : "\n  ", terminal->stream);
}

/* Its interval below that of the sentence, which begins in this column; 0: on a line of its own. Where there is no room for that
 * it stands further left. */
static void print_beside(const struct terminal *terminal, const struct verdict_line *line,
                         int column)
{
    enum { INDENT = 2, GAP = 4 };
    const int needed = INDENT + terminal_columns(line->beside) + GAP;
    const int rest = terminal_columns(line->beside_interval) + GAP +
                     terminal_columns(assay_verdict_name(line->beside_verdict));
    const int room = terminal->width - needed - rest, below = column - needed;
    const int padding = below > 0 && room > 0 ? (below < room ? below : room) : 0;
    fprintf(terminal->stream, "%*s", INDENT + padding, "");
    terminal_puts(terminal, STYLE_PLAIN, line->beside);
    if (room < 0) /* below it */
        fputc('\n', terminal->stream);
    fprintf(terminal->stream, "%*s", GAP, "");
    terminal_puts(terminal, STYLE_PLAIN, line->beside_interval);
    fprintf(terminal->stream, "%*s", GAP, "");
    terminal_puts(terminal, verdict_style(line->beside_verdict),
                  assay_verdict_name(line->beside_verdict));
    fputc('\n', terminal->stream);
}

/* The question stands in the place of an interval: each answer would have its own. */
static void print_open(const struct terminal *terminal, const struct verdict_line *line)
{
    const int gap = gap_after(line->sentence, terminal_columns(line->question), terminal->width);
    print_sentence(terminal, line->sentence, gap);
    terminal_puts(terminal, verdict_style(ASSAY_INCONCLUSIVE), line->question);
    fputc('\n', terminal->stream);
}

void verdict_print(const struct terminal *terminal, const struct comparison_finding *comparison,
                   const char *benchmark)
{
    enum { GAP = 4 };
    SCOPED(verdict_line_fini)
    struct verdict_line line = verdict_line_of(comparison, benchmark, terminal->width / 3);
    const enum assay_verdict verdict = comparison->finding.verdict;
    if (line.sentence == NULL || line.interval == NULL || line.margin == NULL) {
        fputs("(out of memory)\n", terminal->stream);
    } else if (line.question != NULL) {
        print_open(terminal, &line);
    } else {
        const char *word = verdict_word(comparison);
        const int rest = terminal_columns(line.interval) + GAP + terminal_columns(word) +
                         terminal_columns(line.margin);
        const int gap = gap_after(line.sentence, rest, terminal->width);
        print_sentence(terminal, line.sentence, gap);
        terminal_puts(terminal, STYLE_PLAIN, line.interval);
        fprintf(terminal->stream, "%*s", GAP, "");
        terminal_puts(terminal, verdict_style(verdict), word);
        terminal_puts(terminal, STYLE_PLAIN, line.margin);
        fputc('\n', terminal->stream);
        if (line.beside != NULL && line.beside_interval != NULL)
            print_beside(terminal, &line, gap > 0 ? terminal_columns(line.sentence) + gap : 0);
    }
    for (size_t i = 0; i < VERDICT_LIMITS; i++)
        terminal_paragraph(terminal, "  ", line.limits[i]);
}

/* ---- facts ---- */

/* What a unit of the level is called; of units that share machines " units of 1 machine". */
static struct quantity level_name_words(const struct assay_series *series, size_t level,
                                        double count, size_t machines)
{
    const bool shared = level == 0 && machines > 0 &&
                        (machines == SIZE_MAX || count > (double)machines) &&
                        strcmp(series->level_name[0], "machine") == 0;
    if (shared && machines == SIZE_MAX)
        return quantity_text("units of the level machine");
    if (shared)
        return quantity_text("units of %zu machine%s", machines, machines > 1 ? "s" : "");
    return quantity_text("%.40s%s", series->level_name[level], count > 1 ? "s" : "");
}

void shape_words(const struct assay_series *series, size_t machines, char *text, size_t size)
{
    const struct assay_shape *shape = &series->live.shape;
    size_t at = 0;
    text[0] = '\0';
    for (size_t i = 0; i < shape->n_levels && at < size; i++) {
        double count = assay_shape_mean_count(shape, i);
        int n = snprintf(text + at, size - at, "%s%.*f %.63s", i > 0 ? " \u00d7 " : "",
                         count == floor(count) ? 0 : 1, count,
                         level_name_words(series, i, count, machines).text);
        at += n > 0 ? (size_t)n : 0;
    }
}
