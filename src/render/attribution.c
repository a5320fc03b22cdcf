/* SPDX-License-Identifier: GPL-3.0-or-later */
/* attribution.c -- how much of the spread is the accident of a build.
 * Source:   the impact factor of random compilation, Kalibera & Tuma 2006 (lib/plan/impact.c); the
 *           interval of the component by modified large samples (lib/plan/shares.c), turned into one
 *           of its share with the other components as estimated: approximate. The factor is about
 *           one execution of each build and says nothing of one build with many: that is judged by
 *           what their interval would cover (lib/plan/alone.c).
 * Edge:     a component estimated below zero is a share of 0, whose interval then begins at 0.
 */
#include "render/attribution.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "render/duration.h"
#include "render/json.h"
#include "render/quantity.h"
#include "render/table.h"
#include "render/verdict.h"
#include "render/words.h"

static double part(double t2, double rest)
{
    t2 = fmax(t2, 0);
    return t2 + rest > 0 ? t2 / (t2 + rest) : (double)NAN;
}

/* Executions for each build, by the exact planner. */
static double best_executions(const struct assay_series *series)
{
    struct assay_plan_pilot pilot;
    struct assay_plan plan;
    if (!words_defined(assay_plan_from_pilot(&series->live, series->cost_s, &pilot, NULL)) ||
        pilot.first != 0 || pilot.input.n_levels < 2)
        return NAN;
    for (size_t i = 0; i < pilot.input.n_levels; i++)
        if (!isfinite(pilot.input.cost_s[i]))
            return NAN;
    if (!(pilot.input.t2[0] > 0) || !words_defined(assay_plan_exact(&pilot.input, &plan, NULL)))
        return NAN;
    return (double)plan.count[1];
}

void attribution_judge(struct attribution *a, double confidence, double all, double variance)
{
    /* Never fewer than there are: means of more iterations vary less, those of fewer are not trusted
     * to vary more. */
    const double alike = fmax(a->below_s2 / variance, all);
    a->all = all;
    if (!words_defined(assay_impact_alone(&a->impact, confidence, alike, &a->alone, NULL)))
        a->alone = (struct assay_alone){NAN, INFINITY, 0, 0};
    a->alone.most = floor(a->alone.most * all / alike);
    a->advice = all <= a->alone.most                        ? ATTRIBUTION_ENOUGH
                : a->share_lower > 0 && a->impact.lower > 1 ? ATTRIBUTION_WORTH
                                                            : ATTRIBUTION_UNCLEAR;
}

static bool fill(const struct assay_series *series, const struct assay_sample *sample,
                 double confidence, struct attribution *out)
{
    struct assay_share shares[ASSAY_MAX_LEVELS];
    struct assay_components components;
    struct attribution result;
    if (!words_defined(assay_components_of(sample, &components, NULL)) ||
        !words_defined(assay_variance_shares(sample, confidence, shares, NULL)) ||
        !words_defined(assay_impact_factor(sample, confidence, &result.impact, NULL)))
        return false;
    double rest = 0;
    for (size_t i = 1; i < components.n_levels; i++)
        rest += fmax(shares[i].t2, 0);
    result.share = part(shares[0].t2, rest);
    result.share_lower = part(shares[0].lower, rest);
    result.share_upper = part(shares[0].upper, rest);
    result.error_percent = 100 * sqrt(fmax(shares[0].t2, 0)) / fabs(components.mean);
    result.executions = best_executions(series);
    result.below_s2 = components.level[1].s2;
    const double all = (double)assay_shape_units(&sample->shape, 1);
    attribution_judge(&result, confidence, all, result.below_s2 / all);
    *out = result;
    return true;
}

bool attribution_of(const struct assay_series *series, double confidence, struct attribution *out)
{
    struct assay_shape_owned owned;
    bool removed[ASSAY_MAX_LEVELS];
    if (series->live.shape.n_levels < 2 || strcmp(series->level_name[0], "build") != 0 ||
        !words_defined(assay_shape_drop_single(&series->live.shape, &owned, removed, NULL)))
        return false;
    const struct assay_sample sample = {series->live.values, owned.shape};
    bool done = !removed[0] && owned.shape.n_levels >= 2 && fill(series, &sample, confidence, out);
    assay_shape_owned_fini(&owned);
    return done;
}

