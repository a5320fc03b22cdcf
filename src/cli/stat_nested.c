/* SPDX-License-Identifier: GPL-3.0-or-later */
/* stat_nested.c -- `assay stat`: numbers nested by --shape: components, impact factor, ratio. */
#include <math.h>
#include <string.h>

#include "cli/stat.h"
#include "render/json.h"
#include "render/terminal.h"

/* The sample of one file, nested by a shape such as "3x2x2" (NULL: flat). */
static bool nested(const struct stat_sample *file, const char *option, const char *shape,
                   struct stat_answer *answer, struct assay_sample *sample)
{
    size_t counts[ASSAY_MAX_LEVELS], n_levels, n = 1;
    if (shape == NULL) {
        *sample = assay_sample_flat(file->values, file->n);
        return true;
    }
    if (!stat_read_shape(option, shape, counts, &n_levels)) {
        answer->code = EXIT_USAGE;
        return false;
    }
    for (size_t i = 0; i < n_levels; i++)
        n = n > SIZE_MAX / counts[i] ? SIZE_MAX : n * counts[i];
    if (n != file->n) {
        terminal_complain("assay stat: --%s %s asks for %zu values, %s holds %zu", option, shape, n,
                          file->name, file->n);
        answer->code = EXIT_DATA;
        return false;
    }
    *sample = assay_sample_balanced(file->values, n_levels, counts);
    return true;
}

/* The same without the levels that were not repeated, which are no levels; ends with repeated_fini.
 */
struct repeated {
    struct assay_sample sample;
    struct assay_shape_owned owned;
    bool removed[ASSAY_MAX_LEVELS];
    assay_warnings warnings;
};

static enum assay_status repeated_init(struct repeated *repeated, const struct assay_sample *sample,
                                       struct assay_error *error)
{
    *repeated = (struct repeated){.sample = *sample};
    enum assay_status status = assay_sample_check(sample, error);
    if (status == ASSAY_OK)
        status =
            assay_shape_drop_single(&sample->shape, &repeated->owned, repeated->removed, error);
    if (status != ASSAY_OK)
        return status;
    repeated->sample.shape = repeated->owned.shape;
    if (repeated->sample.shape.n_levels < sample->shape.n_levels)
        repeated->warnings = ASSAY_WARNING(ASSAY_WARN_LEVEL_MERGED);
    return ASSAY_OK;
}

static void repeated_fini(struct repeated *repeated)
{
    assay_shape_owned_fini(&repeated->owned);
}

/* ---- variance by level ---- */

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
    enum assay_status status = assay_components_of(repeated, &components, error);
    if (status == ASSAY_OK)
        status = assay_variance_shares(repeated, confidence, shares, error);
    if (status == ASSAY_OK)
        status = assay_mean_interval(repeated, confidence, &mean, error);
    if (status != ASSAY_OK)
        return status;
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
        if (components.level[k].t2 < 0)
            tree->warnings |= ASSAY_WARNING(ASSAY_WARN_COMPONENT_NEGATIVE);
        k++;
    }
    tree->has_impact = components.n_levels > 1 &&
                       assay_impact_factor(repeated, confidence, &tree->impact, NULL) == ASSAY_OK;
    return ASSAY_OK;
}

static enum assay_status analyse(const struct assay_sample *sample, double confidence,
                                 struct tree *tree, struct assay_error *error)
{
    struct repeated repeated;
    *tree = (struct tree){.n_levels = sample->shape.n_levels,
                          .interval = {.lower = NAN, .upper = NAN, .df = NAN}};
    for (size_t i = 0; i < tree->n_levels; i++)
        tree->level[i] = (struct level){1, NAN, NAN, NAN, NAN, NAN, NAN};
    enum assay_status status = repeated_init(&repeated, sample, error);
    if (status != ASSAY_OK)
        return status;
    tree->warnings = repeated.warnings;
    if (assay_shape_units(&sample->shape, tree->n_levels - 1) == 1)
        tree->mean = sample->values[0];
    else
        status = analyse_repeated(&repeated.sample, repeated.removed, confidence, tree, error);
    repeated_fini(&repeated);
    return status;
}

static void say_tree(const struct stat_request *request, struct stat_answer *answer,
                     const struct tree *tree)
{
    double confidence = request->global->confidence;
    stat_say(answer, "Mean and variance by level of %s, %zu values\n\n", request->sample[0].name,
             request->sample[0].n);
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
                 "\nUnits of the top level make means %.4g times as variable as one unit alone "
                 "(impact factor).\n",
                 tree->impact.factor);
}

