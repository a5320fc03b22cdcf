/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sweep_words.c -- what is said of a sweep: whether a gain holds, where systems cross, how time grows, and what
 * limits all of it. */
#include <math.h>
#include <string.h>

#include "view/terminal/sweep.h"
#include "view/text/machines.h"
#include "view/text/quantity.h"
#include "view/text/sentences.h"
#include "view/text/view_memory.h"

static void say(const struct terminal *terminal, const char *lead, const char *text)
{
    if (lead != NULL && text != NULL && text[0] != '\0')
        terminal_paragraph(terminal, lead, text);
}

/* "−4.2 % [−5.0 … −3.4 %]" */
static void write_change(FILE *out, const struct assay_effect *effect)
{
    const double low = 100 * expm1(effect->lower), high = 100 * expm1(effect->upper);
    const double half = (high - low) / 2;
    const int decimals = percent_decimals(&half, 1);
    if (fabs(effect->estimate) > log(2)) { /* reads better as a factor */
        fprintf(out, "× %.3g", exp(effect->estimate));
        if (effect->exact)
            fputs(" exactly", out);
        else
            fprintf(out, " [%.3g … %.3g]", exp(effect->lower), exp(effect->upper));
        return;
    }
    fprintf(out, "%s", percent_signed(100 * expm1(effect->estimate), decimals).text);
    if (effect->exact)
        fputs(" exactly", out);
    else
        fprintf(out, " [%s]", percent_range(low, high, decimals).text);
}

/* ---- a gain ---- */

static const char *holds_words(const struct sweep_group *group, enum sweep_holds holds)
{
    static const char *const words[] = {
        [SWEEP_OPEN] = "not certain at every value",
        [SWEEP_FASTER] = "better at every value",
        [SWEEP_SLOWER] = "worse at every value",
        [SWEEP_CHANGES] = "better at some values and worse at others",
    };
    if (assay_told_decides(&group->told) || holds == SWEEP_OPEN)
        return words[holds];
    if (holds == SWEEP_CHANGES)
        return "less at some values and more at others";
    return (holds == SWEEP_FASTER) == group->more_is_better ? "more at every value"
                                                            : "less at every value";
}

static void write_holds(FILE *out, const struct sweep_group *group, const struct sweep_gain *gain)
{
    double low = INFINITY, high = -INFINITY;
    for (size_t i = 0; i < gain->n; i++) {
        low = fmin(low, gain->at[i].effect.estimate);
        high = fmax(high, gain->at[i].effect.estimate);
    }
    fputs(holds_words(group, gain->holds), out);
    if (gain->n > 1 && fmax(-low, high) > log(2))
        fprintf(out, ", × %.3g … %.3g", exp(low), exp(high));
    else if (gain->n > 1)
        fprintf(out, ", %s", percent_range(100 * expm1(low), 100 * expm1(high), 1).text);
    if (gain->has_mean) {
        fputs("; on the whole ", out);
        write_change(out, &gain->mean);
    }
}

static void write_interaction(FILE *out, const struct sweep_gain *gain, double alpha)
{
    if (!gain->has_interaction)
        return;
    const double p = gain->interaction.p;
    fprintf(out,
            p <= alpha ? "; the change depends on the value (p %.2g)"
                       : "; no dependence on the value seen (p %.2g)",
            p);
}

void sweep_write_size(FILE *out, double size)
{
    if (size >= 1e3 && size < 1e15)
        fprintf(out, "%.0f", size >= 1e5 ? round(size / 1000) * 1000 : size);
    else
        fprintf(out, "%.3g", size);
}

