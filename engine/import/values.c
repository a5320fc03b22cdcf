/* SPDX-License-Identifier: GPL-3.0-or-later */
/* values.c -- what `assay export --to json` writes, assay.values/1 (docs/schema/values.md).
 * Levels:   its own; the labels of the values themselves are not kept.
 * Edge:     keys may stand in any order, as other programs leave them.
 * Checked:  tests/engine/export/test_export.c: written, read and written again, byte for byte. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "design/value.h"
#include "import/importer.h"
#include "text/iso_time.h"

struct values_row {
    const char *labels[ASSAY_MAX_LEVELS];
    double round, position; /* NaN: not known; the latter from 1 */
    struct assay_occasion occasion;
    struct pull_place values;
};

/* What the rows at hand belong to; made with its first value. */
struct value_buffer {
    struct assay_series_key key;
    double cost_s[ASSAY_MAX_LEVELS]; /* NaN: not known */
    enum assay_together together;
    bool made;
    size_t at;
};

static void check(struct importer *importer, enum assay_status status,
                  const struct assay_error *cause)
{
    if (status == ASSAY_NO_MEMORY)
        pull_no_memory(&importer->json);
    else if (status != ASSAY_OK)
        pull_fail(&importer->json, "%s", cause->text);
}

static void make_series(struct importer *importer, struct value_buffer *series)
{
    struct assay_error cause;
    if (!series->made)
        check(importer, assay_dataset_series(importer->dataset, &series->key, &series->at, &cause),
              &cause);
    if (!series->made && !importer->json.failed && series->key.n_levels == 1)
        assay_dataset_warn(importer->dataset, series->at,
                           ASSAY_WARNING(ASSAY_WARN_NO_HIGHER_LEVEL));
    for (size_t k = 0; !series->made && !importer->json.failed && k < series->key.n_levels; k++)
        assay_dataset_cost(importer->dataset, series->at, k, series->cost_s[k]);
    if (!series->made && !importer->json.failed)
        assay_dataset_together(importer->dataset, series->at, series->together);
    series->made = true;
}

static void read_labels(struct pull *json, const struct assay_series_key *key,
                        struct values_row *row)
{
    pull_object(json);
    while (pull_key(json)) {
        size_t k = 0;
        while (k < key->n_levels && !pull_key_is(json, key->level_name[k]))
            k++;
        if (k < key->n_levels)
            row->labels[k] = pull_string(json);
        else
            pull_skip(json);
    }
}

/* When the values added last were measured, and beside what. */
static void add_course(struct importer *importer, const struct value_buffer *series,
                       const struct values_row *row)
{
    struct assay_occasion occasion = row->occasion;
    struct assay_error cause;
    if (!importer->json.failed && fabs(row->round) < 0x1p53)
        check(importer,
              assay_dataset_pair(importer->dataset, series->at,
                                 series->key.n_levels > 1 ? row->labels[0] : NULL,
                                 (int64_t)row->round, &cause),
              &cause);
    if (row->position >= 1 && row->position < 0x1p53)
        occasion.position = (int64_t)row->position - 1;
    const bool beside = occasion.lane.overlap > 0 || occasion.lane.processor > 0;
    if (importer->json.failed || (occasion.start_ns == 0 && isnan(occasion.cost_s) && !beside))
        return;
    check(importer, assay_dataset_occasion(importer->dataset, series->at, &occasion, &cause),
          &cause);
}

/* The values at hand, warm-up first. */
static void add_row(struct importer *importer, struct value_buffer *series,
                    const struct values_row *row)
{
    const struct assay_series_key *key = &series->key;
    struct numbers *values = &importer->values;
    struct assay_error cause;
    for (size_t k = 0; k + 1 < key->n_levels; k++)
        if (row->labels[k] == NULL)
            pull_fail(&importer->json, "a label for the level \"%s\" is expected",
                      key->level_name[k]);
    if (importer->json.failed || values->n == importer->n_warmup)
        return;
    make_series(importer, series);
    if (importer->json.failed)
        return;
    check(importer,
          assay_dataset_add(importer->dataset, series->at, row->labels, values->x, values->n,
                            importer->n_warmup, &cause),
          &cause);
    add_course(importer, series, row);
    importer->n_added += values->n;
}

static void read_start(struct pull *json, int64_t *start_ns)
{
    const char *text = pull_string(json);
    *start_ns = iso_time_ns(text);
    if (*start_ns == 0)
        pull_fail(json, "a time such as 2026-01-31T12:30:00.25Z is expected, \"%s\" stands here",
                  format_excerpt_of(text, strlen(text)).text);
}

static void read_count(struct pull *json, size_t *count)
{
    double x = (double)NAN;
    pull_number(json, 0, &x);
    if (!(x >= 0 && x < 0x1p31 && x == floor(x)))
        pull_fail_expected(json, "a whole number");
    else
        *count = (size_t)x;
}

