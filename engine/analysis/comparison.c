/* SPDX-License-Identifier: GPL-3.0-or-later */
/* comparison.c -- pairing series of two systems and comparing them. */
#include "analysis/comparison.h"
#include "analysis/across_machines.h"
#include "analysis/comparison_trouble.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <assay/parallel.h>

#include "analysis/warm_up.h"
#include "base/failure.h"
#include "source/series_groups.h"
#include "store/host.h"

static void system_pair_fini(struct system_pair *pair)
{
    for (size_t i = 0; pair->rows != NULL && i < pair->n; i++)
        machines_finding_free(&pair->rows[i].machines);
    free(pair->rows);
    free(pair->trouble);
    free(pair->unpaired);
    free(pair->shifts);
    *pair = (struct system_pair){0};
}

/* True when top unit j of both was measured in the same round, for all j. Rounds of two experiments
 * have nothing but their numbers in common. */
static bool rounds_agree(const struct input *input, const struct assay_series *a,
                         const struct assay_series *b)
{
    if (input->n_sources != 1)
        return false;
    const size_t n = assay_shape_units(&a->live.shape, 0);
    return a->pair_key != NULL && b->pair_key != NULL &&
           n == assay_shape_units(&b->live.shape, 0) &&
           memcmp(a->pair_key, b->pair_key, n * sizeof *a->pair_key) == 0;
}

static enum assay_stopping stopping_of(enum stop_rule rule)
{
    switch (rule) {
    case STOP_PEEK: return ASSAY_STOPPED_PEEKED;
    case STOP_ANYTIME: return ASSAY_STOPPED_ANYTIME;
    case STOP_LOOKS: return ASSAY_STOPPED_LOOKS;
    case STOP_FIXED:
    case STOP_PILOT:
    case STOP_FRESH: break;
    }
    return ASSAY_STOPPED_FIXED;
}

void comparison_stopping(const struct input *input, size_t units,
                         struct assay_compare_options *options)
{
    options->stopping = stopping_of(input->stop.rule);
    options->expected = input->stop.expected;
    options->n_looks = input->stop.looks;
    options->look = assay_stopping_look(input->stop.looks, input->stop_most, units);
}

uint64_t compare_seed(const struct compare_request *request)
{
    const struct experiment_info *experiment = request->input->experiment;
    const uint64_t otherwise = experiment != NULL ? experiment->seed : 0;
    return request->seed_given ? request->seed : otherwise;
}

struct assay_question compare_question(const struct compare_request *request)
{
    if (request->question_given)
        return request->question;
    return request->input->has_question ? request->input->question
                                        : (struct assay_question){.basis = ASSAY_BASIS_BOTH};
}

static struct assay_compare_options compare_options_of(const struct compare_request *request,
                                                       const struct assay_series *old_series,
                                                       const struct assay_series *new_series,
                                                       size_t n_threads)
{
    const bool asked = request->method == ASSAY_COMPARE_PAIRED;
    struct assay_compare_options options = {
        .without_bootstrap = !request->with_bootstrap,
        .method = request->method,
        .confidence = request->confidence,
        .margin = isnan(request->margin) ? input_margin(request->input, 0.01) : request->margin,
        .more_is_better = old_series->more_is_better,
        .rounds_paired = asked || rounds_agree(request->input, old_series, new_series),
        .seed = compare_seed(request),
        .n_threads = n_threads,
        .question = compare_question(request),
        .paired_level = assay_series_paired_level(old_series),
    };
    comparison_stopping(request->input, assay_shape_repeated(&old_series->live.shape), &options);
    return options;
}

