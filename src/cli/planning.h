/* SPDX-License-Identifier: GPL-3.0-or-later */
/* planning.h -- from a pilot or given numbers to plans that can be shown. */
#ifndef CLI_PLANNING_H
#define CLI_PLANNING_H

#include "cli/plan_options.h"
#include "render/plan.h"

/* Of an exact plan, and of a pilot that is not doubted. */
enum { PLANNING_LEAST_TOP_UNITS = 5 };

/* All plans of one run of the verb; owns their targets. */
struct planning {
    const struct plan_request *request;
    enum plan_method method;
    double confidence;
    double extrapolation; /* times the pilot's counts, NaN: the default */
    size_t least;         /* top units of an exact plan, 0: the default, five */
    size_t iterations;    /* of an execution, where the programs cannot be told; 0: as is best */
    bool all;             /* series that are no pilot are an error, not left out */
    struct shown_plan *plans;
    const struct assay_series **series; /* of each plan, borrowed; NULL: given numbers */
    size_t n;
    struct shown_plan *ratios; /* of each system to the first one on its benchmark */
    struct planned_pair {
        size_t old_plan, new_plan;
    } * pairs; /* of each ratio: which plans */
    size_t n_ratios;
    struct shown_plan
        together; /* one design for all ratios, or for all plans where there are none */
    bool has_together;
};

/* Plans from components. Says on stderr what is wrong. */
enum exit_code planning_from_numbers(struct planning *planning, double mean);
/* Plans each series of a pilot, and all of them together. */
enum exit_code planning_from_input(struct planning *planning, const struct input *input);
void planning_fini(struct planning *planning);

#endif
