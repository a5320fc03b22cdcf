/* SPDX-License-Identifier: GPL-3.0-or-later */
/* session_units.c -- means of a design's top units, from executions as they come.
 *
 * Children weigh equally at each level (METHODS B3), as in the samples that are read back from the
 * store. The schedule ends a unit before it begins the next one, so that of each level one is open. */
#include "session/session_units.h"

#include <stdlib.h>

#include "base/array.h"

static bool append(struct run_units *units, uint32_t unit, double mean)
{
    if (!array_more(&units->items, units->n, &units->room))
        return false;
    units->items[units->n++] = (struct run_unit){unit, mean, units->n_open};
    units->n_open = 0;
    return true;
}

/* Ends the open units of the levels from `level` down. */
static bool end_from(struct run_units *units, size_t level)
{
    for (size_t k = units->execution; k-- > level;) {
        if (units->n_children[k] == 0)
            continue;
        const double mean = units->sum[k] / (double)units->n_children[k];
        units->sum[k] = 0;
        units->n_children[k] = 0;
        if (k == units->top)
            return append(units, units->path[k], mean);
        units->sum[k - 1] += mean;
        units->n_children[k - 1]++;
    }
    return true;
}

bool run_units_add(struct run_units *units, const uint32_t *unit, double mean, size_t kept)
{
    size_t level = units->top;
    if (units->top == units->execution) {
        units->n_open = kept;
        return append(units, unit[level], mean);
    }
    while (level < units->execution && units->path[level] == unit[level])
        level++;
    if (!end_from(units, level))
        return false;
    for (size_t k = units->top; k <= units->execution; k++)
        units->path[k] = unit[k];
    units->n_open += kept;
    units->sum[units->execution - 1] += mean;
    units->n_children[units->execution - 1]++;
    return true;
}

bool run_units_end(struct run_units *units)
{
    return end_from(units, units->top);
}

void run_units_clear(struct run_units *units)
{
    units->n = 0;
}

void run_units_fini(struct run_units *units)
{
    free(units->items);
    units->items = NULL;
    units->n = units->room = 0;
}