/* A row that the method cannot carry still shows both samples. */
static enum assay_status describe_only(const struct comparison_finding *row,
                                       const struct assay_compare_options *options,
                                       struct assay_comparison *out, struct assay_error *error)
{
    struct assay_comparison finding = {
        .p_superior = (double)NAN, .margin = options->margin, .verdict = ASSAY_INCONCLUSIVE};
    enum assay_status status =
        assay_describe(&row->old_series->live, options->confidence, &finding.old_sample, error);
    if (status == ASSAY_OK)
        status =
            assay_describe(&row->new_series->live, options->confidence, &finding.new_sample, error);
    if (status != ASSAY_OK)
        return status;
    finding.statistic = options->question.statistic;
    status =
        assay_statistic_of(&row->old_series->live, &finding.statistic, &finding.old_value, error);
    if (status == ASSAY_OK)
        status = assay_statistic_of(&row->new_series->live, &finding.statistic, &finding.new_value,
                                    error);
    if (status != ASSAY_OK)
        return status;
    finding.ratio.estimate =
        finding.old_value != 0 ? finding.new_value / finding.old_value : (double)NAN;
    finding.ratio.interval = (struct assay_interval){.lower = (double)NAN,
                                                     .upper = (double)NAN,
                                                     .confidence = options->confidence,
                                                     .df = (double)NAN,
                                                     .kind = ASSAY_ALL};
    finding.warnings = finding.old_sample.warnings | finding.new_sample.warnings;
    *out = finding;
    return ASSAY_OK;
}

static enum assay_status fail_undefined(const struct comparison_finding *row,
                                        enum assay_status status, const char *why,
                                        struct assay_error *error)
{
    return assay_fail(error, status, "%s (%s), %s against %s: %s", row->old_series->benchmark,
                      row->old_series->metric, row->new_series->system, row->old_series->system,
                      why);
}

/* The rows of one pair, side by side. */
struct row_outcome {
    enum assay_status status; /* of what must work: ASSAY_UNDEFINED of the method alone is none */
    struct assay_error error;
};

struct row_work {
    const struct compare_request *request;
    struct system_pair *pair;
    struct row_outcome *outcomes;
};

static bool is_settled(const struct input *input, const struct comparison_finding *row)
{
    return input->warm_up_settled || row->old_series->decided != ASSAY_DECIDED_NOT ||
           row->new_series->decided != ASSAY_DECIDED_NOT;
}

/* Rounds that only one of the two has are left out; without any in common all values stay, unpaired. */
static enum assay_status compare_values(const struct input *input,
                                        const struct assay_compare_options *options,
                                        struct comparison_finding *row, struct assay_error *error)
{
    struct assay_common_rounds common = {.n = 0};
    enum assay_status status = ASSAY_OK;
    const bool pairs = (options->method == ASSAY_COMPARE_AUTO && !options->rounds_paired) ||
                       options->method == ASSAY_COMPARE_PAIRED;
    if (pairs && input->n_sources == 1)
        status = assay_series_common_rounds(row->old_series, row->new_series, &common, error);
    if (status != ASSAY_OK || common.n == 0)
        return status != ASSAY_OK ? status
                                  : assay_compare(&row->old_series->live, &row->new_series->live,
                                                  options, &row->finding, error);
    struct assay_compare_options paired = *options;
    paired.rounds_paired = true;
    status = assay_compare(&common.a.sample, &common.b.sample, &paired, &row->finding, error);
    row->left_out = common.left_out;
    assay_common_rounds_fini(&common);
    return status;
}

static enum assay_status compare_row(const struct row_work *work, size_t index,
                                     struct assay_error *error)
{
    struct system_pair *pair = work->pair;
    struct comparison_finding *row = &pair->rows[index];
    const struct assay_compare_options options =
        compare_options_of(work->request, row->old_series, row->new_series,
                           pair->n > 1 ? 1 : work->request->n_threads);
    char *trouble = pair->trouble[index];
    comparison_trouble(row, work->request->allow_negative, trouble, sizeof pair->trouble[index]);
    if (trouble[0] != '\0')
        return describe_only(row, &options, &row->finding, error);
    enum assay_status status = compare_values(work->request->input, &options, row, error);
    row->same_program = assay_program_same(&row->old_series->program, &row->new_series->program);
    if (status == ASSAY_OK && !row->same_program)
        status = warm_up_compare(&options, is_settled(work->request->input, row), row, error);
    if (status == ASSAY_OK) {
        status = across_machines(work->request, &options, row, error);
        if (row->same_program)
            row->finding.verdict = ASSAY_EQUIVALENT;
        return status;
    }
    if (status == ASSAY_NO_MEMORY)
        return status;
    (void)snprintf(trouble, sizeof pair->trouble[index], "%.255s", error->text);
    return describe_only(row, &options, &row->finding, error);
}

