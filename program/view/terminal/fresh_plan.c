/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fresh_plan.c -- what a fresh run was planned to be, before it begins. */

#include <inttypes.h>
#include <math.h>

#include "view/terminal/plan.h"
#include "view/text/quantity.h"
#include "view/text/view_memory.h"

/* What the precision asked for would take, where the time does not allow it. */
static void write_too_long(FILE *stream, const struct session *session,
                           const struct plan_finding *shown)
{
    const struct plan_target *precise = &shown->targets[0];
    const double percent = 100 * session->design->stop.precision;
    const char *of = shown->of_ratio ? "the ratio" : "the mean";
    if (precise->possible)
        fprintf(stream, " \u00b1 %s of %s would take about %s; the time that is left allows:",
                percent_rough(percent, 2).text, of, duration_of(precise->planned.time_s).text);
    else
        fprintf(stream,
                " No number of repetitions gives \u00b1 %s of %s; the time that is left allows:",
                percent_rough(percent, 2).text, of);
}

static void write_plan(FILE *stream, const struct session *session,
                       const struct plan_finding *shown, const struct plan_target *target)
{
    fprintf(stream, "Pilot: experiment %" PRId64 ".", session->experiment);
    if (shown->n_targets > 0 && target != &shown->targets[0])
        write_too_long(stream, session, shown);
    else
        fputs(" Planned from it:", stream);
    for (size_t i = 0; i < shown->input.n_levels; i++)
        fprintf(stream, "%s %zu %s%s", i > 0 ? " ×" : "", target->planned.count[i],
                shown->level_name[shown->first + i], target->planned.count[i] == 1 ? "" : "s");
    fprintf(stream, " of each, about %s, for ± %s of %s", duration_of(target->planned.time_s).text,
            plan_width(target->planned.half_width).text,
            shown->of_ratio ? "the ratio" : "the mean");
    if (isfinite(target->prediction.upper))
        fprintf(stream, " (8 of 10 such runs give %s)", plan_likely_width(target).text);
    fputs(". Running that afresh.", stream);
}

static void say_counts(const struct terminal *terminal, const struct session *session,
                       const struct session_event *event)
{
    OWNED char *text = VIEW_TEXT(stream, write_plan(stream, session, event->plan, event->target));
    terminal_paragraph(terminal, "", text);
}

/* What was measured once is part of the interval's claim, not of its width. */
static void say_unrepeated(const struct plan_finding *shown)
{
    for (size_t i = 0; i < shown->first; i++)
        terminal_complain(
            "%s were not repeated: the interval will hold for this one %s only. Give the "
            "manifest a level {name: %s, count: 5}, or more, to plan them too.",
            level_plural(shown->level_name[i]).text, shown->level_name[i], shown->level_name[i]);
}

void fresh_plan_print(const struct terminal *terminal, const struct session *session,
                      const struct session_event *event)
{
    say_counts(terminal, session, event);
    say_unrepeated(event->plan);
}
