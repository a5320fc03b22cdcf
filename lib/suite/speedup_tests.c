/* SPDX-License-Identifier: GPL-3.0-or-later */
/* speedup_tests.c -- the p values that the Speedup-Test decides by.
 * Source:   Touati, Worms & Briais 2010, sections 4.1 and 4.2; METHODS A10. The tests are R 4.2's.
 * Assumes:  independent values. Kolmogorov-Smirnov on samples centred at their own medians has no
 *           valid p value, and Wilcoxon-Mann-Whitney tests medians only under a pure shift: the
 *           protocol says so by its pre-test, assay by the effect beside it (speedup_effect.c).
 * Edge:     what R refuses becomes a p value, as the header names them; n = 0 -> ASSAY_UNDEFINED,
 *           a value that is not finite -> ASSAY_INVALID.
 * Checked:  tests/data/speedup.json (R 4.2.2), relative 1e-9. */
#include <assay/speedup.h>

#include <math.h>
#include <stdlib.h>

#include <assay/descriptive.h>

#include "base/sum.h"
#include "base/try.h"
#include "base/view.h"
#include "suite/speedup.h"

double speedup_mean(struct assay_view view)
{
    double min = 0, max = 0;
    (void)sum_scan(view.x, view.n, &min, &max);
    const double scale = sum_scale(min, max);
    return sum_moments_of(view.x, view.n, scale).mean.high / scale;
}

/* An undefined test says `otherwise`; other failures are failures. */
static enum assay_status settle(enum assay_status status, double found, double otherwise, double *p)
{
    if (status != ASSAY_OK && status != ASSAY_UNDEFINED)
        return status;
    *p = status == ASSAY_OK ? found : otherwise;
    return ASSAY_OK;
}

static enum assay_status normality(struct assay_view view, double *p, struct assay_error *error)
{
    struct assay_shapiro shapiro;
    enum assay_status status = assay_shapiro_test(view, &shapiro, error);
    return settle(status, shapiro.p, 0, p);
}

static enum assay_status variances(struct assay_view x, struct assay_view y, double *p,
                                   struct assay_error *error)
{
    const struct assay_variance_options options = {ASSAY_TWO_SIDED, 1, 0.95};
    struct assay_variance_test test;
    enum assay_status status = assay_variance_compare(x, y, &options, &test, error);
    return settle(status, test.p, 1, p);
}

typedef enum assay_status t_test(struct assay_view x, struct assay_view y,
                                 const struct assay_t_options *options, struct assay_t_test *out,
                                 struct assay_error *error);

/* p_constant: what follows from means without variance. */
static enum assay_status means(t_test *test_of, struct assay_view x, struct assay_view y,
                               double p_constant, double *p, struct assay_error *error)
{
    const struct assay_t_options options = {ASSAY_GREATER, 0, 0.95};
    struct assay_t_test test;
    enum assay_status status = test_of(x, y, &options, &test, error);
    return settle(status, test.p, p_constant, p);
}

static enum assay_status test_means(struct assay_view x, struct assay_view y,
                                    struct assay_speedup_p *p, struct assay_error *error)
{
    if (x.n < 2 || y.n < 2) {
        p->variance = (double)NAN;
        p->student = p->welch = 1;
        return ASSAY_OK;
    }
    const double p_constant = speedup_mean(x) > speedup_mean(y) ? 0 : 1;
    TRY(variances(x, y, &p->variance, error));
    TRY(means(assay_student_two, x, y, p_constant, &p->student, error));
    return means(assay_welch_test, x, y, p_constant, &p->welch, error);
}

/* centred[i] = view.x[i] - median, in double arithmetic: the ties that this makes are the
 * protocol's (each odd sample has a value that is exactly 0). */
static enum assay_status centre(struct assay_view view, double *centred, struct assay_error *error)
{
    double median;
    TRY(assay_median(view, &median, error));
    for (size_t i = 0; i < view.n; i++)
        centred[i] = view.x[i] - median;
    return ASSAY_OK;
}

static enum assay_status test_shift(struct assay_view x, struct assay_view y, double *p,
                                    struct assay_error *error)
{
    OWNED double *centred = malloc((x.n + y.n) * sizeof *centred);
    if (centred == NULL)
        return assay_fail(error, ASSAY_NO_MEMORY, "no memory for %zu values", x.n + y.n);
    struct assay_kolmogorov test;
    TRY(centre(x, centred, error));
    TRY(centre(y, centred + x.n, error));
    TRY(assay_kolmogorov_test((struct assay_view){centred, x.n},
                              (struct assay_view){centred + x.n, y.n}, ASSAY_TWO_SIDED,
                              ASSAY_EXACT_AUTO, &test, error));
    *p = test.p;
    return ASSAY_OK;
}

static enum assay_status test_order(struct assay_view x, struct assay_view y, double *p,
                                    struct assay_error *error)
{
    const struct assay_wilcoxon_options options = {.alternative = ASSAY_GREATER};
    struct assay_wilcoxon test;
    enum assay_status status = assay_wilcoxon_test(x, y, &options, &test, error);
    return settle(status, test.p, 1, p); /* all values equal */
}

enum assay_status assay_speedup_test(struct assay_view x, struct assay_view y,
                                     struct assay_speedup_p *out, struct assay_error *error)
{
    struct assay_speedup_p p;
    TRY(view_check(x, 1, "the Speedup-Test", error));
    TRY(view_check(y, 1, "the Speedup-Test", error));
    TRY(test_means(x, y, &p, error));
    TRY(normality(x, &p.shapiro_x, error));
    TRY(normality(y, &p.shapiro_y, error));
    TRY(test_shift(x, y, &p.kolmogorov, error));
    TRY(test_order(x, y, &p.wilcoxon, error));
    *out = p;
    return ASSAY_OK;
}
