/* SPDX-License-Identifier: GPL-3.0-or-later */
/* draw.h -- what is drawn anew for each unit, so that no single value of it favours a system: a pure
 * function of design, seed and step, recorded with every execution.
 *
 *   env_padding       bytes added to the environment, 0 ... most, of each execution: it shifts the
 *                     stack (Mytkowicz et al. 2009)
 *   cpu               the processor, one of those named, of each execution
 *   directory_length  bytes added to the path of the build directory, of each build
 */
#pragma once

#include "design/design.h"
#include "measure/record.h"

enum draw_kind { DRAW_ENV_PADDING, DRAW_CPU, DRAW_DIRECTORY_LENGTH, DRAW_COUNT };

struct draws {
    bool drawn[DRAW_COUNT];
    uint32_t values[DRAW_COUNT];
};

struct draws draws_of(const struct design *design, const struct step *step);

/* Which of n processors a round's commands of one benchmark share. */
uint32_t draw_processor(const struct design *design, const struct step *step, size_t n);
/* Which of n the whole experiment has, for the first (0) or the second (1) system of its first round. */
uint32_t draw_of_all(const struct design *design, uint32_t which, size_t n);
/* Whether the systems of a round of one benchmark change places: in two of every four rounds. */
bool draw_swapped(const struct design *design, const struct step *step);

/* Adds them to those that the record has. */
void draws_record(const struct draws *draws, struct record *record);
