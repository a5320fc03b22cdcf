/* SPDX-License-Identifier: GPL-3.0-or-later */
/* interim_looks.c -- what a sequential rule knows of the values at an interim look.
 *
 * The first look reads what is stored, by the open handle; from then on each record is added as it is
 * kept, as running moments of top units and, for the typical run, as medians of executions: a look reads
 * nothing (docs/stopping.md). What decides is found as for any other analysis: wall, or a benchmark's
 * first metric, or processor time where others took the processors, the first system that has values against each of the others; by both questions, or by
 * the statistic that the design names, for quantiles from all values. Where values come of
 * something that had none, that may have changed, and the next look reads again. */
#include "session/interim_looks.h"

#include <stdlib.h>
#include <string.h>

#include "analysis/metric_limits.h"
#include "base/failure.h"
#include "base/owned.h"
#include "finding/finding.h"
#include "session/session_parts.h"

/* ---- the rule ---- */

static enum assay_stopping kind_of(enum stop_rule rule)
{
    return rule == STOP_ANYTIME ? ASSAY_STOPPED_ANYTIME
           : rule == STOP_LOOKS ? ASSAY_STOPPED_LOOKS
                                : ASSAY_STOPPED_PEEKED;
}

static size_t n_limits(const struct session *session)
{
    return session->limits != NULL ? session->limits->metrics.n : 0;
}

enum assay_status interim_looks_init(struct interim_looks *looks, const struct session *session,
                                     struct assay_error *error)
{
    const struct design *design = session->design;
    *looks = (struct interim_looks){.session = session,
                                    .rule = assay_stopping_rule_of(kind_of(design->stop.rule))};
    const size_t at_once = n_limits(session);
    looks->rule.confidence = 1 - (1 - session->confidence) / (double)(at_once > 0 ? at_once : 1);
    looks->rule.margin = design->margin;
    looks->rule.precision = design->stop.precision;
    looks->rule.expected = (double)design->stop.expected;
    looks->rule.n_looks = design->stop.looks;
    looks->rule.most = design->levels[design_top_level(design)].count;
    for (size_t i = 0; i < INTERIM_BASES; i++) {
        looks->by_basis[i] = looks->rule;
        looks->by_basis[i].basis = (enum assay_basis)i;
        TRY(assay_stopping_prepare(&looks->by_basis[i], error));
    }
    return ASSAY_OK;
}

static void forget(struct interim_looks *looks)
{
    for (size_t i = 0; i < looks->n_series; i++) {
        run_units_fini(&looks->series[i].units);
        run_medians_fini(&looks->series[i].medians);
    }
    for (size_t i = 0; i < looks->n_pairs; i++)
        assay_ordered_fini(&looks->pairs[i].changes);
    free(looks->series);
    free(looks->pairs);
    looks->series = NULL;
    looks->pairs = NULL;
    looks->n_series = looks->n_pairs = 0;
    input_fini(&looks->input);
    looks->current = false;
}

void interim_looks_fini(struct interim_looks *looks)
{
    forget(looks);
}

/* ---- from the store ---- */

static size_t place_of(const struct interim_looks *looks, const struct assay_series *series)
{
    return (size_t)(series - looks->input.series);
}

/* The means of the series' top units, to be freed; NULL: there are none, or no memory. */
static double *means_of(const struct interim_looks *looks, size_t at, size_t *n)
{
    const struct assay_sample *live = &looks->series[at].series->live;
    const size_t top = design_top_level(looks->session->design);
    *n = assay_shape_units(&live->shape, top);
    double *means = calloc(*n + 1, sizeof *means);
    if (means != NULL && assay_sample_unit_means(live, top, means, NULL) == ASSAY_OK)
        return means;
    free(means);
    return NULL;
}

static bool read_mean(struct interim_looks *looks, size_t at)
{
    size_t n;
    OWNED double *means = means_of(looks, at, &n);
    for (size_t i = 0; means != NULL && i < n; i++)
        assay_running_mean_add(&looks->series[at].mean, means[i]);
    return means != NULL;
}

/* Of one system a typical run is its median, which only an anytime rule may look at. */
static struct assay_question question_of(const struct interim_looks *looks,
                                         const struct assay_series *series)
{
    const struct design *design = looks->session->design;
    const struct assay_question asked = design_question(design, series->benchmark);
    struct assay_question alone = {.basis = ASSAY_BASIS_STATISTIC};
    if (looks->rule.kind == ASSAY_STOPPED_ANYTIME)
        alone.statistic = assay_question_alone(&asked);
    return design->n_systems > 1 ? asked : alone;
}

static bool is_quantile(const struct look_series *looked)
{
    return looked->question.statistic.kind != ASSAY_STATISTIC_MEAN;
}

