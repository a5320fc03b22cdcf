/* SPDX-License-Identifier: GPL-3.0-or-later */
/* plan_answer.c -- what to do, in a line and a table: the first thing that `assay plan` says. */
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "view/terminal/plan.h"
#include "view/text/quantity.h"
#include "view/text/view_memory.h"

/* "O2 / O1 on fft", "fft on O1", "the ratios of all together", "the mean"; to be freed. */
static char *subject_of(const struct plan_finding *shown)
{
    char *text;
    if (shown->old_system != NULL)
        text =
            view_said("%.24s / %.24s on %.32s", shown->system, shown->old_system, shown->benchmark);
    else if (shown->of_ratio)
        text = view_said("the ratios of %.32s", shown->benchmark);
    else if (shown->system != NULL)
        text = view_said("%.32s on %.24s", shown->benchmark, shown->system);
    else
        text = view_said("%.32s", shown->pilot.units > 0 ? shown->benchmark : "the mean");
    return text;
}

/* The sentence, and behind it or below it what fresh runs come to. */
static void print_with_range(const struct terminal *terminal, char *answer,
                             const struct plan_target *target)
{
    const bool known = isfinite(target->prediction.upper);
    OWNED char *range =
        known ? view_format("8 times in 10 it comes to %s", plan_likely_width(target).text) : NULL;
    enum { GAP = 4 };
    if (answer != NULL && range != NULL &&
        terminal_columns(answer) + GAP + terminal_columns(range) <= terminal->width) {
        terminal_puts(terminal, STYLE_STRONG, answer);
        terminal_printf(terminal, STYLE_PLAIN, "%*s%s\n", GAP, "", range);
    } else if (answer != NULL) {
        if (terminal_columns(answer) <= terminal->width)
            terminal_printf(terminal, STYLE_STRONG, "%s\n", answer);
        else
            terminal_paragraph(terminal, "", answer);
        if (range != NULL)
            terminal_sentence(terminal, "  ", "%s", range);
    }
    free(answer);
}

/* Nothing where no time is known. */
static struct quantity time_of(const struct plan_finding *shown, double time_s)
{
    return shown->untimed ? quantity_text("%s", "") : duration_of(time_s);
}

/* "±1 % of O2 / O1 on fft: 13 builds × 12 executions × 7 iterations of each, 9 min" */
static void print_precision(const struct terminal *terminal, const struct plan_finding *shown,
                            const struct plan_target *target, const char *subject)
{
    char shape[512];
    if (!target->possible) {
        terminal_sentence(terminal, "", "\u00b1%s of %s: out of reach, no number of %s does it",
                          percent_rough(100 * target->asked, 3).text, subject,
                          level_plural(shown->level_name[shown->first]).text);
        return;
    }
    plan_shape_words(shown, &target->planned, shape, sizeof shape);
    print_with_range(terminal,
                     view_format("\u00b1%s of %s: %s%s%s%s",
                                 percent_rough(100 * target->asked, 3).text, subject, shape,
                                 shown->of_ratio ? " of each" : "", shown->untimed ? "" : ", ",
                                 time_of(shown, target->planned.time_s).text),
                     target);
}

/* "30 min give ±0.97 % of O2 / O1 on fft: 64 builds × 19 executions × 3 iterations of each" */
static void print_time(const struct terminal *terminal, const struct plan_finding *shown,
                       const struct plan_target *budget, const char *subject)
{
    char shape[512];
    if (budget->planned.count[0] < 2) {
        plan_too_short_print(terminal, shown, budget);
        return;
    }
    plan_shape_words(shown, &budget->planned, shape, sizeof shape);
    OWNED char *time = view_format("%s", duration_of(budget->asked).text);
    print_with_range(terminal,
                     view_format("%s: \u00b1%s of %s, with %s%s", time != NULL ? time : "",
                                 plan_width(budget->planned.half_width).text, subject, shape,
                                 shown->of_ratio ? " of each" : ""),
                     budget);
}

