/* SPDX-License-Identifier: GPL-3.0-or-later */
/* plan.c -- the screen of `assay plan`. */
#include "view/terminal/plan.h"

#include <ctype.h>
#include <math.h>

#include "analysis/units_needed.h"
#include "view/terminal/attribution.h"
#include "view/text/note.h"
#include "view/text/view_memory.h"

/* What the plan does not take from the pilot's numbers alone. */
static void print_caution(const struct terminal *terminal, const struct plan_finding *shown)
{
    bool said = false;
    for (size_t i = 1; i < shown->input.n_levels; i++) {
        const struct level_words units = level_plural(shown->level_name[shown->first + i]);
        if (shown->plan.bounded[i])
            terminal_sentence(terminal, "",
                              "The count of %s stops at %zu: the pilot says little beyond. A "
                              "pilot with more %s lifts this, or --extrapolate.",
                              units.text, shown->limits.most[i], units.text);
        else if (shown->limits.least[i] > 1)
            terminal_sentence(terminal, "",
                              "No fewer than %zu %s: the pilot is too small to tell that they "
                              "add nothing.",
                              shown->limits.least[i], units.text);
        else
            continue;
        said = true;
    }
    if (shown->dependence >= 1.05) { /* less would be told as once as much */
        terminal_printf(terminal, STYLE_PLAIN,
                        "Dependent %s vary %.2g times as much in the long run; planned for.\n",
                        level_plural(shown->level_name[shown->n_levels - 1]).text,
                        shown->dependence);
        said = true;
    }
    for (size_t i = 0; i < shown->first; i++) {
        struct level_words units = level_plural(shown->level_name[i]);
        units.text[0] = (char)toupper((unsigned char)units.text[0]);
        terminal_printf(terminal, STYLE_OPEN,
                        "%s were not repeated: these half-widths hold for this one %s only.\n",
                        units.text, shown->level_name[i]);
    }
    if (said || shown->first > 0)
        fputc('\n', terminal->stream);
}

/* ---- all of it ---- */

/* "fft on O1", "The ratio O2 / O1 on fft", "The ratios of all together"; to be freed. */
static char *subject_of(const struct plan_finding *shown)
{
    if (shown->old_system != NULL)
        return view_said("The ratio %s / %s on %s", shown->system, shown->old_system,
                         shown->benchmark);
    if (shown->of_ratio)
        return view_said("The ratios of %s", shown->benchmark);
    return shown->system != NULL ? view_said("%s on %s", shown->benchmark, shown->system)
                                 : view_said("%s", shown->benchmark);
}

static void print_attribution(const struct terminal *terminal, const struct plan_finding *shown)
{
    const struct assay_plan_target *target = plan_first_planned(shown);
    struct attribution_plan plan = {NAN, NAN, plan_level_of(shown, 0).variance_share,
                                    shown->randomised};
    if (target != NULL && target->count[0] > 1) {
        plan.time_s = target->time_s;
        plan.builds_s = (double)(target->count[0] - 1) * shown->input.cost_s[0];
    }
    attribution_say(terminal, &shown->build_effect, &plan);
}

static void print_pairing(const struct terminal *terminal, const struct plan_finding *shown)
{
    enum { WORTH_SAYING = 120 }; /* per cent */
    const double gain = shown->pairing_gain;
    if (100 * gain >= WORTH_SAYING) {
        fputc('\n', terminal->stream);
        terminal_sentence(terminal, "",
                          "What the systems share in a round cancels: apart it would take %.*f "
                          "times as long.",
                          gain < 10, gain);
    }
}

static void print_plan(const struct terminal *terminal, const struct plan_view *view,
                       const struct plan_finding *shown)
{
    OWNED char *subject = subject_of(shown);
    terminal_headline(terminal, "%s%s%s%s%.40s", subject != NULL ? subject : "",
                      shown->unit != NULL ? " \u00b7 mean " : "",
                      shown->unit != NULL ? quantity_alone(shown->mean, shown->unit).text : "",
                      view->source != NULL ? " \u00b7 from " : "",
                      view->source != NULL ? view->source : "");
    fputc('\n', terminal->stream);
    plan_levels_print(terminal, shown);
    if (shown->has_build_effect)
        print_attribution(terminal, shown);
    print_pairing(terminal, shown);
    fputc('\n', terminal->stream);
    print_caution(terminal, shown);
    plan_targets_print(terminal, shown);
}

static void print_notes(const struct terminal *terminal, const struct plan_view *view)
{
    /* A rough plan is called so behind its counts. */
    const assay_warnings told =
        sentences_all_wanted() ? 0 : ASSAY_WARNING(ASSAY_WARN_FEW_TOP_UNITS);
    OWNED struct note_subject *subjects = view_room(view->n, sizeof *subjects);
    for (size_t i = 0; subjects != NULL && i < view->n; i++) {
        const struct plan_finding *shown = &view->plans[i];
        subjects[i] = (struct note_subject){
            .benchmark = shown->benchmark,
            .system = shown->system,
            .warnings = shown->warnings & ~told,
            .df = NAN,
            .is_pilot = true,
            .is_equal = true}; /* a plan minds the clock's tick where nothing varies */
    }
    if (subjects != NULL)
        notes_print(terminal, subjects, view->n);
}

static bool departs(const struct plan_finding *shown)
{
    for (size_t i = 0; i < shown->n_targets; i++)
        for (size_t k = 1; shown->targets[i].possible && k < shown->input.n_levels; k++)
            if (shown->targets[i].planned.count[k] != shown->plan.count[k])
                return true;
    return false;
}