static void read_row(struct importer *importer, struct value_buffer *series)
{
    struct pull *json = &importer->json;
    struct values_row row = {
        .round = (double)NAN, .position = (double)NAN, .occasion.cost_s = (double)NAN};
    size_t processor = 0;
    pull_object(json);
    while (pull_key(json)) {
        if (pull_key_is(json, "labels")) {
            read_labels(json, &series->key, &row);
        } else if (pull_key_is(json, "round")) {
            pull_number(json, 0, &row.round);
        } else if (pull_key_is(json, "position")) {
            pull_number(json, 0, &row.position);
        } else if (pull_key_is(json, "start")) {
            read_start(json, &row.occasion.start_ns);
        } else if (pull_key_is(json, "cost_s")) {
            pull_number(json, 0, &row.occasion.cost_s);
        } else if (pull_key_is(json, "overlap")) {
            pull_number(json, 0, &row.occasion.lane.overlap);
            if (!(row.occasion.lane.overlap >= 0 && row.occasion.lane.overlap <= 1))
                pull_fail_expected(json, "an overlap, a share of 0 to 1,");
        } else if (pull_key_is(json, "processor")) {
            read_count(json, &processor);
            row.occasion.lane.processor = (int64_t)processor + 1;
        } else if (pull_key_is(json, "slice_s")) {
            pull_number(json, 0, &row.occasion.lane.slice_s);
        } else if (pull_key_is(json, "warm_up")) {
            importer_numbers(importer, 0);
            importer->n_warmup = importer->values.n;
        } else {
            pull_note(json, "values", &row.values);
        }
    }
    if (!json->failed && row.values.p != NULL) {
        const struct pull_place after = pull_here(json);
        pull_go(json, row.values);
        importer_numbers(importer, 0);
        pull_go(json, after);
        add_row(importer, series, &row);
    }
    importer_clear(importer);
}

static void read_rows(struct importer *importer, struct value_buffer *series)
{
    struct pull *json = &importer->json;
    pull_array(json);
    while (pull_item(json)) {
        const struct pull_mark mark = pull_mark(json);
        read_row(importer, series);
        pull_forget(json, mark);
    }
}

static size_t read_levels(struct pull *json, const char *names[ASSAY_MAX_LEVELS])
{
    size_t n = 0;
    pull_array(json);
    while (pull_item(json)) {
        if (n == ASSAY_MAX_LEVELS)
            pull_fail(json, "there are more than %d levels", ASSAY_MAX_LEVELS);
        else
            names[n++] = pull_string(json);
    }
    return n;
}

static void read_costs(struct pull *json, double cost_s[ASSAY_MAX_LEVELS])
{
    size_t n = 0;
    pull_array(json);
    while (pull_item(json)) {
        if (n == ASSAY_MAX_LEVELS)
            pull_fail(json, "there are more than %d levels", ASSAY_MAX_LEVELS);
        else
            pull_number(json, 0, &cost_s[n++]);
    }
}

static void read_teller(struct pull *json, enum assay_teller *teller)
{
    struct assay_error cause;
    if (assay_teller_parse(pull_string(json), teller, &cause) != ASSAY_OK)
        pull_fail(json, "%s", cause.text);
}

static void read_order(struct pull *json, enum assay_together *together)
{
    struct assay_error cause;
    if (assay_together_parse(pull_string(json), together, &cause) != ASSAY_OK)
        pull_fail(json, "%s", cause.text);
}

static void read_told(struct pull *json, struct assay_told *told)
{
    pull_object(json);
    while (pull_key(json)) {
        if (pull_key_is(json, "unit"))
            read_teller(json, &told->unit);
        else if (pull_key_is(json, "direction"))
            read_teller(json, &told->direction);
        else if (pull_key_is(json, "structure"))
            read_teller(json, &told->structure);
        else
            pull_skip(json);
    }
}

static void read_series(struct importer *importer)
{
    struct pull *json = &importer->json;
    const char *levels[ASSAY_MAX_LEVELS];
    struct value_buffer series = {.key = {.metric = "value", .unit = "1", .level_name = levels}};
    struct assay_series_key *key = &series.key;
    struct pull_place rows = {0};
    for (size_t k = 0; k < ASSAY_MAX_LEVELS; k++)
        series.cost_s[k] = (double)NAN;
    pull_object(json);
    while (pull_key(json)) {
        if (pull_key_is(json, "system"))
            key->system = pull_string(json);
        else if (pull_key_is(json, "benchmark"))
            key->benchmark = pull_string(json);
        else if (pull_key_is(json, "metric"))
            key->metric = pull_string(json);
        else if (pull_key_is(json, "unit"))
            key->unit = pull_string(json);
        else if (pull_key_is(json, "more_is_better"))
            key->more_is_better = pull_true(json);
        else if (pull_key_is(json, "order"))
            read_order(json, &series.together);
        else if (pull_key_is(json, "told"))
            read_told(json, &key->told);
        else if (pull_key_is(json, "levels"))
            key->n_levels = read_levels(json, levels);
        else if (pull_key_is(json, "cost_s"))
            read_costs(json, series.cost_s);
        else
            pull_note(json, "rows", &rows);
    }
    const bool cut = rows.p != NULL && importer_reopen(importer);
    if (json->failed || rows.p == NULL)
        return;
    if (key->system == NULL || key->benchmark == NULL || key->n_levels == 0) {
        pull_fail(json, "a series with system, benchmark and levels is expected");
        return;
    }
    const struct pull_place after = pull_here(json);
    pull_go(json, rows);
    read_rows(importer, &series);
    if (cut)
        importer_close_again(importer);
    else
        pull_go(json, after);
}

