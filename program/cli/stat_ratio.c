/* SPDX-License-Identifier: GPL-3.0-or-later */
/* stat_ratio.c -- `assay stat ratio`: new mean / old mean of nested numbers, by each method. */
#include <math.h>
#include <string.h>

#include "base/failure.h"
#include "cli/stat.h"

struct system_pair {
    struct assay_sample old_sample, new_sample;
};

typedef enum assay_status ratio_method(const struct system_pair *pair,
                                       const struct stat_answer *answer, struct assay_estimate *out,
                                       struct assay_error *error);

static enum assay_status fieller(const struct system_pair *pair, const struct stat_answer *answer,
                                 struct assay_estimate *out, struct assay_error *error)
{
    return assay_ratio_unpaired(&pair->old_sample, &pair->new_sample, answer->confidence,
                                (enum assay_ratio_df)answer->options->df, out, error);
}

static enum assay_status paper(const struct system_pair *pair, const struct stat_answer *answer,
                               struct assay_estimate *out, struct assay_error *error)
{
    return assay_ratio_unpaired(&pair->old_sample, &pair->new_sample, answer->confidence,
                                ASSAY_DF_PAPER, out, error);
}

static enum assay_status paired(const struct system_pair *pair, const struct stat_answer *answer,
                                struct assay_estimate *out, struct assay_error *error)
{
    return assay_ratio_paired(&pair->old_sample, &pair->new_sample, answer->confidence, out, error);
}

static enum assay_status visual(const struct system_pair *pair, const struct stat_answer *answer,
                                struct assay_estimate *out, struct assay_error *error)
{
    struct assay_detection found;
    TRY(assay_visual_detect(&pair->old_sample, &pair->new_sample, answer->confidence, &found,
                            error));
    *out = found.ratio;
    return ASSAY_OK;
}

static enum assay_status kt2006(const struct system_pair *pair, const struct stat_answer *answer,
                                struct assay_estimate *out, struct assay_error *error)
{
    struct assay_detection found;
    TRY(assay_kt2006_detect(&pair->old_sample, &pair->new_sample, answer->confidence, &found,
                            error));
    *out = found.ratio;
    return ASSAY_OK;
}

static enum assay_status resampled(const struct system_pair *pair, const struct stat_answer *answer,
                                   enum assay_bootstrap_mode mode, struct assay_estimate *out,
                                   struct assay_error *error)
{
    const struct assay_bootstrap_options asked = {
        .mode = mode,
        .confidence = answer->confidence,
        .seed = answer->global->seed.value,
        .n_threads = (size_t)answer->global->threads,
        .replicates = (size_t)answer->options->replicates,
        .paired = answer->options->paired,
    };
    struct assay_bootstrap_result found;
    TRY(assay_bootstrap_ratio(&pair->old_sample, &pair->new_sample, &asked, &found, error));
    *out = found.estimate;
    return ASSAY_OK;
}

static const struct way {
    const char *name;
    ratio_method *run; /* NULL: by resampling, in this mode */
    enum assay_bootstrap_mode mode;
    const char *words;
} ratio_methods[] = {
    {"fieller", fieller, 0, "Fieller"},
    {"paired", paired, 0, "Fieller, units paired in order"},
    {"paper", paper, 0, "Fieller, degrees of freedom r - 1"},
    {"bootstrap", NULL, ASSAY_BOOTSTRAP_CLUSTER, "bootstrap of the top level, expanded percentile"},
    {"rrr", NULL, ASSAY_BOOTSTRAP_RRR, "bootstrap of all levels, plain percentile"},
    {"rrn", NULL, ASSAY_BOOTSTRAP_RRN, "bootstrap of the two top levels, plain percentile"},
    {"rnn", NULL, ASSAY_BOOTSTRAP_RNN, "bootstrap of the top level, plain percentile"},
    {"flat", NULL, ASSAY_BOOTSTRAP_FLAT, "bootstrap of the pooled values, plain percentile"},
    {"visual", visual, 0, "visual test after Jain"},
    {"kt2006", kt2006, 0, "overlap of the intervals (17) of Kalibera and Tuma"},
};
enum { N_RATIO_METHODS = sizeof ratio_methods / sizeof ratio_methods[0] };

static bool find_ratio_method(const char *name, struct stat_answer *answer, size_t *index)
{
    char known[128] = "";
    for (size_t i = 0; i < N_RATIO_METHODS; i++) {
        if (strcmp(ratio_methods[i].name, name) == 0) {
            *index = i;
            return true;
        }
        strcat(strcat(known, i > 0 ? ", " : ""), ratio_methods[i].name);
    }
    return stat_usage(answer, "--method: \"%s\" is none of %s", name, known);
}

