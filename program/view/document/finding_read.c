/* SPDX-License-Identifier: GPL-3.0-or-later */
/* finding_read.c -- samples and comparisons back from the JSON that finding.c writes.
 * Edge:     null is NaN, and infinite where the interval's kind says so; unknown warnings are left
 *           out; what is missing is undefined.
 * Checked:  tests/golden/report/findings: the same page as from the values. */
#include "view/document/finding_read.h"

#include <math.h>
#include <string.h>

#include "view/document/json.h"

double finding_number(const json_t *object, const char *key)
{
    const json_t *value = json_object_get(object, key);
    return json_is_number(value) ? json_number_value(value) : (double)NAN;
}

const char *finding_text(const json_t *object, const char *key)
{
    const char *text = json_string_value(json_object_get(object, key));
    return text != NULL ? text : "";
}

size_t finding_count(const json_t *object, const char *key)
{
    const json_int_t n = json_integer_value(json_object_get(object, key));
    return n > 0 ? (size_t)n : 0;
}

static struct assay_interval interval_of(const json_t *object)
{
    struct assay_interval interval = {.lower = finding_number(object, "lower"),
                                      .upper = finding_number(object, "upper"),
                                      .confidence = finding_number(object, "confidence"),
                                      .df = finding_number(object, "df"),
                                      .method = finding_text(object, "method"),
                                      .kind = ASSAY_ALL};
    for (int kind = ASSAY_BOUNDED; kind <= ASSAY_ALL; kind++)
        if (strcmp(finding_text(object, "kind"),
                   assay_interval_kind_name((enum assay_interval_kind)kind)) == 0)
            interval.kind = (enum assay_interval_kind)kind;
    if (interval.kind == ASSAY_RAY && isnan(interval.upper))
        interval.upper = INFINITY;
    return interval;
}

struct assay_estimate finding_estimate(const json_t *object, const char *interval)
{
    return (struct assay_estimate){.estimate = finding_number(object, "estimate"),
                                   .interval = interval_of(json_object_get(object, interval))};
}

json_t *finding_member(json_t *object, const char *name, json_t *(*make)(void))
{
    json_t *member = json_object_get(object, name);
    if (member == NULL) {
        member = make();
        render_json_set(object, name, member);
    }
    return member;
}

json_t *finding_warnings(const json_t *findings)
{
    json_t *warnings = render_json_object(), *entry;
    size_t i;
    json_array_foreach(json_object_get(findings, "warnings"), i, entry)
    {
        render_json_append(
            finding_member(warnings, finding_text(entry, "benchmark"), render_json_array),
            json_incref(entry));
    }
    return warnings;
}

static assay_warnings warnings_of(const json_t *by_benchmark, const char *benchmark,
                                  const char *metric)
{
    assay_warnings warnings = 0;
    size_t i;
    json_t *entry;
    json_array_foreach(json_object_get(by_benchmark, benchmark), i, entry)
    {
        if ((json_object_get(entry, "metric") != NULL &&
             strcmp(finding_text(entry, "metric"), metric) != 0))
            continue;
        for (int bit = 0; bit < ASSAY_WARN_COUNT; bit++)
            if (strcmp(finding_text(entry, "code"), assay_warning_code((enum assay_warning)bit)) ==
                0)
                warnings |= ASSAY_WARNING(bit);
    }
    return warnings;
}

/* ---- samples ---- */

static void read_levels(const json_t *levels, struct assay_series *series,
                        struct assay_description *description)
{
    const size_t n = json_array_size(levels);
    description->n_levels = n < ASSAY_MAX_LEVELS ? n : ASSAY_MAX_LEVELS;
    series->live.shape.n_levels = description->n_levels > 0 ? description->n_levels : 1;
    series->level_name[0] = "value";
    for (size_t k = 0; k < description->n_levels; k++) {
        const json_t *level = json_array_get(levels, k);
        const double count = finding_number(level, "count");
        description->level[k] = (struct assay_component){
            .count = count, .s2 = finding_number(level, "s2"), .t2 = finding_number(level, "t2")};
        series->level_name[k] = finding_text(level, "name");
        series->cost_s[k] = finding_number(level, "cost_s");
        series->live.shape.count[k] = count >= 1 && count < 1e15 ? (size_t)(count + 0.5) : 1;
    }
}

void finding_read_sample(const json_t *object, const json_t *warnings, struct assay_series *series,
                         struct assay_description *description)
{
    const json_t *n = json_object_get(object, "n"), *warmup = json_object_get(object, "warmup");
    *series = (struct assay_series){.system = finding_text(object, "system"),
                                    .benchmark = finding_text(object, "benchmark"),
                                    .metric = finding_text(object, "metric"),
                                    .unit = finding_text(object, "unit")};
    *description =
        (struct assay_description){.n = (size_t)json_integer_value(n),
                                   .mean = finding_number(object, "mean"),
                                   .sd = finding_number(object, "sd"),
                                   .min = finding_number(object, "min"),
                                   .q1 = finding_number(object, "q1"),
                                   .median = finding_number(object, "median"),
                                   .q3 = finding_number(object, "q3"),
                                   .max = finding_number(object, "max"),
                                   .interval = interval_of(json_object_get(object, "interval"))};
    read_levels(json_object_get(object, "levels"), series, description);
    series->warnings = warnings_of(warnings, series->benchmark, series->metric);
    if (json_is_object(warmup)) {
        series->live_from = (size_t)json_integer_value(json_object_get(warmup, "iterations"));
        series->decided = strcmp(finding_text(warmup, "decided"), "by hand") == 0
                              ? ASSAY_DECIDED_BY_HAND
                              : ASSAY_DECIDED_AUTOMATIC;
    }
}

