/* SPDX-License-Identifier: GPL-3.0-or-later */
/* planner.c -- the counts below the top that give the narrowest interval for the time.
 * Source:   METHODS A5, F3. One top unit costs C = sum c_i P_i and has variance V = sum T_i^2 / P_i,
 *           P_i the units of level i in it; the time for a given half-width goes with V C. Without
 *           integers P_i ~ sqrt(T_i^2 / c_i), made monotone by pooling adjacent violators
 *           (Barlow et al. 1972).
 * Assumes:  components and costs as given are the true ones.
 * Edge:     t2 <= 0 counts as 0; a level that ends up with one unit per parent is `removed`. Below a
 *           top of component 0 the best count is infinite. All components 0: one of everything.
 * Checked:  brute force over integers <= 30, 1000 problems, with and without limits, tests/lib/plan/test_planner.c. */
#include <math.h>
#include <string.h>

#include "base/try.h"
#include "plan/plan.h"

/* Consecutive levels that are opened together: their costs and components add. */
struct block {
    size_t first; /* its highest level */
    double t2, cost_s;
};

static double worth(const struct block *block)
{
    return block->t2 == 0 ? 0 : block->t2 / block->cost_s;
}

/* Pools from the top: a block that is worth no more than the one above it is opened with it. */
static size_t pool(const struct assay_plan_input *input, struct block *blocks)
{
    size_t n = 0;
    for (size_t i = 0; i < input->n_levels; i++) {
        blocks[n++] = (struct block){i, fmax(input->t2[i], 0), plan_cost(input, i)};
        while (n > 1 && worth(&blocks[n - 1]) <= worth(&blocks[n - 2])) {
            blocks[n - 2].t2 += blocks[n - 1].t2;
            blocks[n - 2].cost_s += blocks[n - 1].cost_s;
            n--;
        }
    }
    return n;
}

static void real_counts(const struct block *blocks, size_t n, struct assay_plan *plan)
{
    for (size_t i = 0; i < plan->n_levels; i++) {
        plan->real[i] = 1;
        plan->removed[i] = i > 0;
    }
    for (size_t b = 1; b < n; b++) {
        plan->real[blocks[b].first] = sqrt(worth(&blocks[b]) / worth(&blocks[b - 1]));
        plan->removed[blocks[b].first] = false;
    }
}

/* ---- integers ---- */

struct search {
    const struct assay_plan_input *input;
    const struct assay_plan_limits *limits;
    size_t count[ASSAY_MAX_LEVELS];
    double value; /* V C */
};

/* A count as the limits allow it. */
static size_t allowed(const struct search *search, size_t level, double count)
{
    const size_t least = search->limits->least[level], most = search->limits->most[level];
    size_t result = plan_count(count);
    if (most > 0 && result > most)
        result = most;
    return result < least ? least : result;
}

/* Steps of one unit beyond this many change V C by less than a millionth. */
enum { LARGE_COUNT = 1000, MOST_ROUNDS = 1000 };

static double product(const struct assay_plan_input *input, const size_t *count)
{
    double cost_s, variance;
    plan_unit(input, count, &cost_s, &variance);
    return cost_s * variance;
}

/* Takes a change of the counts when it is better by more than rounding. */
static bool accept(struct search *search, const size_t *count)
{
    double value = product(search->input, count);
    if (!(value < search->value * (1 - 1e-14)))
        return false;
    memcpy(search->count, count, sizeof search->count);
    search->value = value;
    return true;
}

/* With all other counts fixed V C is a + b r + d / r: its integer minimum is beside sqrt(d / b). */
static bool improve_one(struct search *search, size_t level)
{
    size_t count[ASSAY_MAX_LEVELS];
    memcpy(count, search->count, sizeof count);
    const struct plan_parts parts = plan_parts_of(search->input, count, level);
    if (!(parts.above_variance > 0) && search->limits->most[level] == 0)
        return false;
    /* Below what does not vary: as many as are allowed. */
    double best = parts.above_variance > 0 ? sqrt(parts.below_variance * parts.above_cost /
                                                  (parts.above_variance * parts.below_cost))
                                           : (double)INFINITY;
    count[level] = allowed(search, level, floor(best));
    bool better = accept(search, count);
    count[level] = allowed(search, level, ceil(best));
    return accept(search, count) || better;
}

static bool improve_pair(struct search *search, size_t i, size_t j)
{
    bool better = false;
    for (int step = -1; search->count[i] <= LARGE_COUNT && step <= 1; step += 2) {
        size_t count[ASSAY_MAX_LEVELS];
        memcpy(count, search->count, sizeof count);
        count[i] = allowed(search, i, (double)count[i] + step);
        struct search moved = {.input = search->input,
                               .limits = search->limits,
                               .value = product(search->input, count)};
        memcpy(moved.count, count, sizeof moved.count);
        (void)improve_one(&moved, j);
        better = accept(search, moved.count) || better;
    }
    return better;
}