static bool keeps_values(const struct look_series *looked)
{
    return looked->question.basis != ASSAY_BASIS_STATISTIC || is_quantile(looked);
}

static bool read_values(struct interim_looks *looks, struct look_series *looked)
{
    const struct assay_sample *live = &looked->series->live;
    const size_t lowest =
        is_quantile(looked) ? live->shape.n_levels - 1 : assay_series_paired_level(looked->series);
    return !keeps_values(looked) ||
           run_medians_read(&looked->medians, live, design_top_level(looks->session->design),
                            lowest);
}

static bool read_pair(struct interim_looks *looks, struct look_pair *pair)
{
    size_t n_old, n_new;
    OWNED double *old_means = means_of(looks, pair->old_at, &n_old);
    OWNED double *new_means = means_of(looks, pair->new_at, &n_new);
    const bool read = old_means != NULL && new_means != NULL;
    pair->in_rounds = n_old == n_new && assay_series_paired(looks->series[pair->old_at].series,
                                                            looks->series[pair->new_at].series);
    for (size_t i = 0; read && pair->in_rounds && i < n_old; i++)
        assay_running_pair_add(&pair->running, old_means[i], new_means[i]);
    pair->typical =
        pair->in_rounds && looks->series[pair->old_at].question.basis != ASSAY_BASIS_STATISTIC;
    return read;
}

static bool read_series(struct interim_looks *looks)
{
    const struct design *design = looks->session->design;
    const struct run_units none = {.top = design_top_level(design),
                                   .execution = design_execution_level(design)};
    looks->series = calloc(looks->input.n + 1, sizeof *looks->series);
    if (looks->series == NULL)
        return false;
    looks->n_series = looks->input.n;
    bool read = true;
    for (size_t i = 0; i < looks->n_series; i++) {
        struct look_series *looked = &looks->series[i];
        *looked = (struct look_series){.series = &looks->input.series[i], .units = none};
        looked->question = question_of(looks, looked->series);
        read = read && read_mean(looks, i) && read_values(looks, looked);
    }
    return read;
}

/* The rows of one system against the old one, which is the first. */
static bool read_system(struct interim_looks *looks, const char *system)
{
    const struct input *input = &looks->input;
    const size_t before = looks->n_pairs;
    bool read = true;
    for (size_t i = 0; i < input->n && read; i++) {
        const struct assay_series *old_series = &input->series[i], *new_series;
        if (strcmp(old_series->system, input->systems.items[0]) != 0)
            continue;
        new_series = input_find(input, system, old_series->benchmark, old_series->metric);
        if (new_series == NULL || strcmp(old_series->unit, new_series->unit) != 0)
            continue;
        struct look_pair *pair = &looks->pairs[looks->n_pairs++];
        *pair = (struct look_pair){.old_at = i, .new_at = place_of(looks, new_series)};
        read = read_pair(looks, pair);
    }
    looks->whole = looks->whole && looks->n_pairs > before;
    return read;
}

static bool read_pairs(struct interim_looks *looks)
{
    const struct name_list *systems = &looks->input.systems;
    bool read = true;
    looks->whole = true;
    looks->pairs = calloc(looks->input.n + 1, sizeof *looks->pairs);
    if (looks->pairs == NULL)
        return false;
    for (size_t i = 1; i < systems->n && read; i++)
        read = read_system(looks, systems->items[i]);
    return read;
}

static bool read_again(struct interim_looks *looks)
{
    struct assay_error error;
    struct source_request deciding = {.stored = true};
    if (n_limits(looks->session) > 0)
        deciding.metrics = looks->session->limits->metrics;
    forget(looks);
    const enum assay_status status =
        session_deciding(looks->session, &deciding, &looks->input, NULL, &error);
    if (status != ASSAY_OK &&
        status != ASSAY_MISSING) /* without a value yet there is none to see */
        session_tell(looks->session,
                     &(struct session_event){.kind = SESSION_UNREAD, .error = &error});
    if (status != ASSAY_OK)
        return false;
    looks->current = read_series(looks) && read_pairs(looks);
    return looks->current;
}

/* ---- as they come ---- */

/* "suite/BM_Fft/1024" is a part of the benchmark "suite". */
static bool is_of_benchmark(const char *name, const char *benchmark, const char *part)
{
    const size_t n = strlen(benchmark);
    if (part == NULL || part[0] == '\0')
        return strcmp(name, benchmark) == 0;
    return strncmp(name, benchmark, n) == 0 && name[n] == '/' && strcmp(name + n + 1, part) == 0;
}

/* Warm-up that was chosen since stands in place of what the record says, as when it is read. */
static size_t warmup_of(const struct assay_series *series, const struct metric_values *values)
{
    if (series->decided == ASSAY_DECIDED_NOT || (values->n <= 1 && values->n_warmup == 0))
        return values->n_warmup;
    return series->live_from < values->n ? series->live_from : values->n;
}