static void write_line(FILE *out, const struct sweep_group *group,
                       const struct assay_crossover *crossover, double alpha)
{
    const double *sizes = group->parameters[0].numbers;
    const double first = sizes[0], last = sizes[group->parameters[0].n - 1];
    if (!isnan(crossover->curvature_p) && crossover->curvature_p <= alpha) {
        fputs("the change is no line over the logarithm, so no point is named", out);
    } else if (crossover->interval.kind != ASSAY_BOUNDED) {
        fputs("a line through the changes excludes no size", out);
    } else {
        fputs("by a line at ", out);
        sweep_write_size(out, crossover->at);
        fputs(" [", out);
        sweep_write_size(out, crossover->interval.lower);
        fputs(" … ", out);
        sweep_write_size(out, crossover->interval.upper);
        fputs("]", out);
        if (crossover->at < first || crossover->at > last)
            fputs(", outside the measured sizes", out);
    }
}

static void say_crossover(const struct terminal *terminal, const struct sweep_group *group,
                          const struct sweep_gain *gain, double alpha)
{
    const struct assay_crossover *crossover = &gain->crossover;
    if (!gain->has_crossover || crossover->changes == 0)
        return;
    OWNED char *text = VIEW_TEXT(out, {
        if (crossover->changes > 1) {
            fprintf(out, "several: the certain sign changes %zu times", crossover->changes);
        } else {
            fprintf(out, "between %s = ", group->parameters[0].name);
            sweep_write_size(out, crossover->after);
            fputs(" and ", out);
            sweep_write_size(out, crossover->until);
            fputs("; ", out);
            write_line(out, group, crossover, alpha);
        }
    });
    say(terminal, "  crossover: ", text);
}

/* A random level crossed with the values: whether its units differ in the mean gain. */
static void say_units(const struct terminal *terminal, const struct sweep_group *group,
                      const struct assay_interaction *between)
{
    const char *name = group->cells[0].series->level_name[group->level];
    OWNED char *text = interaction_words(between, name != NULL ? name : "unit");
    terminal_paragraph(terminal, group->settings ? "    " : "  ", text);
}

static void say_gain(const struct terminal *terminal, const struct sweep_group *group,
                     const struct sweep_gain *gain, const struct sweep_view *view)
{
    const double alpha = 1 - view->finding->confidence;
    OWNED char *lead = view_said("%s%.28s against %.28s: ", group->settings ? "  " : "",
                                 group->systems[gain->system], group->systems[0]);
    OWNED char *text = VIEW_TEXT(out, {
        if (gain->n == 0) {
            fputs("no value that both have", out);
        } else {
            write_holds(out, group, gain);
            write_interaction(out, gain, alpha);
        }
    });
    say(terminal, lead, text);
    if (group->block == SWEEP_MACHINES || (view->details && !isnan(gain->between.tau2)))
        say_units(terminal, group, &gain->between);
    say_crossover(terminal, group, gain, alpha);
}

/* ---- growth ---- */

/* As many as half the width of its interval has of the first digit, to be taken by "%.*f". */
static int power_decimals(const struct assay_effect *slope)
{
    const double half = (slope->upper - slope->lower) / 2;
    return slope->exact || !(half > 0) ? 3 : (int)fmin(4, fmax(1, -floor(log10(half))));
}

/* A power fits as long as the curvature of the logarithms is not seen. */
static bool is_power(const struct sweep_growth *growth, double alpha)
{
    return !isnan(growth->exponent.curvature_p) && growth->exponent.curvature_p > alpha &&
           growth->law.trend_low > 0;
}

/* Of the laws with a logarithm: what is no power by itself, and looks like one. */
static bool has_logarithm(enum assay_law law)
{
    return law == ASSAY_LAW_LOG || law == ASSAY_LAW_LINEARITHMIC;
}

static void write_power(FILE *out, const struct assay_effect *slope)
{
    fprintf(out, "n^%.*f", power_decimals(slope), slope->estimate);
}

