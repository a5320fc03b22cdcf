/* SPDX-License-Identifier: GPL-3.0-or-later */
/* comparison.c -- pairing series of two systems and comparing them. */
#include "analysis/comparison.h"
#include "analysis/comparison_parts.h"
#include "analysis/distribution.h"
#include "analysis/processor_time.h"
#include "base/owned.h"
#include "finding/why_finding.h"

#include <stdlib.h>
#include <string.h>

#include <assay/parallel.h>

#include "base/failure.h"

const char *const compare_methods[] = {"auto", "fieller", "paired", "paper",  "bootstrap", "rrr",
                                       "rrn",  "rnn",     "flat",   "visual", "kt2006",    NULL};

/* ---- which series meet ---- */

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

static const struct assay_series *first_unpaired(const struct system_pair *pair, const char *system)
{
    size_t i = 0;
    while (i < pair->n_unpaired && strcmp(pair->unpaired[i].series->system, system) != 0)
        i++;
    return i < pair->n_unpaired ? pair->unpaired[i].series : NULL;
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
    const struct assay_series *a = first_unpaired(pair, pair->old_system),
                              *b = first_unpaired(pair, pair->new_system);
    return a == NULL || b == NULL
               ? assay_fail(error, ASSAY_MISSING, "no benchmark was measured for both %s and %s",
                            pair->old_system, pair->new_system)
               : assay_fail(
                     error, ASSAY_MISSING,
                     "no benchmark was measured for both %s and %s: the former has %.80s (%s), "
                     "the latter %.80s (%s)",
                     pair->old_system, pair->new_system, a->benchmark, a->metric, b->benchmark,
                     b->metric);
}

/* Pairs the series of both systems in the old one's order; ASSAY_MISSING or ASSAY_INVALID (units) when
 * none meet. */
