/* SPDX-License-Identifier: GPL-3.0-or-later */
/* simulation_parts.h -- what the parts of a simulation know of each other. */
#pragma once

#include "analysis/simulation.h"

/* ---- cells and grids (simulate_lists.c) ---- */

/* One design with the methods that examine it. */
struct simulate_cell {
    struct simulation_case about; /* names borrowed, but for that of a cell in a grid */
    struct assay_simulate_options options;
    size_t n_experiments;
    const struct assay_sample *sample; /* of that kind */
    bool has_published;                /* coverage by method, NaN where there is none */
    double published[ASSAY_SIMULATE_METHODS], published_se;
};

struct simulate_grid {
    const char *name;
    struct simulate_cell *cells;
    size_t n;
    struct assay_simulate_fit *fits; /* what designs borrow from */
    size_t n_fits;
};
void simulate_grid_fini(struct simulate_grid *grid);

/* Adds a copy of a cell; its name is copied. */
enum assay_status simulate_grid_add(struct simulate_grid *grid, const struct simulate_cell *cell,
                                    struct assay_error *error);

/* A name that is constant or outlives the cell. */
char *simulate_borrowed(const char *name);

/* ---- texts (simulate_lists.c) ---- */

/* "--shape 3x0: what": ASSAY_USAGE. */
enum assay_status simulate_bad_text(struct assay_error *error, const char *option, const char *text,
                                    const char *what);
/* A list of shares ("0.05,10%"); *n <= most. */
enum assay_status simulate_read_shares(const char *option, const char *text, double *numbers,
                                       size_t most, size_t *n, struct assay_error *error);
/* "3,5,10x10x100": for each level a list of counts. */
enum { SIMULATE_MOST_COUNTS = 128 };
struct simulate_shape {
    size_t n_levels;
    size_t n[ASSAY_MAX_LEVELS];
    size_t count[ASSAY_MAX_LEVELS][SIMULATE_MOST_COUNTS];
};
enum assay_status simulate_read_shape(const char *option, const char *text,
                                      struct simulate_shape *shape, struct assay_error *error);

/* ---- from a request to a grid ---- */

enum assay_status simulate_grid_paper(const struct simulation_request *request,
                                      const struct simulate_cell *common,
                                      struct simulate_grid *grid, struct assay_error *error);
enum assay_status simulate_grid_check(const struct simulation_request *request,
                                      const struct simulate_cell *common,
                                      struct simulate_grid *grid, struct assay_error *error);
/* The designs and values of request->input (simulate_stored.c). */
enum assay_status simulate_grid_stored(const struct simulation_request *request,
                                       const struct simulate_cell *common,
                                       struct simulate_grid *grid, struct remarks *remarks,
                                       struct assay_error *error);
/* The grid that the request asks for (simulate_make.c). */
enum assay_status simulate_grid_make(const struct simulation_request *request,
                                     struct simulate_grid *grid, struct remarks *remarks,
                                     struct assay_error *error);

/* ---- results ---- */

/* The result of a grid with nothing done yet (simulate_begin.c). */
enum assay_status simulate_result_init(struct simulation_result *result,
                                       const struct simulate_grid *grid,
                                       const struct simulation_request *request,
                                       struct assay_error *error);

/* Adds another part, read from path; ASSAY_INVALID when they do not belong together
 * (simulate_result.c). */
enum assay_status simulate_result_add(struct simulation_result *sum,
                                      const struct simulation_result *part, const char *path,
                                      struct assay_error *error);
