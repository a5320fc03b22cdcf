/* SPDX-License-Identifier: GPL-3.0-or-later */
/* speedup.c -- the screen of `assay compare --protocol speedup-test`: decisions, each beside its effect, and the suite. */
#include "view/terminal/speedup.h"

#include <math.h>
#include <string.h>

#include "view/medium/screen.h"
#include "view/text/form.h"
#include "view/text/verdict.h"

/* ---- head ---- */

static void print_head(const struct terminal *terminal, const struct speedup_finding *finding)
{
    static const char *const weights[] = {[ASSAY_SPEEDUP_CUSTOM] = "custom",
                                          [ASSAY_SPEEDUP_EQUAL] = "equal",
                                          [ASSAY_SPEEDUP_FRACTION] = "fraction"};
    const struct assay_speedup_share *mean = &finding->suite.mean, *median = &finding->suite.median;
    terminal_headline(
        terminal, "%.32s against %.32s: mean accelerated in %zu of %zu benchmark%s, median in %zu",
        finding->new_system, finding->old_system, mean->accelerated, mean->benchmarks,
        mean->benchmarks == 1 ? "" : "s", median->accelerated);
    char level[48] = "levels searched", margin[40] = "", what[64] = "";
    if (!isnan(finding->options.confidence))
        (void)snprintf(level, sizeof level, "level %.10g", finding->options.confidence);
    if (!finding->options.strict)
        (void)snprintf(margin, sizeof margin, " \u00b7 margin %s",
                       percent_rough(100 * finding->options.margin, 6).text);
    if (finding->observation != NULL)
        (void)snprintf(what, sizeof what, " \u00b7 one value is one %.40s", finding->observation);
    terminal_sentence(terminal, "", "Speedup-Test \u00b7 %s%s \u00b7 weights %s%s%s", level,
                      isnan(finding->options.confidence) &&
                              finding->options.search == ASSAY_SPEEDUP_BISECTION
                          ? " by bisection"
                          : "",
                      weights[finding->options.weight], margin, what);
    if (mean->untested > 0 || median->untested > 0)
        terminal_sentence(terminal, "",
                          "Could not be tested, and count as not accelerated: the mean of %zu, the "
                          "median of %zu.",
                          mean->untested, median->untested);
}

/* ---- decisions and effects ---- */

/* Speedups give way, which the effects tell too; names do first, while they can be read, and words last. */
enum { SPEEDUPS = 1, TERSE = 1 };

static struct quantity decision_words(const struct assay_speedup_decision *decision)
{
    if (decision->answer == ASSAY_SPEEDUP_NO && decision->searched)
        return quantity_text("at no level");
    if (decision->answer != ASSAY_SPEEDUP_REFUSED)
        return quantity_text("%sat %.10g", decision->answer == ASSAY_SPEEDUP_YES ? "" : "not ",
                             decision->confidence);
    return quantity_text("too few values");
}

static void decision_cells(struct table *table, const char *time, double speedup,
                           const struct assay_speedup_decision *decision)
{
    table_cell(table, STYLE_PLAIN, "%s", time);
    table_cell(table, STYLE_PLAIN, "%s",
               isfinite(speedup) ? quantity_text("%.3f", speedup).text : "\u2013");
    const bool yes = decision->answer == ASSAY_SPEEDUP_YES;
    const struct quantity words = decision_words(decision);
    table_cell(table, yes ? STYLE_GOOD : STYLE_OPEN, "%s", words.text);
    table_terse(table, yes                                    ? words.text + strlen("at ")
                       : decision->answer == ASSAY_SPEEDUP_NO ? "no"
                                                              : "too few");
}

static void mean_effect_cells(struct table *table, const struct assay_speedup_effect *effect)
{
    const int decimals = verdict_decimals(&effect->ratio);
    const struct quantity change = percent_signed(change_of(&effect->ratio).estimate, decimals);
    table_cell(table, STYLE_PLAIN, "%s%s", form_of_programs() ? "" : "mean ", change.text);
    table_terse(table, change.text);
    table_cell(table, STYLE_PLAIN, "%s", verdict_range(&effect->ratio, decimals).text);
    table_verdict(table, effect->ratio_verdict);
}

/* A share of pairs has no sign: "61.0 … 100.0 %". */
static struct quantity share_range(double lower, double upper)
{
    return isnan(lower) || isnan(upper)
               ? quantity_text("\u2013")
               : quantity_text("%.1f \u2026 %.1f %%", 100 * lower, 100 * upper);
}

static void median_effect_cells(struct table *table, const struct assay_speedup_effect *effect)
{
    const struct assay_interval *interval = &effect->superiority_interval;
    const struct quantity wins = quantity_text("%.1f %%", 100 * effect->superiority);
    table_cell(table, STYLE_PLAIN, "%s of pairs", wins.text);
    table_terse(table, wins.text);
    table_cell(table, STYLE_PLAIN, "%s", share_range(interval->lower, interval->upper).text);
    table_verdict(table, effect->superiority_verdict);
}

