/* SPDX-License-Identifier: GPL-3.0-or-later */
/* run_costs.c -- what the executions of a run cost, and so what is left of it. */
#include "measure/run_costs.h"

#include <math.h>
#include <stdlib.h>

bool run_costs_init(struct run_costs *costs, size_t n_cells)
{
    *costs = (struct run_costs){.cells = calloc(n_cells + 1, sizeof *costs->cells),
                                .n_cells = n_cells,
                                .n_unknown = n_cells};
    return costs->cells != NULL;
}

void run_costs_fini(struct run_costs *costs)
{
    free(costs->cells);
    *costs = (struct run_costs){0};
}

void run_costs_add(struct run_costs *costs, size_t cell, double cost_s)
{
    costs->n_unknown -= costs->cells[cell].n == 0;
    costs->cells[cell].sum_s += cost_s;
    costs->cells[cell].n++;
}

double run_costs_of(const struct run_costs *costs, size_t executions)
{
    double sum_s = 0;
    for (size_t i = 0; i < costs->n_cells; i++)
        if (costs->cells[i].n > 0)
            sum_s += costs->cells[i].sum_s / (double)costs->cells[i].n;
    const size_t known = costs->n_cells - costs->n_unknown;
    return known > 0 ? (double)executions * sum_s / (double)known : (double)NAN;
}