static void write_law(FILE *out, const struct assay_growth *growth,
                      const struct assay_effect *slope)
{
    if (growth->law == ASSAY_LAW_CONSTANT) {
        fputs("constant within the margin", out);
    } else if (growth->law == ASSAY_LAW_FEW_SIZES) {
        fprintf(out, "law: cannot tell (%d sizes over a factor of %d are needed)", ASSAY_LAW_SIZES,
                ASSAY_LAW_RANGE);
    } else if (growth->law == ASSAY_LAW_UNKNOWN) {
        const char *separator = " (";
        fputs("law: cannot tell", out);
        for (int law = 0; growth->trend_low > 0 && law < ASSAY_GROWING_LAWS; law++)
            if (growth->fit[law].weight > 0.05) {
                fprintf(out, "%s%s %.2f, up to %.0f %% off", separator,
                        assay_law_name((enum assay_law)law), growth->fit[law].weight,
                        ceil(100 * growth->fit[law].worst));
                separator = "; ";
            }
        fputs(separator[0] == ';' ? ")" : "", out);
    } else {
        const struct assay_law_fit *fit = &growth->fit[growth->law];
        fputs("law: ", out);
        if (growth->law == ASSAY_LAW_POWER)
            write_power(out, slope);
        else
            fputs(assay_law_name(growth->law), out);
        fprintf(out, ", weight %.2f, within %.0f %%", fit->weight, ceil(100 * fit->worst));
    }
}

static void say_growth(const struct terminal *terminal, const struct sweep_group *group,
                       const struct sweep_growth *growth, double alpha)
{
    const struct assay_effect *slope = &growth->exponent.slope;
    const bool bends =
        !isnan(growth->exponent.curvature_p) && growth->exponent.curvature_p <= alpha;
    OWNED char *lead = group->n_systems > 1
                           ? view_said("  %.28s: ", group->systems[growth->system])
                           : view_said("  along %.20s: ", group->parameters[0].name);
    OWNED char *text = VIEW_TEXT(out, {
        const int decimals = power_decimals(slope);
        if (slope->exact)
            fprintf(out, "power %.3g", slope->estimate);
        else
            fprintf(out, "power %.*f [%.*f … %.*f]", decimals, slope->estimate, decimals,
                    slope->lower, decimals, slope->upper);
        if (group->n_systems > 1)
            view_say(out, " of %.20s", group->parameters[0].name);
        fputs(bends ? " on average, no single power; " : "; ", out);
        if (growth->law.law == ASSAY_LAW_UNKNOWN && is_power(growth, alpha)) {
            fputs("law: ", out);
            write_power(out, slope);
            fputs(", none of the others within noise", out);
        } else {
            write_law(out, &growth->law, slope);
        }
        if (has_logarithm(growth->law.law) && is_power(growth, alpha)) {
            fputs(", or ", out);
            write_power(out, slope);
        }
    });
    say(terminal, lead, text);
}

/* ---- effects, limits ---- */

/* "threads: makes a difference"; F and p are for those who ask. */
static void say_effect(const struct terminal *terminal, const char *of, bool seen)
{
    const bool pair = strstr(of, " \u00d7 ") != NULL;
    terminal_sentence(terminal, "  ", "%.40s: %s", of,
                      pair && seen ? "what one does depends on the other"
                      : pair       ? "not seen to depend on one another"
                      : seen       ? "makes a difference"
                                   : "no difference seen");
}

static void say_tests(const struct terminal *terminal, const struct sweep_group *group, bool pooled,
                      double alpha)
{
    for (size_t i = 0; i < group->n_tests; i++) {
        const struct assay_effect_test *test = &group->tests[i].test;
        if (!sentences_all_wanted()) {
            say_effect(terminal, group->tests[i].of, (pooled ? test->pooled_p : test->p) <= alpha);
            continue;
        }
        terminal_sentence(terminal, "  ", "%.40s: F %.3g on %.3g and %.3g, p %.2g",
                          group->tests[i].of, pooled ? test->pooled_f : test->f,
                          pooled ? test->df1 / test->epsilon : test->df1,
                          pooled ? test->pooled_df : test->df2, pooled ? test->pooled_p : test->p);
    }
}

