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

/* The series that take part, of the input's; the caller ends each and frees the array. */
enum assay_status sweep_series_of(const struct input *input, const struct sweep_request *request,
                                  struct sweep_series **out, size_t *n, struct assay_error *error);
void sweep_series_free(struct sweep_series *series, size_t n);

/* Systems, parameters and cells of one group from its series, cells without anything measured. */
enum assay_status sweep_group_make(const struct sweep_series *const *series, size_t n,
                                   struct sweep_group *group, struct remarks *remarks,
                                   struct assay_error *error);

/* Contrasts and growth, from z, the logarithms of the cells in each round (the best is the lowest). */
enum assay_status sweep_judge_gains(struct sweep_group *group, const struct assay_cells *cells,
                                    const struct sweep_request *request, struct assay_error *error);
enum assay_status sweep_judge_growth(struct sweep_group *group, const struct assay_cells *cells,
                                     const struct sweep_request *request,
                                     struct assay_error *error);

/* How much units of the top level differ in the contrasts, where each has rounds of its own. */
enum assay_status sweep_judge_units(struct sweep_group *group, const struct sweep_request *request,
                                    struct assay_error *error);

/* The fronts of metrics of the same cells. */
enum assay_status sweep_judge_fronts(struct sweep_finding *finding,
                                     const struct sweep_request *request,
                                     struct assay_error *error);
