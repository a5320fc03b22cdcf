/* SPDX-License-Identifier: GPL-3.0-or-later */
/* request_parts.h -- what the files that make a design of a request share. */
#pragma once

#include "design/design_request.h"

/* Makes a design of commands given on the command line. */
enum assay_status run_quick_design(const struct design_request *request,
                                   const struct name_list *commands, struct design **out,
                                   struct assay_error *error);

/* Which part of the request does not fit, or which command is none. */
enum assay_status run_quick_check(const struct design_request *request,
                                  const struct name_list *commands, struct assay_error *error);

/* Which benchmarks a run measures, and more units for an experiment that has ended.
 */
/* Leaves only the benchmarks that --benchmark names. */
enum assay_status run_select(const struct design_request *request, struct design *design,
                             struct assay_error *error);

/* Adds the units that --append says to the top level: of the benchmarks that --benchmark names, else
 * of all. The design's text says so, too. */
enum assay_status run_append(const struct design_request *request, struct design *design,
                             struct assay_error *error);

/* Combinations of values, the last parameter fastest; the design owns the texts. */
struct combinations {
    struct design_environment *items;
    size_t n; /* 0: no parameters */
};

/* Errors: ASSAY_USAGE, ASSAY_NO_MEMORY. */
enum assay_status run_combinations(const struct design_request *request, struct design *design,
                                   struct combinations *out, struct assay_error *error);

/* What counts instructions, as --counts says. ASSAY_USAGE: nothing of that name does. */
enum assay_status run_counts_apply(const struct design_request *request, struct design *design,
                                   struct assay_error *error);

/* The order of measuring that --order names. ASSAY_USAGE: there is none of that name. */
enum assay_status run_order_apply(const struct design_request *request, struct design *design,
                                  struct assay_error *error);

/* Puts them into the design. Errors: ASSAY_USAGE, ASSAY_NO_MEMORY. */
enum assay_status run_surroundings_apply(const struct design_request *request,
                                         struct design *design, struct assay_error *error);
