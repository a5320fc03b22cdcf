/* SPDX-License-Identifier: GPL-3.0-or-later */
/* plan_typical.c -- what the typical run takes, on the screen of `assay plan`. */
#include "view/terminal/plan.h"

#include <math.h>

#include "analysis/units_needed.h"
#include "view/text/quantity.h"
#include "view/text/sentences.h"

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

/* ---- of several benchmarks ---- */

/* What the target of this number takes of all of them: the most rounds that one needs. *most: which one. */
static struct typical_target whole_of(const struct plan_view *view, size_t target, size_t *most)
{
    struct typical_target whole = view->typical[0].targets[target];
    double round_s = 0;
    *most = 0;
    for (size_t i = 0; i < view->n; i++)
        round_s += planning_unit_cost(&view->plans[i]);
    for (size_t i = 1; i < view->n_typical; i++) {
        const size_t rounds = view->typical[i].targets[target].rounds;
        if (whole.rounds == 0 || (rounds > 0 && rounds <= whole.rounds))
            continue;
        whole.rounds = rounds;
        *most = i;
    }
    whole.time_s = (double)whole.rounds * round_s;
    return whole;
}

/* All in one design, before each of them. False: a time was asked for, which each has for itself, or there is one. */
static bool print_whole(const struct terminal *terminal, const struct plan_view *view)
{
    const struct typical_plan *first = &view->typical[0];
    char subject[ASSAY_STATISTIC_TEXT] = "The typical run";
    size_t most;
    for (size_t k = 0; k < first->n_targets; k++)
        if (first->targets[k].for_time)
            return false;
    if (view->n_typical < 2)
        return false;
    if (first->quantile.kind != ASSAY_STATISTIC_MEAN)
        assay_statistic_name(&first->quantile, subject);
    terminal_headline(terminal, "%s of all together", subject);
    for (size_t k = 0; k < first->n_targets; k++) {
        const struct typical_target whole = whole_of(view, k, &most);
        say_target(terminal, first->ratio, &whole);
    }
    (void)whole_of(view, 0, &most);
    terminal_sentence(terminal, "  ", "%.32s needs the most; --details has each",
                      view->typical[most].ratio->benchmark);
    return true;
}

void plan_typical_print(const struct terminal *terminal, const struct plan_view *view)
{
    const bool whole = print_whole(terminal, view);
    if (whole && view->typical_leads)
        plan_not_repeated_print(terminal, view->typical[0].ratio);
    if (whole && !sentences_all_wanted())
        return;
    if (whole)
        fputc('\n', terminal->stream);
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
