/* SPDX-License-Identifier: GPL-3.0-or-later */
/* schedule.h -- the order of everything: a pure function of (design, seed).
 *
 * For each combination of units of the levels above execution, in order: every system is built
 * once, in random order; then come the rounds. A round runs every (system, benchmark) once, in
 * random order, so that all systems meet the same drift: it is the block that pairs them. Top unit
 * j of every system lies in the same stretch of time.
 */
#ifndef MEASURE_SCHEDULE_H
#define MEASURE_SCHEDULE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "manifest/design.h"

enum step_kind { STEP_BUILD, STEP_EXECUTE };

struct step {
    enum step_kind kind;
    uint32_t system;
    uint32_t benchmark;              /* STEP_EXECUTE */
    uint32_t unit[ASSAY_MAX_LEVELS]; /* index below its parent, for the levels from the top to
                                        execution; from 0 */
    uint32_t round;    /* counts over the whole experiment, from 0; a build has that of its first
                          execution */
    uint32_t position; /* place within the round, from 0 */
    bool warmup;       /* a whole execution that is recorded but not live */
};

/* Walks the schedule without holding it: memory does not grow with the number of executions. */
struct schedule;
struct schedule *schedule_new(const struct design *design);
void schedule_free(struct schedule **schedule);
/* The next step, or false at the end. */
bool schedule_next(struct schedule *schedule, struct step *step);
/* Steps of each kind in the whole schedule. */
size_t schedule_builds(const struct design *design);
size_t schedule_executions(const struct design *design);

#endif