/* Levels of which there is one unit: nothing tells how much another would change. */
static void say_lone(const struct terminal *terminal, const struct sweep_group *group)
{
    const struct assay_series *series = group->cells[0].series;
    for (size_t k = 0; k < group->level; k++) {
        const char *name = series->level_name[k];
        if (name == NULL)
            continue;
        if (strcmp(name, "machine") == 0)
            terminal_sentence(terminal, "  note: ",
                              "this holds for one machine alone: measure it as a shard of several "
                              "(--shard K/N)");
        else
            terminal_sentence(terminal, "  note: ",
                              "only %ss were repeated: this says nothing about other %ss. Give the "
                              "level %s a count of %d",
                              series->level_name[group->level], name, name, ASSAY_SWEEP_ROUNDS);
    }
}

static void say_limits(const struct terminal *terminal, const struct sweep_group *group,
                       const struct sweep_view *view)
{
    if (group->rounds < ASSAY_SWEEP_ROUNDS)
        terminal_sentence(terminal, "  note: ",
                          "%zu %s make these intervals wide (t %.3g for the best alone); %d "
                          "are advised",
                          group->rounds, sweep_blocks(group), group->best.critical,
                          ASSAY_SWEEP_ROUNDS);
    if (!assay_told_decides(&group->told))
        terminal_sentence(
            terminal, "  note: ",
            "nobody says %s of %.40s: no setting is the best one. Say it: --direction "
            "METRIC=less, or =more",
            group->told.direction == ASSAY_TOLD_BY_NOBODY ? "which way is better" : "the unit",
            group->metric);
    sweep_saturated_print(terminal, group);
    if (view->finding->families > 1)
        terminal_sentence(terminal, "  note: ", "the %zu sweeps share the %s error (--suite)",
                          view->finding->families,
                          percent_rough(100 * (1 - view->finding->confidence), 6).text);
    if (view->finding->looks > 0)
        terminal_sentence(terminal, "  note: ",
                          "what was certainly beaten ended at one of %zu looks, which share the %g "
                          "%% error. It is known from fewer rounds",
                          view->finding->looks, 100 * (1 - view->finding->confidence));
    say_lone(terminal, group);
    if (group->block == SWEEP_VALUES)
        terminal_sentence(terminal, "  note: ",
                          "nothing is known of rounds: value k of each is taken for one, and drift "
                          "is not cancelled");
    if (view->finding->pooled && group->spread > 2)
        terminal_sentence(terminal, "  note: ",
                          "cells differ in noise by a factor of %.1f: one variance for all errs in "
                          "more families than it says; leave --error pooled out",
                          group->spread);
}

void sweep_gains_print(const struct terminal *terminal, const struct sweep_group *group,
                       const struct sweep_view *view)
{
    for (size_t i = 0; i < group->n_gains; i++)
        say_gain(terminal, group, &group->gains[i], view);
}

static void say_all(const struct terminal *terminal, const struct sweep_group *group,
                    const struct sweep_view *view)
{
    const double alpha = 1 - view->finding->confidence;
    if (group->settings)
        sweep_gains_print(terminal, group, view);
    for (size_t i = 0; group->n_reach == 0 && i < group->n_growth; i++)
        say_growth(terminal, group, &group->growth[i], alpha);
    if (view->details || (group->n_parameters > 1 && group->n_tests <= 6))
        say_tests(terminal, group, view->finding->pooled, 1 - view->finding->confidence);
    if (!view->quiet)
        say_limits(terminal, group, view);
}

/* Below an empty line, where there is anything to say. */
void sweep_words_print(const struct terminal *terminal, const struct sweep_group *group,
                       const struct sweep_view *view)
{
    struct view_writer writer;
    struct terminal inner = *terminal;
    inner.stream = view_open(&writer);
    if (inner.stream != NULL)
        say_all(&inner, group, view);
    OWNED char *text = view_close(&writer);
    if (text != NULL && text[0] != '\0')
        fprintf(terminal->stream, "\n%s", text);
}
