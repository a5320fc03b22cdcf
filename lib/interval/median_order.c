/* SPDX-License-Identifier: GPL-3.0-or-later */
/* median_order.c -- which order statistics hold a median, once or whenever one looks.
 * Source:   METHODS H10. Once: the sign test turned round. Anytime: the sign test's likelihood ratio
 *           mixed over a Beta(a, a) prior, a martingale under the median (Ville 1939; Robbins 1970).
 * Assumes:  independent values of one continuous median; ties only widen.
 * Edge:     too few values: order 0. An argument outside its range: 0.
 * Checked:  orders of paired_median.json by exact rational arithmetic, all equal; tests of every n
 *           to 400 by summing binomials; false alarms over whole runs, docs/coverage.md.
 */
#include <assay/typical.h>

#include <Rmath.h>
#include <math.h>
#include <stdbool.h>

#include "interval/common.h"

static bool holds_once(size_t n, size_t order, double level)
{
    return pbinom((double)order - 1, (double)n, 0.5, 1, 0) <= (1 - level) / 2;
}

size_t assay_median_order(size_t n, double confidence)
{
    if (n < 1 || !(confidence > 0 && confidence < 1) || !holds_once(n, 1, confidence))
        return 0;
    size_t holds = 1, fails = n / 2 + 1; /* beyond the middle P is above 1/2 */
    while (fails - holds > 1) {
        size_t middle = holds + (fails - holds) / 2;
        if (holds_once(n, middle, confidence))
            holds = middle;
        else
            fails = middle;
    }
    return holds;
}

double assay_median_achieved(size_t n, size_t order)
{
    if (order < 1 || order > n)
        return NAN;
    return 1 - 2 * pbinom((double)order - 1, (double)n, 0.5, 1, 0);
}

size_t assay_median_order_anytime(size_t n, double prior, double confidence)
{
    if (n < 1 || !(prior > 0 && isfinite(prior)) || !(confidence > 0 && confidence < 1))
        return 0;
    const struct order_mixture mixture = {(double)n, 0.5, {prior, prior}};
    return anytime_orders(n, &mixture, confidence).lower;
}

double assay_median_prior(double expected)
{
    return fmax(0.5, expected / 20);
}
