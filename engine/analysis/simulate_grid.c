/* SPDX-License-Identifier: GPL-3.0-or-later */
/* simulate_grid.c -- a list of cells. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "analysis/simulation_parts.h"
#include "base/failure.h"

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
