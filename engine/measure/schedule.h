/* SPDX-License-Identifier: GPL-3.0-or-later */
/* schedule.h -- the order of everything: a pure function of (design, seed), and of the design's shard, which has
 * the steps of its unit of the top level and no others.
 *
 * For each combination of units of the levels above execution, in order: every system that has a
 * build command is built once, in random order; then come the rounds, warm-up rounds first. A round
 * runs every (system, benchmark) once: the benchmarks in random order, and for each of them all the
 * systems in random order one right after the other, so that what is compared lies close together
 * in time and meets the same drift. The round is the block that pairs the systems. Top unit j of
 * every system lies in the same stretch of time.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "design/design.h"

enum step_kind { STEP_BUILD, STEP_EXECUTE };

struct step {
    enum step_kind kind;
    uint32_t system;
    uint32_t benchmark;              /* STEP_EXECUTE */
    uint32_t unit[ASSAY_MAX_LEVELS]; /* index below its parent, for the levels from the top to
                                        execution; from 0. Warm-up executions take the first
                                        indices, live ones go on after them. */
    uint32_t round;    /* counts over the whole experiment, warm-up rounds included, from 0; a build
                          has that of its first execution */
    uint32_t position; /* place within the round (a build: among the builds of its unit), from 0 */
    bool warmup;       /* a whole execution that is recorded but not live */
};

/* Walks the schedule without holding it: memory does not grow with the number of executions. The
 * design is borrowed. NULL when memory is short. */
struct schedule;
struct schedule *schedule_new(const struct design *design);
void schedule_free(struct schedule **schedule);
/* So many rounds of the pilot of both orders do not count; 0: there is none after all. Before the last one that counts is
 * behind. */
void schedule_set_aside(struct schedule *schedule, size_t rounds);
/* The next step, or false at the end. The first rounds do not depend on how many there will be. */
bool schedule_next(struct schedule *schedule, struct step *step);

/* The round that it begins with: 0, of a shard what lies before it in the whole. */
uint32_t schedule_first_round(const struct design *design);

/* An order that a pilot chooses: design_pilot live rounds one after the other and as many side by side, in an order
 * drawn anew, all in the first of the units above execution, which has the half that will not count on top of its rounds.
 * The round behind them is the first that is measured as was chosen. */
bool schedule_is_pilot(const struct design *design, const struct step *step);
/* A duet's rounds before its pairs, which do not count. */
bool schedule_is_alone(const struct design *design, const struct step *step);
/* How a step of the pilot is measured. */
enum design_order_by schedule_pilot_order(const struct design *design, const struct step *step);
/* Whether it is one of every other pair whose slices are longer. */
bool schedule_pilot_is_longer(const struct design *design, const struct step *step);

/* Steps of each kind in the whole schedule; a design of builds alone has the same builds and no executions. */
size_t schedule_builds(const struct design *design);
size_t schedule_executions(const struct design *design);

/* The seed that a step's commands get, as {seed} and ASSAY_SEED: ten digits, so that the size of
 * the environment does not vary, and small enough for a signed 32-bit integer. All systems of one
 * round and benchmark get the same one (of one build unit: likewise): what they draw from it is
 * common to them and cancels in the comparison. */
uint32_t schedule_seed(const struct design *design, const struct step *step);
