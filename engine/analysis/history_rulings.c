/* SPDX-License-Identifier: GPL-3.0-or-later */
/* history_rulings.c -- what people said of changes, and of names: laid beside what is found, and kept.
 *
 * As versions are added a step may be told a version or two before or after where it was: a ruling is of the
 * change at its version, or else of the nearest within two versions. One that was accepted is still
 * that one while the interval of its ratio meets the one that was accepted. Which of wall and processor
 * time is judged may change with what else the machine does: what is said of one holds of the other where they meet.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/history_parts.h"
#include "base/array.h"
#include "base/failure.h"
#include "base/owned.h"
#include "finding/finding.h"
#include "source/read_source.h"

enum { NEAR = 2, LEAST_COMMIT = 7 };

/* In the order in which they were given: what was renamed twice has its last name. */
const char *history_name_of(struct history *history, const char *benchmark)
{
    const char *name = benchmark;
    for (size_t i = 0; i < history->n_rulings; i++)
        if (history->rulings[i].kind == RULING_RENAMED &&
            strcmp(history->rulings[i].benchmark, name) == 0)
            name = history->rulings[i].renamed;
    return name;
}

static bool is_time(const char *metric)
{
    return strcmp(metric, "wall") == 0 || metric_is_processor_time(metric);
}

static bool is_of(const struct store_ruling *ruling, const struct history_row *series,
                  const char *benchmark)
{
    return strcmp(series->benchmark, benchmark) == 0 &&
           (ruling->metric == NULL || strcmp(series->metric, ruling->metric) == 0 ||
            (is_time(series->metric) && is_time(ruling->metric))) &&
           (ruling->system == NULL || series->system == NULL ||
            strcmp(series->system, ruling->system) == 0);
}

/* The change that is told at the version, or the nearest; SIZE_MAX: none. */
static size_t change_near(const struct history_row *series, size_t version)
{
    size_t best = SIZE_MAX, least = NEAR + 1, place = 0;
    while (place < series->n && series->versions[place] < version)
        place++;
    for (size_t k = 0; k < series->finding.n; k++) {
        const size_t at = series->finding.changes[k].at;
        const size_t distance = at > place ? at - place : place - at;
        if (distance < least) {
            least = distance;
            best = k;
        }
    }
    return best;
}

static void lay(struct history_row *series, const struct store_ruling *ruling, size_t version)
{
    const size_t k = change_near(series, version);
    if (k == SIZE_MAX)
        return;
    const struct assay_interval *now = &series->finding.changes[k].ratio.interval;
    const bool known = !isnan(ruling->lower) && !isnan(ruling->upper),
               apart = known && (now->lower > ruling->upper || now->upper < ruling->lower);
    if (apart && ruling->metric != NULL && strcmp(series->metric, ruling->metric) != 0)
        return;
    series->rulings[k] = (struct history_ruling){.accepted = ruling->kind == RULING_ACCEPTED,
                                                 .outgrown = apart,
                                                 .version = ruling->version,
                                                 .why = ruling->why,
                                                 .time_s = ruling->made_ns / 1000000000};
}

static enum assay_status list_renames(struct history *history, struct assay_error *error)
{
    struct history_finding *finding = &history->finding;
    finding->renames = calloc(history->n_rulings + 1, sizeof *finding->renames);
    if (finding->renames == NULL)
        return fail_no_memory(error);
    for (size_t i = 0; i < history->n_rulings; i++) {
        const struct store_ruling *ruling = &history->rulings[i];
        if (ruling->kind == RULING_RENAMED)
            finding->renames[finding->n_renames++] =
                (struct history_rename){ruling->benchmark, ruling->renamed, ruling->why};
    }
    return ASSAY_OK;
}

enum assay_status history_apply_rulings(struct history *history, struct assay_error *error)
{
    struct history_finding *finding = &history->finding;
    enum assay_status status = list_renames(history, error);
    for (size_t s = 0; s < finding->n && status == ASSAY_OK && history->n_rulings > 0; s++) {
        struct history_row *series = &finding->series[s];
        series->rulings = calloc(series->finding.n + 1, sizeof *series->rulings);
        if (series->rulings == NULL)
            status = fail_no_memory(error);
    }
    for (size_t i = 0; i < history->n_rulings && status == ASSAY_OK; i++) {
        const struct store_ruling *ruling = &history->rulings[i];
        if (ruling->kind == RULING_RENAMED || ruling->version == NULL)
            continue;
        size_t v = 0;
        while (v < finding->n_versions && strcmp(finding->versions[v].label, ruling->version) != 0)
            v++;
        const size_t version = v;
        const char *benchmark = history_name_of(history, ruling->benchmark);
        for (size_t s = 0; s < finding->n && version < finding->n_versions; s++)
            if (is_of(ruling, &finding->series[s], benchmark))
                lay(&finding->series[s], ruling, version);
    }
    return status;
}

/* ---- keeping one ---- */

static bool is_version(const struct history_version *version, const char *text)
{
    const size_t length = strlen(text);
    return strcmp(version->label, text) == 0 ||
           (length >= LEAST_COMMIT && version->commit != NULL &&
            strncmp(version->commit, text, length) == 0);
}