static bool components(const struct stat_request *request, struct stat_answer *answer)
{
    struct assay_sample sample;
    struct tree tree;
    struct assay_error error;
    if (!nested(&request->sample[0], "shape", request->options->shape, answer, &sample))
        return false;
    if (analyse(&sample, request->global->confidence, &tree, &error) != ASSAY_OK)
        return stat_fail(answer, &error);
    answer->warnings = tree.warnings;
    stat_number(answer, "mean", tree.mean);
    json_t *levels = render_json_array();
    for (size_t i = 0; i < tree.n_levels; i++) {
        json_t *level = render_json_object();
        render_json_set(level, "count", render_json_number(tree.level[i].count));
        render_json_set(level, "s2", render_json_number(tree.level[i].s2));
        render_json_set(level, "t2", render_json_number(tree.level[i].t2));
        render_json_set(level, "share", render_json_number(tree.level[i].share));
        render_json_set(level, "t2_lower", render_json_number(tree.level[i].lower));
        render_json_set(level, "t2_upper", render_json_number(tree.level[i].upper));
        render_json_set(level, "t2_df", render_json_number(tree.level[i].df));
        render_json_append(levels, level);
    }
    render_json_set(answer->result, "levels", levels);
    stat_number(answer, "lower", tree.interval.lower);
    stat_number(answer, "upper", tree.interval.upper);
    stat_number(answer, "df", tree.interval.df);
    say_tree(request, answer, &tree);
    return true;
}

static bool impact(const struct stat_request *request, struct stat_answer *answer)
{
    struct assay_sample sample;
    struct assay_impact found;
    struct assay_error error;
    if (!nested(&request->sample[0], "shape", request->options->shape, answer, &sample))
        return false;
    struct repeated repeated;
    enum assay_status status = repeated_init(&repeated, &sample, &error);
    if (status == ASSAY_OK)
        status = assay_impact_factor(&repeated.sample, request->global->confidence, &found, &error);
    answer->warnings = repeated.warnings;
    repeated_fini(&repeated);
    if (status != ASSAY_OK)
        return stat_fail(answer, &error);
    stat_number(answer, "factor", found.factor);
    stat_number(answer, "lower", found.lower);
    stat_number(answer, "upper", found.upper);
    stat_number(answer, "f", found.f);
    stat_number(answer, "df1", found.df1);
    stat_number(answer, "df2", found.df2);
    stat_number(answer, "p", found.p);
    stat_say(answer,
             "Impact factor of the top level of %s: by how much the standard deviation of a "
             "mean grows\nwhen its units come from different top units instead of one\n\n",
             request->sample[0].name);
    stat_say_number(answer, "impact factor", found.factor);
    stat_say_interval(answer, request->global->confidence, found.lower, found.upper);
    stat_say_number(answer, "p", found.p);
    stat_conclude(answer, found.p, request->global->confidence, "the top level matters; repeat it",
                  "it is not shown that the top level matters");
    return true;
}

/* ---- ratio ---- */

struct pair {
    struct assay_sample old_sample, new_sample;
};

typedef enum assay_status ratio_method(const struct pair *pair, const struct stat_request *request,
                                       struct assay_estimate *out, struct assay_error *error);

static enum assay_status fieller(const struct pair *pair, const struct stat_request *request,
                                 struct assay_estimate *out, struct assay_error *error)
{
    return assay_ratio_unpaired(&pair->old_sample, &pair->new_sample, request->global->confidence,
                                (enum assay_ratio_df)request->options->df, out, error);
}

static enum assay_status paper(const struct pair *pair, const struct stat_request *request,
                               struct assay_estimate *out, struct assay_error *error)
{
    return assay_ratio_unpaired(&pair->old_sample, &pair->new_sample, request->global->confidence,
                                ASSAY_DF_PAPER, out, error);
}

static enum assay_status paired(const struct pair *pair, const struct stat_request *request,
                                struct assay_estimate *out, struct assay_error *error)
{
    return assay_ratio_paired(&pair->old_sample, &pair->new_sample, request->global->confidence,
                              out, error);
}

static enum assay_status visual(const struct pair *pair, const struct stat_request *request,
                                struct assay_estimate *out, struct assay_error *error)
{
    struct assay_detection found;
    enum assay_status status = assay_visual_detect(&pair->old_sample, &pair->new_sample,
                                                   request->global->confidence, &found, error);
    if (status == ASSAY_OK)
        *out = found.ratio;
    return status;
}

static enum assay_status kt2006(const struct pair *pair, const struct stat_request *request,
                                struct assay_estimate *out, struct assay_error *error)
{
    struct assay_detection found;
    enum assay_status status = assay_kt2006_detect(&pair->old_sample, &pair->new_sample,
                                                   request->global->confidence, &found, error);
    if (status == ASSAY_OK)
        *out = found.ratio;
    return status;
}

static enum assay_status resampled(const struct pair *pair, const struct stat_request *request,
                                   enum assay_bootstrap_mode mode, struct assay_estimate *out,
                                   struct assay_error *error)
{
    const struct assay_bootstrap_options asked = {
        .mode = mode,
        .confidence = request->global->confidence,
        .seed = request->global->seed.value,
        .n_threads = (size_t)request->global->threads,
        .replicates = (size_t)request->options->replicates,
    };
    struct assay_bootstrap_result found;
    enum assay_status status =
        assay_bootstrap_ratio(&pair->old_sample, &pair->new_sample, &asked, &found, error);
    if (status == ASSAY_OK)
        *out = found.estimate;
    return status;
}

