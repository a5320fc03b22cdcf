/* SPDX-License-Identifier: GPL-3.0-or-later */
/* history_json.c -- the document of `assay history`. */
#include <math.h>

#include "view/document/json.h"
#include "view/terminal/history.h"

static json_t *version_object(const struct history_finding *history,
                              const struct history_version *version)
{
    const char *intervals = history->rule.rule == ASSAY_HISTORY_KT2006 ? "kt2006"
                            : version->anytime                         ? "anytime"
                                                                       : "plain";
    json_t *object = render_json_object();
    render_json_set(object, "version", render_json_text(version->label));
    render_json_set(object, "commit", render_json_text(version->commit));
    render_json_set(object, "branch", render_json_text(version->branch));
    render_json_set(object, "dirty", render_json_bool(version->dirty));
    render_json_set(
        object, "time_s",
        render_json_number(version->time_s != 0 ? (double)version->time_s : (double)NAN));
    if (version->machine != NULL) {
        render_json_set(object, "machine", render_json_text(version->machine));
        render_json_set(object, "machine_class", render_json_text(version->machine_class));
        render_json_set(object, "another_machine", render_json_bool(version->moved));
        render_json_set(object, "another_class", render_json_bool(version->changed));
        render_json_set(object, "several_machines", render_json_bool(version->mixed));
    }
    render_json_set(object, "watched", render_json_bool(version->watched));
    render_json_set(object, "intervals", render_json_text(intervals));
    return object;
}

static json_t *point_object(const struct history_finding *history,
                            const struct series_history *series, size_t i)
{
    const struct assay_history_version *point = &series->points[i];
    json_t *object = render_json_object();
    render_json_set(object, "version",
                    render_json_text(history->versions[series->versions[i]].label));
    render_json_set(object, "mean", render_json_number(point->summary.mean));
    render_json_set(object, "lower", render_json_number(point->lower));
    render_json_set(object, "upper", render_json_number(point->upper));
    render_json_set(object, "n", render_json_count(point->summary.r));
    if (series->programs != NULL && series->programs[i] != 0)
        render_json_set(object, "program", render_json_count(series->programs[i]));
    return object;
}

static json_t *percent_object(const struct assay_estimate *ratio)
{
    return render_json_limits(100 * (ratio->estimate - 1), 100 * (ratio->interval.lower - 1),
                              100 * (ratio->interval.upper - 1));
}

static json_t *ruling_object(const struct history_ruling *ruling)
{
    json_t *object = render_json_object();
    render_json_set(object, "accepted", render_json_bool(ruling->accepted));
    render_json_set(object, "outgrown", render_json_bool(ruling->outgrown));
    render_json_set(object, "version", render_json_text(ruling->version));
    render_json_set(object, "why", render_json_text(ruling->why));
    render_json_set(object, "time_s", render_json_number((double)ruling->time_s));
    return object;
}

/* "at" is the first version after the change, "last_before" the one measured before it. */
static json_t *change_object(const struct history_finding *history,
                             const struct series_history *series, size_t k)
{
    const struct assay_change *change = &series->finding.changes[k];
    json_t *object = render_json_object();
    const size_t at = series->versions[change->at];
    const size_t before = series->versions[change->at - 1];
    render_json_set(object, "at", render_json_text(history->versions[at].label));
    render_json_set(object, "last_before", render_json_text(history->versions[before].label));
    render_json_set(object, "position", render_json_count(at + 1));
    render_json_set(object, "before", render_json_number(change->before));
    render_json_set(object, "after", render_json_number(change->after));
    render_json_set(object, "ratio",
                    render_json_estimate(change->ratio.estimate, &change->ratio.interval));
    render_json_set(object, "change_percent", percent_object(&change->ratio));
    render_json_set(object, "verdict",
                    render_json_text(assay_verdict_name(history_verdict(series, change))));
    render_json_set(object, "p", render_json_number(change->p));
    if (history_ruling(series, k) != NULL)
        render_json_set(object, "ruling", ruling_object(history_ruling(series, k)));
    return object;
}