static enum assay_status keep(const struct history_request *request, struct store_ruling *rulings,
                              size_t n, struct assay_error *error)
{
    SCOPED(store_close) struct store *store = NULL;
    OWNED char *path = source_store_path(request->source.store);
    TRY(path != NULL ? store_open(path, STORE_WRITE, &store, error) : fail_no_memory(error));
    TRY(store_rule(store, rulings, n, error));
    return store_settle(store, error);
}

static enum assay_status fail_no_change(const struct history_finding *finding, const char *version,
                                        struct assay_error *error)
{
    const struct history_row *newest = NULL;
    size_t at = 0;
    for (size_t s = 0; s < finding->n; s++)
        for (size_t k = 0; k < finding->series[s].finding.n; k++) {
            const size_t v = finding->series[s].versions[finding->series[s].finding.changes[k].at];
            if (newest == NULL || v > at) {
                newest = &finding->series[s];
                at = v;
            }
        }
    if (newest == NULL)
        return assay_fail(error, ASSAY_MISSING, "no change is told at %s, nor at any other version",
                          version);
    return assay_fail(error, ASSAY_MISSING,
                      "no change of these benchmarks is told at %s; the newest one is at %s (%s): "
                      "see assay history",
                      version, finding->versions[at].label, newest->benchmark);
}

struct ruling_list {
    struct store_ruling *items;
    size_t n, room;
};

static enum assay_status gather(const struct history *history, enum store_ruling_kind kind,
                                const char *version, const struct name_list *benchmarks,
                                const char *why, struct ruling_list *list,
                                struct assay_error *error)
{
    const struct history_finding *finding = &history->finding;
    for (size_t s = 0; s < finding->n; s++) {
        const struct history_row *series = &finding->series[s];
        for (size_t k = 0; k < series->finding.n; k++) {
            const struct assay_change *change = &series->finding.changes[k];
            const struct history_version *at = &finding->versions[series->versions[change->at]];
            if (!is_version(at, version) || !name_list_selects(benchmarks, series->benchmark))
                continue;
            const bool bounded = change->ratio.interval.kind == ASSAY_BOUNDED;
            if (!array_more(&list->items, list->n, &list->room))
                return fail_no_memory(error);
            list->items[list->n++] =
                (struct store_ruling){.kind = kind,
                                      .version = at->label,
                                      .system = (char *)series->system,
                                      .benchmark = (char *)series->benchmark,
                                      .metric = (char *)series->metric,
                                      .lower = bounded ? change->ratio.interval.lower : (double)NAN,
                                      .upper = bounded ? change->ratio.interval.upper : (double)NAN,
                                      .why = (char *)why};
        }
    }
    return list->n > 0 ? ASSAY_OK : fail_no_change(finding, version, error);
}

enum assay_status history_rule(const struct history_request *request, enum store_ruling_kind kind,
                               const char *version, const struct name_list *benchmarks,
                               const char *why, size_t *n, struct assay_error *error)
{
    SCOPED(history_fini) struct history history = {0};
    struct ruling_list list = {0};
    enum assay_status status = history_analyse(request, &history, NULL, error);
    if (status == ASSAY_OK)
        status = gather(&history, kind, version, benchmarks, why, &list, error);
    if (status == ASSAY_OK)
        status = keep(request, list.items, list.n, error);
    *n = list.n;
    free(list.items);
    return status;
}

static bool measures(const struct history_finding *finding, const char *benchmark, size_t version)
{
    for (size_t s = 0; s < finding->n; s++)
        for (size_t i = 0; i < finding->series[s].n; i++)
            if (strcmp(finding->series[s].benchmark, benchmark) == 0 &&
                (version == SIZE_MAX || finding->series[s].versions[i] == version))
                return true;
    return false;
}

static enum assay_status check_names(const struct history_finding *finding, const char *before,
                                     const char *since, struct assay_error *error)
{
    const char *const names[] = {before, since};
    for (int i = 0; i < 2; i++)
        if (!measures(finding, names[i], SIZE_MAX))
            return assay_fail(error, ASSAY_MISSING,
                              "the history has no benchmark \"%s\": name those that are to be "
                              "joined as assay history shows them",
                              names[i]);
    for (size_t v = 0; v < finding->n_versions; v++)
        if (measures(finding, before, v) && measures(finding, since, v))
            return assay_fail(
                error, ASSAY_INVALID,
                "%s measured both %s and %s: two benchmarks, and not two names of one",
                finding->versions[v].label, before, since);
    return ASSAY_OK;
}

enum assay_status history_rename(const struct history_request *request, const char *before,
                                 const char *since, const char *why, struct assay_error *error)
{
    SCOPED(history_fini) struct history history = {0};
    /* What allows no finding has names all the same. */
    enum assay_status status = history_analyse(request, &history, NULL, error);
    if (status == ASSAY_OK || (status == ASSAY_UNDEFINED && history.finding.n > 0))
        status = check_names(&history.finding, before, since, error);
    if (status == ASSAY_OK)
        status = keep(request,
                      &(struct store_ruling){.kind = RULING_RENAMED,
                                             .benchmark = (char *)before,
                                             .renamed = (char *)since,
                                             .lower = (double)NAN,
                                             .upper = (double)NAN,
                                             .why = (char *)why},
                      1, error);
    return status;
}