static enum assay_status bootstrap(const struct pair *pair, const struct stat_request *request,
                                   struct assay_estimate *out, struct assay_error *error)
{
    return resampled(pair, request, ASSAY_BOOTSTRAP_CLUSTER, out, error);
}

static enum assay_status rrr(const struct pair *pair, const struct stat_request *request,
                             struct assay_estimate *out, struct assay_error *error)
{
    return resampled(pair, request, ASSAY_BOOTSTRAP_RRR, out, error);
}

static enum assay_status rrn(const struct pair *pair, const struct stat_request *request,
                             struct assay_estimate *out, struct assay_error *error)
{
    return resampled(pair, request, ASSAY_BOOTSTRAP_RRN, out, error);
}

static enum assay_status rnn(const struct pair *pair, const struct stat_request *request,
                             struct assay_estimate *out, struct assay_error *error)
{
    return resampled(pair, request, ASSAY_BOOTSTRAP_RNN, out, error);
}

static enum assay_status flat(const struct pair *pair, const struct stat_request *request,
                              struct assay_estimate *out, struct assay_error *error)
{
    return resampled(pair, request, ASSAY_BOOTSTRAP_FLAT, out, error);
}

static const struct {
    const char *name;
    ratio_method *run;
    const char *words;
} ratio_methods[] = {
    {"fieller", fieller, "Fieller"},
    {"paired", paired, "Fieller, units paired in order"},
    {"paper", paper, "Fieller, degrees of freedom r - 1"},
    {"bootstrap", bootstrap, "bootstrap of the top level, expanded percentile"},
    {"rrr", rrr, "bootstrap of all levels, plain percentile"},
    {"rrn", rrn, "bootstrap of the two top levels, plain percentile"},
    {"rnn", rnn, "bootstrap of the top level, plain percentile"},
    {"flat", flat, "bootstrap of the pooled values, plain percentile"},
    {"visual", visual, "visual test after Jain"},
    {"kt2006", kt2006, "overlap of the intervals (17) of Kalibera and Tuma"},
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

static void say_ratio(const struct stat_request *request, struct stat_answer *answer,
                      const char *words, const struct assay_estimate *ratio)
{
    const struct assay_interval *interval = &ratio->interval;
    stat_say(answer, "Ratio of means, %s to %s (%s)\n\n", request->sample[1].name,
             request->sample[0].name, words);
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

static enum assay_status run_repeated(ratio_method *run, const struct pair *given,
                                      const struct stat_request *request,
                                      struct assay_estimate *out, struct assay_error *error)
{
    struct repeated old_repeated = {0}, new_repeated = {0};
    enum assay_status status = repeated_init(&old_repeated, &given->old_sample, error);
    if (status == ASSAY_OK)
        status = repeated_init(&new_repeated, &given->new_sample, error);
    const struct pair pair = {old_repeated.sample, new_repeated.sample};
    if (status == ASSAY_OK)
        status = run(&pair, request, out, error);
    if (status == ASSAY_OK)
        out->warnings |= old_repeated.warnings | new_repeated.warnings;
    repeated_fini(&old_repeated);
    repeated_fini(&new_repeated);
    return status;
}

static bool ratio(const struct stat_request *request, struct stat_answer *answer)
{
    const struct stat_options *options = request->options;
    size_t method = 0;
    struct pair pair;
    struct assay_estimate estimate;
    struct assay_error error;
    const char *name = options->method != NULL ? options->method : "fieller";
    const char *new_shape = options->shape_new != NULL ? options->shape_new : options->shape;
    if (!find_ratio_method(name, answer, &method))
        return false;
    if (options->df != ASSAY_DF_SATTERTHWAITE && strcmp(name, "fieller") != 0 &&
        strcmp(name, "paper") != 0)
        return stat_usage(answer, "--df belongs to --method fieller");
    if (!nested(&request->sample[0], "shape", options->shape, answer, &pair.old_sample) ||
        !nested(&request->sample[1], options->shape_new != NULL ? "shape-new" : "shape", new_shape,
                answer, &pair.new_sample))
        return false;
    if (run_repeated(ratio_methods[method].run, &pair, request, &estimate, &error) != ASSAY_OK)
        return stat_fail(answer, &error);
    answer->warnings = estimate.warnings;
    stat_number(answer, "estimate", estimate.estimate);
    stat_number(answer, "lower", estimate.interval.lower);
    stat_number(answer, "upper", estimate.interval.upper);
    render_json_set(answer->result, "kind",
                    render_json_text(assay_interval_kind_name(estimate.interval.kind)));
    stat_number(answer, "df", estimate.interval.df);
    render_json_set(answer->result, "interval_method", render_json_text(estimate.interval.method));
    say_ratio(request, answer, ratio_methods[method].words, &estimate);
    return true;
}

const struct stat_method stat_nested_methods[] = {
    {"components", "mean and variance by level", 1, 1, " shape ", components},
    {"impact", "how much does the top level matter? (impact factor)", 1, 1, " shape ", impact},
    {"ratio", "new mean / old mean, with its interval", 2, 2,
     " shape shape-new method df replicates ", ratio},
    {NULL, NULL, 0, 0, NULL, NULL},
};
