/* SPDX-License-Identifier: GPL-3.0-or-later */
/* cases.h -- rounds and pairs out of the reference cases. */
#pragma once

#include "support/oracle.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <assay/order.h>
#include <assay/random.h>

/* The oracle's tolerance; limits relative to their width, logs near 0 absolutely. */
static const double RELATIVE = 1e-9, ABSOLUTE = 1e-12, P_VALUE = 1e-8;

/* The cases hold no more rounds or pairs. */
enum { MOST = 128 };

static inline struct assay_order_spread spread_of(const double *logs, size_t n)
{
    struct assay_order_spread spread;
    assert_int_equal(assay_order_spread_of((struct assay_view){logs, n}, &spread, NULL), ASSAY_OK);
    return spread;
}

static inline struct assay_order_gain gain_of(const struct assay_order_spread *rounds,
                                              double seconds_round,
                                              const struct assay_order_spread *pairs,
                                              double seconds_pair)
{
    struct assay_order_gain gain;
    assert_int_equal(
        assay_order_gain_of(rounds, seconds_round, pairs, seconds_pair, 0.95, &gain, NULL),
        ASSAY_OK);
    return gain;
}

static inline struct assay_order_bias bias_of(const struct assay_order_spread *pairs,
                                              const struct assay_order_spread *rounds,
                                              double margin)
{
    struct assay_order_bias bias;
    assert_int_equal(assay_order_bias_of(pairs, rounds, margin, &bias, NULL), ASSAY_OK);
    return bias;
}

/* A share of n repetitions lies within 3.5 standard errors of what it should be. */
static inline void assert_share(size_t hits, size_t n, double expected)
{
    const double share = (double)hits / (double)n;
    assert_close(share, expected, 0, 3.5 * sqrt(expected * (1 - expected) / (double)n));
}
