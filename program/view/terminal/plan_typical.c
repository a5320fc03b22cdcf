/* SPDX-License-Identifier: GPL-3.0-or-later */
/* plan_typical.c -- what the typical run takes, on the screen of `assay plan`. */
#include "view/terminal/plan.h"

#include <math.h>

#include "analysis/units_needed.h"
#include "view/text/quantity.h"

static void say_target(const struct terminal *terminal, const struct plan_finding *ratio,
                       const struct typical_target *target)
{
    const struct level_words rounds = level_units(target->rounds, ratio->level_name[ratio->first]);
    const struct quantity time = duration_of(target->time_s);
    const char *each = ratio->old_system != NULL ? " of each" : "";
    if (target->for_time && isnan(target->half_width))
        terminal_sentence(terminal, "  ", "%s is too short", duration_of(target->asked).text);
    else if (target->for_time)
        terminal_sentence(terminal, "  ", "%s gives \u00b1 %s with %s%s",
                          duration_of(target->asked).text, plan_width(target->half_width).text,
                          rounds.text, each);
    else if (target->rounds == 0)
        terminal_sentence(terminal, "  ", "\u00b1 %s: out of reach",
                          percent_rough(100 * target->asked, 3).text);
    else
        terminal_sentence(terminal, "  ", "\u00b1 %s: %s%s%s%s",
                          percent_rough(100 * target->asked, 3).text, rounds.text, each,
                          ratio->untimed ? "" : ", ", ratio->untimed ? "" : time.text);
}

static void print_one(const struct terminal *terminal, const struct typical_plan *plan)
{
    const struct plan_finding *ratio = plan->ratio;
    char subject[ASSAY_STATISTIC_TEXT] = "The typical run";
    if (plan->quantile.kind != ASSAY_STATISTIC_MEAN)
        assay_statistic_name(&plan->quantile, subject);
    const bool of_two = ratio->old_system != NULL;
    terminal_headline(terminal, "%s of %.32s%s%.32s on %.32s", subject, ratio->system,
                      of_two ? " / " : "", of_two ? ratio->old_system : "", ratio->benchmark);
    for (size_t i = 0; i < plan->n_targets; i++)
        say_target(terminal, ratio, &plan->targets[i]);
}

/* As a comparison says it of so few rounds. */
static void say_rough(const struct terminal *terminal, const struct typical_plan *plan)
{
    double low, high;
    if (plan->quantile.kind == ASSAY_STATISTIC_MEAN &&
        units_needed_range(plan->rounds, &low, &high))
        terminal_sentence(
            terminal, "  ", "rough: as far as %s tell, %s are %.1f to %.1f times as %s",
            level_units(plan->rounds, plan->ratio->level_name[plan->ratio->first]).text,
            plan->ratio->untimed ? "counts" : "times", low, high,
            plan->ratio->untimed ? "high" : "long");
}

void plan_typical_print(const struct terminal *terminal, const struct plan_view *view)
{
    for (size_t i = 0; i < view->n_typical; i++) {
        if (i > 0)
            fputc('\n', terminal->stream);
        print_one(terminal, &view->typical[i]);
        if (view->typical_leads)
            plan_not_repeated_print(terminal, view->typical[i].ratio);
        if (!view->quiet)
            say_rough(terminal, &view->typical[i]);
    }
}
