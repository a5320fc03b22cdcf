/* SPDX-License-Identifier: GPL-3.0-or-later */
/* across_machines.c -- a comparison whose top level is machines: one log ratio for each of them.
 *
 * Pairing never crosses machines. A machine is its identity, whatever units were measured on it: two units on
 * one machine are more rounds of one. Rounds are the units of the highest level below that is repeated. */
#include "analysis/comparison_parts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/machine_units.h"
#include "base/failure.h"
#include "base/owned.h"

/* ---- one machine ---- */

struct work {
    const struct compare_request *request;
    const struct assay_compare_options *options;
    const struct comparison_finding *row;
    struct machine_sides sides;
    double *pooled[2]; /* rounds of one machine, of units that were measured on it */
    double *d, *means[2];
    size_t *class_at;
    struct machines_finding *out;
};

/* The rounds of all units of this machine; how many. */
static size_t gather(struct work *work, size_t side, size_t group)
{
    const struct rounds *rounds = &work->sides.rounds[side];
    size_t n = 0;
    for (size_t j = work->sides.units[side].head[group]; j != UNITS_END;
         j = work->sides.units[side].next[j]) {
        const size_t count = rounds->first[j + 1] - rounds->first[j];
        memcpy(work->pooled[side] + n, rounds->means + rounds->first[j], count * sizeof(double));
        n += count;
    }
    return n;
}

static enum assay_status find_class(struct machines_finding *out,
                                    const struct store_machine *machine, size_t *at,
                                    struct assay_error *error)
{
    char *name = machine != NULL ? store_machine_class(machine) : strdup("");
    if (name == NULL)
        return fail_no_memory(error);
    for (*at = 0; *at < out->n_classes; (*at)++)
        if (strcmp(out->classes[*at].name, name) == 0)
            break;
    if (*at == out->n_classes)
        out->classes[out->n_classes++] = (struct machine_class_finding){.name = name};
    else
        free(name);
    out->classes[*at].n++;
    return ASSAY_OK;
}

static enum assay_status add_machine(struct work *work, size_t group, struct assay_error *error)
{
    const struct input *input = work->request->input;
    struct machines_finding *out = work->out;
    const struct assay_series *series = work->sides.series[0];
    struct machine_finding *item = &out->items[out->n];
    const size_t unit = work->sides.units[0].head[group];
    const size_t n[2] = {gather(work, 0, group), gather(work, 1, group)};
    if (n[1] == 0) {
        out->left_out++;
        return ASSAY_OK;
    }
    *item = (struct machine_finding){.name = machine_name_of(input, series, unit),
                                     .identity = machine_identity_of(input, series, unit)};
    TRY(assay_machine_effect((struct assay_view){work->pooled[0], n[0]},
                             (struct assay_view){work->pooled[1], n[1]}, &item->machine, error));
    TRY(find_class(out, input_machine(input, unit_label_of(series, unit)), &item->class_at, error));
    for (size_t side = 0; side < 2; side++)
        work->means[side][out->n] = comparison_mean(work->pooled[side], n[side]);
    work->d[out->n] = item->machine.d;
    work->class_at[out->n++] = item->class_at;
    return ASSAY_OK;
}

static int by_first_unit(const void *a, const void *b)
{
    const size_t *x = a, *y = b;
    return (x[0] > y[0]) - (x[0] < y[0]);
}

/* In the order of their first units. */
static enum assay_status add_machines(struct work *work, struct assay_error *error)
{
    size_t(*order)[2] = calloc(work->sides.n_groups + 1, sizeof *order);
    enum assay_status status = order != NULL ? ASSAY_OK : fail_no_memory(error);
    for (size_t g = 0; order != NULL && g < work->sides.n_groups; g++) {
        order[g][0] = work->sides.units[0].head[g];
        order[g][1] = g;
    }
    if (order != NULL)
        qsort(order, work->sides.n_groups, sizeof *order, by_first_unit);
    for (size_t g = 0; status == ASSAY_OK && g < work->sides.n_groups; g++)
        status = add_machine(work, order[g][1], error);
    free(order);
    return status;
}

/* ---- all of them ---- */

/* Every class alike, where they have two machines each on average: decided by counts alone. */
static enum machines_across across_of(const struct work *work)
{
    const struct machines_finding *out = work->out;
    if (work->request->across != ACROSS_CLASSES)
        return work->request->across;
    return out->n_classes > 1 && out->n_classes <= ASSAY_MOST_CLASSES &&
                   out->n >= 2 * out->n_classes
               ? ACROSS_CLASSES
               : ACROSS_MACHINES;
}