static void row_cells(struct table *table, const struct speedup_finding *finding,
                      const struct speedup_row *row)
{
    const struct assay_speedup_result *result = row->result;
    table_row(table);
    table_name(table, STYLE_PLAIN, row->name, TABLE_FITTED);
    if (result == NULL) {
        table_cell(table, STYLE_OPEN, "\u2013");
        return;
    }
    decision_cells(table, "mean", result->speedup[ASSAY_SPEEDUP_MEAN], &result->mean);
    if (!finding->options.strict)
        mean_effect_cells(table, &result->effect);
    table_row(table);
    table_name(table, STYLE_PLAIN, form_of_programs() ? row->name : "", 0);
    decision_cells(table, "median", result->speedup[ASSAY_SPEEDUP_MEDIAN], &result->median);
    if (!finding->options.strict)
        median_effect_cells(table, &result->effect);
}

static void print_benchmarks(const struct terminal *terminal, const struct speedup_finding *finding)
{
    static const struct table_fit fits[] = {
        {.gap = 2, .names = 24, .names_least = 17},
        {.gap = 2, .names = 24, .names_least = 8, .without = SPEEDUPS},
        {.gap = 1, .names = 24, .names_least = 6, .without = SPEEDUPS, .terse = TERSE}};
    struct table *table = table_new(0);
    table_fits(table, fits, sizeof fits / sizeof *fits);
    table_left(table, "benchmark", "of");
    table_add(table, COLUMN_RIGHT("speedup", .part = SPEEDUPS));
    table_add(table, COLUMN_LEFT("significant", .terse = "level", .terse_at = TERSE));
    if (!finding->options.strict) {
        table_add(table, COLUMN_RIGHT("change, wins", .terse = "effect", .terse_at = TERSE));
        table_right(table, interval_title(finding->options.effect_confidence).text);
        table_left(table, "verdict");
    }
    for (size_t i = 0; i < finding->n; i++)
        row_cells(table, finding, &finding->rows[i]);
    table_print(terminal, &table);
}

/* ---- the suite ---- */

static void share_cells(struct table *table, const struct assay_speedup_share *share)
{
    const struct assay_proportion *p = &share->proportion;
    table_cell(table, STYLE_PLAIN, "%zu of %zu", share->accelerated, share->benchmarks);
    table_cell(table, STYLE_PLAIN, "%s", percent_rough(100 * p->estimate, 3).text);
    table_cell(table, STYLE_PLAIN, "%s", share_range(p->lower, p->upper).text);
    table_cell(table, STYLE_PLAIN, "%s",
               isnan(p->needed) ? "\u2013" : quantity_text("%.0f", p->needed).text);
}

static void print_suite(const struct terminal *terminal, const struct speedup_finding *finding)
{
    static const char *const times[ASSAY_SPEEDUP_TIMES] = {"min", "mean", "median"};
    static const struct table_fit fits[] = {{.gap = 2},
                                            {.gap = 2, .without = SPEEDUPS, .terse = TERSE}};
    struct table *table = table_new(2);
    const struct quantity interval = interval_title(finding->options.proportion_confidence);
    char needed[48];
    (void)snprintf(needed, sizeof needed, "needed (\u00b1 %s)",
                   percent_rough(100 * finding->options.precision, 6).text);
    table_left(table, "overall");
    table_fits(table, fits, sizeof fits / sizeof *fits);
    table_right(table, "gain");
    table_add(table, COLUMN_RIGHT("speedup", .part = SPEEDUPS));
    table_add(table, COLUMN_RIGHT("accelerated", .terse = "faster", .terse_at = TERSE));
    table_right(table, "share", interval.text);
    table_add(table, COLUMN_RIGHT(needed, .terse = "needed", .terse_at = TERSE));
    for (size_t t = 0; t < ASSAY_SPEEDUP_TIMES; t++) {
        const struct assay_speedup_gain *overall = &finding->suite.overall[t];
        table_row(table);
        table_cell(table, STYLE_PLAIN, "%s", times[t]);
        table_cell(table, STYLE_PLAIN, "%.1f %%", 100 * overall->gain);
        table_cell(table, STYLE_PLAIN, "%.3f", overall->speedup);
        if (t != ASSAY_SPEEDUP_MIN)
            share_cells(table,
                        t == ASSAY_SPEEDUP_MEAN ? &finding->suite.mean : &finding->suite.median);
    }
    table_print(terminal, &table);
}

void speedup_print(const struct terminal *terminal, const struct speedup_finding *finding,
                   bool with_notes)
{
    print_head(terminal, finding);
    fputc('\n', terminal->stream);
    print_benchmarks(terminal, finding);
    fputc('\n', terminal->stream);
    print_suite(terminal, finding);
    if (with_notes)
        speedup_notes_print(terminal, finding);
}