static bool keep(struct look_series *looked, const double *values, size_t n)
{
    if (!is_quantile(looked))
        return !keeps_values(looked) || run_medians_add(&looked->medians, values, n);
    for (size_t i = 0; i < n; i++)
        if (!run_medians_add(&looked->medians, &values[i], 1))
            return false;
    return true;
}

static bool add(struct look_series *looked, const struct step *step,
                const struct metric_values *values)
{
    const size_t from = warmup_of(looked->series, values);
    const size_t n = from < values->n ? values->n - from : 0;
    double sum = 0;
    for (size_t i = from; i < values->n; i++)
        sum += values->values[i];
    return n == 0 || (run_units_add(&looked->units, step->unit, sum / (double)n,
                                    is_quantile(looked) ? n : 1) &&
                      keep(looked, values->values + from, n));
}

/* False: what decides may be another series now, or memory is out. */
static bool take_values(struct interim_looks *looks, const struct step *step,
                        const struct metric_values *values)
{
    const struct design *design = looks->session->design;
    const char *system = design->systems[step->system].name, *metric = NULL;
    for (size_t i = 0; i < looks->n_series; i++) {
        const struct assay_series *series = looks->series[i].series;
        if (!is_of_benchmark(series->benchmark, design->benchmarks[step->benchmark].name,
                             values->part))
            continue;
        metric = series->metric;
        if (strcmp(series->system, system) == 0 && strcmp(metric, values->metric) == 0)
            return add(&looks->series[i], step, values);
    }
    if (n_limits(looks->session) > 0)
        return !name_list_has(&looks->session->limits->metrics, values->metric);
    return metric != NULL && strcmp(metric, values->metric) != 0 &&
           (strcmp(values->metric, "wall") != 0 || metric_is_processor_time(metric));
}

static const struct metric_values *of_metric(const struct record *record, const char *metric)
{
    for (size_t i = 0; i < record->n_series; i++)
        if (strcmp(record->series[i].metric, metric) == 0 && record->series[i].n == 1)
            return &record->series[i];
    return NULL;
}

/* User + system of a whole execution, which no record has as a series unless it was asked for: as it is made of what is read. */
static bool take_sum(struct interim_looks *looks, const struct record *record)
{
    const struct metric_values *user = of_metric(record, "user"),
                               *kernel = of_metric(record, "system_time");
    if (user == NULL || kernel == NULL || of_metric(record, "user+system") != NULL)
        return true;
    const double both = user->values[0] + kernel->values[0];
    struct metric_values sum = *user;
    sum.metric = "user+system";
    sum.values = &both;
    return take_values(looks, &record->step, &sum);
}

/* Units of both that ended. */
static void add_rounds(const struct interim_looks *looks, struct look_pair *pair)
{
    const struct run_units *old_units = &looks->series[pair->old_at].units;
    const struct run_units *new_units = &looks->series[pair->new_at].units;
    pair->in_rounds = pair->in_rounds && old_units->n == new_units->n;
    for (size_t i = 0; pair->in_rounds && i < old_units->n; i++) {
        pair->in_rounds = old_units->items[i].unit == new_units->items[i].unit;
        assay_running_pair_add(&pair->running, old_units->items[i].mean, new_units->items[i].mean);
    }
}

/* False: no memory. */
static bool add_changes(const struct interim_looks *looks, struct look_pair *pair)
{
    pair->typical = pair->typical && pair->in_rounds;
    if (!pair->typical)
        return true;
    const enum assay_status status = run_medians_changes(
        &looks->series[pair->old_at].medians, &looks->series[pair->new_at].medians, &pair->changes);
    pair->typical = status == ASSAY_OK;
    return status != ASSAY_NO_MEMORY;
}

static bool add_units(struct look_series *looked)
{
    for (size_t k = 0; k < looked->units.n; k++) {
        assay_running_mean_add(&looked->mean, looked->units.items[k].mean);
        if (keeps_values(looked) &&
            !run_medians_end_unit(&looked->medians, looked->units.items[k].n))
            return false;
    }
    return true;
}

/* Makes rounds of the units that ended. False: no memory. */
static bool make_rounds(struct interim_looks *looks)
{
    bool made = true;
    for (size_t i = 0; i < looks->n_series && made; i++)
        made = add_units(&looks->series[i]);
    for (size_t i = 0; i < looks->n_pairs && made; i++) {
        add_rounds(looks, &looks->pairs[i]);
        made = add_changes(looks, &looks->pairs[i]);
    }
    for (size_t i = 0; i < looks->n_series; i++) {
        run_units_clear(&looks->series[i].units);
        run_medians_clear(&looks->series[i].medians);
    }
    return made;
}