/* "rough: from 6 builds; a pilot of about 92 makes it firm" */
static void print_roughness(const struct terminal *terminal, const struct plan_finding *shown,
                            assay_warnings warnings)
{
    const struct plan_target *target = shown->n_targets > 0   ? &shown->targets[0]
                                       : shown->n_budgets > 0 ? &shown->budgets[0]
                                                              : NULL;
    const bool few = (warnings & ASSAY_WARNING(ASSAY_WARN_FEW_TOP_UNITS)) != 0;
    const bool known = target != NULL && target->prediction.near < ASSAY_PLAN_LIKELY &&
                       isfinite(target->prediction.pilot_units);
    const char *level = shown->level_name[shown->first];
    if (known)
        terminal_sentence(terminal, "  ", "rough: from %s; a pilot of about %.0f makes it firm",
                          level_units(shown->pilot.units, level).text,
                          target->prediction.pilot_units);
    else if (few)
        terminal_sentence(terminal, "  ", "rough: from few %s; a pilot of more makes it firm",
                          level_plural(level).text);
}

static const struct plan_target *first_possible(const struct plan_finding *shown)
{
    for (size_t i = 0; i < shown->n_targets; i++)
        if (shown->targets[i].possible)
            return &shown->targets[i];
    return &shown->targets[0];
}

void plan_not_repeated_print(const struct terminal *terminal, const struct plan_finding *shown)
{
    for (size_t i = 0; i < shown->first; i++)
        terminal_sentence(terminal, "  ",
                          "%s were not repeated: these half-widths hold for this one %s only",
                          level_plural(shown->level_name[i]).text, shown->level_name[i]);
}

/* The units of one of them for the first half-width; 0: out of reach, or none was asked for. */
static size_t units_of(const struct plan_finding *shown)
{
    return shown->n_targets > 0 && shown->targets[0].possible ? shown->targets[0].planned.count[0]
                                                              : 0;
}

/* What half of them need no more than. */
static size_t enough_for_half(const struct plan_finding *plans, size_t n)
{
    size_t least = SIZE_MAX;
    for (size_t i = 0; i < n; i++) {
        size_t others = 0;
        for (size_t k = 0; k < n; k++)
            others += units_of(&plans[k]) <= units_of(&plans[i]);
        if (2 * others >= n && units_of(&plans[i]) < least)
            least = units_of(&plans[i]);
    }
    return least;
}

void plan_most_print(const struct terminal *terminal, const struct plan_view *view)
{
    const bool of_ratios = view->n_ratios > 0;
    const struct plan_finding *plans = of_ratios ? view->ratios : view->plans, *most = &plans[0];
    const size_t n = of_ratios ? view->n_ratios : view->n;
    bool several = false;
    for (size_t i = 0; i < n; i++) {
        if (units_of(&plans[i]) == 0 || plans[i].input.n_levels > 1)
            return;
        several = several || strcmp(plans[i].benchmark, plans[0].benchmark) != 0;
        most = units_of(&plans[i]) > units_of(most) ? &plans[i] : most;
    }
    const size_t enough = enough_for_half(plans, n);
    if (several && enough < units_of(most))
        terminal_sentence(terminal, "  ", "%.32s needs the most; %zu are enough for %s",
                          most->benchmark, enough, n == 2 ? "the other" : "half of them");
}

void plan_answer_print(const struct terminal *terminal, const struct plan_finding *shown,
                       assay_warnings warnings)
{
    OWNED char *subject = subject_of(shown);
    if (subject == NULL)
        return;
    if (shown->n_targets > 0)
        print_precision(terminal, shown, first_possible(shown), subject);
    for (size_t i = 0; i < shown->n_budgets; i++)
        print_time(terminal, shown, &shown->budgets[i], subject);
    if (shown->n_targets > 1) {
        fputc('\n', terminal->stream);
        plan_table_print(terminal, shown, PLAN_WITHOUT_DETAILS);
        fputc('\n', terminal->stream);
    }
    plan_not_repeated_print(terminal, shown);
    if (shown->n_targets < 2) /* else the table tells what a halving costs */
        plan_halving_print(terminal, shown, "  ");
    print_roughness(terminal, shown, warnings);
}
