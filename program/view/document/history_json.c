/* SPDX-License-Identifier: GPL-3.0-or-later */
/* history_json.c -- the document of `assay history`. */
#include <math.h>

#include "finding/finding.h"
#include "view/document/documents.h"
#include "view/document/finding_json.h"
#include "view/document/json.h"
#include "view/document/provenance.h"

static json_t *version_object(const struct history_finding *history,
                              const struct history_version *version)
{
    const char *intervals = history->rule.rule == ASSAY_HISTORY_KT2006 ? "kt2006"
                            : version->anytime                         ? "anytime"
                                                                       : "plain";
    json_t *object = render_json_make(
        JSON("version", version->label), JSON("commit", version->commit),
        JSON("branch", version->branch), JSON("dirty", version->dirty),
        JSON("time_s", version->time_s != 0 ? (double)version->time_s : (double)NAN));
    if (version->machine != NULL) {
        render_json_put(
            object, JSON("machine", version->machine),
            JSON("machine_class", version->machine_class), JSON("another_machine", version->moved),
            JSON("another_class", version->changed), JSON("several_machines", version->mixed));
    }
    return render_json_put(object, JSON("watched", version->watched), JSON("intervals", intervals));
}

static json_t *point_object(const struct history_finding *history, const struct history_row *series,
                            size_t i)
{
    const struct assay_history_point *point = &series->points[i];
    return render_json_make(JSON("version", history->versions[series->versions[i]].label),
                            JSON("mean", point->summary.mean), JSON("lower", point->lower),
                            JSON("upper", point->upper), JSON("n", point->summary.r),
                            JSON_IF(series->programs != NULL && series->programs[i] != 0, "program",
                                    render_json_count(series->programs[i])));
}

static json_t *percent_object(const struct assay_estimate *ratio)
{
    return render_json_limits(100 * (ratio->estimate - 1), 100 * (ratio->interval.lower - 1),
                              100 * (ratio->interval.upper - 1));
}

static json_t *ruling_object(const struct history_ruling *ruling)
{
    return render_json_make(JSON("accepted", ruling->accepted), JSON("outgrown", ruling->outgrown),
                            JSON("version", ruling->version), JSON("why", ruling->why),
                            JSON("time_s", (double)ruling->time_s));
}

/* "at" is the first version after the change, "last_before" the one measured before it. */
static json_t *change_object(const struct history_finding *history,
                             const struct history_row *series, size_t k)
{
    const struct assay_change *change = &series->finding.changes[k];
    const size_t at = series->versions[change->at];
    const size_t before = series->versions[change->at - 1];
    const struct around *around = series->around != NULL ? series->around[k] : NULL;
    return render_json_make(
        JSON("at", history->versions[at].label),
        JSON("last_before", history->versions[before].label), JSON("position", at + 1),
        JSON("before", change->before), JSON("after", change->after),
        JSON("ratio", render_json_estimate(change->ratio.estimate, &change->ratio.interval)),
        JSON("change_percent", percent_object(&change->ratio)),
        JSON("verdict", assay_verdict_name(history_verdict(series, change))), JSON("p", change->p),
        JSON_IF(history_ruling(series, k) != NULL, "ruling",
                ruling_object(history_ruling(series, k))),
        JSON_IF(history_same_program(series, k), "same_program", history_same_program(series, k)),
        JSON_IF(around != NULL && around->n > 0, "changed_beside",
                finding_json_around(around, series->benchmark)));
}

static json_t *slope_object(const struct history_row *series)
{
    const struct assay_slope *slope = &series->finding.slope;
    return render_json_make(
        JSON("percent_per_version", 100 * (slope->per_version - 1)),
        JSON("ratio", render_json_estimate(slope->ratio.estimate, &slope->ratio.interval)),
        JSON("change_percent", percent_object(&slope->ratio)),
        JSON("verdict", assay_verdict_name(history_slope_verdict(series))), JSON("p", slope->p));
}

static json_t *noise_object(const struct assay_history *finding)
{
    return render_json_make(JSON("within_percent", 100 * finding->within_sd),
                            JSON("between_percent", 100 * finding->between_sd),
                            JSON("dependence", finding->dependence));
}

static json_t *lone_object(const struct history_finding *history, const struct history_row *series,
                           const struct assay_lone *lone)
{
    const size_t at = series->versions[lone->at];
    return render_json_make(JSON("at", history->versions[at].label), JSON("position", at + 1),
                            JSON("off_percent", 100 * (lone->ratio - 1)));
}

static json_t *common_object(const struct assay_common *common)
{
    return render_json_make(JSON("slope", common->slope), JSON("lower", common->lower),
                            JSON("upper", common->upper), JSON("used", common->used),
                            JSON("share", common->share));
}

static json_t *same_object(const struct assay_history_same *same)
{
    return render_json_make(JSON("programs", same->n_programs), JSON("versions", same->n_versions),
                            JSON("sd_percent", 100 * same->sd), JSON("df", same->df));
}

static json_t *in_place_object(const struct history_in_place *in_place)
{
    char statistic[ASSAY_STATISTIC_TEXT];
    assay_statistic_name(&in_place->statistic, statistic);
    return render_json_make(JSON("metric", "wall"), JSON("statistic", statistic),
                            JSON("pushed", in_place->pushed),
                            JSON("detectable_percent", 100 * in_place->detectable),
                            JSON("least_percent", 100 * in_place->least));
}