/* As many units of each series ended: no look would make other rounds of them. */
static bool level(const struct interim_looks *looks)
{
    const size_t n = looks->n_series > 0 ? looks->series[0].units.n : 0;
    bool same = n > 0;
    for (size_t i = 1; i < looks->n_series && same; i++)
        same = looks->series[i].units.n == n;
    return same;
}

void interim_looks_take(struct interim_looks *looks, const struct record *record)
{
    if (!looks->current || record->outcome != OUTCOME_OK || record->step.kind != STEP_EXECUTE ||
        record->step.warmup)
        return;
    for (size_t i = 0; i < record->n_series && looks->current; i++)
        looks->current = take_values(looks, &record->step, &record->series[i]);
    looks->current = looks->current && take_sum(looks, record);
    if (looks->current && level(looks))
        looks->current = make_rounds(looks);
}

static bool end_units(struct interim_looks *looks)
{
    bool ended = true;
    for (size_t i = 0; i < looks->n_series && ended; i++)
        ended = run_units_end(&looks->series[i].units);
    return ended;
}

bool interim_looks_gather(struct interim_looks *looks)
{
    return (looks->current && end_units(looks) && make_rounds(looks)) ||
           (read_again(looks) && make_rounds(looks));
}

const struct name_list *interim_looks_systems(const struct interim_looks *looks)
{
    return &looks->input.systems;
}

/* ---- the decision ---- */

/* What the clocks' ticks hide. */
static double hidden(const struct interim_looks *looks, const struct look_pair *pair)
{
    return assay_typical_resolution_kept(&looks->series[pair->old_at].medians.ordered,
                                         &looks->series[pair->new_at].medians.ordered);
}

static struct assay_pooled_values pooled(const struct look_series *looked)
{
    const struct run_medians *values = &looked->medians;
    return (struct assay_pooled_values){
        .kept = &values->ordered,
        .units = (double)values->ordered.n / (double)(values->largest > 0 ? values->largest : 1)};
}

static bool quantile_done(const struct assay_stopping_rule *rule,
                          const struct look_series *old_looked,
                          const struct look_series *new_looked)
{
    const struct assay_pooled_values new_values = pooled(new_looked);
    const struct assay_pooled_values old_values =
        pooled(old_looked != NULL ? old_looked : new_looked);
    return assay_stopping_quantile_done(rule, &new_looked->question.statistic,
                                        old_looked != NULL ? &old_values : NULL, &new_values);
}

static bool pair_done(const struct interim_looks *looks, const struct look_pair *pair,
                      double resolution)
{
    const struct look_series *looked = &looks->series[pair->old_at];
    struct assay_stopping_rule rule = looks->by_basis[looked->question.basis];
    const struct assay_running_mean *old_units = &looked->mean;
    rule.margin = metric_limits_margin(looks->session->limits, looked->series->metric, rule.margin);
    if (is_quantile(looked))
        return quantile_done(&rule, looked, &looks->series[pair->new_at]);
    if (!pair->in_rounds)
        return assay_stopping_apart_done(&rule, old_units, &looks->series[pair->new_at].mean);
    const struct assay_stopping_reach reach = assay_stopping_reach_at(&rule, old_units->n);
    if (rule.basis == ASSAY_BASIS_STATISTIC)
        return assay_stopping_pair_done(&rule, &pair->running, &reach);
    const struct assay_ordered none = {0};
    return assay_stopping_rounds_done(&rule, &pair->running, pair->typical ? &pair->changes : &none,
                                      resolution, &reach);
}

static bool one_done(const struct interim_looks *looks, const struct look_series *looked)
{
    const struct assay_stopping_rule *rule = &looks->by_basis[ASSAY_BASIS_STATISTIC];
    if (is_quantile(looked))
        return quantile_done(rule, NULL, looked);
    const struct assay_stopping_reach reach = assay_stopping_reach_at(rule, looked->mean.n);
    return assay_stopping_mean_done(rule, &looked->mean, &reach);
}

/* Looking for ticks costs more than all else, and they only keep a run from ending: nobody looks for them
 * before each pair would end it without. */
static bool pairs_done(const struct interim_looks *looks)
{
    for (size_t i = 0; i < looks->n_pairs; i++)
        if (!pair_done(looks, &looks->pairs[i], 0))
            return false;
    for (size_t i = 0; i < looks->n_pairs && looks->whole; i++)
        if (!pair_done(looks, &looks->pairs[i], hidden(looks, &looks->pairs[i])))
            return false;
    return looks->whole;
}

bool interim_looks_done(const struct interim_looks *looks)
{
    if (looks->input.systems.n > 1)
        return pairs_done(looks);
    for (size_t i = 0; i < looks->n_series; i++)
        if (!one_done(looks, &looks->series[i]))
            return false;
    return true;
}
