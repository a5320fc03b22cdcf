/* SPDX-License-Identifier: GPL-3.0-or-later */
/* rounded.c -- the E step when values were rounded to a tick h.
 * Source:   METHODS B12, F8; McLachlan & Jones 1988, Biometrics 44:571-578. The mass of a bin is
 *           Phi(b) - Phi(a), a, b = (x -+ h/2 - mean) / sd; moments within it are those of a
 *           truncated normal. The likelihood is divided by h per value, so that it compares with
 *           that of densities.
 * Edge:     a bin farther than FAR sd: mass and moments from the tail's leading terms.
 * Checked:  tests/lib/mixture/test_rounded.c: against densities for fine ticks; the mean and sd of
 *           rounded normals; the likelihood never falls.
 */
#include <math.h>

#include "mixture/em.h"

enum { FAR = 35 };

static const double log_sqrt_two_pi = 0.91893853320467274178;

struct bin {
    double log_mass, z, zz; /* z and z^2 expected within it */
};

static double upper_tail(double x)
{
    return 0.5 * erfc(x * 0.70710678118654752440);
}

static double density(double x)
{
    return 0.39894228040143267794 * exp(-0.5 * x * x);
}

/* 0 < a < b, both beyond FAR: all mass is near a, falling as exp(-a t). */
static struct bin far_bin(double a, double b)
{
    double width = a * (b - a), kept = -expm1(-width);
    double over = (1 - width * exp(-width) / kept) / a;
    double z = a + fmin(over, b - a);
    return (struct bin){-0.5 * a * a - log_sqrt_two_pi - log(a) + log(kept), z, z * z};
}

static struct bin bin_of(double a, double b)
{
    if (a > FAR)
        return far_bin(a, b);
    if (b < -FAR) {
        struct bin bin = far_bin(-b, -a);
        bin.z = -bin.z;
        return bin;
    }
    double mass = a > 0 ? upper_tail(a) - upper_tail(b) : upper_tail(-b) - upper_tail(-a);
    double at_a = density(a), at_b = density(b);
    if (!(mass > 0)) { /* far narrower than the distance between doubles there */
        double middle = 0.5 * (a + b);
        return (struct bin){log(density(middle) * (b - a)), middle, middle * middle};
    }
    return (struct bin){log(mass), (at_a - at_b) / mass, 1 + (a * at_a - b * at_b) / mass};
}

double em_expect_rounded(const struct em_problem *problem, const struct assay_mixture *mixture,
                         struct em_sums *sums)
{
    double half = 0.5 * problem->tick, log_tick = log(problem->tick), loglik = 0;
    double log_weight[EM_MAX], inverse[EM_MAX];
    struct bin bins[EM_MAX];
    for (size_t k = 0; k < mixture->k; k++) {
        sums->r[k] = sums->rz[k] = sums->rzz[k] = 0;
        log_weight[k] = log(mixture->part[k].weight);
        inverse[k] = 1 / mixture->part[k].sd;
    }
    for (size_t i = 0; i < problem->n_padded; i++) {
        double largest = -HUGE_VAL, sum = 0;
        for (size_t k = 0; k < mixture->k; k++) {
            double distance = problem->x[i] - mixture->part[k].mean;
            bins[k] = bin_of((distance - half) * inverse[k], (distance + half) * inverse[k]);
            bins[k].log_mass += log_weight[k];
            largest = fmax(largest, bins[k].log_mass);
        }
        for (size_t k = 0; k < mixture->k; k++) {
            bins[k].log_mass = exp(bins[k].log_mass - largest);
            sum += bins[k].log_mass;
        }
        loglik += problem->weight[i] * (largest + log(sum) - log_tick);
        for (size_t k = 0; k < mixture->k; k++) {
            double r = problem->weight[i] * bins[k].log_mass / sum;
            sums->r[k] += r;
            sums->rz[k] += r * bins[k].z;
            sums->rzz[k] += r * bins[k].zz;
        }
    }
    return loglik;
}
