/* SPDX-License-Identifier: GPL-3.0-or-later */
/* speedup.c -- the screen of `assay speedup`: decisions, each beside its effect, and the suite. */
#include "view/terminal/speedup.h"

#include <math.h>

#include "view/text/table.h"
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

/* What fits: names give way first, while they can be read, then the speedups, which the effects tell too. */
struct layout {
    int name_limit;
    bool speedups;
};

static struct quantity decision_words(const struct assay_speedup_decision *decision)
{
    if (decision->answer == ASSAY_SPEEDUP_YES)
        return quantity_text("at %.10g", decision->confidence);
    if (decision->answer == ASSAY_SPEEDUP_NO && decision->searched)
        return quantity_text("at no level");
    if (decision->answer == ASSAY_SPEEDUP_NO)
        return quantity_text("not at %.10g", decision->confidence);
    return quantity_text("too few values");
}

static void decision_cells(struct table *table, const struct layout *layout, const char *time,
                           double speedup, const struct assay_speedup_decision *decision)
{
    table_cell(table, STYLE_PLAIN, "%s", time);
    if (layout->speedups && isfinite(speedup))
        table_cell(table, STYLE_PLAIN, "%.3f", speedup);
    else if (layout->speedups)
        table_cell(table, STYLE_PLAIN, "\u2013");
    table_cell(table, decision->answer == ASSAY_SPEEDUP_YES ? STYLE_GOOD : STYLE_OPEN, "%s",
               decision_words(decision).text);
}

static void mean_effect_cells(struct table *table, const struct assay_speedup_effect *effect)
{
    const int decimals = verdict_decimals(&effect->ratio);
    table_cell(table, STYLE_PLAIN, "%s%s", table_csv_wanted() ? "" : "mean ",
               percent_signed(change_of(&effect->ratio).estimate, decimals).text);
    table_cell(table, STYLE_PLAIN, "%s", verdict_range(&effect->ratio, decimals).text);
    verdict_cell(table, effect->ratio_verdict);
}

/* A share of pairs has no sign: "61 … 100 %". */
static struct quantity share_range(double lower, double upper, int decimals)
{
    if (!isnan(lower) && !isnan(upper))
        return quantity_text("%.*f \u2026 %.*f %%", decimals, 100 * lower, decimals, 100 * upper);
    return quantity_text("\u2013");
}

static void median_effect_cells(struct table *table, const struct assay_speedup_effect *effect)
{
    const struct assay_interval *interval = &effect->superiority_interval;
    table_cell(table, STYLE_PLAIN, "%.1f %% of pairs", 100 * effect->superiority);
    table_cell(table, STYLE_PLAIN, "%s", share_range(interval->lower, interval->upper, 1).text);
    verdict_cell(table, effect->superiority_verdict);
}

static void row_cells(struct table *table, const struct speedup_finding *finding,
                      const struct layout *layout, const struct speedup_row *row)
{
    const struct assay_speedup_result *result = row->result;
    table_row(table);
    table_name(table, STYLE_PLAIN, row->name, layout->name_limit);
    if (result == NULL) {
        table_cell(table, STYLE_OPEN, "\u2013");
        return;
    }
    decision_cells(table, layout, "mean", result->speedup[ASSAY_SPEEDUP_MEAN], &result->mean);
    if (!finding->options.strict)
        mean_effect_cells(table, &result->effect);
    table_row(table);
    table_name(table, STYLE_PLAIN, table_csv_wanted() ? row->name : "", 0);
    decision_cells(table, layout, "median", result->speedup[ASSAY_SPEEDUP_MEDIAN], &result->median);
    if (!finding->options.strict)
        median_effect_cells(table, &result->effect);
}

static struct table *build(const struct terminal *terminal, const struct speedup_finding *finding,
                           const struct layout *layout)
{
    struct table *table = table_new(terminal, 2);
    const struct quantity interval = interval_title(finding->options.effect_confidence);
    table_left(table, "benchmark", "of");
    if (layout->speedups)
        table_right(table, "speedup");
    table_left(table, "significant");
    if (!finding->options.strict) {
        table_right(table, "change, wins", interval.text);
        table_left(table, "verdict");
    }
    for (size_t i = 0; i < finding->n; i++)
        row_cells(table, finding, layout, &finding->rows[i]);
    return table;
}

static int excess(const struct terminal *terminal, const struct speedup_finding *finding,
                  const struct layout *layout)
{
    struct table *table = build(terminal, finding, layout);
    const int width = table_width(table);
    table_free(&table);
    return width > terminal->width ? width - terminal->width : 0;
}

static struct layout choose_layout(const struct terminal *terminal,
                                   const struct speedup_finding *finding)
{
    enum { LONGEST_NAME = 24, READABLE_NAME = 17, SHORTEST_NAME = 8 };
    struct layout layout = {LONGEST_NAME, true};
    while (layout.name_limit > SHORTEST_NAME && excess(terminal, finding, &layout) > 0) {
        if (layout.speedups && layout.name_limit == READABLE_NAME)
            layout = (struct layout){LONGEST_NAME, false};
        else
            layout.name_limit--;
    }
    return layout;
}

static void print_benchmarks(const struct terminal *terminal, const struct speedup_finding *finding)
{
    const struct layout layout = choose_layout(terminal, finding);
    struct table *table = build(terminal, finding, &layout);
    table_print(&table);
}

/* ---- the suite ---- */

static void share_cells(struct table *table, const struct assay_speedup_share *share)
{
    const struct assay_proportion *p = &share->proportion;
    table_cell(table, STYLE_PLAIN, "%zu of %zu", share->accelerated, share->benchmarks);
    table_cell(table, STYLE_PLAIN, "%s", percent_rough(100 * p->estimate, 3).text);
    table_cell(table, STYLE_PLAIN, "%s", share_range(p->lower, p->upper, 1).text);
    if (isnan(p->needed))
        table_cell(table, STYLE_PLAIN, "\u2013");
    else
        table_cell(table, STYLE_PLAIN, "%.0f", p->needed);
}

static void print_suite(const struct terminal *terminal, const struct speedup_finding *finding)
{
    static const char *const times[ASSAY_SPEEDUP_TIMES] = {"min", "mean", "median"};
    struct table *table = table_new(terminal, 2);
    const struct quantity interval = interval_title(finding->options.proportion_confidence);
    char needed[48];
    (void)snprintf(needed, sizeof needed, "needed (\u00b1 %s)",
                   percent_rough(100 * finding->options.precision, 6).text);
    table_left(table, "overall");
    table_right(table, "gain", "speedup", "accelerated", "share", interval.text, needed);
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
    table_print(&table);
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