/* ---- JSON ------------------------------------------------------------------------------------ */

static const char *const advice_names[] = {
    [ATTRIBUTION_WORTH] = "repeat builds",
    [ATTRIBUTION_ENOUGH] = "one build is enough",
    [ATTRIBUTION_UNCLEAR] = "unclear",
};

/* One build with all the executions. */
static json_t *json_alone(const struct attribution *a)
{
    json_t *object = render_json_object();
    render_json_set(object, "executions", render_json_number(a->all));
    render_json_set(object, "too_narrow", render_json_number(a->alone.factor));
    render_json_set(object, "too_narrow_upper", render_json_number(a->alone.upper));
    render_json_set(object, "coverage_lower", render_json_number(a->alone.coverage));
    render_json_set(object, "most_executions", render_json_number(a->alone.most));
    return object;
}

json_t *attribution_json(const struct attribution *a)
{
    json_t *object = render_json_object();
    render_json_set(object, "level", render_json_text("build"));
    render_json_set(object, "share", render_json_number(a->share));
    render_json_set(object, "share_lower", render_json_number(a->share_lower));
    render_json_set(object, "share_upper", render_json_number(a->share_upper));
    render_json_set(object, "error_percent", render_json_number(a->error_percent));
    render_json_set(object, "factor", render_json_number(a->impact.factor));
    render_json_set(object, "lower", render_json_number(a->impact.lower));
    render_json_set(object, "upper", render_json_number(a->impact.upper));
    render_json_set(object, "p", render_json_number(a->impact.p));
    render_json_set(object, "advice", render_json_text(advice_names[a->advice]));
    render_json_set(object, "executions_per_build", render_json_number(a->executions));
    render_json_set(object, "one_build", json_alone(a));
    return object;
}

/* ---- terminal -------------------------------------------------------------------------------- */

/* So few executions of one build are no experiment. */
enum { WORTH_SAYING = 5 };

static void add_row(struct table *table, const struct shown_sample *row,
                    const struct attribution *a)
{
    table_row(table);
    table_name(table, STYLE_PLAIN, row->series->benchmark, 20);
    table_name(table, STYLE_PLAIN, row->series->system, 20);
    table_cell(table, STYLE_PLAIN, "%.0f (%.0f \u2026 %.0f) %%", 100 * a->share,
               100 * a->share_lower, 100 * a->share_upper);
    if (isfinite(a->impact.upper))
        table_cell(table, STYLE_PLAIN, "%.2f (%.2f \u2026 %.2f)", a->impact.factor, a->impact.lower,
                   a->impact.upper);
    else
        table_cell(table, STYLE_PLAIN, "%.2f (from %.2f)", a->impact.factor, a->impact.lower);
    if (a->advice == ATTRIBUTION_UNCLEAR && a->alone.most >= WORTH_SAYING)
        table_cell(table, STYLE_FAINT, "beyond %.0f executions", a->alone.most);
    else if (a->advice != ATTRIBUTION_WORTH)
        table_cell(table, STYLE_FAINT, "%s",
                   a->advice == ATTRIBUTION_ENOUGH ? "one is enough" : "too few to tell");
    else if (a->executions >= 2 && a->executions <= 9999)
        table_cell(table, STYLE_PLAIN, "worth it, each with %.0f executions", a->executions);
    else
        table_cell(table, STYLE_PLAIN, "worth it");
}

/* "1.06", "3.9", "12" */
static struct quantity times_of(double factor)
{
    struct quantity text;
    (void)snprintf(text.text, sizeof text.text, "%.*f",
                   factor < 1.5  ? 2
                   : factor < 10 ? 1
                                 : 0,
                   factor);
    return text;
}

