/* SPDX-License-Identifier: GPL-3.0-or-later */
/* planning_parts.h -- the parts of planning.c, each of which uses those above it. */
#pragma once

#include "analysis/planning.h"
#include "source/series_groups.h"

/* Of an exact plan, and of a pilot that is not doubted. */
enum { PLANNING_LEAST_TOP_UNITS = 5 };

/* ---- planning_aim.c ---- */

/* Top units for each precision and time that was asked for. */
enum assay_status planning_aim(const struct plan_request *request, struct plan_finding *shown,
                               struct assay_error *error);

/* ---- planning_counts.c ---- */

/* shown->plan, the counts below the top of this input by the method that was asked for: within
 * shown->limits where it is exact. */
enum assay_status planning_count(const struct plan_request *request,
                                 const struct assay_plan_input *input, struct plan_finding *shown,
                                 struct assay_error *error);
/* The counts and what they give, from given numbers (pilot NULL) or from a pilot whose costs are
 * known. */
enum assay_status planning_finish(const struct plan_request *request,
                                  const struct assay_plan_pilot *pilot, struct plan_finding *shown,
                                  struct assay_error *error);

/* ---- planning_pilot.c ---- */

/* What a pilot tells, under the names and with the doubts of its series. */
void planning_show(const struct assay_series *series, const struct assay_plan_pilot *pilot,
                   struct plan_finding *shown);
/* What a series tells as a pilot. ASSAY_UNDEFINED when it is none. */
enum assay_status planning_read_pilot(const struct assay_series *series, struct plan_finding *shown,
                                      struct assay_plan_pilot *pilot, struct assay_error *error);
/* The plan of one series. */
enum assay_status planning_series(const struct plan_request *request,
                                  const struct assay_series *series, struct assay_plan_pilot *pilot,
                                  struct plan_finding *shown, struct assay_error *error);
/* An error, with the name of what is planned before it; returns its status. */
enum assay_status planning_fail(const struct plan_finding *shown, struct assay_error *error);

/* ---- planning_ratio.c ---- */

/* The plans whose series agree in these keys (enum series_key). False: no memory. */
bool planning_group(const struct planning *planning, unsigned keys, struct series_groups *groups);
/* Those that are compared: the first one of a group is the old system's. */
enum { PLANNING_PAIR_KEYS = SERIES_BENCHMARK | SERIES_METRIC | SERIES_UNIT };
bool planning_levels_agree(const struct planning *planning);
/* Plans the ratios of the systems, where all levels agree and each benchmark has several. */
enum assay_status planning_ratios(const struct plan_request *request, struct planning *planning,
                                  struct assay_error *error);

/* ---- planning_together.c ---- */

/* The design for all of them, where their levels agree. */
enum assay_status planning_together(const struct plan_request *request, struct planning *planning,
                                    struct assay_error *error);

/* ---- planning_typical.c ---- */

/* What the typical run of each ratio takes, where its rounds pair; or the quantile that is asked for. */
enum assay_status planning_typical(const struct plan_request *request, struct planning *planning,
                                   struct assay_error *error);

/* ---- plan_power.c ---- */

/* What comparisons within the plans can be expected to say. */
enum assay_status planning_powers(const struct plan_request *request, struct planning *planning,
                                  struct assay_error *error);

/* The sample from the highest level on that is repeated; *dropped: how many stand above. */
struct assay_sample planning_repeated(const struct assay_sample *live, size_t *dropped);
