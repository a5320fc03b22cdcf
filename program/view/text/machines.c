/* SPDX-License-Identifier: GPL-3.0-or-later */
/* machines.c -- sentences on several machines, for the terminal and for pages alike. */
#include "view/text/machines.h"

#include <math.h>
#include <string.h>

#include "base/terminal_name.h"
#include "view/text/verdict.h"
#include "view/text/view_memory.h"

enum { MOST_NAMED = 6 };

/* ---- which they are ---- */

/* Whether an earlier one is the same, by its identity or by its class. */
static bool is_first(const struct store_machine *machines, size_t i, bool by_class)
{
    for (size_t j = 0; j < i; j++) {
        const struct store_machine *a = &machines[i], *b = &machines[j];
        if (by_class ? strcmp(a->model, b->model) == 0 && a->processors == b->processors &&
                           a->nodes == b->nodes
                     : strcmp(a->identity, b->identity) == 0)
            return false;
    }
    return true;
}

static size_t count_firsts(const struct store_machine *machines, size_t n, bool by_class)
{
    size_t found = 0;
    for (size_t i = 0; i < n; i++)
        found += is_first(machines, i, by_class);
    return found;
}

static void write_safe(FILE *stream, const char *lead, char *text)
{
    OWNED char *safe = text != NULL ? terminal_name(text) : NULL;
    fprintf(stream, "%s%s", lead, safe != NULL ? safe : "?");
}

/* Where one is known. */
static void write_classes(FILE *stream, const struct store_machine *machines, size_t n)
{
    const char *lead = " \u00b7 ";
    bool known = false;
    for (size_t i = 0; i < n; i++)
        known = known || machines[i].model[0] != '\0';
    for (size_t i = 0; known && i < n; i++) {
        if (!is_first(machines, i, true))
            continue;
        OWNED char *name = store_machine_class(&machines[i]);
        write_safe(stream, lead, name);
        lead = "; ";
    }
}

char *machines_measured_on(const struct store_machine *machines, size_t n)
{
    const size_t distinct = count_firsts(machines, n, false);
    if (distinct < 2)
        return NULL;
    return VIEW_TEXT(stream, {
        fprintf(stream, "%zu machines", distinct);
        size_t named = 0;
        for (size_t i = 0; i < n && named < MOST_NAMED; i++)
            if (is_first(machines, i, false) && machines[i].name[0] != '\0')
                write_safe(stream, named++ == 0 ? ": " : ", ", machines[i].name);
        if (named > 0 && distinct > named)
            fprintf(stream, " and %zu more", distinct - named);
        write_classes(stream, machines, n);
    });
}

/* ---- what they say ---- */

static double percent(double ratio)
{
    return 100 * (ratio - 1);
}

char *machines_new_words(const struct machines_finding *machines)
{
    const struct assay_interval *next = &machines->all.prediction;
    return view_format("a new machine%s would see %s (%s prediction).",
                       machines->n_classes > 1 ? " of these classes" : "",
                       percent_range(percent(next->lower), percent(next->upper), 1).text,
                       percent_rough(100 * next->confidence, 6).text);
}

char *interaction_words(const struct assay_interaction *between, const char *unit)
{
    const char *roughly = between->approximate ? " These limits are approximate: rounds were lost, "
                                                 "and the noise is unequal."
                                               : "";
    if (isnan(between->tau2))
        return view_format("One round on each %s does not tell how much of this is noise.", unit);
    if (between->tau2 <= 0)
        return view_format("No difference between the %ss is seen beyond noise; at most "
                           "%s.%s",
                           unit, percent_rough(100 * sqrt(between->upper), 2).text, roughly);
    return view_format("The %ss differ by %s (sd of their changes beyond noise, %.2g "
                       "… %.2g; p %.2g).%s",
                       unit, percent_rough(100 * sqrt(between->tau2), 2).text,
                       100 * sqrt(between->lower), 100 * sqrt(between->upper), between->p, roughly);
}
