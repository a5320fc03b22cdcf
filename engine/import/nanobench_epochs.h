/* SPDX-License-Identifier: GPL-3.0-or-later */
/* nanobench_epochs.h -- what nanobench measured in the epochs of one result: times and counters of
 * one iteration. */
#pragma once

#include "import/importer.h"

enum { NANOBENCH_N_COUNTERS = 6 };
extern const char *const nanobench_counters[NANOBENCH_N_COUNTERS];

struct nanobench_epochs {
    struct importer *importer;                   /* its values at hand are the times */
    struct numbers counts[NANOBENCH_N_COUNTERS]; /* of the result at hand */
};

/* Takes the array of epochs that stands next. */
void nanobench_epochs_read(struct nanobench_epochs *epochs);

/* Takes the number that stands next as the one of this counter. */
void nanobench_epochs_count(struct nanobench_epochs *epochs, size_t counter);

/* Adds the times, and under their names the counters that counted anything, and empties all. */
void nanobench_epochs_add(struct nanobench_epochs *epochs, const struct importer_series *times);
void nanobench_epochs_fini(struct nanobench_epochs *epochs);
