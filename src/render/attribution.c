/* SPDX-License-Identifier: GPL-3.0-or-later */
/* attribution.c -- how much of the spread is the accident of a build.
 * Source:   the impact factor of random compilation, Kalibera & Tuma 2006 (lib/plan/impact.c); the
 *           interval of the component by modified large samples (lib/plan/shares.c), turned into one
 *           of its share with the other components as estimated: approximate.
 * Edge:     a component estimated below zero is a share of 0, whose interval then begins at 0.
 */
#include "render/attribution.h"

#include <math.h>
#include <string.h>

#include "render/json.h"
#include "render/table.h"
#include "render/verdict.h"
#include "render/words.h"

/* Builds that make means at most so much less certain than one build would show are not worth their
 * cost: beside it intervals from few units are wrong by more. */
static const double little_impact = 1.1;

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

static enum attribution_advice advise(const struct assay_share *share,
                                      const struct assay_impact *impact)
{
    if (share->lower > 0 && impact->lower > 1)
        return ATTRIBUTION_WORTH;
    return impact->upper <= little_impact ? ATTRIBUTION_NOT : ATTRIBUTION_UNCLEAR;
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
    result.advice = advise(&shares[0], &result.impact);
    result.executions = best_executions(series);
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
    [ATTRIBUTION_NOT] = "one build is enough",
    [ATTRIBUTION_UNCLEAR] = "unclear",
};

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
    return object;
}

/* ---- terminal -------------------------------------------------------------------------------- */

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
    if (a->advice != ATTRIBUTION_WORTH)
        table_cell(table, STYLE_FAINT, "%s",
                   a->advice == ATTRIBUTION_NOT ? "not worth it" : "too few to tell");
    else if (a->executions >= 2 && a->executions <= 9999)
        table_cell(table, STYLE_PLAIN, "worth it, each with %.0f executions", a->executions);
    else
        table_cell(table, STYLE_PLAIN, "worth it");
}

/* How far off one build is, where they differ most. */
static void print_meaning(const struct terminal *terminal, double most)
{
    char text[320];
    (void)snprintf(text, sizeof text,
                   "One build alone is off by an error that no number of executions shows or "
                   "averages: one sd of it is %.*f %% of the mean%s.",
                   most < 1 ? 2 : 1, most, " where builds differ most");
    fputc('\n', terminal->stream);
    terminal_paragraph(terminal, "  ", text);
}

void attribution_say(const struct terminal *terminal, const struct attribution *a)
{
    static const char *const consequences[] = {
        [ATTRIBUTION_WORTH] = "repeating builds is worth its cost, and one build alone would "
                              "promise too much.",
        [ATTRIBUTION_NOT] = "repeating builds is not worth its cost: one build with all the "
                            "executions tells as much for less time.",
        [ATTRIBUTION_UNCLEAR] = "whether repeating builds is worth its cost, a pilot with more "
                                "builds would tell.",
    };
    char text[400], range[48] = "";
    if (isfinite(a->impact.upper))
        (void)snprintf(range, sizeof range, "%.2f \u2026 %.2f", a->impact.lower, a->impact.upper);
    else
        (void)snprintf(range, sizeof range, "from %.2f", a->impact.lower);
    (void)snprintf(
        text, sizeof text,
        "Builds: %.0f %% of the variance (%.0f \u2026 %.0f %%), impact factor %.2f (%s): "
        "%s",
        100 * a->share, 100 * a->share_lower, 100 * a->share_upper, a->impact.factor, range,
        consequences[a->advice]);
    fputc('\n', terminal->stream);
    terminal_paragraph(terminal, "", text);
}

void attribution_print(const struct terminal *terminal, const struct shown_sample *rows, size_t n,
                       double confidence)
{
    struct table *table = table_new(terminal, 3);
    bool any = false;
    double most = 0;
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
        if (most > 0)
            print_meaning(terminal, most);
    }
    table_free(&table);
}