static void read_text(struct pull *json, char **text)
{
    free(*text);
    *text = strdup(pull_string(json));
    if (*text == NULL)
        pull_no_memory(json);
}

/* One unit of the level "machine": what it is called, and which machine it was. */
static void read_machine(struct pull *json, struct store_machine *machine)
{
    pull_object(json);
    while (pull_key(json)) {
        if (pull_key_is(json, "label"))
            read_text(json, &machine->label);
        else if (pull_key_is(json, "id"))
            read_text(json, &machine->identity);
        else if (pull_key_is(json, "name"))
            read_text(json, &machine->name);
        else if (pull_key_is(json, "model"))
            read_text(json, &machine->model);
        else if (pull_key_is(json, "processors"))
            read_count(json, &machine->processors);
        else if (pull_key_is(json, "nodes"))
            read_count(json, &machine->nodes);
        else
            pull_skip(json);
    }
    if (!json->failed && (machine->label[0] == '\0' || machine->identity[0] == '\0'))
        pull_fail(json, "a machine with label and id is expected");
}

static void read_machines(struct pull *json, struct format_plan *plan)
{
    pull_array(json);
    while (pull_item(json)) {
        struct store_machine *machine = format_plan_machine(plan, "", "");
        if (machine == NULL)
            pull_no_memory(json);
        else
            read_machine(json, machine);
    }
}

/* What one metric of one system was in a round before the pairs. */
static void read_alone_value(struct pull *json, struct store_draw *value)
{
    double round = (double)NAN;
    pull_object(json);
    while (pull_key(json)) {
        if (pull_key_is(json, "system"))
            read_text(json, &value->system);
        else if (pull_key_is(json, "benchmark"))
            read_text(json, &value->benchmark);
        else if (pull_key_is(json, "metric"))
            read_text(json, &value->metric);
        else if (pull_key_is(json, "round"))
            pull_number(json, 0, &round);
        else if (pull_key_is(json, "value"))
            pull_number(json, 0, &value->mean);
        else
            pull_skip(json);
    }
    if (json->failed)
        return;
    if (value->system == NULL || value->benchmark == NULL || value->metric == NULL ||
        !(round >= 0 && round < 0x1p31 && round == floor(round)) || !isfinite(value->mean))
        pull_fail(json, "a value that was measured alone, with system, benchmark, metric, round "
                        "and value, is expected");
    else
        value->round = (int64_t)round;
}

static void read_alone(struct pull *json, struct format_plan *plan)
{
    pull_array(json);
    while (pull_item(json)) {
        struct store_draw *more = realloc(plan->alone, (plan->n_alone + 1) * sizeof *plan->alone);
        if (more == NULL) {
            pull_no_memory(json);
            return;
        }
        plan->alone = more;
        more[plan->n_alone] = (struct store_draw){.mean = (double)NAN};
        read_alone_value(json, &more[plan->n_alone++]);
    }
}

static void read_plan(struct pull *json, struct format_plan *plan)
{
    if (pull_key_is(json, "margin")) {
        pull_number(json, 0, &plan->margin);
        if (!(plan->margin >= 0))
            pull_fail_expected(json, "a margin, 0 or more,");
    } else if (pull_key_is(json, "seed")) {
        (void)value_read_seed(pull_string(json), &plan->seed);
    } else if (pull_key_is(json, "manifest")) {
        read_text(json, &plan->manifest);
    } else if (pull_key_is(json, "watched")) {
        read_text(json, &plan->watched);
    } else if (pull_key_is(json, "version")) {
        read_text(json, &plan->version);
    } else if (pull_key_is(json, "machines")) {
        read_machines(json, plan);
    } else if (pull_key_is(json, "alone")) {
        read_alone(json, plan);
    } else {
        pull_skip(json);
    }
}

static void read_values(struct importer *importer)
{
    struct pull *json = &importer->json;
    struct format_plan ignored = {0};
    struct format_plan *plan = importer->options->plan;
    pull_object(json);
    while (pull_key(json)) {
        if (pull_key_is(json, "series"))
            importer_read_array(importer, read_series);
        else
            read_plan(json, plan != NULL ? plan : &ignored);
    }
    free(ignored.manifest);
    free(ignored.version);
    free(ignored.watched);
    store_machines_free(&ignored.machines, ignored.n_machines);
    store_draws_free(&ignored.alone, ignored.n_alone);
    pull_finish(json);
}

static bool probe(const struct format_text *text)
{
    static const char schema[] = "\"assay.values/1\"";
    const size_t n = text->size < 4096 ? text->size : 4096;
    return n > 0 && memmem(text->text, n, schema, strlen(schema)) != NULL;
}

const struct format format_values = {
    .name = "values",
    .what = "values that assay exported as JSON",
    .probe = probe,
    .take = read_values,
};