static json_t *few_object(const struct history_row *series)
{
    static const char *const from[] = {"nothing", "older versions", "newest versions"};
    const struct assay_history_few *few = &series->few;
    if (few->from == ASSAY_FEW_NEVER)
        return render_json_make(JSON("known", history_few_is_known(series)),
                                JSON("from", from[few->from]));
    return render_json_make(
        JSON("known", history_few_is_known(series)), JSON("from", from[few->from]),
        JSON("percent", 100 * expm1(few->change)), JSON("sd_percent", 100 * sqrt(few->wider)),
        JSON("visible_percent", 100 * expm1(few->limit_beside)), JSON("p", few->p_beside),
        JSON("df", few->df_used), JSON("benchmarks", few->n_benchmarks),
        JSON("versions", few->n_versions), JSON("widest", few->widest));
}

static json_t *series_object(const struct history_finding *history,
                             const struct history_row *series)
{
    json_t *object = render_json_make(
        JSON_IF(series->system != NULL, "system", series->system),
        JSON("benchmark", series->benchmark), JSON("metric", series->metric),
        JSON("unit", series->unit),
        JSON_IF(series->in_place.told, "in_place_of", in_place_object(&series->in_place)),
        JSON("versions", JSON_LIST(i, series->n, point_object(history, series, i))),
        JSON("changes", JSON_LIST(i, series->finding.n, change_object(history, series, i))),
        JSON_IF(series->finding.slope.beyond, "slope", slope_object(series)),
        JSON("alone", JSON_LIST(i, series->finding.n_alone,
                                lone_object(history, series, &series->finding.alone[i]))),
        JSON_IF(series->adjusted != NULL, "common", common_object(&series->common)));
    const size_t gone = history_gone(history, series);
    render_json_put(object,
                    JSON_IF(gone != SIZE_MAX, "last_measured", history->versions[gone].label),
                    JSON("noise", noise_object(&series->finding)),
                    JSON_IF(series->few.n > 0, "few_versions", few_object(series)),
                    JSON_IF(series->same.df > 0, "same_program", same_object(&series->same)));
    if (assay_warm_up_moves(&series->warm_up)) {
        const struct assay_warm_up *found = &series->warm_up;
        json_t *warm_up =
            render_json_make(JSON("executions", found->n), JSON("warm_up", found->n_warming),
                             JSON("slow_down", found->n_slowing), JSON("until", found->until));
        finding_json_end(warm_up, found);
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
    return render_json_make(JSON("at", history->versions[version].label),
                            JSON("benchmarks", benchmarks));
}

static json_t *shared_array(const struct history_finding *history)
{
    return JSON_EACH(step, history->shared, history->n_shared,
                     render_json_make(JSON("at", history->versions[step->version].label),
                                      JSON("metric", step->metric),
                                      JSON("percent", 100 * (step->ratio - 1))));
}

static json_t *renamed_array(const struct history_finding *history)
{
    return JSON_LIST(i, history->n_renames,
                     render_json_make(JSON("before", history->renames[i].before),
                                      JSON("since", history->renames[i].since),
                                      JSON("why", history->renames[i].why)));
}

static void warn_all(json_t *document, const struct history_finding *history)
{
    for (size_t i = 0; i < history->n_versions; i++)
        if (history->versions[i].watched) {
            render_json_warn(document, ASSAY_WARNING(ASSAY_WARN_PEEKED), NULL);
            break;
        }
    for (size_t i = 0; i < history->n; i++) {
        const struct history_row *series = &history->series[i];
        render_json_warn(document,
                         series->finding.warnings | told_warnings(&series->told) | history_doubts_from(series, 0),
                         series->benchmark);
        if (series->trouble[0] != '\0')
            render_json_warn_text(document, "undefined", series->trouble, series->benchmark);
    }
}

static json_t *document_of(const struct history_finding *history)
{
    json_t *document = render_json_document("history", history->rule.confidence);
    json_t *together = render_json_array();
    warn_all(document, history);
    for (size_t i = 0; i < history->n_versions; i++) {
        json_t *object = together_object(history, i);
        if (object != NULL)
            render_json_append(together, object);
    }
    render_json_set(document, "method",
                    render_json_text(assay_history_rule_name(history->rule.rule)));
    char statistic[ASSAY_STATISTIC_TEXT];
    assay_statistic_name(&history->statistic, statistic);
    return render_json_put(
        document, JSON("statistic", statistic), JSON("margin", history->rule.margin),
        JSON("seed", render_json_seed(history->rule.seed)), JSON("adjustment", history->adjustment),
        JSON("false_alarms_per_1000_versions", history->false_per_1000),
        JSON("versions",
             JSON_LIST(i, history->n_versions, version_object(history, &history->versions[i]))),
        JSON("series", JSON_LIST(i, history->n, series_object(history, &history->series[i]))),
        JSON("together", together),
        JSON_IF(history->n_shared > 0, "all_benchmarks", shared_array(history)),
        JSON_IF(history->n_renames > 0, "renamed", renamed_array(history)));
}

json_t *history_document(const struct history *history, const struct versions_finding *search,
                         const struct name_list *command)
{
    json_t *document = document_of(&history->finding);
    if (search != NULL)
        render_json_set(document, "search", versions_json(search));
    provenance_set_history(history, command, document);
    return document;
}