/* Said where a row has other counts than its table of levels. */
static void print_departures(const struct terminal *terminal, const struct plan_view *view)
{
    bool any = view->together != NULL && departs(view->together);
    for (size_t i = 0; i < view->n; i++)
        any = any || departs(&view->plans[i]);
    if (!any)
        return;
    fputc('\n', terminal->stream);
    terminal_paragraph(terminal, "",
                       "Few units of the highest level widen an interval by themselves: there the "
                       "counts for a half-width differ from the best ones.");
}

/* One design for all of them where there is one, else a plan for each. */
static void print_answers(const struct terminal *terminal, const struct plan_view *view)
{
    assay_warnings warnings = 0;
    for (size_t i = 0; i < view->n; i++)
        warnings |= view->plans[i].warnings;
    if (view->together != NULL)
        plan_answer_print(terminal, view->together, warnings);
    if (view->together != NULL && !view->quiet)
        plan_most_print(terminal, view);
    for (size_t i = 0; view->together == NULL && i < view->n; i++)
        plan_answer_print(terminal, &view->plans[i], warnings);
}

static void print_details(const struct terminal *terminal, const struct plan_view *view)
{
    for (size_t i = 0; i < view->n; i++) {
        fputc('\n', terminal->stream);
        print_plan(terminal, view, &view->plans[i]);
    }
    if (view->together != NULL) {
        fputc('\n', terminal->stream);
        print_plan(terminal, view, view->together);
    }
    print_departures(terminal, view);
}

/* What stands behind --details, to be freed. */
static char *details_of(const struct plan_view *view)
{
    const char *other = view->n_typical == 0  ? ""
                        : view->typical_leads ? "the same for the mean, "
                                              : "the same for a typical run, ";
    return view_format("--details shows %swhere the variance sits and what each level costs",
                       other);
}

static void print_next(const struct terminal *terminal, const struct plan_view *view)
{
    OWNED char *details = sentences_all_wanted() ? NULL : details_of(view);
    const char *rest = details != NULL ? details : "";
    if (view->manifest != NULL)
        terminal_sentence(terminal, "  ", "--write %.40s puts these counts there%s%s",
                          view->manifest, details != NULL ? "; " : "", rest);
    else if (details != NULL)
        terminal_sentence(terminal, "  ", "%s", details);
}

/* ---- what it is of ---- */

/* Where it is not wall time alone, or not what decides. */
static void print_metric(const struct terminal *terminal, const struct plan_view *view)
{
    if (view->processor)
        terminal_sentence(
            terminal, "  ",
            "of processor time (user + system), which decides here, since others took the "
            "processors; --metric wall plans for wall time");
    if (view->processor_on != NULL)
        terminal_sentence(terminal, "  ",
                          "of processor time on %s, where it decides, since others took the "
                          "processors; of wall time "
                          "on the rest. --metric wall plans for wall time alone",
                          view->processor_on);
    if (view->decides != NULL)
        terminal_sentence(terminal, "  ",
                          "of %s, as asked; %s decides here: without --metric the plan is for that",
                          view->metric, view->decides);
}

/* ---- the margin ---- */

/* What the half-widths are for, and what else can be done. */
static void print_margin(const struct terminal *terminal, const struct plan_view *view)
{
    const double margin = view->at_margin, width = units_needed_precision(margin);
    if (isnan(margin))
        return;
    OWNED char *coarser =
        margin == ASSAY_MARGIN_DEFAULT
            ? NULL
            : view_format("; \u00b1%s does at %s", percent_rough(200 * width, 3).text,
                          percent_rough(200 * margin, 3).text);
    terminal_sentence(
        terminal, "  ",
        "\u00b1%s tells at the margin of %s whether anything changed, 8 times in 10%s",
        percent_rough(100 * width, 3).text, percent_rough(100 * margin, 3).text,
        coarser != NULL ? coarser : "");
    if (view->open != NULL)
        terminal_sentence(terminal, "  ", "%s", view->open);
    if (view->of_load)
        terminal_sentence(
            terminal, "  ",
            "longer windows of the load do as well as more of them: it is their time in all "
            "that counts");
}

/* Once, whatever is planned: which times are not told, and how they would be. */
static void print_untimed(const struct terminal *terminal, const struct plan_view *view)
{
    for (size_t i = 0; i < view->n; i++) {
        const struct plan_finding *shown = &view->plans[i];
        if (!shown->untimed)
            continue;
        terminal_sentence(terminal, "  ",
                          "no times: the values do not say what one %s costs (--costs does)",
                          shown->level_name[shown->n_levels - 1]);
        return;
    }
}

void plan_view_print(const struct terminal *terminal, const struct plan_view *view)
{
    const bool both = view->n_typical > 0 && sentences_all_wanted();
    if (view->typical_leads)
        plan_typical_print(terminal, view);
    if (view->typical_leads && both)
        fputs("\nThe mean beside it:\n", terminal->stream);
    if (!view->typical_leads || both)
        print_answers(terminal, view);
    if (!view->typical_leads && both) {
        fputs("\nA typical run beside it:\n", terminal->stream);
        plan_typical_print(terminal, view);
    }
    for (size_t i = 0; i < view->n_powers; i++)
        plan_power_print(terminal, &view->powers[i]);
    if (!view->quiet)
        print_margin(terminal, view);
    print_metric(terminal, view);
    print_untimed(terminal, view);
    if (!view->quiet)
        print_next(terminal, view);
    if (sentences_all_wanted())
        print_details(terminal, view);
    if (!view->quiet)
        print_notes(terminal, view);
}