static json_t *slope_object(const struct series_history *series)
{
    const struct assay_slope *slope = &series->finding.slope;
    json_t *object = render_json_object();
    render_json_set(object, "percent_per_version",
                    render_json_number(100 * (slope->per_version - 1)));
    render_json_set(object, "ratio",
                    render_json_estimate(slope->ratio.estimate, &slope->ratio.interval));
    render_json_set(object, "change_percent", percent_object(&slope->ratio));
    render_json_set(object, "verdict",
                    render_json_text(assay_verdict_name(history_slope_verdict(series))));
    render_json_set(object, "p", render_json_number(slope->p));
    return object;
}

static json_t *noise_object(const struct assay_history *finding)
{
    json_t *object = render_json_object();
    render_json_set(object, "within_percent", render_json_number(100 * finding->within_sd));
    render_json_set(object, "between_percent", render_json_number(100 * finding->between_sd));
    render_json_set(object, "dependence", render_json_number(finding->dependence));
    return object;
}

static json_t *lone_object(const struct history_finding *history,
                           const struct series_history *series, const struct assay_lone *lone)
{
    json_t *object = render_json_object();
    const size_t at = series->versions[lone->at];
    render_json_set(object, "at", render_json_text(history->versions[at].label));
    render_json_set(object, "position", render_json_count(at + 1));
    render_json_set(object, "off_percent", render_json_number(100 * (lone->ratio - 1)));
    return object;
}

static json_t *common_object(const struct assay_common *common)
{
    json_t *object = render_json_object();
    render_json_set(object, "slope", render_json_number(common->slope));
    render_json_set(object, "lower", render_json_number(common->lower));
    render_json_set(object, "upper", render_json_number(common->upper));
    render_json_set(object, "used", render_json_number(common->used));
    render_json_set(object, "share", render_json_number(common->share));
    return object;
}

static json_t *same_object(const struct assay_history_same *same)
{
    json_t *object = render_json_object();
    render_json_set(object, "programs", render_json_count(same->n_programs));
    render_json_set(object, "versions", render_json_count(same->n_versions));
    render_json_set(object, "sd_percent", render_json_number(100 * same->sd));
    render_json_set(object, "df", render_json_number(same->df));
    return object;
}

static json_t *in_place_object(const struct history_in_place *in_place)
{
    char statistic[ASSAY_STATISTIC_TEXT];
    json_t *object = render_json_object();
    assay_statistic_name(&in_place->statistic, statistic);
    render_json_set(object, "metric", render_json_text("wall"));
    render_json_set(object, "statistic", render_json_text(statistic));
    render_json_set(object, "pushed", render_json_number(in_place->pushed));
    render_json_set(object, "detectable_percent", render_json_number(100 * in_place->detectable));
    render_json_set(object, "least_percent", render_json_number(100 * in_place->least));
    return object;
}

static json_t *series_object(const struct history_finding *history,
                             const struct series_history *series)
{
    json_t *object = render_json_object(), *points = render_json_array();
    json_t *changes = render_json_array(), *alone = render_json_array();
    if (series->system != NULL)
        render_json_set(object, "system", render_json_text(series->system));
    render_json_set(object, "benchmark", render_json_text(series->benchmark));
    render_json_set(object, "metric", render_json_text(series->metric));
    render_json_set(object, "unit", render_json_text(series->unit));
    if (series->in_place.told)
        render_json_set(object, "in_place_of", in_place_object(&series->in_place));
    for (size_t i = 0; i < series->n; i++)
        render_json_append(points, point_object(history, series, i));
    for (size_t i = 0; i < series->finding.n; i++)
        render_json_append(changes, change_object(history, series, i));
    render_json_set(object, "versions", points);
    for (size_t i = 0; i < series->finding.n_alone; i++)
        render_json_append(alone, lone_object(history, series, &series->finding.alone[i]));
    render_json_set(object, "changes", changes);
    if (series->finding.slope.beyond)
        render_json_set(object, "slope", slope_object(series));
    render_json_set(object, "alone", alone);
    if (series->adjusted != NULL)
        render_json_set(object, "common", common_object(&series->common));
    const size_t gone = history_gone(history, series);
    if (gone != SIZE_MAX)
        render_json_set(object, "last_measured", render_json_text(history->versions[gone].label));
    render_json_set(object, "noise", noise_object(&series->finding));
    if (series->same.df > 0)
        render_json_set(object, "same_program", same_object(&series->same));
    if (series->warm_up.found) {
        const struct assay_warm_up *found = &series->warm_up;
        json_t *warm_up = render_json_object();
        render_json_set(warm_up, "executions", render_json_count(found->n));
        render_json_set(warm_up, "warm_up", render_json_count(found->n_warming));
        render_json_set(warm_up, "slow_down", render_json_count(found->n_slowing));
        render_json_set(warm_up, "until", render_json_count(found->until));
        render_json_set(object, "steady", warm_up);
    }
    render_json_set(object, "detectable_percent",
                    render_json_number(100 * series->finding.detectable));
    return object;
}

