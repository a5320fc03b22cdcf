/* SPDX-License-Identifier: GPL-3.0-or-later */
/* planning_parts.h -- what plans of one series and of all together share. */
#ifndef CLI_PLANNING_PARTS_H
#define CLI_PLANNING_PARTS_H

#include "cli/planning.h"

/* Says on stderr what is wrong with a plan; its exit code. */
enum exit_code planning_fail(const struct shown_plan *shown, const struct assay_error *error);

/* The counts below the top by the method that was asked for, without limits. */
enum assay_status planning_count(const struct planning *planning,
                                 const struct assay_plan_input *input, struct assay_plan *plan,
                                 struct assay_error *error);
/* The papers' counts have no bound, but what would be infinite ends at what the pilot had. */
void planning_bound_infinite(const struct assay_plan_limits *limits, struct assay_plan *plan);
/* Top units for each precision and time that was asked for. */
enum assay_status planning_aim(const struct planning *planning, struct shown_plan *shown,
                               struct assay_error *error);

/* What a pilot tells, under the names and with the doubts of its series. */
void planning_show(const struct assay_series *series, const struct assay_plan_pilot *pilot,
                   struct shown_plan *shown);
/* The counts, and what they give, from a pilot whose costs are known. */
enum exit_code planning_finish(const struct planning *planning,
                               const struct assay_plan_pilot *pilot, struct shown_plan *shown);
bool planning_same_levels(const struct shown_plan *a, const struct shown_plan *b);

/* The first plan on the same benchmark, the old system's. */
struct planning_first {
    size_t plan;
    bool alone; /* no other system has the benchmark */
};

/* Of each plan; by the benchmarks' names, sorted. NULL when memory ran out. */
struct planning_first *planning_find_first(const struct planning *planning);

/* Plans the ratios of the systems, where all levels agree and each benchmark has several. */
enum exit_code planning_ratios(struct planning *planning);
/* The design for all of them, where their levels agree. */
enum exit_code planning_together(struct planning *planning);

#endif
