/* SPDX-License-Identifier: GPL-3.0-or-later */
/* attribution.c -- the accident of a build on screen, and whether to repeat builds. */
#include "view/terminal/attribution.h"

#include <math.h>

#include "view/medium/screen.h"
#include "view/text/quantity.h"
#include "view/text/verdict.h"
#include "view/text/view_memory.h"

/* So few executions of one build are no experiment. */
enum { WORTH_SAYING = 5 };

/* What such builds add is not layout's. */
static bool is_plain(enum randomised randomised)
{
    return randomised == RANDOMISED_NONE || randomised == RANDOMISED_ALIKE;
}

/* They differ, but no more than executions of one build do over as long a time. */
static bool may_be_drift(const struct assay_build_effect *a)
{
    return a->share_lower > 0 && a->impact.lower > 1 && !a->beyond_drift;
}

enum { IMPACT = 1 }; /* gives way */

static void add_row(struct table *table, const struct sample_finding *row,
                    const struct assay_build_effect *a)
{
    const struct column impact = COLUMN_RIGHT("impact factor", .part = IMPACT),
                        advice = COLUMN_LEFT("repeating builds", .terse = "repeat?", .terse_at = 1);
    table_row(table);
    table_put_name(table, COLUMN_LEFT("benchmark"), row->series->benchmark, TABLE_FITTED);
    table_put_name(table, COLUMN_LEFT("system"), row->series->system, TABLE_FITTED);
    table_put(table, COLUMN_RIGHT("share of builds", .terse = "of builds", .terse_at = 1),
              STYLE_PLAIN, "%.0f (%.0f \u2026 %.0f) %%", 100 * a->share, 100 * a->share_lower,
              100 * a->share_upper);
    if (isfinite(a->impact.upper))
        table_put(table, impact, STYLE_PLAIN, "%.2f (%.2f \u2026 %.2f)", a->impact.factor,
                  a->impact.lower, a->impact.upper);
    else
        table_put(table, impact, STYLE_PLAIN, "%.2f (from %.2f)", a->impact.factor,
                  a->impact.lower);
    if (is_plain(row->randomised))
        table_put(table, advice, STYLE_FAINT, "%s",
                  row->randomised == RANDOMISED_NONE ? "layout not random" : "the same bytes");
    else if (a->advice == ASSAY_BUILDS_UNCLEAR && a->alone.most >= WORTH_SAYING)
        table_put(table, advice, STYLE_FAINT, "beyond %.0f executions", a->alone.most);
    else if (a->advice != ASSAY_BUILDS_WORTH)
        table_put(table, advice, STYLE_FAINT, "%s",
                  a->advice == ASSAY_BUILDS_ENOUGH ? "one is enough"
                  : may_be_drift(a)                ? "may be drift"
                                                   : "too few to tell");
    else if (a->executions >= 2 && a->executions <= 9999)
        table_put(table, advice, STYLE_PLAIN, "worth it, each with %.0f executions", a->executions);
    else
        table_put(table, advice, STYLE_PLAIN, "worth it");
}

/* "1.06", "3.9", "12" */
static struct quantity times_of(double factor)
{
    return quantity_text("%.*f", factor < 1.5 ? 2 : factor < 10 ? 1 : 0, factor);
}

/* How far off one build is, where they differ most, and may be where that cannot be told. */
static void print_meaning(const struct terminal *terminal, double most, double unclear)
{
    if (most > 0 || unclear > 0)
        fputc('\n', terminal->stream);
    if (most > 0)
        terminal_sentence(terminal, "  ",
                          "One build alone is off by an error that no number of executions shows: "
                          "one sd is %.*f %% of the mean%s.",
                          most < 1 ? 2 : 1, most, " where builds differ most");
    if (unclear > 0)
        terminal_sentence(
            terminal, "  ",
            "Where that is not shown, one build with as many executions could give an "
            "interval up to %s times too narrow.",
            times_of(unclear).text);
}

/* "Builds: 12 % of the variance (0 … 89 %; 3 % above, where levels are merged). ", "Builds: no effect seen
 * (upper limit 4 % of the variance). " */