/* ---- comparisons ---- */

static double value_of(const struct assay_statistic *statistic, const struct assay_description *d)
{
    if (statistic->kind == ASSAY_STATISTIC_MEAN)
        return d->mean;
    return statistic->probability == 0.5 ? d->median : (double)NAN;
}

static enum assay_verdict verdict_of(const char *name)
{
    for (int verdict = ASSAY_FASTER; verdict <= ASSAY_MIXED; verdict++)
        if (strcmp(name, assay_verdict_name((enum assay_verdict)verdict)) == 0)
            return (enum assay_verdict)verdict;
    return ASSAY_INCONCLUSIVE;
}

/* One of the two questions; the ratio from its change. */
static enum assay_verdict read_question(const json_t *object, struct assay_estimate *ratio)
{
    const json_t *change = json_object_get(object, "change_percent");
    ratio->estimate = 1 + finding_number(change, "estimate") / 100;
    ratio->interval = interval_of(json_object_get(object, "interval"));
    return verdict_of(finding_text(object, "verdict"));
}

static void read_questions(const json_t *object, struct assay_comparison *finding)
{
    const json_t *typical = json_object_get(object, "typical"),
                 *mean = json_object_get(object, "mean");
    const char *decided = finding_text(object, "decided_by");
    finding->has_typical = json_is_object(typical) && json_is_object(mean);
    if (!finding->has_typical)
        return;
    finding->typical_verdict = read_question(typical, &finding->typical.ratio);
    finding->mean_verdict = read_question(mean, &finding->mean_ratio);
    finding->typical.order = (size_t)json_integer_value(json_object_get(typical, "order"));
    finding->typical.achieved_confidence = finding_number(typical, "achieved_confidence");
    finding->rests_on = strcmp(decided, "typical") == 0 ? ASSAY_RESTS_ON_TYPICAL
                        : strcmp(decided, "mean") == 0  ? ASSAY_RESTS_ON_MEAN
                                                        : ASSAY_RESTS_ON_BOTH;
    /* Both are written with the same digits as the ratio that the finding begins with. */
    finding->typical_first = finding->ratio.interval.method != NULL &&
                             strncmp(finding->ratio.interval.method, "typical", 7) == 0;
}

/* Documents of earlier versions name them among those of the samples alone. */
static void read_values(const json_t *object, struct assay_comparison *finding)
{
    const bool named = json_object_get(object, "old_value") != NULL;
    finding->old_value = named ? finding_number(object, "old_value")
                         : finding->typical_first
                             ? finding->old_sample.median
                             : value_of(&finding->statistic, &finding->old_sample);
    finding->new_value = named ? finding_number(object, "new_value")
                         : finding->typical_first
                             ? finding->old_value * finding->ratio.estimate
                             : value_of(&finding->statistic, &finding->new_sample);
}

void finding_read_comparison(const json_t *object, const json_t *warnings,
                             struct assay_series *series, struct comparison_finding *row)
{
    struct assay_comparison *finding = &row->finding;
    finding_read_sample(json_object_get(object, "old"), warnings, &series[0], &finding->old_sample);
    finding_read_sample(json_object_get(object, "new"), warnings, &series[1], &finding->new_sample);
    row->old_series = &series[0];
    row->new_series = &series[1];
    if (assay_statistic_parse(finding_text(object, "statistic"), &finding->statistic, NULL) !=
        ASSAY_OK)
        finding->statistic = (struct assay_statistic){ASSAY_STATISTIC_MEAN, 0, 0};
    finding->ratio = finding_estimate(json_object_get(object, "ratio"), "interval");
    finding->margin = finding_number(object, "margin");
    finding->verdict = verdict_of(finding_text(object, "verdict"));
    read_questions(object, finding);
    read_values(object, finding);
    finding->p_superior = finding_number(object, "p_superior");
    finding->paired = json_is_true(json_object_get(object, "paired"));
    if (json_object_get(object, "dependence") != NULL)
        finding->dependence = finding_number(object, "dependence");
    row->of_typical_machine = strcmp(finding_text(object, "statistic"), "typical machine") == 0;
    row->why = finding_read_why(json_object_get(object, "why"));
    row->left_out = (size_t)json_integer_value(json_object_get(object, "left_out"));
}

void finding_read_trouble(const json_t *by_benchmark, const char *benchmark, char text[256])
{
    size_t i;
    json_t *entry;
    json_array_foreach(json_object_get(by_benchmark, benchmark), i, entry)
    {
        if (strcmp(finding_text(entry, "code"), "undefined") == 0)
            (void)snprintf(text, 256, "%s", finding_text(entry, "message"));
    }
}
