/* SPDX-License-Identifier: GPL-3.0-or-later */
/* plan_targets.c -- half-widths against time on the screen of `assay plan`. */
#include <math.h>
#include <string.h>

#include "view/medium/screen.h"
#include "view/terminal/plan.h"
#include "view/text/quantity.h"

/* What follows ±: "0.97 %", three digits or what a per cent needs; a half that is the whole says nothing. */
struct quantity plan_width(double half_width)
{
    if (half_width >= 1 && isfinite(half_width))
        return quantity_text("100 %% and more");
    if (isfinite(half_width))
        return quantity_text(100 * half_width < 10 ? "%.2f %%" : "%.0f %%", 100 * half_width);
    return quantity_text("\u2013");
}

static struct quantity asked_width(double half_width)
{
    return quantity_text("%s", percent_rough(100 * half_width, 3).text);
}

/* "0.83 … 1.2 %": what 8 of 10 fresh runs give. */
struct quantity plan_likely_width(const struct plan_target *target)
{
    const double lower = 100 * target->planned.half_width * target->prediction.lower,
                 upper = 100 * target->planned.half_width * target->prediction.upper;
    const int decimals = upper < 10 ? 2 : upper < 100 ? 1 : 0;
    if (isfinite(upper) && upper >= 100)
        return lower < 100 ? quantity_text("%s and more", percent_rough(lower, 2).text)
                           : quantity_text("100 %% and more");
    if (isfinite(upper))
        return quantity_text("%.*f \u2026 %.*f %%", decimals, lower, decimals, upper);
    return quantity_text("\u2013");
}

static bool likely_known(const struct plan_finding *shown)
{
    bool known = false;
    for (size_t i = 0; i < shown->n_targets; i++)
        known = known || isfinite(shown->targets[i].prediction.upper);
    return known;
}

static void shape_cell(struct table *table, const struct plan_finding *shown,
                       const struct assay_plan_target *target)
{
    char text[128] = "";
    for (size_t i = shown->first; i < shown->n_levels; i++) {
        size_t length = strlen(text);
        (void)snprintf(text + length, sizeof text - length, "%s%zu",
                       i > shown->first ? " \u00d7 " : "", target->count[i - shown->first]);
    }
    table_cell(table, STYLE_PLAIN, "%s", text);
}

/* The prediction gives way; titles are terse in two steps. */
enum { LIKELY = 1 };
enum { TERSE = 1, TERSER };

/* Which columns there are. */
struct targets {
    bool time, one_level, likely;
};

static void put_target(struct table *table, const struct plan_finding *shown,
                       const struct plan_target *target, const struct targets *columns)
{
    const bool possible = target->possible;
    const enum style style = possible ? STYLE_PLAIN : STYLE_FAINT;
    table_row(table);
    table_cell(table, STYLE_STRONG, "%s", asked_width(target->asked).text);
    if (possible)
        shape_cell(table, shown, &target->planned);
    else
        table_cell(table, style, "out of reach");
    if (columns->time)
        table_cell(table, possible ? STYLE_STRONG : style, "%s",
                   possible ? duration_of(target->planned.time_s).text : "\u2013");
    if (columns->one_level)
        table_cell(table, style, "%s",
                   possible ? duration_of(target->one_level.time_s).text : "\u2013");
    if (columns->likely)
        table_cell(table, style, "%s", possible ? plan_likely_width(target).text : "\u2013");
}

/* "builds × executions × iterations" */
static void shape_head(const struct plan_finding *shown, char *head, size_t size)
{
    size_t length = 0;
    head[0] = '\0';
    for (size_t i = shown->first; i < shown->n_levels && length < size; i++)
        length += (size_t)snprintf(head + length, size - length, "%s%s",
                                   i > shown->first ? " \u00d7 " : "",
                                   level_plural(shown->level_name[i]).text);
}

void plan_table_print(const struct terminal *terminal, const struct plan_finding *shown,
                      enum plan_parts parts)
{
    static const struct table_fit fits[] = {{.gap = 3},
                                            {.gap = 2, .terse = TERSE},
                                            {.gap = 2, .terse = TERSER},
                                            {.gap = 2, .terse = TERSER, .without = LIKELY}};
    const struct targets columns = {.time = !shown->untimed,
                                    .one_level = !shown->untimed && parts == PLAN_DETAILS &&
                                                 shown->input.n_levels > 1,
                                    .likely = likely_known(shown)};
    const struct level_words units = level_plural(shown->level_name[shown->first]);
    char head[512], last[96], terse[96];
    struct table *table = table_new(0);
    table_fits(table, fits, sizeof fits / sizeof *fits);
    shape_head(shown, head, sizeof head);
    (void)snprintf(last, sizeof last, "repeating %s only", units.text);
    (void)snprintf(terse, sizeof terse, "%s only", units.text);
    table_right(table, "half-width");
    table_add(table, COLUMN_RIGHT(head, .terse = "counts, from the top", .terse_at = TERSER));
    if (columns.time)
        table_right(table, "time");
    if (columns.one_level)
        table_add(table, COLUMN_RIGHT(last, .terse = terse, .terse_at = TERSE));
    if (columns.likely)
        table_add(table, COLUMN_RIGHT("8 times in 10", .terse = "8 in 10", .terse_at = TERSE,
                                      .part = LIKELY));
    for (size_t i = 0; i < shown->n_targets; i++)
        put_target(table, shown, &shown->targets[i], &columns);
    table_print(terminal, &table);
}