static enum assay_status ratio_at(const struct work *work, double confidence,
                                  struct assay_estimate *ratio, struct assay_error *error)
{
    const struct machines_finding *out = work->out;
    const struct assay_view d = {work->d, out->n};
    struct assay_machine_classes classes;
    if (out->across == ACROSS_MACHINES)
        return assay_machines_ratio(d, confidence, ratio, error);
    if (out->across == ACROSS_TOTAL) {
        const struct assay_sample x = assay_sample_flat(work->means[0], out->n),
                                  y = assay_sample_flat(work->means[1], out->n);
        return assay_ratio_paired(&x, &y, confidence, ratio, error);
    }
    TRY(assay_machine_classes_compare(d, work->class_at, out->n_classes, confidence, &classes,
                                      error));
    *ratio = classes.equal;
    return ASSAY_OK;
}

/* Each by its own rounds, all of them together at the confidence (Bonferroni). */
static void judge_each(const struct work *work)
{
    struct machines_finding *out = work->out;
    const double alpha = (1 - work->options->confidence) / (double)out->n;
    bool faster = false, slower = false;
    for (size_t i = 0; i < out->n; i++) {
        struct machine_finding *item = &out->items[i];
        item->own = assay_machine_interval(&item->machine, 1 - alpha);
        const struct assay_interval narrow =
            assay_machine_interval(&item->machine, fmax(1 - 2 * alpha, 0.01));
        item->verdict = assay_verdict_of(&item->own, &narrow, work->options->margin,
                                         work->options->more_is_better);
        faster = faster || item->verdict == ASSAY_FASTER;
        slower = slower || item->verdict == ASSAY_SLOWER;
    }
    out->mixed = faster && slower;
}

static enum assay_status combine(struct machines_finding *out, double confidence,
                                 struct assay_error *error)
{
    OWNED struct assay_machine *machines = calloc(out->n, sizeof *machines);
    if (machines == NULL)
        return fail_no_memory(error);
    for (size_t i = 0; i < out->n; i++)
        machines[i] = out->items[i].machine;
    const enum assay_status status =
        assay_machines_combine(machines, out->n, confidence, &out->all, error);
    for (size_t i = 0; i < out->n; i++)
        out->items[i].machine = machines[i];
    return status;
}

/* What the ratio is the quotient of: means over machines as their log ratios are weighed; total times as they are. */
static double value_over(const struct work *work, size_t side)
{
    const struct machines_finding *out = work->out;
    const double *means = work->means[side];
    double sum = 0;
    if (out->across == ACROSS_TOTAL)
        return comparison_mean(means, out->n);
    for (size_t i = 0; i < out->n; i++)
        sum += log(means[i]) / (out->across == ACROSS_MACHINES
                                    ? (double)out->n
                                    : (double)(out->n_classes * out->classes[work->class_at[i]].n));
    return exp(sum);
}

/* The row says what holds over machines. */
static void take_over(const struct work *work, enum assay_verdict verdict,
                      struct comparison_finding *row)
{
    struct assay_comparison *finding = &row->finding;
    finding->ratio = work->out->ratio;
    finding->old_value = value_over(work, 0);
    finding->new_value = value_over(work, 1);
    const bool open = row->warm_up.open || (verdict == ASSAY_EQUIVALENT && work->out->mixed);
    finding->verdict = open ? ASSAY_INCONCLUSIVE : verdict;
    finding->has_typical = finding->typical_first = finding->has_bootstrap = false;
    finding->rests_on = ASSAY_RESTS_ON_STATISTIC;
    finding->paired = true;
    /* Of the ratio that it takes the place of. */
    finding->warnings &= ~ASSAY_WARNING(ASSAY_WARN_UNBOUNDED);
    finding->warnings |= work->out->ratio.warnings;
}

