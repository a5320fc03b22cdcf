/* SPDX-License-Identifier: GPL-3.0-or-later */
/* units_needed.c -- what it would take where a comparison is inconclusive, in words. */
#include "view/face/units_needed.h"

#include <math.h>
#include <stdio.h>

#include "view/text/quantity.h"
#include "view/text/terminal.h"
#include "view/text/view_memory.h"

/* "four of five cases" */
static const char *cases_of(double probability)
{
    return fabs(probability - 0.8) < 1e-9 ? "four of five cases" : "most cases";
}

/* What plan has to be told, to plan for the same. */
static struct quantity options_of(const struct units_needed *what)
{
    const bool statistic = what->statistic.kind != ASSAY_STATISTIC_MEAN;
    char name[ASSAY_STATISTIC_TEXT] = "";
    if (statistic)
        assay_statistic_name(&what->statistic, name);
    return quantity_text("%s%s%s%.24s", statistic ? " --statistic " : "", name,
                         what->metric != NULL ? " --metric " : "",
                         what->metric != NULL ? what->metric : "");
}

/* A fresh run of so many units. */
static char *fresh_run(const struct units_needed *what)
{
    char time[96] = "";
    if (isfinite(what->more_s) && what->units > what->measured)
        (void)snprintf(
            time, sizeof time, ", in %s",
            duration_of(what->more_s * (double)what->units / (double)(what->units - what->measured))
                .text);
    return view_said("a fresh run of about %s of each instead of %zu decides "
                     "%s that the interval leaves open%s.",
                     level_units(what->units, what->level).text, what->measured,
                     cases_of(what->probability), time);
}

/* Nobody waits for longer than a day. */
static char *too_noisy(double time_s)
{
    return view_said(
        "whether anything changed is open, and this is too noisy to find out: \u00b11 %% "
        "would take %s. A larger --margin asks for less; assay doctor says what disturbs.",
        duration_of(time_s).text);
}

char *units_needed_sentence(const struct units_needed *what)
{
    if (what->units > 0 && !what->may_be_unchanged)
        return fresh_run(what);
    static const double day_s = 86400;
    const double least_s =
        isfinite(what->one_percent_low_s) ? what->one_percent_low_s : what->one_percent_s;
    if (isfinite(least_s) && least_s > day_s)
        return too_noisy(what->one_percent_s);
    const struct quantity of = options_of(what);
    if (isfinite(what->one_percent_low_s) && isfinite(what->one_percent_high_s)) {
        OWNED char *low = view_format("%s", duration_of(what->one_percent_low_s).text);
        return view_said(
            "whether anything changed is open: \u00b11 %% takes %s to %s, as far as %s "
            "tell: assay plan%s --precision 1%%",
            low != NULL ? low : "", duration_of(what->one_percent_high_s).text,
            level_units(what->measured, what->level).text, of.text);
    }
    return isfinite(what->one_percent_s)
               ? view_format("whether anything changed is open: \u00b11 %% takes about %s: assay "
                             "plan%s --precision 1%%",
                             duration_of(what->one_percent_s).text, of.text)
               : view_format("whether anything changed is open: assay plan%s --precision 1%% says "
                             "what \u00b11 %% takes.",
                             of.text);
}
