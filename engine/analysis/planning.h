/* SPDX-License-Identifier: GPL-3.0-or-later */
/* planning.h -- from a pilot or given numbers to plans. */
#pragma once

#include "analysis/plan_request.h"
#include "finding/plan_finding.h"
#include "source/input.h"

/* All that was planned of one request. */
struct planning {
    struct plan_finding *plans;
    const struct assay_series **series; /* of each plan, borrowed; NULL: given numbers */
    size_t n;
    struct plan_finding *ratios; /* of each system to the first one on its benchmark */
    struct planned_pair {
        size_t old_plan, new_plan;
    } * pairs; /* of each ratio: which plans */
    size_t n_ratios;
    struct plan_finding
        together; /* one design for all ratios, or for all plans where there are none */
    bool has_together;
    struct typical_plan *typical; /* of the ratios whose rounds pair */
    size_t n_typical;
    struct power_finding
        *powers; /* one for each benchmark and each system beside the first; of given
                                   numbers: one, both systems alike */
    size_t n_powers;
    struct arena memory; /* all of it */
};

/* Plans from components. ASSAY_USAGE when they cannot be planned with. End with planning_fini in any
 * case. */
enum assay_status planning_from_numbers(const struct plan_request *request,
                                        struct planning *planning, struct assay_error *error);
/* Reads the pilot: one plan is for one metric, the one that its benchmark is judged by where the request names none. Where
 * others took the processors that is processor time. */
enum assay_status planning_read(const struct source_request *source, struct input *input,
                                struct remarks *remarks, struct assay_error *error);
/* Whether it is of processor time although nobody named that. */
bool planning_of_processor(const struct input *input, bool metric_named);
/* What is planned for where the request says no half-width and no time: what people ask for, the last of it what the usual margin takes.
 * Of a margin that somebody chose: what that takes, then what one twice as large does. They stand in usual, which the request
 * borrows. Input may be NULL. */
void planning_ask(const struct input *input, double usual[PLAN_PRECISIONS_USUAL],
                  struct plan_request *request);
/* Whether the values are of a load's windows: of more requests each is less noisy. */
bool planning_of_load(const struct input *input);
/* Plans each series of a pilot, and all of them together; remarks are those that are no pilot. End
 * with planning_fini, before the input, in any case. */
enum assay_status planning_from_input(const struct plan_request *request, const struct input *input,
                                      struct planning *planning, struct remarks *remarks,
                                      struct assay_error *error);
void planning_fini(struct planning *planning);
/* What one more unit of the top takes, with as many below as the pilot had. */
double planning_unit_cost(const struct plan_finding *plan);
/* Whether it is known what the lowest unit takes. An execution takes at least its wall time. What an iteration of a file stands
 * for nobody knows: a line of a tool may be the mean of a million, and takes a second. */
bool planning_cost_is_known(const struct assay_series *series);

/* The plan that stands for all: of everything together, or the only one. NULL: the levels of the
 * plans differ. */
const struct plan_finding *planning_common(const struct planning *planning);

/* The rounds that the typical run takes for what was asked for first, with the pilot's counts below, in at
 * most left_s (NaN: no time was given); else what that time allows. False: there is no typical run of all
 * ratios, or neither. */
bool planning_typical_target(const struct planning *planning, double left_s,
                             struct plan_target *out);

/* A verdict takes the word of the one that decides, so what is advised is what takes less time: true, the typical
 * run of all ratios for what was asked for first. Asked for by name it is what was asked for. */
bool planning_typical_leads(const struct plan_request *request, const struct planning *planning);
