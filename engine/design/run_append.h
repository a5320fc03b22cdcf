/* SPDX-License-Identifier: GPL-3.0-or-later */
/* run_append.h -- which benchmarks a run measures, and more units for an experiment that has ended.
 */
#pragma once

#include "design/design_request.h"

/* Leaves only the benchmarks that --benchmark names. */
enum assay_status run_select(const struct design_request *request, struct design *design,
                             struct assay_error *error);

/* Adds the units that --append says to the top level: of the benchmarks that --benchmark names, else
 * of all. The design's text says so, too. */
enum assay_status run_append(const struct design_request *request, struct design *design,
                             struct assay_error *error);
