/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sweep.h -- a sweep of parameters, as a screen, as JSON and as a CSV of its cells. */
#pragma once

#include "finding/sweep_finding.h"
#include "store/store.h"
#include "view/text/quantity.h"
#include "view/text/terminal.h"

struct sweep_view {
    const struct sweep_finding *finding;
    bool details, quiet;
    const struct experiment_info *experiment; /* where all comes from one; NULL: it does not */
};

void sweep_view_print(const struct terminal *terminal, const struct sweep_view *view);

/* Its parts: which cell is best, the cells as a table or a map, the lines over the parameter, what is said of both. */
void sweep_cells_print(const struct terminal *terminal, const struct sweep_group *group,
                       double confidence);
/* A row a cell: values of parameters, system, mean, its interval, its place, change. For people the mean is the geometric
 * one, which the interval is of, and the arithmetic one stands behind it. */
struct table *sweep_cells_table(const struct sweep_group *group, double confidence);
void sweep_lines_print(const struct terminal *terminal, const struct sweep_group *group);
void sweep_gains_print(const struct terminal *terminal, const struct sweep_group *group,
                       const struct sweep_view *view);
/* A line a system: up to which rate its times stay short. */
void sweep_reach_print(const struct terminal *terminal, const struct sweep_group *group);
/* Where what was measured is a limit of the load (load.busy), and where the rate was not reached. */
void sweep_saturated_print(const struct terminal *terminal, const struct sweep_group *group);
/* A size as short as its digits allow. */
void sweep_write_size(FILE *out, double size);
void sweep_words_print(const struct terminal *terminal, const struct sweep_group *group,
                       const struct sweep_view *view);

/* A value of the cells, with as many digits as tell these apart. */
struct quantity sweep_quantity(const struct sweep_group *group, double value);

void sweep_front_print(const struct terminal *terminal, const struct sweep_front *front);
/* The cells that no other beats, in the order of the first metric, the best first. */
struct table *sweep_front_table(const struct sweep_front *front);
