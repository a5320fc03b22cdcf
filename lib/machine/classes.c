/* SPDX-License-Identifier: GPL-3.0-or-later */
/* classes.c -- machines of several classes: does the ratio depend on the class, and what is it in each?
 * Source:   METHODS H1. Class is a fixed factor: variance pooled within classes on m - C degrees of freedom;
 *           each class with the studentised maximum modulus; one-way F; classes weighted alike, as how many
 *           machines a class has is an accident of the scheduler; pairs by Tukey and Kramer (1956).
 * Assumes:  one variance of machines within the classes; log ratios near normal.
 * Edge:     as many classes as machines -> ASSAY_UNDEFINED. A class of one machine adds no degree of freedom
 *           and has an interval.
 * Checked:  tests/data/machines.json (lm, anova, TukeyHSD of R 4.2.2: 1e-9, pairs 1e-6).
 */
#include <Rmath.h>
#include <math.h>
#include <string.h>

#include <assay/machine.h>

#include "base/sum.h"
#include "base/try.h"
#include "base/view.h"

static enum assay_status check(struct assay_view d, const size_t *class_of, size_t n_classes,
                               double confidence, struct assay_error *error)
{
    double least, most;
    if (confidence_check(confidence, error) != ASSAY_OK)
        return ASSAY_INVALID;
    if (n_classes == 0 || n_classes > ASSAY_MOST_CLASSES)
        return assay_fail(error, ASSAY_INVALID, "machines have 1 to %d classes, not %zu",
                          ASSAY_MOST_CLASSES, n_classes);
    if (d.n <= n_classes)
        return assay_fail(error, ASSAY_UNDEFINED, "class and machine cannot be told apart");
    if (!sum_scan(d.x, d.n, &least, &most))
        return assay_fail(error, ASSAY_INVALID, "a log ratio is not a finite number");
    for (size_t j = 0; j < d.n; j++)
        if (class_of[j] >= n_classes)
            return assay_fail(error, ASSAY_INVALID, "machine %zu is of class %zu of %zu", j + 1,
                              class_of[j] + 1, n_classes);
    return ASSAY_OK;
}

static enum assay_status take_means(struct assay_view d, const size_t *class_of,
                                    struct assay_machine_classes *out, struct assay_error *error)
{
    for (size_t j = 0; j < d.n; j++) {
        out->item[class_of[j]].m++;
        out->item[class_of[j]].mean += d.x[j];
    }
    for (size_t c = 0; c < out->n; c++) {
        if (out->item[c].m == 0)
            return assay_fail(error, ASSAY_INVALID, "class %zu has no machine", c + 1);
        out->item[c].mean /= (double)out->item[c].m;
    }
    double squares = 0;
    for (size_t j = 0; j < d.n; j++) {
        const double deviation = d.x[j] - out->item[class_of[j]].mean;
        squares += deviation * deviation;
    }
    out->df = (double)(d.n - out->n);
    out->s2 = squares / out->df;
    return ASSAY_OK;
}

/* sum w_c mean_c with its interval. */
static struct assay_estimate weigh(const struct assay_machine_classes *classes, size_t machines,
                                   bool equal, double confidence, double *se)
{
    double mean = 0, squares = 0;
    for (size_t c = 0; c < classes->n; c++) {
        const double m = (double)classes->item[c].m;
        const double w = equal ? 1 / (double)classes->n : m / (double)machines;
        mean += w * classes->item[c].mean;
        squares += w * w / m;
    }
    *se = sqrt(classes->s2 * squares);
    const double half = assay_t_critical(confidence, classes->df) * *se;
    return (struct assay_estimate){
        .estimate = exp(mean),
        .interval = {.lower = exp(mean - half),
                     .upper = exp(mean + half),
                     .confidence = confidence,
                     .df = classes->df,
                     .method = equal ? "machines-classes" : "machines-weighted",
                     .kind = ASSAY_BOUNDED},
        .warnings = classes->s2 == 0 ? ASSAY_WARNING(ASSAY_WARN_CLOCK_TICK) : 0,
    };
}

static void test_difference(struct assay_view d, struct assay_machine_classes *out)
{
    const double grand = sum_moments_of(d.x, d.n, 1).mean.high;
    double between = 0;
    for (size_t c = 0; c < out->n; c++) {
        const double deviation = out->item[c].mean - grand;
        between += (double)out->item[c].m * deviation * deviation;
    }
    out->df_test = (double)out->n - 1;
    out->f = between / out->df_test / out->s2;
    out->p = pf(out->f, out->df_test, out->df, 0, 0);
}

enum assay_status assay_machine_classes_compare(struct assay_view d, const size_t *class_of,
                                                size_t n_classes, double confidence,
                                                struct assay_machine_classes *out,
                                                struct assay_error *error)
{
    TRY(check(d, class_of, n_classes, confidence, error));
    memset(out, 0, sizeof *out);
    out->n = n_classes;
    TRY(take_means(d, class_of, out, error));
    out->modulus = assay_maximum_modulus(confidence, n_classes, out->df);
    for (size_t c = 0; c < n_classes; c++) {
        struct assay_machine_class *item = &out->item[c];
        const double half = out->modulus * sqrt(out->s2 / (double)item->m);
        item->ratio = (struct assay_interval){.lower = exp(item->mean - half),
                                              .upper = exp(item->mean + half),
                                              .confidence = confidence,
                                              .df = out->df,
                                              .method = "machines-modulus",
                                              .kind = ASSAY_BOUNDED};
    }
    double se;
    out->equal = weigh(out, d.n, true, confidence, &out->equal_se);
    out->weighted = weigh(out, d.n, false, confidence, &se);
    test_difference(d, out);
    return ASSAY_OK;
}

struct assay_machine_class_pair assay_machine_class_pair_of(
    const struct assay_machine_classes *classes, size_t first, size_t second, double confidence)
{
    const struct assay_machine_class *a = &classes->item[first], *b = &classes->item[second];
    const double n = (double)classes->n, difference = b->mean - a->mean;
    const double se = sqrt(classes->s2 / 2 * (1 / (double)a->m + 1 / (double)b->m));
    const double half = qtukey(confidence, 1, n, classes->df, 1, 0) * se;
    return (struct assay_machine_class_pair){
        .difference = difference,
        .lower = difference - half,
        .upper = difference + half,
        .p = ptukey(fabs(difference) / se, 1, n, classes->df, 0, 0),
    };
}
