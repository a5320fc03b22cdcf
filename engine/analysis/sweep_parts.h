/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sweep_parts.h -- what the files of the analysis of sweeps share. */
#pragma once

#include "analysis/sweep_analyse.h"
#include "source/parameters.h"

/* A series with its parameters. */
struct sweep_series {
    const struct assay_series *series;
    struct parameter_list system, benchmark; /* what is left of both names, and what was in them */
    char *apart;       /* its values of the parameters of which each is a sweep of its own */
    size_t occurrence; /* of systems with the same name left: told apart by it, from 0 */
};

/* All that take part, of the input's. */
struct swept {
    struct sweep_series *series; /* in `memory` */
    size_t n;
    struct arena *memory;
};

/* End with swept_fini in any case. */
enum assay_status sweep_series_of(const struct input *input, const struct sweep_request *request,
                                  struct swept *out, struct assay_error *error);
void swept_fini(struct swept *swept);

/* Systems, parameters and cells of one group from its series, cells without anything measured. */
enum assay_status sweep_group_make(const struct sweep_series *const *series, size_t n,
                                   struct arena *memory, struct sweep_group *group,
                                   struct assay_error *error);

/* Contrasts and growth, from z, the logarithms of the cells in each round (the best is the lowest). */
enum assay_status sweep_judge_gains(struct sweep_group *group, const struct assay_cells *cells,
                                    const struct sweep_request *request, struct assay_error *error);
enum assay_status sweep_judge_growth(struct sweep_group *group, const struct assay_cells *cells,
                                     const struct sweep_request *request,
                                     struct assay_error *error);

/* What a round says of one system's cells, of the sizes n of one parameter: into z[rounds * n]. */
void sweep_cells_of_system(const struct assay_cells *cells, size_t system, size_t n, double *z);
/* The only parameter is the rate of a load: no value of it is sought as the best one. */
bool sweep_is_of_rates(const struct sweep_group *group);
enum assay_status sweep_judge_reach(struct sweep_group *group, const struct assay_cells *cells,
                                    const struct sweep_request *request, struct assay_error *error);

/* How much units of the top level differ in the contrasts, where each has rounds of its own. */
enum assay_status sweep_judge_units(struct sweep_group *group, const struct sweep_request *request,
                                    struct assay_error *error);

/* The fronts of metrics of the same cells. */
enum assay_status sweep_judge_fronts(struct sweep_finding *finding,
                                     const struct sweep_request *request,
                                     struct assay_error *error);
