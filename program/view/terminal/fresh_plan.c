/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fresh_plan.c -- what was planned from a pilot, before it begins: that it goes on, or a fresh run. */

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
                       const struct session_event *event)
{
    const struct plan_finding *shown = event->plan;
    const struct plan_target *target = event->target;
    const bool kept = event->n > 0;
    const double more = (double)event->top_units / (double)target->planned.count[0];
    if (kept)
        fprintf(stream, "Pilot: %s, which count.",
                level_units(event->n, shown->level_name[shown->first]).text);
    else
        fprintf(stream, "Pilot: experiment %" PRId64 ".", session->experiment);
    if (shown->n_targets > 0 && target != &shown->targets[0])
        write_too_long(stream, session, shown);
    else
        fputs(kept ? " Planned from them:" : " Planned from it:", stream);
    for (size_t i = 0; i < shown->input.n_levels; i++) {
        const size_t count = i == 0 ? event->top_units : target->planned.count[i];
        fprintf(stream, "%s %zu %s%s", i > 0 ? " ×" : "", count,
                shown->level_name[shown->first + i], count == 1 ? "" : "s");
    }
    fprintf(stream, " of each%s, about %s, for ± %s of %s", kept ? " in all" : "",
            duration_of(target->planned.time_s * more).text, plan_width(event->half_width).text,
            shown->of_ratio ? "the ratio" : "the mean");
    if (!kept && isfinite(target->prediction.upper))
        fprintf(stream, " (8 of 10 such runs give %s)", plan_likely_width(target).text);
    fputs(kept ? ". Going on." : ". Running that afresh.", stream);
}

void fresh_plan_print(const struct terminal *terminal, const struct session *session,
                      const struct session_event *event)
{
    OWNED char *text = VIEW_TEXT(stream, write_plan(stream, session, event));
    terminal_paragraph(terminal, "", text);
    /* What was measured once is part of the interval's claim, not of its width. */
    for (size_t i = 0; i < event->plan->first; i++)
        terminal_complain(
            "%s were not repeated: the interval will hold for this one %s only. Give the "
            "manifest a level {name: %s, count: 5}, or more, to plan them too.",
            level_plural(event->plan->level_name[i]).text, event->plan->level_name[i],
            event->plan->level_name[i]);
}