static enum assay_status comparison_rows(const struct input *input,
                                         const struct series_groups *systems,
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

static void system_pair_fini(struct system_pair *pair)
{
    for (size_t i = 0; pair->rows != NULL && i < pair->n; i++) {
        machines_finding_free(&pair->rows[i].machines);
        processor_series_free(&pair->rows[i].processor);
        why_finding_free(&pair->rows[i].why);
        free(pair->rows[i].cuts);
    }
    for (size_t i = 0; i < pair->n_joints; i++) {
        free(pair->joints[i].rows);
        free(pair->joints[i].verdicts);
    }
    free(pair->joints);
    free(pair->rows);
    free(pair->trouble);
    free(pair->unpaired);
    free(pair->distributions);
    *pair = (struct system_pair){0};
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

static void compare_one(size_t index, size_t thread, void *context)
{
    const struct row_work *work = context;
    struct row_outcome *outcome = &work->outcomes[index];
    struct system_pair *pair = work->pair;
    (void)thread;
    outcome->status = comparison_row(work->request, pair->n > 1 ? 1 : work->request->n_threads,
                                     &pair->rows[index], pair->trouble[index], &outcome->error);
}

/* What went wrong is said in the order of the rows, whichever ended first. */
static enum assay_status compare_rows(const struct compare_request *request,
                                      struct system_pair *pair, struct assay_error *error)
{
    enum assay_status status = ASSAY_OK;
    OWNED struct row_outcome *outcomes = calloc(pair->n + 1, sizeof *outcomes);
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
    return status;
}

/* The metric of the suite: the primary one, unless processor time decides wherever that was measured. */
static const char *suite_metric(const struct system_pair *pair, const char *primary)
{
    const char *decides = primary;
    for (size_t i = 0; i < pair->n; i++) {
        if (strcmp(pair->rows[i].old_series->metric, primary) == 0)
            return primary;
        if (pair->rows[i].waiting.decides)
            decides = pair->rows[i].old_series->metric;
    }
    return decides;
}

static bool is_of_means(const struct system_pair *pair)
{
    bool of_means = true;
    for (size_t i = 0; i < pair->n; i++)
        of_means = of_means && pair->rows[i].finding.statistic.kind == ASSAY_STATISTIC_MEAN;
    return of_means;
}

static enum assay_status compare_pair(const struct compare_request *request,
                                      const struct series_groups *systems, struct system_pair *pair,
                                      struct assay_error *error)
{
    TRY(comparison_rows(request->input, systems, pair, error));
    TRY(compare_rows(request, pair, error));
    if (pair->n_failed == 0 && is_of_means(pair))
        TRY(system_pair_summarise(pair, suite_metric(pair, request->input->primary_metric),
                                  request->confidence, error));
    counts_beside_time(pair);
    TRY(system_pair_join(request, pair, error));
    if (pair->n_failed < pair->n)
        return ASSAY_OK;
    for (size_t i = 0; i < pair->n; i++)
        if (comparison_is_single(&pair->rows[i]) || !is_of_means(pair))
            return ASSAY_OK; /* ratios are known, at least */
    return fail_undefined(&pair->rows[0], ASSAY_UNDEFINED, pair->trouble[0], error);
}

/* ---- which method ---- */

enum assay_status comparison_check_method(enum assay_compare_method method,
                                          const struct assay_question *question,
                                          struct assay_error *error)
{
    const bool quantile = question->statistic.kind != ASSAY_STATISTIC_MEAN;
    const bool typical = question->basis == ASSAY_BASIS_TYPICAL;
    char name[ASSAY_STATISTIC_TEXT];
    if (method == ASSAY_COMPARE_AUTO || (typical && method == ASSAY_COMPARE_PAIRED) ||
        (quantile && (method == ASSAY_COMPARE_BOOTSTRAP || method == ASSAY_COMPARE_RNN ||
                      method == ASSAY_COMPARE_FLAT)) ||
        (!quantile && !typical))
        return ASSAY_OK;
    assay_question_name(question, name);
    return fail_naming(error, ASSAY_USAGE, "@method %s compares means; for @statistic %s take %s",
                       compare_methods[method], name,
                       typical ? "auto or paired" : "bootstrap, rnn or flat");
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
        return fail_naming(error, ASSAY_USAGE,
                           "%s would be compared with itself; name two systems with @old and @new",
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
    pairs->items = calloc(input->systems.n + n_asked, sizeof *pairs->items);
    if (pairs->items == NULL)
        return fail_no_memory(error);
    if (request->old_system != NULL)
        TRY(input_find_system(input, request->old_system, &old_at, error));
    for (size_t i = 0; i < (n_asked > 0 ? n_asked : input->systems.n); i++) {
        size_t new_at = i;
        if (n_asked > 0)
            TRY(input_find_system(input, request->new_systems.items[i], &new_at, error));
        TRY(add_pair(request, old_at, new_at, pairs, error));
    }
    if (pairs->n > 0)
        return ASSAY_OK;
    if (input->unlike != NULL && input->n > 0)
        return assay_fail(error, ASSAY_MISSING,
                          "%.80s has %.40s and %.80s has %.40s: they have no metric in common. "
                          "Measure the same of both",
                          input->systems.items[old_at], input->series[0].metric, input->unlike,
                          input->unlike_metric);
    return assay_fail(error, ASSAY_MISSING,
                      "there is one system (%s); compare needs two: name another file, or measure "
                      "another system",
                      input->systems.items[old_at]);
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
    SCOPED(series_groups_fini)
    struct series_groups systems = {0}; /* as input->systems: both stand as they appear */
    *pairs = (struct comparison){.items = NULL};
    TRY(choose_systems(request, pairs, error));
    if (!series_groups_init(&systems, input->n, SERIES_SYSTEM, series_itself, input->series))
        return fail_no_memory(error);
    TRY(compare_all(request, &systems, pairs, error));
    if (request->store != NULL)
        comparison_explain(request, NULL, pairs);
    return request->with_distributions
               ? distributions_of(NULL, input->n, pairs, request->n_threads, NULL, error)
               : ASSAY_OK;
}