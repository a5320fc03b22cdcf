/* SPDX-License-Identifier: GPL-3.0-or-later */
/* winner.c -- I3: which of several versions wins a single run?
 * Source:   METHODS A12: I3 = integral of f_1 prod_j (1 - F_j), by 16-point Gauss-Legendre rules on
 *           panels no wider than one sd of any part near its bulk: the integrand is entire, so each
 *           panel is good to the last digits. Twin: sums over the values, ties shared out by a
 *           uniform draw, whose polynomial the same rule integrates exactly up to 32 versions.
 * Edge:     one version wins always. Parts reach to 9 sd: 1e-19 of them is left out.
 * Checked:  oracle varcore.json: 1e-8; the shares sum to 1 within 1e-9.
 */
#include <assay/mixture.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/try.h"
#include "base/view.h"
#include "mixture/problem.h"

enum { NODES = 16, REACH = 9, ROUGH_REACH = 6, ROUGH_STEP = 3 };

/* Nodes and weights on (0, 1). */
static void legendre(double node[NODES], double weight[NODES])
{
    for (int i = 0; i < NODES; i++) {
        double x = cos(3.14159265358979323846 * (i + 0.75) / (NODES + 0.5)), slope = 1;
        for (int step = 0; step < 100; step++) {
            double p0 = 1, p1 = x;
            for (int j = 2; j <= NODES; j++) {
                double p2 = ((2 * j - 1) * x * p1 - (j - 1) * p0) / j;
                p0 = p1;
                p1 = p2;
            }
            slope = NODES * (x * p1 - p0) / (x * x - 1);
            double next = x - p1 / slope;
            if (next == x)
                break;
            x = next;
        }
        node[i] = 0.5 * (1 - x);
        weight[i] = 1 / ((1 - x * x) * slope * slope);
    }
}

static double above(const struct assay_mixture *mixture, double x)
{
    double sum = 0;
    for (size_t k = 0; k < mixture->k; k++)
        sum += mixture->part[k].weight * 0.5 *
               erfc((x - mixture->part[k].mean) / mixture->part[k].sd * 0.70710678118654752440);
    return sum;
}

/* Adds weight times the integrands of all versions at x. */
static void add_at(const struct assay_mixture *mixtures, size_t n, double x, double weight,
                   double *survival, double *shares)
{
    for (size_t j = 0; j < n; j++)
        survival[j] = above(&mixtures[j], x);
    for (size_t j = 0; j < n; j++) {
        double product = weight * assay_mixture_density(&mixtures[j], x);
        for (size_t i = 0; i < n && product > 0; i++)
            product *= i == j ? 1 : survival[i];
        shares[j] += product;
    }
}

static size_t list_panels(const struct assay_mixture *mixtures, size_t n, int reach, int step,
                          double *at)
{
    size_t n_at = 0;
    for (size_t j = 0; j < n; j++)
        for (size_t k = 0; k < mixtures[j].k; k++)
            for (int t = -reach; t <= reach; t += step)
                at[n_at++] = mixtures[j].part[k].mean + t * mixtures[j].part[k].sd;
    sort_doubles(at, n_at);
    return n_at;
}

static enum assay_status check_all(const struct assay_mixture *mixtures, size_t n,
                                   struct assay_error *error)
{
    enum assay_status status = ASSAY_OK;
    if (n < 1)
        return assay_fail(error, ASSAY_INVALID, "no mixture to choose from");
    for (size_t j = 0; j < n && status == ASSAY_OK; j++)
        status = assay_mixture_check(&mixtures[j], error);
    return status;
}

static enum assay_status integrate(const struct assay_mixture *mixtures, size_t n, int reach,
                                   int step, double *shares, struct assay_error *error)
{
    TRY(check_all(mixtures, n, error));
    size_t n_parts = 0;
    for (size_t j = 0; j < n; j++)
        n_parts += mixtures[j].k;
    OWNED double *at = malloc((n_parts * (2 * REACH + 1) + 2 * n) * sizeof *at);
    if (at == NULL)
        return assay_fail(error, ASSAY_NO_MEMORY, "no memory to compare %zu mixtures", n);
    double *survival = at + n_parts * (2 * REACH + 1), *sums = survival + n;
    double node[NODES], weight[NODES];
    size_t n_at = list_panels(mixtures, n, reach, step, at);
    legendre(node, weight);
    memset(sums, 0, n * sizeof *sums);
    for (size_t i = 1; i < n_at; i++) {
        double width = at[i] - at[i - 1];
        for (int q = 0; q < NODES && width > 0; q++)
            add_at(mixtures, n, at[i - 1] + width * node[q], width * weight[q], survival, sums);
    }
    memcpy(shares, sums, n * sizeof *shares);
    return ASSAY_OK;
}

enum assay_status assay_mixture_winner(const struct assay_mixture *mixtures, size_t n,
                                       double *shares, struct assay_error *error)
{
    return integrate(mixtures, n, REACH, 1, shares, error);
}

enum assay_status mixture_winner_rough(const struct assay_mixture *mixtures, size_t n,
                                       double *shares)
{
    return integrate(mixtures, n, ROUGH_REACH, ROUGH_STEP, shares, NULL);
}

/* ---- of values ---- */

struct place { /* in one sample's ascending values */
    double *x;
    size_t n, next;    /* values before next are below the present one */
    double tied, over; /* shares equal to it, and above it */
};

static bool next_value(const struct place *places, size_t n, double *value)
{
    *value = HUGE_VAL;
    for (size_t j = 0; j < n; j++)
        if (places[j].next < places[j].n)
            *value = fmin(*value, places[j].x[places[j].next]);
    return *value < HUGE_VAL;
}

static void step_to(struct place *place, double value)
{
    size_t begin = place->next;
    while (place->next < place->n && place->x[place->next] <= value)
        place->next++;
    place->tied = (double)(place->next - begin) / (double)place->n;
    place->over = (double)(place->n - place->next) / (double)place->n;
}

static void share_out(struct place *places, size_t n, const double *node, const double *weight,
                      double *shares)
{
    double value;
    memset(shares, 0, n * sizeof *shares);
    while (next_value(places, n, &value)) {
        for (size_t j = 0; j < n; j++)
            step_to(&places[j], value);
        for (size_t j = 0; j < n; j++)
            for (int q = 0; q < NODES && places[j].tied > 0; q++) {
                double product = places[j].tied * weight[q];
                for (size_t i = 0; i < n; i++)
                    product *= i == j ? 1 : places[i].over + places[i].tied * node[q];
                shares[j] += product;
            }
    }
}

enum assay_status assay_values_winner(const struct assay_view *views, size_t n, double *shares,
                                      struct assay_error *error)
{
    if (n < 1)
        return assay_fail(error, ASSAY_INVALID, "no sample to choose from");
    OWNED struct place *places = calloc(n, sizeof *places);
    if (places == NULL)
        return assay_fail(error, ASSAY_NO_MEMORY, "no memory to compare %zu samples", n);
    enum assay_status status = ASSAY_OK;
    for (size_t j = 0; j < n && status == ASSAY_OK; j++) {
        places[j].n = views[j].n;
        status = view_check(views[j], 1, "the winner of a single run", error);
        if (status == ASSAY_OK)
            status = view_sorted(views[j], &places[j].x, error);
    }
    if (status == ASSAY_OK) {
        double node[NODES], weight[NODES];
        legendre(node, weight);
        share_out(places, n, node, weight, shares);
    }
    for (size_t j = 0; j < n; j++)
        free(places[j].x);
    return status;
}
