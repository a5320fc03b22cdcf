/* SPDX-License-Identifier: GPL-3.0-or-later */
/* places.h -- on which processors the commands of a round run that are there at the same time. */
#pragma once

#include "measure/burst.h"

typedef uint64_t processors[16]; /* a set of bits */

size_t processors_count(const processors set);
/* Where commands may run: as the design says, else where we may. */
void processors_allowed(const struct design *design, processors set);
/* Which other processors belong to the same core, by `root`/cpuN/topology (NULL: this machine's); at least itself. */
void processors_of_core(const char *root, size_t cpu, processors set);

/* A round's places, one for each of its steps. */
struct places {
    processors cpus[LANES_MAX];
    size_t cpu[LANES_MAX]; /* the number of the one that it has */
};
/* All on one processor, drawn for the round; or, in a duet, each on one of the experiment's two, turned about as drawn. */
void places_draw(const struct design *design, const struct step *steps, size_t n,
                 struct places *out);
/* Whether the machine has places for the design's order; else why not, as a sentence without an end. */
bool places_refuse(const struct design *design, char *text, size_t size);