/* How far off one build is, where they differ most, and may be where that cannot be told. */
static void print_meaning(const struct terminal *terminal, double most, double unclear)
{
    if (most > 0 || unclear > 0)
        fputc('\n', terminal->stream);
    if (most > 0)
        terminal_sentence(
            terminal, "  ",
            "One build alone is off by an error that no number of executions shows or "
            "averages: one sd of it is %.*f %% of the mean%s.",
            most < 1 ? 2 : 1, most, " where builds differ most");
    if (unclear > 0)
        terminal_sentence(
            terminal, "  ",
            "Where that is not shown, one build with as many executions could give an "
            "interval up to %s times too narrow.",
            times_of(unclear).text);
}

/* ": 12 % of the variance (0 … 89 %; 3 % above, where levels are merged)" */
static void write_share(FILE *stream, const struct attribution *a,
                        const struct attribution_plan *plan)
{
    fprintf(stream, "Builds: %.0f %% of the variance (%.0f \u2026 %.0f %%", 100 * a->share,
            100 * a->share_lower, 100 * a->share_upper);
    if (fabs(plan->share - a->share) >= 0.005)
        fprintf(stream, "; %.0f %% above, where levels that add nothing are merged",
                100 * plan->share);
    fprintf(stream, "), impact factor %.2f (", a->impact.factor);
    if (isfinite(a->impact.upper))
        fprintf(stream, "%.2f \u2026 %.2f): ", a->impact.lower, a->impact.upper);
    else
        fprintf(stream, "from %.2f): ", a->impact.lower);
}

static void write_advice(FILE *stream, const struct attribution *a,
                         const struct attribution_plan *plan)
{
    if (a->advice == ATTRIBUTION_ENOUGH)
        fprintf(stream,
                "one build is enough for %.0f executions: its interval is at most %s times too "
                "narrow.",
                a->all, times_of(a->alone.upper).text);
    else if (a->advice == ATTRIBUTION_WORTH)
        fprintf(stream,
                "repeating builds is worth its cost. One build with all %.0f executions would give "
                "an interval about %s times too narrow.",
                a->all, times_of(a->alone.factor).text);
    else {
        if (a->alone.most >= WORTH_SAYING)
            fprintf(stream, "one build is enough for %.0f executions.", a->alone.most);
        else
            fputs("too few to tell whether they matter.", stream);
        fprintf(stream,
                " One build with all %.0f executions could give an interval up to %s times too "
                "narrow",
                a->all, times_of(a->alone.upper).text);
    }
    if (a->advice == ATTRIBUTION_UNCLEAR && isfinite(plan->time_s))
        fprintf(stream, "; repeating it as planned below takes %s of %s.",
                duration_of(plan->builds_s).text, duration_of(plan->time_s).text);
    else if (a->advice == ATTRIBUTION_UNCLEAR)
        fputs(".", stream);
}

void attribution_say(const struct terminal *terminal, const struct attribution *a,
                     const struct attribution_plan *plan)
{
    struct words_writer writer;
    FILE *stream = words_open(&writer);
    if (stream != NULL) {
        write_share(stream, a, plan);
        write_advice(stream, a, plan);
    }
    char *text = words_close(&writer);
    if (text != NULL) {
        fputc('\n', terminal->stream);
        terminal_paragraph(terminal, "", text);
    }
    free(text);
}

void attribution_print(const struct terminal *terminal, const struct shown_sample *rows, size_t n,
                       double confidence)
{
    struct table *table = table_new(terminal, 3);
    bool any = false;
    double most = 0, unclear = 0;
    table_column(table, "benchmark", TABLE_LEFT);
    table_column(table, "system", TABLE_LEFT);
    table_column(table, "share of builds", TABLE_RIGHT);
    table_column(table, "impact factor", TABLE_RIGHT);
    table_column(table, "repeating builds", TABLE_LEFT);
    for (size_t i = 0; i < n; i++) {
        struct attribution attribution;
        if (!attribution_of(rows[i].series, confidence, &attribution))
            continue;
        any = true;
        add_row(table, &rows[i], &attribution);
        if (attribution.advice == ATTRIBUTION_WORTH)
            most = fmax(most, attribution.error_percent);
        if (attribution.advice == ATTRIBUTION_UNCLEAR)
            unclear = fmax(unclear, attribution.alone.upper);
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
        table_print(table);
        print_meaning(terminal, most, unclear);
    }
    table_free(&table);
}
