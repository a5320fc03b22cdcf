/* SPDX-License-Identifier: GPL-3.0-or-later */
/* warm_up_words.c -- a warm-up and its end, in words. */
#include "view/text/warm_up_words.h"

#include <math.h>

#include "view/text/quantity.h"
#include "view/text/say.h"
#include "view/text/view_memory.h"

static char *of_name(const char *name, int limit)
{
    return name != NULL ? view_said(" of %.*s", limit > 0 ? limit : 200, name)
                        : view_format("%s", "");
}

char *warm_up_who(const struct assay_warm_up *warm_up, const char *name, int limit)
{
    const char *what = warm_up->n_slowing == 0   ? "warm up"
                       : warm_up->n_warming == 0 ? "slow down"
                                                 : "warm up or slow down";
    OWNED char *of = of_name(name, limit);
    if (of == NULL)
        return NULL;
    if (!warm_up->found)
        return view_said("executions%s are not at rest", of);
    return view_said("%zu of %zu executions%s %s until iteration %zu of %zu",
                     warm_up->n_warming + warm_up->n_slowing, warm_up->n, of, what, warm_up->until,
                     warm_up->iterations);
}

/* "0.8 % (0.3 … 1.2 %)" of a change of logarithms, whatever its sign. */
static struct quantity fell(const struct assay_level *level)
{
    const double a = 100 * fabs(expm1(-level->lower)), b = 100 * fabs(expm1(-level->upper));
    const double low = fmin(a, b), high = fmax(a, b), half = (high - low) / 2;
    const int decimals = percent_decimals(&half, 1);
    return quantity_text("%.*f %% (%.*f \u2026 %.*f %%)", decimals, 100 * fabs(expm1(-level->fall)),
                         decimals, low, decimals, high);
}

/* What would tell. */
static char *remedy(const struct assay_level *level)
{
    enum { LEAST_EXECUTIONS = 3, LEAST_LEFT = 8 };
    const size_t twice = 2 * level->cut, least = level->cut + LEAST_LEFT;
    if (level->executions < LEAST_EXECUTIONS)
        return view_format("%zu execution%s; %d would do", level->executions,
                           level->executions == 1 ? "" : "s", LEAST_EXECUTIONS);
    if (!level->enough)
        return view_format("%zu iterations were seen; %zu would do", level->iterations,
                           twice > least ? twice : least);
    return view_format("what is left varies too much; more executions tell");
}

char *warm_up_end(const struct assay_warm_up *warm_up, const char *name, int limit)
{
    const struct assay_level *level = &warm_up->level;
    OWNED char *who =
        name != NULL ? view_said("%.*s", limit > 0 ? limit : 200, name) : view_format("it");
    if (who == NULL || !assay_warm_up_moves(warm_up) || warm_up->ended == ASSAY_ENDED_SEEN)
        return view_format("%s", "");
    if (warm_up->ended == ASSAY_ENDED_UNKNOWN) {
        OWNED char *why = remedy(level);
        return why == NULL
                   ? NULL
                   : view_said("; whether %s is level from there cannot be told (%s)", who, why);
    }
    return view_said("; %s still %s: the last %zu iterations lie %s %s the %zu before", who,
                     warm_up->ended == ASSAY_ENDED_FALLING ? "falls" : "rises",
                     level->iterations - level->middle, fell(level).text,
                     warm_up->ended == ASSAY_ENDED_FALLING ? "below" : "above",
                     level->middle - level->begin);
}