static enum assay_status conclude(struct work *work, struct comparison_finding *row,
                                  struct assay_error *error)
{
    struct machines_finding *out = work->out;
    const double confidence = work->options->confidence,
                 narrower = assay_verdict_narrower(confidence);
    struct assay_estimate narrow = {.interval = {.kind = ASSAY_ALL}};
    TRY(combine(out, confidence, error));
    OWNED struct assay_machine *machines = calloc(out->n, sizeof *machines);
    OWNED bool *far = calloc(out->n, sizeof *far);
    enum assay_status status = ASSAY_NO_MEMORY;
    for (size_t i = 0; machines != NULL && i < out->n; i++)
        machines[i] = out->items[i].machine;
    if (machines != NULL && far != NULL)
        status = assay_machines_far(machines, out->n, far, error);
    for (size_t i = 0; status == ASSAY_OK && i < out->n; i++)
        out->items[i].far = far[i];
    TRY(status == ASSAY_OK ? ASSAY_OK : fail_no_memory(error));
    out->across = across_of(work);
    TRY(ratio_at(work, confidence, &out->ratio, error));
    if (narrower > 0)
        TRY(ratio_at(work, narrower, &narrow, error));
    out->has_by_class =
        out->n_classes > 1 && out->n_classes <= ASSAY_MOST_CLASSES && out->n > out->n_classes &&
        assay_machine_classes_compare((struct assay_view){work->d, out->n}, work->class_at,
                                      out->n_classes, confidence, &out->by_class, NULL) == ASSAY_OK;
    take_over(work,
              assay_verdict_of(&out->ratio.interval, &narrow.interval, work->options->margin,
                               work->options->more_is_better),
              row);
    return ASSAY_OK;
}

/* ---- the whole ---- */

static bool begin(struct work *work)
{
    const size_t n = work->sides.rounds[0].n_units + 1;
    for (size_t side = 0; side < 2; side++) {
        const struct rounds *rounds = &work->sides.rounds[side];
        work->pooled[side] = calloc(rounds->first[rounds->n_units] + 1, sizeof(double));
        work->means[side] = calloc(n, sizeof(double));
        work->sides.units[side].head = calloc(n, sizeof(size_t));
        work->sides.units[side].next = calloc(rounds->n_units + 1, sizeof(size_t));
        if (work->pooled[side] == NULL || work->means[side] == NULL ||
            work->sides.units[side].head == NULL || work->sides.units[side].next == NULL)
            return false;
    }
    work->d = calloc(n, sizeof *work->d);
    work->class_at = calloc(n, sizeof *work->class_at);
    work->out = calloc(1, sizeof *work->out);
    if (work->d == NULL || work->class_at == NULL || work->out == NULL)
        return false;
    work->out->units = work->sides.rounds[0].n_units;
    work->out->items = calloc(n, sizeof *work->out->items);
    work->out->classes = calloc(n, sizeof *work->out->classes);
    return work->out->items != NULL && work->out->classes != NULL;
}

static void work_fini(struct work *work)
{
    for (size_t side = 0; side < 2; side++) {
        rounds_fini(&work->sides.rounds[side]);
        free(work->pooled[side]);
        free(work->means[side]);
        free(work->sides.units[side].head);
        free(work->sides.units[side].next);
    }
    free(work->d);
    free(work->class_at);
    machines_finding_free(&work->out);
}

bool across_machines_asked(const struct compare_request *request,
                           const struct assay_compare_options *options,
                           const struct comparison_finding *row)
{
    return (options->method == ASSAY_COMPARE_AUTO || options->method == ASSAY_COMPARE_PAIRED) &&
           options->question.basis != ASSAY_BASIS_TYPICAL &&
           options->question.statistic.kind == ASSAY_STATISTIC_MEAN &&
           strcmp(row->old_series->level_name[0], "machine") == 0 &&
           strcmp(row->new_series->level_name[0], "machine") == 0 &&
           !input_hides_machines(request->input, row->old_series) &&
           !input_hides_machines(request->input, row->new_series);
}

enum assay_status across_machines(const struct compare_request *request,
                                  const struct assay_compare_options *options,
                                  struct comparison_finding *row, struct assay_error *error)
{
    struct work work = {
        .request = request,
        .options = options,
        .row = row,
        .sides = {.input = request->input, .series = {row->old_series, row->new_series}}};
    struct assay_error why;
    if (!across_machines_asked(request, options, row))
        return ASSAY_OK;
    enum assay_status status = rounds_init(&work.sides.rounds[0], &row->old_series->live, &why);
    if (status == ASSAY_OK)
        status = rounds_init(&work.sides.rounds[1], &row->new_series->live, &why);
    if (status == ASSAY_OK && !begin(&work))
        status = fail_no_memory(&why);
    if (status == ASSAY_OK)
        status = machine_sides_group(&work.sides, &why);
    if (status == ASSAY_OK)
        status = add_machines(&work, &why);
    if (status == ASSAY_OK)
        judge_each(&work); /* before borrowing: by its own rounds */
    if (status == ASSAY_OK && work.out->n > 1)
        status = conclude(&work, row, &why);
    if (status == ASSAY_OK && work.out->n > 0) {
        row->machines = work.out;
        work.out = NULL;
    }
    work_fini(&work);
    if (status == ASSAY_NO_MEMORY)
        return fail_no_memory(error);
    return ASSAY_OK;
}
