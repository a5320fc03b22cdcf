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

/* What a plan has to be asked for, and is said to decide: "0.4 %", "0.4%". */
static struct rough_text width_of(const struct units_needed *what)
{
    return percent_rough(100 * what->precision, 2);
}

/* Nobody waits for longer than a day. */
static char *too_noisy(const struct units_needed *what)
{
    if (isinf(what->precision_s))
        return view_said("whether anything changed is open, and this is too noisy to find out: "
                         "\u00b1%s is out of reach. "
                         "A larger --margin asks for less; assay doctor says what disturbs.",
                         width_of(what).text);
    return view_said("whether anything changed is open, and this is too noisy to find out: "
                     "\u00b1%s would take %s. "
                     "A larger --margin asks for less; assay doctor says what disturbs.",
                     width_of(what).text, duration_of(what->precision_s).text);
}

/* The interval leaves out that nothing changed, and no number that anybody would wait for tells on which side of the margin the
 * change lies. */
static char *at_the_margin(void)
{
    return view_said("the change lies at the margin: no affordable number decides on which side. "
                     "Say a larger --margin, or a smaller one.");
}

/* "assay plan --metric x --precision 0.4%" */
static char *plan_of(const struct units_needed *what)
{
    return view_format("assay plan%s --precision %s%%", options_of(what).text,
                       rough_number(100 * what->precision, 2).text);
}

char *units_needed_sentence(const struct units_needed *what)
{
    if (!what->may_be_unchanged)
        return what->units > 0 ? fresh_run(what) : at_the_margin();
    static const double day_s = 86400;
    const double least_s =
        isfinite(what->precision_low_s) ? what->precision_low_s : what->precision_s;
    if (least_s > day_s)
        return too_noisy(what);
    const struct rough_text width = width_of(what);
    OWNED char *plan = plan_of(what);
    if (plan == NULL)
        return NULL;
    if (isfinite(what->precision_low_s) && isfinite(what->precision_high_s)) {
        OWNED char *low = view_format("%s", duration_of(what->precision_low_s).text);
        return view_said("whether anything changed is open: \u00b1%s decides it 8 times in 10, and "
                         "takes %s to %s, as %s tell: %s",
                         width.text, low != NULL ? low : "",
                         duration_of(what->precision_high_s).text,
                         level_units(what->measured, what->level).text, plan);
    }
    return isfinite(what->precision_s)
               ? view_format("whether anything changed is open: \u00b1%s decides it 8 times in 10, "
                             "and takes about %s: %s",
                             width.text, duration_of(what->precision_s).text, plan)
               : view_format("whether anything changed is open: \u00b1%s decides it 8 times in 10. "
                             "%s says what that "
                             "takes.",
                             width.text, plan);
}