/* Fieller's is one of two methods; the bootstrap draws rounds; the papers' own know no pairs. */
static bool pair_ratio_method(struct stat_answer *answer, size_t *index)
{
    static const char *const with[][2] = {
        {"fieller", "paired"}, {"paired", "paired"}, {"bootstrap", "bootstrap"}};
    for (size_t i = 0; i < sizeof with / sizeof with[0]; i++)
        if (strcmp(ratio_methods[*index].name, with[i][0]) == 0)
            return find_ratio_method(with[i][1], answer, index);
    return stat_usage(answer,
                      "--paired: the method \"%s\" knows no pairs; fieller and bootstrap do",
                      ratio_methods[*index].name);
}

static void say_ratio(struct stat_answer *answer, const char *words,
                      const struct assay_estimate *ratio)
{
    const struct assay_interval *interval = &ratio->interval;
    stat_say(answer, "Ratio of means, %s to %s (%s)\n\n", answer->sample[1].name,
             answer->sample[0].name, words);
    stat_say_number(answer, "new / old", ratio->estimate);
    if (interval->kind == ASSAY_OUTSIDE)
        stat_say(answer, "  %-24s all but (%.7g, %.7g)\n", "confidence set", interval->lower,
                 interval->upper);
    else if (interval->kind == ASSAY_ALL)
        stat_say(answer, "  %-24s every ratio: the data exclude none\n", "confidence set");
    else
        stat_say_interval(answer, interval->confidence, interval->lower, interval->upper);
    if (!isnan(interval->df))
        stat_say_number(answer, "degrees of freedom", interval->df);
    stat_say(answer, "  %-24s %s\n", "method", interval->method);
    if (interval->kind == ASSAY_OUTSIDE || interval->kind == ASSAY_ALL) {
        stat_say(answer, "\nNothing follows: the old mean cannot be told from zero.\n");
        return;
    }
    bool above = interval->lower > 1;
    bool below = interval->kind == ASSAY_BOUNDED && interval->upper < 1;
    double percent = 100 * (ratio->estimate - 1);
    if (above || below)
        stat_say(answer, "\nThe new mean is %s, by %.4g %%.\n", above ? "higher" : "lower",
                 fabs(percent));
    else
        stat_say(answer, "\nNo change of the mean is shown (estimate %+.4g %%).\n", percent);
}

static enum assay_status run_repeated(const struct way *way, const struct system_pair *given,
                                      const struct stat_answer *answer, struct assay_estimate *out,
                                      struct assay_error *error)
{
    SCOPED(stat_repeated_fini) struct stat_repeated old_repeated = {0}, new_repeated = {0};
    TRY(stat_repeated_init(&old_repeated, &given->old_sample, error));
    TRY(stat_repeated_init(&new_repeated, &given->new_sample, error));
    const struct system_pair pair = {old_repeated.sample, new_repeated.sample};
    TRY(way->run != NULL ? way->run(&pair, answer, out, error)
                         : resampled(&pair, answer, way->mode, out, error));
    out->warnings |= old_repeated.warnings | new_repeated.warnings;
    return ASSAY_OK;
}

static bool ratio(struct stat_answer *answer)
{
    const struct stat_options *options = answer->options;
    size_t method = 0;
    struct system_pair pair;
    struct assay_estimate estimate;
    const char *name = options->method != NULL ? options->method : "fieller";
    const char *new_shape = options->shape_new != NULL ? options->shape_new : options->shape;
    if (!find_ratio_method(name, answer, &method) ||
        (options->paired && !pair_ratio_method(answer, &method)))
        return false;
    if (options->df != ASSAY_DF_SATTERTHWAITE && strcmp(name, "fieller") != 0 &&
        strcmp(name, "paper") != 0)
        return stat_usage(answer, "--df belongs to --method fieller");
    if (!stat_nested(&answer->sample[0], "shape", options->shape, answer, &pair.old_sample) ||
        !stat_nested(&answer->sample[1], options->shape_new != NULL ? "shape-new" : "shape",
                     new_shape, answer, &pair.new_sample))
        return false;
    if (run_repeated(&ratio_methods[method], &pair, answer, &estimate, &answer->error) != ASSAY_OK)
        return false;
    answer->warnings = estimate.warnings;
    stat_put(answer,
             STAT_ESTIMATE("estimate", estimate.estimate, estimate.interval.lower,
                           estimate.interval.upper),
             JSON("kind", assay_interval_kind_name(estimate.interval.kind)),
             JSON("df", estimate.interval.df), JSON("interval_method", estimate.interval.method));
    say_ratio(answer, ratio_methods[method].words, &estimate);
    return true;
}

const struct stat_method stat_ratio_methods[] = {
    {"ratio", "new mean / old mean, with its interval", 2, 2,
     " shape shape-new method df replicates paired ", ratio},
    {NULL, NULL, 0, 0, NULL, NULL},
};
