/* SPDX-License-Identifier: GPL-3.0-or-later */
/* em.c -- expectation and maximisation for one-dimensional Gaussian mixtures, accelerated.
 * Source:   Dempster, Laird & Rubin 1977; METHODS A12. Acceleration: Varadhan & Roland 2008, SQUAREM
 *           S3 on (log weight, mean, log sd), undone where it does not raise the likelihood.
 * Assumes:  values standardised by their own mean and sd.
 * Edge:     the likelihood grows without bound as a sd goes to 0: none falls below problem->floor. A
 *           part that has lost all its values keeps its place with weight LEAST_WEIGHT.
 * Checked:  oracle gmm.json, em_trace (1, 2, 5 … steps), relative 1e-9.
 */
#include "mixture/em.h"

#include <math.h>

static const double least_weight = 1e-12;
static const double unseen = 58; /* 2^-58: of a sum of 20 heights less than its rounding */

void em_near_parts(const struct em_parts *parts, double low, double high, struct em_near *near)
{
    double top[EM_MAX], sure = -HUGE_VAL;
    for (size_t k = 0; k < parts->k; k++) {
        double from = (low - parts->mean[k]) * parts->scale[k];
        double to = (high - parts->mean[k]) * parts->scale[k];
        double nearest = from > 0 ? from : to < 0 ? to : 0;
        double farthest = -from > to ? from : to;
        double bottom = parts->log_height[k] - farthest * farthest;
        top[k] = parts->log_height[k] - nearest * nearest;
        sure = bottom > sure ? bottom : sure;
    }
    near->n = 0;
    for (size_t k = 0; k < parts->k; k++)
        if (!(top[k] < sure - unseen))
            near->part[near->n++] = k;
}

/* The rounded E step gives conditional moments of the value before rounding: the same update. */
static void maximise(const struct em_problem *problem, const struct em_sums *sums,
                     const struct assay_mixture *from, struct assay_mixture *to)
{
    to->k = from->k;
    for (size_t k = 0; k < from->k; k++) {
        struct assay_gaussian part = from->part[k];
        double r = sums->r[k];
        if (!(r > least_weight * problem->total)) {
            to->part[k] = (struct assay_gaussian){least_weight, part.mean, part.sd};
            continue;
        }
        double shift = sums->rz[k] / r, variance = sums->rzz[k] / r - shift * shift;
        to->part[k].weight = r / problem->total;
        to->part[k].mean = part.mean + part.sd * shift;
        to->part[k].sd = fmax(part.sd * sqrt(fmax(variance, 0)), problem->floor);
    }
}

double em_step(const struct em_problem *problem, const struct assay_mixture *from,
               struct assay_mixture *to)
{
    const double half_log_two_pi = 0.91893853320467274178;
    struct em_sums sums;
    double loglik;
    if (problem->tick > 0) {
        loglik = em_expect_rounded(problem, from, &sums);
    } else {
        struct em_parts parts;
        parts.k = from->k;
        for (size_t k = 0; k < from->k; k++) {
            const struct assay_gaussian *part = &from->part[k];
            parts.log_height[k] = log2(part->weight / part->sd);
            parts.mean[k] = part->mean;
            parts.scale[k] = EM_SCALE / part->sd;
        }
        loglik =
            problem->path->expect(&parts, problem->x, problem->weight, problem->n_padded, &sums) -
            problem->total * half_log_two_pi;
    }
    maximise(problem, &sums, from, to);
    return loglik;
}

/* ---- acceleration ---- */

enum { PER_PART = 3 };

static void to_vector(const struct assay_mixture *mixture, double *vector)
{
    for (size_t k = 0; k < mixture->k; k++) {
        vector[PER_PART * k] = log(mixture->part[k].weight);
        vector[PER_PART * k + 1] = mixture->part[k].mean;
        vector[PER_PART * k + 2] = log(mixture->part[k].sd);
    }
}

static void from_vector(const double *vector, double floor, struct assay_mixture *mixture)
{
    double sum = 0, largest = -HUGE_VAL;
    for (size_t k = 0; k < mixture->k; k++)
        largest = fmax(largest, vector[PER_PART * k]);
    for (size_t k = 0; k < mixture->k; k++) {
        struct assay_gaussian *part = &mixture->part[k];
        part->weight = fmax(exp(vector[PER_PART * k] - largest), least_weight);
        part->mean = vector[PER_PART * k + 1];
        part->sd = fmin(fmax(exp(vector[PER_PART * k + 2]), floor), 1e3);
        sum += part->weight;
    }
    for (size_t k = 0; k < mixture->k; k++)
        mixture->part[k].weight /= sum;
}

/* The point that the last two steps aim at; *second when they do not. */
static void extrapolate(const struct assay_mixture *start, const struct assay_mixture *first,
                        const struct assay_mixture *second, double floor, struct assay_mixture *out)
{
    double p0[PER_PART * EM_MAX], p1[PER_PART * EM_MAX], p2[PER_PART * EM_MAX];
    double r2 = 0, v2 = 0;
    size_t n = PER_PART * start->k;
    to_vector(start, p0);
    to_vector(first, p1);
    to_vector(second, p2);
    for (size_t i = 0; i < n; i++) {
        double r = p1[i] - p0[i], v = p2[i] - p1[i] - r;
        r2 += r * r;
        v2 += v * v;
    }
    *out = *second;
    double length = sqrt(r2 / v2);
    if (!(length > 1) || !isfinite(length))
        return;
    for (size_t i = 0; i < n; i++) {
        double r = p1[i] - p0[i], v = p2[i] - p1[i] - r;
        p0[i] += 2 * length * r + length * length * v;
    }
    from_vector(p0, floor, out);
}

double em_run(const struct em_problem *problem, struct assay_mixture *mixture,
              const struct em_effort *effort, double bar)
{
    struct assay_mixture start = *mixture, first, second;
    double reached = -HUGE_VAL; /* of the last point that a plain step began at */
    int small_cycles = 0;
    bool jumped = false;
    for (size_t steps = 0; steps < effort->most_steps; steps += 2) {
        double loglik = em_step(problem, &start, &first);
        if (jumped && !(loglik >= reached)) { /* jumped too far: back to the plain step */
            start = second;
            loglik = em_step(problem, &start, &first);
            steps++;
        }
        double gain = loglik - reached;
        small_cycles = gain < effort->tolerance * (1 + fabs(loglik)) ? small_cycles + 1 : 0;
        *mixture = first;
        reached = em_step(problem, &first, &second);
        if (small_cycles >= 2 || reached + effort->patience * gain < bar)
            break;
        *mixture = second;
        extrapolate(&start, &first, &second, problem->floor, &start);
        jumped = true;
    }
    return em_step(problem, mixture, &second);
}
