/* SPDX-License-Identifier: GPL-3.0-or-later */
/* simulate_lists.c -- lists of a simulation: its cells, and texts that hold shares and counts. */
#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/simulation_parts.h"
#include "base/array.h"
#include "base/failure.h"
#include "base/knob.h"
#include "design/value.h"

enum assay_status simulate_bad_text(struct assay_error *error, const char *option, const char *text,
                                    const char *what)
{
    return fail_naming(error, ASSAY_USAGE, "@%s=%s: %s", option, text, KNOBS(what));
}

enum assay_status simulate_read_shares(const char *option, const char *text, double *numbers,
                                       size_t most, size_t *n, struct assay_error *error)
{
    struct value_list list;
    const enum assay_status status = value_read_list(text, value_read_fraction, &list);
    const bool fits = list.n <= most;
    *n = list.n;
    if (status == ASSAY_OK && fits)
        memcpy(numbers, list.items, list.n * sizeof *numbers);
    free(list.items);
    if (status == ASSAY_NO_MEMORY)
        return fail_no_memory(error);
    if (status != ASSAY_OK)
        return simulate_bad_text(error, option, text, "write shares of 0 or more, as 0.01,5%");
    return fits ? ASSAY_OK : simulate_bad_text(error, option, text, "that are too many");
}

enum assay_status simulate_read_shape(const char *option, const char *text,
                                      struct simulate_shape *shape, struct assay_error *error)
{
    const char *p = text;
    *shape = (struct simulate_shape){.n_levels = 1};
    for (;; p++) {
        size_t *n = &shape->n[shape->n_levels - 1];
        char *end;
        errno = 0;
        unsigned long count = strtoul(p, &end, 10);
        if (*p < '0' || *p > '9' || count == 0 || count > 100000000 || errno != 0)
            return simulate_bad_text(error, option, text,
                                     "write counts from the top level down, as 5x10x10 or "
                                     "3,5,10x10x10");
        if (*n == SIMULATE_MOST_COUNTS)
            return simulate_bad_text(error, option, text, "that are too many counts");
        shape->count[shape->n_levels - 1][(*n)++] = count;
        if (*end == '\0')
            return ASSAY_OK;
        if (*end == 'x' && shape->n_levels == ASSAY_MAX_LEVELS)
            return simulate_bad_text(error, option, text, "that are too many levels");
        if (*end == 'x')
            shape->n_levels++;
        else if (*end != ',')
            return simulate_bad_text(error, option, text,
                                     "write x between levels and commas between counts");
        p = end;
    }
}

/* A list of cells. */

char *simulate_borrowed(const char *name)
{
    return (char *)(uintptr_t)name;
}

enum assay_status simulate_grid_add(struct simulate_grid *grid, const struct simulate_cell *cell,
                                    struct assay_error *error)
{
    const bool is_full = (grid->n & (grid->n - 1)) == 0; /* at each power of two */
    if (is_full && !array_resize(&grid->cells, 2 * grid->n))
        return fail_no_memory(error);
    struct simulate_cell copy = *cell;
    if (copy.about.name != NULL && (copy.about.name = strdup(copy.about.name)) == NULL)
        return fail_no_memory(error);
    grid->cells[grid->n++] = copy;
    return ASSAY_OK;
}

void simulate_grid_fini(struct simulate_grid *grid)
{
    for (size_t i = 0; i < grid->n; i++)
        free(grid->cells[i].about.name);
    free(grid->cells);
    for (size_t i = 0; i < grid->n_fits; i++)
        assay_simulate_fit_fini(&grid->fits[i]);
    free(grid->fits);
    *grid = (struct simulate_grid){0};
}
