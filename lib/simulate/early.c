/* SPDX-License-Identifier: GPL-3.0-or-later */
/* early.c -- whether the limits of a resampled interval lie beyond some points, from the first
 * replicates that leave no doubt.
 * Source:   METHODS A4: the limits are the k-th smallest and largest of B replicates. So the lower
 *           one lies above x when fewer than k replicates are x or less: decided as soon as k of
 *           them are, or too few are left to become k.
 * Edge:     a replicate that is no ratio -> ASSAY_UNDEFINED, when it is met before the decision.
 * Checked:  tests/lib/simulate/test_run.c: the same decisions as from the whole intervals.
 */
#include "interval/bootstrap.h"
#include "interval/bootstrap_tree.h"
#include "simulate/design.h"

enum { MOST_POINTS = 2 + 2 * ASSAY_SIMULATE_MOST_MARGINS };

/* How many replicates lie on one side of a point, the point itself included. */
struct side {
    double at;
    bool from_above; /* counts those at or above; else those at or below */
    size_t n;
};

struct sides {
    struct side side[MOST_POINTS];
    size_t n;
};

static void add_side(struct sides *sides, double at, bool from_above)
{
    sides->side[sides->n++] = (struct side){at, from_above, 0};
}

/* The truth from both sides, then both ends of each margin when alarms are false alarms. */
static struct sides sides_of(const struct early_question *question)
{
    struct sides sides = {.n = 0};
    add_side(&sides, question->ratio, false);
    add_side(&sides, question->ratio, true);
    for (size_t m = 0; question->ratio == 1 && m < question->n_margins; m++) {
        add_side(&sides, 1 + question->margins[m], false);
        add_side(&sides, 1 / (1 + question->margins[m]), true);
    }
    return sides;
}

/* Counts a replicate; true while some count may still reach k or not. */
static bool count(struct sides *sides, double t, size_t k, size_t left)
{
    bool open = false;
    for (size_t i = 0; i < sides->n; i++) {
        struct side *side = &sides->side[i];
        side->n += side->from_above ? t >= side->at : t <= side->at;
        open |= side->n < k && side->n + left >= k;
    }
    return open;
}

static enum assay_status replicates(const struct resample_tree trees[2],
                                    const struct bootstrap_plan *plan,
                                    const struct early_question *question, struct sides *sides)
{
    const struct draw_path *path = draw_path_best();
    bool open = true;
    for (uint32_t b = 0; open && b < plan->replicates; b++) {
        double old = resample_tree_mean(&trees[0], path, question->options.seed, b, 0);
        double new = resample_tree_mean(&trees[1], path, question->options.seed, b, 1);
        if (!(old > 0 && new > 0))
            return ASSAY_UNDEFINED;
        open = count(sides, new / old, plan->rank, plan->replicates - b - 1);
    }
    return ASSAY_OK;
}

static void read_off(const struct sides *sides, size_t k, struct simulate_answer *answer)
{
    *answer = (struct simulate_answer){.defined = true,
                                       .covered = sides->side[0].n >= k && sides->side[1].n >= k};
    answer->has_alarms = sides->n > 2;
    for (size_t i = 2; i < sides->n; i += 2) {
        answer->above[i / 2 - 1] = sides->side[i].n < k;
        answer->below[i / 2 - 1] = sides->side[i + 1].n < k;
    }
}

enum assay_status early_answer(const struct early_question *question,
                               struct simulate_answer *answer, struct assay_error *error)
{
    const struct assay_bootstrap_options *options = &question->options;
    struct assay_sample samples[2];
    struct bootstrap_plan plan;
    struct resample_tree trees[2];
    enum assay_status status = bootstrap_prepare(question->given, 2, options, true, samples, error);
    if (status == ASSAY_OK)
        status = bootstrap_plan_make(options, bootstrap_least_top(samples, 2),
                                     bootstrap_plain_df(samples, 2, false), &plan, error);
    size_t made = 0;
    while (made < 2 && status == ASSAY_OK) {
        status = resample_tree_init(&trees[made], &samples[made],
                                    resample_depth(&samples[made].shape, options->mode),
                                    draw_path_best()->wants_planes, error);
        made += status == ASSAY_OK ? 1 : 0;
    }
    if (status == ASSAY_OK) {
        struct sides sides = sides_of(question);
        status = replicates(trees, &plan, question, &sides);
        if (status == ASSAY_OK)
            read_off(&sides, plan.rank, answer);
    }
    while (made-- > 0)
        resample_tree_fini(&trees[made]);
    return status;
}
