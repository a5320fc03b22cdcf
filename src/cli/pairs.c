/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pairs.c -- pairing series of two systems and comparing them. */
#include "cli/pairs.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <assay/parallel.h>

#include "cli/fail.h"
#include "format/series_groups.h"
#include "render/terminal.h"

static void pair_fini(struct pair *pair)
{
    free(pair->rows);
    free(pair->trouble);
    free(pair->left_out);
    *pair = (struct pair){0};
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

/* The last look that n top units reach; before the first one its demands stand. */
static size_t look_of(const struct input *input, size_t n)
{
    size_t look = 1;
    while (look < input->stop.looks && input->stop_most * (look + 1) / input->stop.looks <= n)
        look++;
    return look;
}

void pairs_stopping(const struct input *input, size_t units, struct assay_compare_options *options)
{
    options->stopping = stopping_of(input->stop.rule);
    options->expected = input->stop.expected;
    options->n_looks = input->stop.looks;
    options->look = look_of(input, units);
}

static struct assay_compare_options compare_options_of(const struct compare_request *request,
                                                       const struct global_options *global,
                                                       const struct assay_series *old_series,
                                                       const struct assay_series *new_series,
                                                       size_t n_threads)
{
    const bool asked = request->method == ASSAY_COMPARE_PAIRED;
    uint64_t seed = request->input->experiment != NULL ? request->input->experiment->seed : 0;
    struct assay_compare_options options = {
        .without_bootstrap = !global->json && !request->page,
        .method = request->method,
        .confidence = global->confidence,
        .margin = isnan(request->margin) ? input_margin(request->input, 0.01) : request->margin,
        .more_is_better = old_series->more_is_better,
        .rounds_paired = asked || rounds_agree(request->input, old_series, new_series),
        .seed = global->seed.given ? (uint64_t)global->seed.value : seed,
        .n_threads = n_threads,
        .statistic = request->statistic,
    };
    pairs_stopping(request->input, assay_shape_units(&old_series->live.shape, 0), &options);
    return options;
}

/* A row that the method cannot carry still shows both samples. */
static enum assay_status describe_only(const struct shown_comparison *row,
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
    finding.statistic = options->statistic;
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

static enum exit_code say_undefined(const struct shown_comparison *row,
                                    const struct assay_error *error)
{
    terminal_complain("assay: %s (%s), %s against %s: %s", row->old_series->benchmark,
                      row->old_series->metric, row->new_series->system, row->old_series->system,
                      error->text);
    return fail_code(error->status);
}

/* The rows of one pair, side by side. */
struct row_outcome {
    enum assay_status status; /* of what must work: ASSAY_UNDEFINED of the method alone is none */
    struct assay_error error;
};

struct row_work {
    const struct compare_request *request;
    const struct global_options *global;
    struct pair *pair;
    struct row_outcome *outcomes;
};

static enum assay_status compare_row(const struct row_work *work, size_t index,
                                     struct assay_error *error)
{
    struct pair *pair = work->pair;
    struct shown_comparison *row = &pair->rows[index];
    const struct assay_compare_options options =
        compare_options_of(work->request, work->global, row->old_series, row->new_series,
                           pair->n > 1 ? 1 : (size_t)work->global->threads);
    enum assay_status status = assay_compare(&row->old_series->live, &row->new_series->live,
                                             &options, &row->finding, error);
    if (status == ASSAY_OK || status == ASSAY_NO_MEMORY)
        return status;
    (void)snprintf(pair->trouble[index], sizeof pair->trouble[index], "%.255s", error->text);
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
static enum exit_code compare_rows(const struct compare_request *request,
                                   const struct global_options *global, struct pair *pair)
{
    enum exit_code code = EXIT_DONE;
    struct row_outcome *outcomes = calloc(pair->n + 1, sizeof *outcomes);
    struct row_work work = {request, global, pair, outcomes};
    if (outcomes == NULL)
        return fail_memory();
    assay_parallel_for(pair->n, (size_t)global->threads, compare_one, &work);
    for (size_t i = 0; i < pair->n && code == EXIT_DONE; i++) {
        pair->n_failed += pair->trouble[i][0] != '\0';
        if (outcomes[i].status != ASSAY_OK)
            code = say_undefined(&pair->rows[i], &outcomes[i].error);
    }
    free(outcomes);
    return code;
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
static void find_left_out(const struct input *input, struct system_rows old_rows,
                          struct system_rows new_rows, struct pair *pair)
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
            pair->left_out[pair->n_left_out++] = (struct left_out){series, other};
    }
}

static enum exit_code say_nothing_meets(const struct pair *pair)
{
    for (size_t i = 0; i < pair->n_left_out; i++)
        if (pair->left_out[i].other != NULL) {
            const struct assay_series *a = pair->left_out[i].series, *b = pair->left_out[i].other;
            terminal_complain("assay: %s (%s), %s against %s: the units differ: %s and %s",
                              a->benchmark, a->metric, b->system, a->system, a->unit, b->unit);
            return EXIT_DATA;
        }
    terminal_complain("assay: no benchmark was measured for both %s and %s", pair->old_system,
                      pair->new_system);
    return EXIT_DATA;
}

/* Pairs the series of both systems, in the old one's order. */
static enum exit_code find_rows(const struct input *input, const struct series_groups *systems,
                                struct pair *pair)
{
    const struct system_rows old_rows = rows_of(systems, pair->old_at);
    const struct system_rows new_rows = rows_of(systems, pair->new_at);
    pair->rows = calloc(old_rows.n, sizeof *pair->rows);
    pair->trouble = calloc(old_rows.n, sizeof *pair->trouble);
    pair->left_out = calloc(old_rows.n + new_rows.n, sizeof *pair->left_out);
    if (pair->rows == NULL || pair->trouble == NULL || pair->left_out == NULL)
        return fail_memory();
    find_left_out(input, old_rows, new_rows, pair);
    for (size_t i = 0; i < old_rows.n; i++) {
        const struct assay_series *old_series = &input->series[old_rows.rows[i]];
        const struct assay_series *new_series =
            input_find(input, pair->new_system, old_series->benchmark, old_series->metric);
        if (new_series != NULL && units_agree(old_series, new_series))
            pair->rows[pair->n++] =
                (struct shown_comparison){.old_series = old_series, .new_series = new_series};
    }
    return pair->n > 0 ? EXIT_DONE : say_nothing_meets(pair);
}

static enum exit_code compare_pair(const struct compare_request *request,
                                   const struct series_groups *systems,
                                   const struct global_options *global, struct pair *pair)
{
    enum exit_code code = find_rows(request->input, systems, pair);
    if (code == EXIT_DONE)
        code = compare_rows(request, global, pair);
    if (code == EXIT_DONE && pair->n_failed == 0 && request->statistic.kind == ASSAY_STATISTIC_MEAN)
        pair_summarise(pair, request->input->primary_metric, global->confidence);
    if (code != EXIT_DONE || pair->n_failed < pair->n)
        return code;
    struct assay_error error = {ASSAY_UNDEFINED, ""};
    (void)snprintf(error.text, sizeof error.text, "%s", pair->trouble[0]);
    return say_undefined(&pair->rows[0], &error);
}

/* ---- which systems ---- */

void pairs_fini(struct pairs *pairs)
{
    for (size_t i = 0; i < pairs->n; i++)
        pair_fini(&pairs->items[i]);
    free(pairs->items);
}

/* The system's place in the list; the number of systems, after saying so, when there is none. */
static size_t find_system(const struct input *input, const char *name)
{
    size_t at = 0;
    while (at < input->systems.n && strcmp(input->systems.items[at], name) != 0)
        at++;
    struct assay_error error;
    if (at == input->systems.n) {
        (void)input_fail_unknown("system", name, &input->systems, &error);
        (void)fail_with(&error);
    }
    return at;
}

/* Fills pairs with the names; the rows come later. */
static enum exit_code choose_systems(const struct compare_request *request, struct pairs *pairs)
{
    const struct name_list *systems = &request->input->systems;
    const size_t n_asked = request->new_systems.n;
    pairs->items = calloc(systems->n + n_asked, sizeof *pairs->items);
    if (pairs->items == NULL)
        return fail_memory();
    const size_t old_at =
        request->old_system != NULL ? find_system(request->input, request->old_system) : 0;
    if (old_at == systems->n)
        return EXIT_DATA;
    for (size_t i = 0; i < (n_asked > 0 ? n_asked : systems->n); i++) {
        const size_t new_at =
            n_asked > 0 ? find_system(request->input, request->new_systems.items[i]) : i;
        if (new_at == systems->n)
            return EXIT_DATA;
        if (new_at == old_at && n_asked > 0) {
            terminal_complain(
                "assay: %s would be compared with itself; name two systems with --old "
                "and --new",
                systems->items[old_at]);
            return EXIT_USAGE;
        }
        if (new_at != old_at)
            pairs->items[pairs->n++] = (struct pair){.old_system = systems->items[old_at],
                                                     .new_system = systems->items[new_at],
                                                     .old_at = old_at,
                                                     .new_at = new_at};
    }
    if (pairs->n > 0)
        return EXIT_DONE;
    terminal_complain(
        "assay: there is one system (%s); compare needs two: name another file, or measure "
        "another system",
        systems->items[old_at]);
    return EXIT_DATA;
}

/* ---- all of it ---- */

enum exit_code pairs_compare(const struct compare_request *request,
                             const struct global_options *global, struct pairs *pairs)
{
    const struct input *input = request->input;
    struct series_groups systems = {0}; /* as input->systems: both stand as they appear */
    *pairs = (struct pairs){NULL, 0};
    enum exit_code code = choose_systems(request, pairs);
    if (code == EXIT_DONE &&
        !series_groups_init(&systems, input->n, SERIES_SYSTEM, series_itself, input->series))
        code = fail_memory();
    for (size_t i = 0; i < pairs->n && code == EXIT_DONE; i++)
        code = compare_pair(request, &systems, global, &pairs->items[i]);
    series_groups_fini(&systems);
    return code;
}
