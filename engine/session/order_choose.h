/* SPDX-License-Identifier: GPL-3.0-or-later */
/* order_choose.h -- what a pilot of both orders of measuring says: rounds or slices. */
#pragma once

#include "design/design.h"
#include "store/store.h"

struct order_pilot {
    const struct store_pilot_value *values; /* of processor time */
    size_t n, n_systems, n_benchmarks;
    double confidence, margin; /* margin above 0 */
};

/* Puts why into the text, as a sentence without an end. */
enum design_order_by order_choose(const struct order_pilot *pilot, char *text, size_t size);
