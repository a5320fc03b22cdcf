/* SPDX-License-Identifier: GPL-3.0-or-later */
/* standing.c -- which modes of a fit stand out of noise that is skewed.
 * Source:   ours. Times have a tail to one side, most of all where others take a processor, and a mixture of normal parts needs
 *           several for one tail: each may have a maximum of its own. Two neighbours are told as one mode where one skewed part,
 *           a log-normal with an origin of its own, is as good by BIC as the parts that stand there; or where the smaller one has no
 *           more values above the valley between them than a plain at the valley's height would have by chance
 *           (Poisson, `chance`): the tail of the one below the head of the other.
 * Assumes:  independent values; a skewed part is fitted as if its values ended where the neighbours begin, of which its
 *           likelihood is given.
 * Edge:     one mode stands; so do neighbours with next to nothing between them. What is left of two has the place of the higher one and the weight of both.
 * Checked:  planted modes and tails: tests/lib/mixture/test_standing.c; how often: docs/evidence/modes.md.
 */
#include <assay/mixture.h>

#include <Rmath.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/try.h"
#include "base/view.h"

static const double chance = 0.05;
static const double deep = 1e-3; /* of the lower head: a valley that no tail has */
enum { ORIGINS = 25, PLACES = 50, FARTHEST = 2000 };
enum { ENOUGH = 4096 }; /* of more values as many stand for all */

struct standing {
    const struct assay_mixture *mixture;
    const double *sorted;
    size_t n;
    bool left; /* the tail is to the left */
};

/* Values of two neighbouring modes; from and to are the valleys around both. Each of those looked at, n / step, stands for as many. */
struct stretch {
    const double *x;
    size_t n, step;
    double from, to;
};

/* ---- one skewed part ---- */

/* Of log(x - origin): the log-likelihood of the stretch, given that values lie in it. */
static double skewed_at(const struct stretch *s, double sign, double origin)
{
    double sum = 0, squares = 0, looked = 0;
    const double low = sign > 0 ? s->from : -s->to, high = sign > 0 ? s->to : -s->from;
    for (size_t i = 0; i < s->n; i += s->step, looked++)
        sum += log(sign * s->x[i] - origin);
    const double n = (double)s->n, mean = sum / looked;
    for (size_t i = 0; i < s->n; i += s->step)
        squares += pow(log(sign * s->x[i] - origin) - mean, 2);
    const double sd = sqrt(squares / looked);
    const double above = isfinite(high) ? pnorm(log(high - origin), mean, sd, 1, 0) : 1;
    const double below = low > origin ? pnorm(log(low - origin), mean, sd, 1, 0) : 0;
    return sd > 0 && above > below
               ? -n * (log(sd) + 0.5 + 0.5 * log(2 * M_PI) + log(above - below) + mean)
               : -HUGE_VAL;
}

static double skewed_best(const struct stretch *s, bool left)
{
    const double sign = left ? -1 : 1, range = s->x[s->n - 1] - s->x[0];
    const double first = left ? -s->x[s->n - 1] : s->x[0];
    double best = -HUGE_VAL;
    for (int i = 0; range > 0 && i < ORIGINS; i++)
        best =
            fmax(best, skewed_at(s, sign, first - range * pow(10, -3 + 4.5 * i / (ORIGINS - 1))));
    return best;
}

/* ---- the parts that stand there ---- */

static double below(const struct assay_mixture *mixture, double x)
{
    return isinf(x) ? x > 0 : assay_mixture_below(mixture, x);
}

static double parts_likelihood(const struct standing *all, const struct stretch *s)
{
    double sum = 0, looked = 0;
    for (size_t i = 0; i < s->n; i += s->step, looked++)
        sum += log(fmax(assay_mixture_density(all->mixture, s->x[i]), 1e-300));
    return (double)s->n *
           (sum / looked - log(below(all->mixture, s->to) - below(all->mixture, s->from)));
}

