/* SPDX-License-Identifier: GPL-3.0-or-later */
/* import_levels.h -- the levels that series of foreign files have in one experiment of the store. */
#pragma once

#include "source/input.h"

/* An experiment has one list of levels for all its series: those above "execution", then that, then
 * "iteration" where a series has it. The names belong to the series. */
struct import_levels {
    const char *const *above; /* top to bottom */
    size_t n_above;
    bool iterated;
};

/* True when the values of the series are iterations of an execution. */
bool import_is_iterated(const struct assay_series *series);

/* Levels of the series above execution, which every experiment has. */
size_t import_n_above(const struct assay_series *series);

/* Those of all series; ASSAY_INVALID when they are too many, or have other names in one
 * series than in another at the same height. A series may lack the upper ones. */
enum assay_status import_levels_of(const struct input *input, struct import_levels *levels,
                                   struct assay_error *error);
