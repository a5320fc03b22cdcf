/* SPDX-License-Identifier: GPL-3.0-or-later */
/* stat_components.c -- `assay stat components` and `impact`: what each level adds to the variance. */
#include <math.h>

#include "base/failure.h"
#include "cli/stat.h"
#include "view/text/view_memory.h"

struct level {
    double count, s2, t2;
    double share, lower, upper, df; /* of t2 */
};

struct tree {
    size_t n_levels;
    struct level level[ASSAY_MAX_LEVELS];
    double mean;
    struct assay_interval interval;
    assay_warnings warnings;
    bool has_impact;
    struct assay_impact impact;
};

/* Levels that were not repeated have no component; they are listed with a count of 1. */
static enum assay_status analyse_repeated(const struct assay_sample *repeated, const bool *removed,
                                          double confidence, struct tree *tree,
                                          struct assay_error *error)
{
    struct assay_components components;
    struct assay_share shares[ASSAY_MAX_LEVELS];
    struct assay_estimate mean;
    TRY(assay_components_of(repeated, &components, error));
    TRY(assay_variance_shares(repeated, confidence, shares, error));
    TRY(assay_mean_interval(repeated, confidence, &mean, error));
    tree->mean = mean.estimate;
    tree->interval = mean.interval;
    tree->warnings |= mean.warnings;
    for (size_t i = 0, k = 0; i < tree->n_levels; i++) {
        if (removed[i])
            continue;
        tree->level[i] = (struct level){components.level[k].count,
                                        components.level[k].s2,
                                        components.level[k].t2,
                                        shares[k].share,
                                        shares[k].lower,
                                        shares[k].upper,
                                        shares[k].df};
        if (components.level[k].opposed)
            tree->warnings |= ASSAY_WARNING(ASSAY_WARN_COMPONENT_NEGATIVE);
        k++;
    }
    tree->has_impact = components.n_levels > 1 &&
                       view_defined(assay_impact_factor(repeated, confidence, &tree->impact, NULL));
    return ASSAY_OK;
}

static enum assay_status analyse(const struct assay_sample *sample, double confidence,
                                 struct tree *tree, struct assay_error *error)
{
    SCOPED(stat_repeated_fini) struct stat_repeated repeated = {0};
    *tree = (struct tree){.n_levels = sample->shape.n_levels,
                          .interval = {.lower = NAN, .upper = NAN, .df = NAN}};
    for (size_t i = 0; i < tree->n_levels; i++)
        tree->level[i] = (struct level){1, NAN, NAN, NAN, NAN, NAN, NAN};
    TRY(stat_repeated_init(&repeated, sample, error));
    tree->warnings = repeated.warnings;
    enum assay_status status = ASSAY_OK;
    if (assay_shape_units(&sample->shape, tree->n_levels - 1) == 1)
        tree->mean = sample->values[0];
    else
        status = analyse_repeated(&repeated.sample, repeated.removed, confidence, tree, error);
    return status;
}

static void say_tree(struct stat_answer *answer, const struct tree *tree)
{
    double confidence = answer->confidence;
    stat_say(answer, "Mean and variance by level of %s, %zu values\n\n", answer->sample[0].name,
             answer->sample[0].n);
    stat_say_number(answer, "mean", tree->mean);
    stat_say_interval(answer, confidence, tree->interval.lower, tree->interval.upper);
    stat_say_number(answer, "degrees of freedom", tree->interval.df);
    stat_say(answer, "\n  %-12s %8s %13s %13s %8s  %.4g %% interval of T2\n", "level", "count",
             "S2", "T2", "share", 100 * confidence);
    for (size_t i = 0; i < tree->n_levels; i++) {
        const struct level *level = &tree->level[i];
        const char *name = i == 0 ? "top" : i + 1 == tree->n_levels ? "lowest" : "";
        if (isnan(level->t2)) {
            stat_say(answer, "  %zu %-10s %8.4g   not repeated\n", i + 1, name, level->count);
            continue;
        }
        stat_say(answer, "  %zu %-10s %8.4g %13.6g %13.6g %6.1f %%", i + 1, name, level->count,
                 level->s2, level->t2, 100 * level->share);
        if (!isnan(level->lower))
            stat_say(answer, "  [%.4g, %.4g]", level->lower, level->upper);
        stat_say(answer, "\n");
    }
    if (tree->has_impact)
        stat_say(answer,
                 "\nImpact factor %.4g (%.4g %% interval %.4g to %.4g). The standard deviation of "
                 "a mean is so many times as\nlarge when its units come from different top units "
                 "instead of one.\n",
                 tree->impact.factor, 100 * confidence, tree->impact.lower, tree->impact.upper);
}

static bool components(struct stat_answer *answer)
{
    struct assay_sample sample;
    struct tree tree;
    if (!stat_nested(&answer->sample[0], "shape", answer->options->shape, answer, &sample))
        return false;
    if (analyse(&sample, answer->confidence, &tree, &answer->error) != ASSAY_OK)
        return false;
    answer->warnings = tree.warnings;
    const struct level *levels = tree.level;
    stat_put(answer, JSON("mean", tree.mean),
             JSON("levels",
                  JSON_LIST(i, tree.n_levels,
                            render_json_make(
                                JSON("count", levels[i].count), JSON("s2", levels[i].s2),
                                JSON("t2", levels[i].t2), JSON("share", levels[i].share),
                                JSON("t2_lower", levels[i].lower),
                                JSON("t2_upper", levels[i].upper), JSON("t2_df", levels[i].df)))),
             JSON("lower", tree.interval.lower), JSON("upper", tree.interval.upper),
             JSON("df", tree.interval.df));
    say_tree(answer, &tree);
    return true;
}

static bool impact(struct stat_answer *answer)
{
    struct assay_sample sample;
    struct assay_impact found;
    if (!stat_nested(&answer->sample[0], "shape", answer->options->shape, answer, &sample))
        return false;
    struct stat_repeated repeated;
    enum assay_status status = stat_repeated_init(&repeated, &sample, &answer->error);
    if (status == ASSAY_OK)
        status = assay_impact_factor(&repeated.sample, answer->confidence, &found, &answer->error);
    answer->warnings = repeated.warnings;
    stat_repeated_fini(&repeated);
    if (status != ASSAY_OK)
        return false;
    stat_put(answer, STAT_ESTIMATE("factor", found.factor, found.lower, found.upper),
             JSON("f", found.f), JSON("df1", found.df1), JSON("df2", found.df2),
             JSON("p", found.p));
    stat_say(answer,
             "Impact factor of the top level of %s: by how much the standard deviation of a "
             "mean grows\nwhen its units come from different top units instead of one\n\n",
             answer->sample[0].name);
    stat_say_number(answer, "impact factor", found.factor);
    stat_say_interval(answer, answer->confidence, found.lower, found.upper);
    stat_say_number(answer, "p", found.p);
    stat_conclude(answer, found.p, "the top level matters; repeat it",
                  "it is not shown that the top level matters");
    return true;
}

const struct stat_method stat_component_methods[] = {
    {"components", "mean and variance by level", 1, 1, " shape ", components},
    {"impact", "how much does the top level matter? (impact factor)", 1, 1, " shape ", impact},
    {NULL, NULL, 0, 0, NULL, NULL},
};