/* The series that changed at one version; NULL when none did. */
static json_t *together_object(const struct history_finding *history, size_t version)
{
    json_t *benchmarks = render_json_array();
    for (size_t i = 0; i < history->n; i++)
        for (size_t k = 0; k < history->series[i].finding.n; k++)
            if (history->series[i].versions[history->series[i].finding.changes[k].at] == version)
                render_json_append(benchmarks, render_json_text(history->series[i].benchmark));
    if (json_array_size(benchmarks) == 0) {
        json_decref(benchmarks);
        return NULL;
    }
    json_t *object = render_json_object();
    render_json_set(object, "at", render_json_text(history->versions[version].label));
    render_json_set(object, "benchmarks", benchmarks);
    return object;
}

static json_t *shared_array(const struct history_finding *history)
{
    json_t *shared = render_json_array();
    for (size_t i = 0; i < history->n_shared; i++) {
        const struct history_shared *step = &history->shared[i];
        json_t *object = render_json_object();
        render_json_set(object, "at", render_json_text(history->versions[step->version].label));
        render_json_set(object, "metric", render_json_text(step->metric));
        render_json_set(object, "percent", render_json_number(100 * (step->ratio - 1)));
        render_json_append(shared, object);
    }
    return shared;
}

static json_t *renamed_array(const struct history_finding *history)
{
    json_t *renamed = render_json_array();
    for (size_t i = 0; i < history->n_renames; i++) {
        json_t *object = render_json_object();
        render_json_set(object, "before", render_json_text(history->renames[i].before));
        render_json_set(object, "since", render_json_text(history->renames[i].since));
        render_json_set(object, "why", render_json_text(history->renames[i].why));
        render_json_append(renamed, object);
    }
    return renamed;
}

static void warn_all(json_t *document, const struct history_finding *history)
{
    for (size_t i = 0; i < history->n_versions; i++)
        if (history->versions[i].watched) {
            render_json_warn(document, ASSAY_WARNING(ASSAY_WARN_PEEKED), NULL);
            break;
        }
    for (size_t i = 0; i < history->n; i++) {
        const struct series_history *series = &history->series[i];
        render_json_warn(document, series->finding.warnings, series->benchmark);
        if (series->trouble[0] != '\0')
            render_json_warn_text(document, "undefined", series->trouble, series->benchmark);
    }
}

json_t *history_json(const struct history_finding *history)
{
    json_t *document = render_json_document("history", history->rule.confidence);
    json_t *versions = render_json_array(), *series = render_json_array();
    json_t *together = render_json_array();
    warn_all(document, history);
    for (size_t i = 0; i < history->n_versions; i++)
        render_json_append(versions, version_object(history, &history->versions[i]));
    for (size_t i = 0; i < history->n; i++)
        render_json_append(series, series_object(history, &history->series[i]));
    for (size_t i = 0; i < history->n_versions; i++) {
        json_t *object = together_object(history, i);
        if (object != NULL)
            render_json_append(together, object);
    }
    render_json_set(document, "method",
                    render_json_text(assay_history_rule_name(history->rule.rule)));
    char statistic[ASSAY_STATISTIC_TEXT];
    assay_statistic_name(&history->statistic, statistic);
    render_json_set(document, "statistic", render_json_text(statistic));
    render_json_set(document, "margin", render_json_number(history->rule.margin));
    render_json_set(document, "seed", render_json_seed(history->rule.seed));
    render_json_set(document, "adjustment", render_json_text(history->adjustment));
    render_json_set(document, "false_alarms_per_1000_versions",
                    render_json_number(history->false_per_1000));
    render_json_set(document, "versions", versions);
    render_json_set(document, "series", series);
    render_json_set(document, "together", together);
    if (history->n_shared > 0)
        render_json_set(document, "all_benchmarks", shared_array(history));
    if (history->n_renames > 0)
        render_json_set(document, "renamed", renamed_array(history));
    return document;
}