static void write_share(FILE *stream, const struct assay_build_effect *a,
                        const struct attribution_plan *plan)
{
    if (a->share < 0.005)
        fprintf(stream, "Builds: no effect seen (upper limit %.0f %% of the variance",
                100 * a->share_upper);
    else
        fprintf(stream, "Builds: %.0f %% of the variance (%.0f \u2026 %.0f %%", 100 * a->share,
                100 * a->share_lower, 100 * a->share_upper);
    if (fabs(plan->share - a->share) >= 0.005)
        fprintf(stream, "; %.0f %% above, where levels that add nothing are merged",
                100 * plan->share);
    fprintf(stream, "). Impact factor %.2f (", a->impact.factor);
    if (isfinite(a->impact.upper))
        fprintf(stream, "%.2f \u2026 %.2f): ", a->impact.lower, a->impact.upper);
    else
        fprintf(stream, "from %.2f): ", a->impact.lower);
}

static void write_advice(FILE *stream, const struct assay_build_effect *a,
                         const struct attribution_plan *plan)
{
    if (is_plain(plan->randomised))
        fputs("their layout was not random, so that this is the host's drift and other accidents.",
              stream);
    else if (a->advice == ASSAY_BUILDS_ENOUGH)
        fprintf(stream,
                "one build is enough for %.0f executions: its interval is at most %s times too "
                "narrow.",
                a->all, times_of(a->alone.upper).text);
    else if (a->advice == ASSAY_BUILDS_WORTH)
        fprintf(stream,
                "repeating builds is worth its cost. One build with all %.0f executions would give "
                "an interval about %s times too narrow.",
                a->all, times_of(a->alone.factor).text);
    else {
        if (a->alone.most >= WORTH_SAYING)
            fprintf(stream, "one build is enough for %.0f executions.", a->alone.most);
        else
            fputs(may_be_drift(a) ? "too few to tell them from drift of the host."
                                  : "too few to tell whether they matter.",
                  stream);
        fprintf(stream,
                " One build with all %.0f executions could give an interval up to %s times too "
                "narrow",
                a->all, times_of(a->alone.upper).text);
    }
    if (is_plain(plan->randomised))
        return;
    if (a->advice == ASSAY_BUILDS_UNCLEAR && isfinite(plan->time_s))
        fprintf(stream, ". Repeating it as planned below takes %s of %s.",
                duration_of(plan->builds_s).text, duration_of(plan->time_s).text);
    else if (a->advice == ASSAY_BUILDS_UNCLEAR)
        fputs(".", stream);
}

void attribution_say(const struct terminal *terminal, const struct assay_build_effect *a,
                     const struct attribution_plan *plan)
{
    OWNED char *text = VIEW_TEXT(stream, {
        write_share(stream, a, plan);
        write_advice(stream, a, plan);
    });
    if (text != NULL) {
        fputc('\n', terminal->stream);
        terminal_paragraph(terminal, "", text);
    }
}

void attribution_print(const struct terminal *terminal, const struct sample_finding *rows, size_t n,
                       size_t shown, double confidence)
{
    static const struct table_fit fits[] = {
        {.gap = 3, .names = 20},
        {.gap = 2, .names = 20, .names_least = 12},
        {.gap = 2, .names = 20, .names_least = 12, .without = IMPACT, .terse = 1},
        {.gap = 2, .names = 12, .names_least = 6, .without = IMPACT, .terse = 1}};
    SCOPED(table_free) struct table *table = table_new(0);
    bool any = false;
    table_fits(table, fits, sizeof fits / sizeof *fits);
    double most = 0, unclear = 0;
    for (size_t i = 0; i < n; i++) {
        const struct assay_build_effect *effect = &rows[i].builds;
        if (!rows[i].has_builds)
            continue;
        if (i < shown) {
            any = true;
            add_row(table, &rows[i], effect);
        }
        if (is_plain(rows[i].randomised))
            continue;
        if (effect->advice == ASSAY_BUILDS_WORTH)
            most = fmax(most, effect->error_percent);
        if (effect->advice == ASSAY_BUILDS_UNCLEAR)
            unclear = fmax(unclear, effect->alone.upper);
    }
    if (any) {
        char title[160];
        (void)snprintf(title, sizeof title,
                       "The accident of a build (%s intervals), and whether repeating it is worth "
                       "its cost:",
                       confidence_text(confidence).text);
        fputc('\n', terminal->stream);
        terminal_paragraph(terminal, "", title);
        fputc('\n', terminal->stream);
        table_print(terminal, &table);
        print_meaning(terminal, most, unclear);
    }
}