static void compare_one(size_t index, size_t thread, void *context)
{
    const struct row_work *work = context;
    struct row_outcome *outcome = &work->outcomes[index];
    (void)thread;
    outcome->status = compare_row(work, index, &outcome->error);
}

/* What went wrong is said in the order of the rows, whichever ended first. */
static enum assay_status compare_rows(const struct compare_request *request,
                                      struct system_pair *pair, struct assay_error *error)
{
    enum assay_status status = ASSAY_OK;
    struct row_outcome *outcomes = calloc(pair->n + 1, sizeof *outcomes);
    struct row_work work = {request, pair, outcomes};
    if (outcomes == NULL)
        return fail_no_memory(error);
    assay_parallel_for(pair->n, request->n_threads, compare_one, &work);
    for (size_t i = 0; i < pair->n && status == ASSAY_OK; i++) {
        pair->n_failed += pair->trouble[i][0] != '\0';
        if (outcomes[i].status != ASSAY_OK)
            status =
                fail_undefined(&pair->rows[i], outcomes[i].status, outcomes[i].error.text, error);
    }
    free(outcomes);
    return status;
}

/* The series of one system, in the order of the input. */
struct system_rows {
    const size_t *rows;
    size_t n;
};

static struct system_rows rows_of(const struct series_groups *systems, size_t at)
{
    return (struct system_rows){systems->member + systems->start[at],
                                series_group_size(systems, at)};
}

static bool units_agree(const struct assay_series *a, const struct assay_series *b)
{
    return strcmp(a->unit, b->unit) == 0;
}

/* What one of the two systems was measured for and the other was not, or in another unit; in the
 * order of the input. */
static void find_unpaired(const struct input *input, struct system_rows old_rows,
                          struct system_rows new_rows, struct system_pair *pair)
{
    size_t i = 0, j = 0;
    while (i < old_rows.n || j < new_rows.n) {
        const bool is_old =
            j == new_rows.n || (i < old_rows.n && old_rows.rows[i] < new_rows.rows[j]);
        const struct assay_series *series =
            &input->series[is_old ? old_rows.rows[i++] : new_rows.rows[j++]];
        const struct assay_series *other = input_find(
            input, is_old ? pair->new_system : pair->old_system, series->benchmark, series->metric);
        if (other == NULL || (is_old && !units_agree(series, other)))
            pair->unpaired[pair->n_unpaired++] = (struct unpaired){series, other};
    }
}

static enum assay_status fail_nothing_meets(const struct system_pair *pair,
                                            struct assay_error *error)
{
    for (size_t i = 0; i < pair->n_unpaired; i++)
        if (pair->unpaired[i].other != NULL) {
            const struct assay_series *a = pair->unpaired[i].series, *b = pair->unpaired[i].other;
            return assay_fail(error, ASSAY_INVALID,
                              "%s (%s), %s against %s: the units differ: %s and %s", a->benchmark,
                              a->metric, b->system, a->system, a->unit, b->unit);
        }
    return assay_fail(error, ASSAY_MISSING, "no benchmark was measured for both %s and %s",
                      pair->old_system, pair->new_system);
}

