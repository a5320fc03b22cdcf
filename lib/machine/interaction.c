/* SPDX-License-Identifier: GPL-3.0-or-later */
/* interaction.c -- how much machines differ in a ratio, beyond the noise of their rounds.
 * Source:   METHODS H1: tau^2 = S^2 - mean v; its limits by modified large samples (Ting, Burdick, Graybill,
 *           Jeyaratnam & Lu 1990), with the degrees of freedom of S^2 under unequal variances after Box
 *           (1954, Annals of Mathematical Statistics 25:290-302), and of mean v after Satterthwaite.
 * Assumes:  noise of a round near normal. Machines with fewer than 5 rounds take the variance of the others'
 *           rounds, where another has 5 or more: one number of rounds for all noise.
 * Edge:     every machine with one round -> all NaN: not separable. No noise at all: tau^2 = S^2 with its
 *           chi-squared limits, p = 0. S = 0 as well: all 0 and p = 1.
 * Checked:  tests/data/machines.json (R 4.2.2; absolutely 1e-9 S^2; lme4 REML of balanced rounds 1e-6);
 *           size and coverage in METHODS H1 by simulation.
 */
#include "machine/interaction.h"

#include <Rmath.h>
#include <math.h>

#include "base/distribution.h"

enum { ENOUGH_ROUNDS = 5, FEWEST_ROUNDS = 2 };

/* What is pooled of the donors' rounds. */
struct donors {
    size_t least;                         /* rounds that make a donor; 0: there is none */
    double pooled, degrees, per_borrower; /* a round's variance; sum of r - 1; K: sum of 1 / r */
};

static bool any_has(const struct assay_machine *machines, size_t m, size_t rounds)
{
    for (size_t j = 0; j < m; j++)
        if (machines[j].rounds >= rounds)
            return true;
    return false;
}

static struct donors find_donors(const struct assay_machine *machines, size_t m)
{
    struct donors donors = {0};
    if (any_has(machines, m, ENOUGH_ROUNDS))
        donors.least = ENOUGH_ROUNDS;
    else if (any_has(machines, m, FEWEST_ROUNDS))
        donors.least = FEWEST_ROUNDS;
    else
        return donors;
    for (size_t j = 0; j < m; j++) {
        const double r = (double)machines[j].rounds;
        if (machines[j].rounds < donors.least) {
            donors.per_borrower += 1 / r;
            continue;
        }
        donors.pooled += (r - 1) * r * machines[j].v;
        donors.degrees += r - 1;
    }
    donors.pooled /= donors.degrees;
    return donors;
}

/* Mean v and its degrees of freedom; borrowers get theirs. */
static void take_within(struct assay_machine *machines, size_t m, const struct donors *donors,
                        struct assay_interaction *out)
{
    double squares = 0;
    out->v_bar = 0;
    for (size_t j = 0; j < m; j++) {
        const double r = (double)machines[j].rounds;
        if (machines[j].rounds < donors->least) {
            machines[j].v = donors->pooled / r;
            machines[j].borrowed = true;
            continue;
        }
        const double weight =
            (1 / r + donors->per_borrower * (r - 1) / donors->degrees) / (double)m;
        const double part = weight * r * machines[j].v;
        out->v_bar += part;
        squares += part * part / (r - 1);
    }
    out->df_within = squares > 0 ? out->v_bar * out->v_bar / squares : donors->degrees;
}

/* Degrees of freedom of the variance of m numbers with variances w: m - 1 when all are equal. */
static double box(const struct assay_machine *machines, size_t m, double tau2)
{
    const double n = (double)m;
    double sum = 0, squares = 0;
    for (size_t j = 0; j < m; j++) {
        const double w = tau2 + machines[j].v;
        sum += w;
        squares += w * w;
    }
    if (!(sum > 0))
        return n - 1;
    const double top = (1 - 1 / n) * sum;
    return top * top / ((1 - 2 / n) * squares + sum * sum / n / n);
}

static double chi2_over(double p, double df)
{
    return qchisq(p, df, 1, 0) / df;
}

static void set_limits(double s2, double confidence, struct assay_interaction *out)
{
    const double p = (1 - confidence) / 2, n1 = out->df_between, n2 = out->df_within;
    const double v = out->v_bar;
    const double f_high = f_quantile(p, n1, n2, false), f_low = f_quantile(p, n1, n2, true);
    const double g1 = 1 - 1 / chi2_over(1 - p, n1), h2 = 1 / chi2_over(p, n2) - 1;
    const double h1 = 1 / chi2_over(p, n1) - 1, g2 = 1 - 1 / chi2_over(1 - p, n2);
    const double g12 = ((f_high - 1) * (f_high - 1) - g1 * g1 * f_high * f_high - h2 * h2) / f_high;
    const double h12 = ((1 - f_low) * (1 - f_low) - h1 * h1 * f_low * f_low - g2 * g2) / f_low;
    const double down = g1 * g1 * s2 * s2 + h2 * h2 * v * v + g12 * s2 * v;
    const double up = h1 * h1 * s2 * s2 + g2 * g2 * v * v + h12 * s2 * v;
    out->lower = fmax(0, out->tau2 - sqrt(fmax(0, down)));
    out->upper = fmax(0, out->tau2 + sqrt(fmax(0, up)));
}

/* Without noise S^2 is tau^2's own. */
static void set_limits_without_noise(double s2, size_t m, double confidence,
                                     struct assay_interaction *out)
{
    const double p = (1 - confidence) / 2, df = (double)m - 1;
    out->lower = s2 / chi2_over(1 - p, df);
    out->upper = s2 / chi2_over(p, df);
    out->f = s2 > 0 ? (double)INFINITY : (double)NAN;
    out->p = s2 > 0 ? 0 : 1;
}

/* Equal noise carries lost rounds, and unequal noise equal rounds; both together not. A factor of four between
 * the machines' noise is no accident of a few rounds. */
static bool is_approximate(const struct assay_machine *machines, size_t m)
{
    double least = INFINITY, most = 0;
    bool unequal = false;
    for (size_t j = 0; j < m; j++) {
        unequal |= machines[j].rounds != machines[0].rounds;
        if (machines[j].borrowed)
            continue;
        const double variance = machines[j].v * (double)machines[j].rounds;
        least = fmin(least, variance);
        most = fmax(most, variance);
    }
    return unequal && most > 4 * least;
}

struct assay_interaction interaction_of(struct assay_machine *machines, size_t m, double s2,
                                        double confidence)
{
    const double none = (double)NAN;
    struct assay_interaction out = {none, none, none, none, none, none, none, none, none, false};
    const struct donors donors = find_donors(machines, m);
    if (donors.least == 0)
        return out;
    take_within(machines, m, &donors, &out);
    out.tau2 = s2 - out.v_bar;
    out.df_between = box(machines, m, fmax(out.tau2, 0));
    out.df_test = box(machines, m, 0);
    out.approximate = is_approximate(machines, m);
    if (out.v_bar == 0) {
        set_limits_without_noise(s2, m, confidence, &out);
        return out;
    }
    out.f = s2 / out.v_bar;
    out.p = pf(out.f, out.df_test, out.df_within, 0, 0);
    set_limits(s2, confidence, &out);
    return out;
}