static double parts_parameters(const struct standing *all, const struct stretch *s)
{
    size_t parts = 0;
    for (size_t k = 0; k < all->mixture->k; k++)
        parts += all->mixture->part[k].mean >= s->from && all->mixture->part[k].mean <= s->to;
    return parts > 0 ? 3 * (double)parts - 1 : 2;
}

/* What one skewed part is better by, in BIC; above 0 it does. */
static double skewed_gain(const struct standing *all, const struct stretch *s)
{
    enum { PARAMETERS = 3 };
    if (s->n <= PARAMETERS)
        return HUGE_VAL;
    return 2 * (skewed_best(s, all->left) - parts_likelihood(all, s)) +
           (parts_parameters(all, s) - PARAMETERS) * log((double)s->n);
}

/* ---- the smaller of two ---- */

static size_t place_of(const struct standing *all, double x)
{
    size_t low = 0, high = all->n;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (all->sorted[middle] < x)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* That a plain at the valley's height would have as many values where the smaller mode is above it. */
static double plain_probability(const struct standing *all, const struct assay_mode *mode,
                                double valley)
{
    const double height = assay_mixture_density(all->mixture, valley),
                 step = (mode->at - valley) / PLACES;
    double end = mode->at;
    for (int i = 0; i < FARTHEST && assay_mixture_density(all->mixture, end) > height; i++)
        end += step;
    const double from = fmin(valley, end), to = fmax(valley, end);
    const double there = (double)(place_of(all, to) - place_of(all, from));
    const double expected = (double)all->n * height * (to - from);
    return there > 0 ? pgamma(expected, there, 1, 1, 0) : 1;
}

/* ---- all of them ---- */

/* Above 0: this mode and the next are one, the more so the larger it is. */
static double oneness(const struct standing *all, const struct assay_modes *modes, size_t i)
{
    const struct assay_mode *a = &modes->mode[i], *b = &modes->mode[i + 1];
    const size_t first = place_of(all, a->from), end = isinf(b->to) ? all->n : place_of(all, b->to);
    const size_t n = end - first;
    const struct stretch s = {all->sorted + first, n, n / ENOUGH + 1, a->from, b->to};
    if (assay_mixture_density(all->mixture, a->to) < deep * fmin(a->density, b->density))
        return -1;
    const double gain = skewed_gain(all, &s);
    if (gain > 0)
        return 1 + gain;
    const double plain = plain_probability(all, a->density < b->density ? a : b, a->to);
    return plain > chance ? plain : -1;
}

static void join(struct assay_modes *modes, size_t i)
{
    struct assay_mode *a = &modes->mode[i];
    const struct assay_mode b = modes->mode[i + 1];
    struct assay_mode both = a->density < b.density ? b : *a;
    both.from = a->from;
    both.to = b.to;
    both.weight = a->weight + b.weight;
    *a = both;
    memmove(a + 1, a + 2, (modes->n - i - 2) * sizeof *a);
    modes->n--;
}

static bool join_one(const struct standing *all, struct assay_modes *modes)
{
    double most = 0;
    size_t at = 0;
    for (size_t i = 0; i + 1 < modes->n; i++) {
        const double one = oneness(all, modes, i);
        at = one > most ? i : at;
        most = fmax(most, one);
    }
    if (most > 0)
        join(modes, at);
    return most > 0;
}

enum assay_status assay_modes_standing(struct assay_view view, const struct assay_mixture *mixture,
                                       bool left, struct assay_modes *modes,
                                       struct assay_error *error)
{
    double *sorted = malloc((view.n + 1) * sizeof *sorted);
    if (sorted == NULL)
        return assay_fail(error, ASSAY_NO_MEMORY, "no memory for the modes of %zu values", view.n);
    memcpy(sorted, view.x, view.n * sizeof *sorted);
    sort_doubles(sorted, view.n);
    const struct standing all = {mixture, sorted, view.n, left};
    while (modes->n > 1 && join_one(&all, modes))
        continue;
    free(sorted);
    return ASSAY_OK;
}