/* Pairs the series of both systems, in the old one's order. */
static enum assay_status find_rows(const struct input *input, const struct series_groups *systems,
                                   struct system_pair *pair, struct assay_error *error)
{
    const struct system_rows old_rows = rows_of(systems, pair->old_at);
    const struct system_rows new_rows = rows_of(systems, pair->new_at);
    pair->rows = calloc(old_rows.n, sizeof *pair->rows);
    pair->trouble = calloc(old_rows.n, sizeof *pair->trouble);
    pair->unpaired = calloc(old_rows.n + new_rows.n, sizeof *pair->unpaired);
    if (pair->rows == NULL || pair->trouble == NULL || pair->unpaired == NULL)
        return fail_no_memory(error);
    find_unpaired(input, old_rows, new_rows, pair);
    for (size_t i = 0; i < old_rows.n; i++) {
        const struct assay_series *old_series = &input->series[old_rows.rows[i]];
        const struct assay_series *new_series =
            input_find(input, pair->new_system, old_series->benchmark, old_series->metric);
        if (new_series != NULL && units_agree(old_series, new_series))
            pair->rows[pair->n++] =
                (struct comparison_finding){.old_series = old_series, .new_series = new_series};
    }
    return pair->n > 0 ? ASSAY_OK : fail_nothing_meets(pair, error);
}

static enum assay_status compare_pair(const struct compare_request *request,
                                      const struct series_groups *systems, struct system_pair *pair,
                                      struct assay_error *error)
{
    enum assay_status status = find_rows(request->input, systems, pair, error);
    if (status == ASSAY_OK)
        status = compare_rows(request, pair, error);
    if (status == ASSAY_OK && pair->n_failed == 0 &&
        compare_question(request).statistic.kind == ASSAY_STATISTIC_MEAN)
        status =
            system_pair_summarise(pair, request->input->primary_metric, request->confidence, error);
    if (status != ASSAY_OK || pair->n_failed < pair->n)
        return status;
    for (size_t i = 0; i < pair->n; i++)
        if (comparison_is_single(&pair->rows[i]))
            return ASSAY_OK; /* ratios are known, at least */
    return fail_undefined(&pair->rows[0], ASSAY_UNDEFINED, pair->trouble[0], error);
}

/* ---- which systems ---- */

void comparison_fini(struct comparison *pairs)
{
    for (size_t i = 0; i < pairs->n; i++)
        system_pair_fini(&pairs->items[i]);
    free(pairs->items);
    free(pairs->hopeless);
}

static enum assay_status add_pair(const struct compare_request *request, size_t old_at,
                                  size_t new_at, struct comparison *pairs,
                                  struct assay_error *error)
{
    const struct name_list *systems = &request->input->systems;
    if (new_at == old_at && request->new_systems.n > 0)
        return assay_fail(error, ASSAY_USAGE,
                          "%s would be compared with itself; name two systems with --old and --new",
                          systems->items[old_at]);
    if (new_at != old_at)
        pairs->items[pairs->n++] = (struct system_pair){.old_system = systems->items[old_at],
                                                        .new_system = systems->items[new_at],
                                                        .old_at = old_at,
                                                        .new_at = new_at};
    return ASSAY_OK;
}

/* Fills pairs with the names; the rows come later. */
static enum assay_status choose_systems(const struct compare_request *request,
                                        struct comparison *pairs, struct assay_error *error)
{
    const struct input *input = request->input;
    const size_t n_asked = request->new_systems.n;
    size_t old_at = 0;
    enum assay_status status = ASSAY_OK;
    pairs->items = calloc(input->systems.n + n_asked, sizeof *pairs->items);
    if (pairs->items == NULL)
        return fail_no_memory(error);
    if (request->old_system != NULL)
        status = input_find_system(input, request->old_system, &old_at, error);
    for (size_t i = 0; i < (n_asked > 0 ? n_asked : input->systems.n) && status == ASSAY_OK; i++) {
        size_t new_at = i;
        if (n_asked > 0)
            status = input_find_system(input, request->new_systems.items[i], &new_at, error);
        if (status == ASSAY_OK)
            status = add_pair(request, old_at, new_at, pairs, error);
    }
    if (status != ASSAY_OK || pairs->n > 0)
        return status;
    return assay_fail(error, ASSAY_MISSING,
                      "there is one system (%s); compare needs two: name another file, or measure "
                      "another system",
                      input->systems.items[old_at]);
}

/* ---- what may be compared ---- */

/* NULL: files tell nothing of it. */
static const char *host_of(const struct input_source *source)
{
    return source->experiment != NULL ? source->experiment->host_json : NULL;
}