/* The papers' counts are not lowered to fit. */
void plan_too_short_print(const struct terminal *terminal, const struct plan_finding *shown,
                          const struct plan_target *budget)
{
    double one_of_each = 0, unit_s = 0, variance;
    for (size_t i = 0; i < shown->input.n_levels; i++)
        one_of_each += shown->input.cost_s[i];
    (void)assay_plan_evaluate(&shown->input, budget->planned.count, &unit_s, &variance, NULL);
    const bool counts = 2 * one_of_each <= budget->asked;
    terminal_printf(terminal, STYLE_OPEN, "%s is too short%s: two %s take %s.\n",
                    duration_of(budget->asked).text, counts ? " for these counts" : "",
                    level_plural(shown->level_name[shown->first]).text,
                    duration_of(2 * (counts ? unit_s : one_of_each)).text);
}

/* "16 builds × 28 executions × 1 iteration" */
void plan_shape_words(const struct plan_finding *shown, const struct assay_plan_target *target,
                      char *text, size_t size)
{
    size_t length = 0;
    text[0] = '\0';
    for (size_t i = shown->first; i < shown->n_levels && length < size; i++)
        length += (size_t)snprintf(
            text + length, size - length, "%s%s", i > shown->first ? " \u00d7 " : "",
            level_units(target->count[i - shown->first], shown->level_name[i]).text);
}

static void print_budget(const struct terminal *terminal, const struct plan_finding *shown,
                         const struct plan_target *budget)
{
    char shape[512];
    if (budget->planned.count[0] < 2) {
        plan_too_short_print(terminal, shown, budget);
        return;
    }
    plan_shape_words(shown, &budget->planned, shape, sizeof shape);
    char other[160] = "", likely[160] = "";
    if (isfinite(budget->prediction.upper))
        (void)snprintf(likely, sizeof likely, " (8 times in 10 %s)",
                       plan_likely_width(budget).text);
    if (shown->input.n_levels > 1)
        (void)snprintf(other, sizeof other, "; repeating %s only, \u00b1%s",
                       level_plural(shown->level_name[shown->first]).text,
                       plan_width(budget->one_level.half_width).text);
    terminal_sentence(terminal, "", "%s of machine time gives \u00b1%s%s with %s%s.",
                      duration_of(budget->asked).text, plan_width(budget->planned.half_width).text,
                      likely, shape, other);
}

void plan_halving_print(const struct terminal *terminal, const struct plan_finding *shown,
                        const char *lead)
{
    if (!shown->halving.possible || !(shown->halved_from > 0) || shown->untimed)
        return;
    double more = shown->halving.planned.time_s - shown->halved_time_s;
    const struct quantity width = plan_width(shown->halving.asked);
    if (more > 0)
        terminal_sentence(terminal, lead, "Another halving, to \u00b1%s, costs %s more.",
                          width.text, duration_of(more).text);
    else
        terminal_sentence(terminal, lead, "The same time gives even \u00b1%s.", width.text);
}

/* A pilot that says little of the half-width, and which one would say more. */
static void print_pilot_advice(const struct terminal *terminal, const struct plan_finding *shown)
{
    const struct plan_target *target = shown->n_targets > 0   ? &shown->targets[0]
                                       : shown->n_budgets > 0 ? &shown->budgets[0]
                                                              : NULL;
    if (target == NULL || !(target->prediction.near < ASSAY_PLAN_LIKELY) ||
        !isfinite(target->prediction.pilot_units))
        return;
    const struct level_words units = level_plural(shown->level_name[shown->first]);
    terminal_sentence(
        terminal, "",
        "With a pilot of %zu %s the half-width is known roughly: it comes within %.0f %% "
        "of the plan's %.0f times in 100. A pilot of about %.0f makes it %.0f.",
        shown->pilot.units, units.text, 100 * ASSAY_PLAN_NEAR, 100 * target->prediction.near,
        target->prediction.pilot_units, 100 * ASSAY_PLAN_LIKELY);
}

void plan_targets_print(const struct terminal *terminal, const struct plan_finding *shown)
{
    if (shown->n_targets > 0) {
        plan_table_print(terminal, shown, PLAN_DETAILS);
        if (!shown->untimed)
            fputc('\n', terminal->stream);
        plan_halving_print(terminal, shown, ""); /* of the table's last half-width */
    }
    for (size_t i = 0; i < shown->n_budgets; i++)
        print_budget(terminal, shown, &shown->budgets[i]);
    if (shown->n_targets == 0)
        plan_halving_print(terminal, shown, "");
    print_pilot_advice(terminal, shown);
}