static void descend(struct search *search)
{
    const size_t n = search->input->n_levels;
    bool better = true;
    for (int round = 0; better && round < MOST_ROUNDS; round++) {
        better = false;
        for (size_t i = 1; i < n; i++)
            better = improve_one(search, i) || better;
        for (size_t i = 1; !better && i < n; i++)
            for (size_t j = 1; j < n; j++)
                better = (i != j && improve_pair(search, i, j)) || better;
    }
}

/* From each choice of rounding up or down, downhill to where no change of two counts helps. */
static void best_integers(const struct assay_plan_input *input,
                          const struct assay_plan_limits *limits, struct assay_plan *plan)
{
    struct search best = {.input = input, .limits = limits, .value = INFINITY};
    for (unsigned choice = 0; choice < 1U << (input->n_levels - 1); choice++) {
        struct search search = {.input = input, .limits = limits};
        search.count[0] = 1;
        for (size_t i = 1; i < input->n_levels; i++)
            search.count[i] = allowed(
                &search, i, choice >> (i - 1) & 1 ? ceil(plan->real[i]) : floor(plan->real[i]));
        search.value = product(input, search.count);
        if (search.value > 0 && isfinite(search.value))
            descend(&search);
        if (search.value < best.value)
            best = search;
    }
    memcpy(plan->count, best.count, sizeof plan->count);
}

/* At its most, and one more would be better: V C is convex in the logarithm of a count. */
static void find_bounded(const struct assay_plan_input *input,
                         const struct assay_plan_limits *limits, struct assay_plan *plan)
{
    for (size_t i = 1; i < plan->n_levels; i++) {
        size_t count[ASSAY_MAX_LEVELS];
        memcpy(count, plan->count, sizeof count);
        count[i]++;
        plan->bounded[i] = limits->most[i] > 0 && plan->count[i] == limits->most[i] &&
                           product(input, count) < product(input, plan->count) * (1 - 1e-14);
    }
}

/* ---- entry points ---- */

enum assay_status plan_check(const struct assay_plan_input *input, struct assay_error *error)
{
    if (input->n_levels < 1 || input->n_levels > ASSAY_MAX_LEVELS)
        return assay_fail(error, ASSAY_INVALID, "a plan has 1 to %d levels, not %zu",
                          ASSAY_MAX_LEVELS, input->n_levels);
    double cost_s = 0;
    for (size_t i = 0; i < input->n_levels; i++) {
        if (!isfinite(input->t2[i]))
            return assay_fail(error, ASSAY_INVALID,
                              "the component of level %zu must be finite, is %g", i + 1,
                              input->t2[i]);
        if (!(isfinite(input->cost_s[i]) && input->cost_s[i] >= 0))
            return assay_fail(error, ASSAY_INVALID,
                              "the cost of level %zu must be finite and not negative, is %g s",
                              i + 1, input->cost_s[i]);
        cost_s += input->cost_s[i];
    }
    if (!(cost_s > 0 && isfinite(cost_s)))
        return assay_fail(error, ASSAY_INVALID, "the costs must have a positive sum, have %g s",
                          cost_s);
    return ASSAY_OK;
}

static enum assay_status check_limits(const struct assay_plan_input *input,
                                      const struct assay_plan_limits *limits,
                                      struct assay_error *error)
{
    for (size_t i = 1; i < input->n_levels; i++)
        if (limits->most[i] > 0 && limits->least[i] > limits->most[i])
            return assay_fail(error, ASSAY_INVALID,
                              "level %zu cannot have at least %zu and at most %zu units", i + 1,
                              limits->least[i], limits->most[i]);
    return ASSAY_OK;
}

enum assay_status assay_plan_exact(const struct assay_plan_input *input, struct assay_plan *out,
                                   struct assay_error *error)
{
    static const struct assay_plan_limits none = {.least = {0}};
    return assay_plan_within(input, &none, out, error);
}

enum assay_status assay_plan_within(const struct assay_plan_input *input,
                                    const struct assay_plan_limits *limits, struct assay_plan *out,
                                    struct assay_error *error)
{
    TRY(plan_check(input, error));
    TRY(check_limits(input, limits, error));
    struct block blocks[ASSAY_MAX_LEVELS];
    struct assay_plan plan = {.n_levels = input->n_levels};
    /* What is free costs a little everywhere, or more would always be better. */
    struct assay_plan_input priced = *input;
    for (size_t i = 0; i < input->n_levels; i++)
        priced.cost_s[i] = plan_cost(input, i);
    real_counts(blocks, pool(&priced, blocks), &plan);
    best_integers(&priced, limits, &plan);
    find_bounded(&priced, limits, &plan);
    memcpy(plan.least, limits->least, sizeof plan.least);
    memcpy(plan.most, limits->most, sizeof plan.most);
    for (size_t i = 1; i < plan.n_levels; i++)
        plan.removed[i] = plan.removed[i] && plan.count[i] == 1;
    plan_unit(input, plan.count, &plan.unit_cost_s, &plan.unit_variance);
    *out = plan;
    return ASSAY_OK;
}
