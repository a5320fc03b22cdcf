/* SPDX-License-Identifier: GPL-3.0-or-later */
/* run_append.h -- which benchmarks a run measures, and more units for an experiment that has ended.
 */
#ifndef CLI_RUN_APPEND_H
#define CLI_RUN_APPEND_H

#include "cli/run_options.h"

/* Leaves only the benchmarks that --benchmark names. */
enum exit_code run_select(const struct run_options *options, struct design *design);

/* Adds the units that --append says to the top level: of the benchmarks that --benchmark names, else
 * of all. The design's text says so, too. */
enum exit_code run_append(const struct run_options *options, struct design *design);

#endif