enum assay_status comparison_check_hosts(struct input *input, bool allow, struct assay_error *error)
{
    const char *fact = NULL;
    size_t first = 0, other = 0;
    for (size_t i = 0; fact == NULL && i < input->n_sources; i++)
        for (size_t j = i + 1; fact == NULL && j < input->n_sources; j++) {
            fact = host_difference(host_of(&input->sources[i]), host_of(&input->sources[j]));
            first = i;
            other = j;
        }
    if (fact == NULL)
        return ASSAY_OK;
    if (!allow)
        return assay_fail(error, ASSAY_INVALID,
                          "%s and %s were measured on different hosts or in different states of "
                          "one (%s differs). Measure both in one assay run, or compare them all "
                          "the same with --allow-different-hosts",
                          input->sources[first].name, input->sources[other].name, fact);
    for (size_t i = 0; i < input->n; i++)
        input->series[i].warnings |= ASSAY_WARNING(ASSAY_WARN_DIFFERENT_HOSTS);
    return ASSAY_OK;
}

/* The gate looks at the metrics that the screen shows by default, so that --json and the screen end
 * alike; with --metric, at all that were selected. */
enum comparison_gate comparison_gate_of(const struct comparison *pairs, const struct input *primary)
{
    bool inconclusive = false;
    for (size_t i = 0; i < pairs->n; i++) {
        for (size_t j = 0; j < pairs->items[i].n; j++) {
            const struct comparison_finding *row = &pairs->items[i].rows[j];
            if (primary != NULL && !input_is_primary(primary, row->old_series))
                continue;
            if (assay_comparison_is_slower(&row->finding))
                return COMPARISON_SLOWER;
            inconclusive = inconclusive || row->finding.verdict == ASSAY_INCONCLUSIVE;
        }
    }
    return inconclusive ? COMPARISON_INCONCLUSIVE : COMPARISON_PASS;
}

/* ---- all of it ---- */

/* Pair i becomes a line of the hopeless ones; those after it move up. */
static void set_aside(struct comparison *pairs, size_t i, const struct assay_error *why)
{
    struct hopeless *hopeless = &pairs->hopeless[pairs->n_hopeless++];
    *hopeless = (struct hopeless){.old_system = pairs->items[i].old_system,
                                  .new_system = pairs->items[i].new_system};
    (void)snprintf(hopeless->why, sizeof hopeless->why, "%.255s", why->text);
    system_pair_fini(&pairs->items[i]);
    pairs->n--;
    memmove(&pairs->items[i], &pairs->items[i + 1], (pairs->n - i) * sizeof *pairs->items);
}

static bool is_hopeless(enum assay_status status)
{
    return status == ASSAY_MISSING || status == ASSAY_INVALID || status == ASSAY_UNDEFINED;
}

static enum assay_status compare_all(const struct compare_request *request,
                                     const struct series_groups *systems, struct comparison *pairs,
                                     struct assay_error *error)
{
    enum assay_status status = ASSAY_OK;
    pairs->hopeless = calloc(pairs->n + 1, sizeof *pairs->hopeless);
    if (pairs->hopeless == NULL)
        return fail_no_memory(error);
    for (size_t i = 0; i < pairs->n && status == ASSAY_OK;) {
        status = compare_pair(request, systems, &pairs->items[i], error);
        if (request->keep_hopeless && is_hopeless(status)) {
            set_aside(pairs, i, error);
            status = ASSAY_OK;
        } else {
            i++;
        }
    }
    return status;
}

enum assay_status compare_systems(const struct compare_request *request, struct comparison *pairs,
                                  struct assay_error *error)
{
    const struct input *input = request->input;
    struct series_groups systems = {0}; /* as input->systems: both stand as they appear */
    *pairs = (struct comparison){.items = NULL};
    enum assay_status status = choose_systems(request, pairs, error);
    if (status == ASSAY_OK &&
        !series_groups_init(&systems, input->n, SERIES_SYSTEM, series_itself, input->series))
        status = fail_no_memory(error);
    if (status == ASSAY_OK)
        status = compare_all(request, &systems, pairs, error);
    series_groups_fini(&systems);
    return status;
}
