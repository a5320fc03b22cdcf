/* SPDX-License-Identifier: GPL-3.0-or-later */
/* order_choose.h -- what a pilot of both orders of measuring says: rounds or slices, and of what length. */
#pragma once

#include "design/design.h"
#include "store/store.h"

struct order_pilot {
    const struct store_pilot_value *values; /* of processor time */
    size_t n;
    const struct store_pilot_value *memory; /* peak memory; none: not known */
    size_t n_memory;
    size_t n_systems, n_benchmarks;
    size_t rounds;             /* of both orders together, whether or not they went well */
    double confidence, margin; /* margin above 0 */
    double long_s;             /* of the pairs that are longer; 0: there are none */
};

struct order_choice {
    enum design_order_by by;
    bool longer; /* slices, and those of the longer pairs alone */
    bool afresh; /* none of the pilot counts: where its ratios stood had a say in the choice */
    double gain; /* mean over the comparisons; 0: not known */
    struct design_order_bias bias; /* of the comparison that speaks most against slices */
    char because[480];             /* a sentence without an end */
};
void order_choose(const struct order_pilot *pilot, struct order_choice *out);
