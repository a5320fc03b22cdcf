/* SPDX-License-Identifier: GPL-3.0-or-later */
/* run_costs.h -- what the executions of a run cost, each system on each benchmark by itself: the first of a round says nothing of
 * those behind it. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

struct run_costs {
    struct run_cost {
        double sum_s;
        size_t n;
    } * cells;
    size_t n_cells,
        n_unknown; /* systems × benchmarks, and those of them that were not executed yet */
};

/* false: no memory. */
bool run_costs_init(struct run_costs *costs, size_t n_cells);
void run_costs_fini(struct run_costs *costs);
void run_costs_add(struct run_costs *costs, size_t cell, double cost_s);
/* Seconds for so many executions, as many of each cell; one that is not known yet costs what the others do. NaN: none is. */
double run_costs_of(const struct run_costs *costs, size_t executions);
