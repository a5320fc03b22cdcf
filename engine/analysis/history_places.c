/* SPDX-License-Identifier: GPL-3.0-or-later */
/* history_places.c -- which experiments of a store are versions, and in which order. */
#include <stdlib.h>
#include <string.h>

#include "analysis/history_parts.h"
#include "base/failure.h"
#include "base/owned.h"
#include "git/git.h"

static int by_rank(const void *left, const void *right)
{
    const struct history_place *a = left, *b = right;
    if (a->rank != b->rank)
        return a->rank < b->rank ? -1 : 1;
    if (a->time_s != b->time_s)
        return a->time_s < b->time_s ? -1 : 1;
    if (a->entry->started_ns != b->entry->started_ns)
        return a->entry->started_ns < b->entry->started_ns ? -1 : 1;
    return (a->entry->id > b->entry->id) - (a->entry->id < b->entry->id);
}

static bool has_version(const struct store_entry *entry)
{
    return entry->version.label != NULL || entry->version.commit != NULL;
}

static bool same_version(const struct store_entry *a, const struct store_entry *b)
{
    char one[256], other[256];
    store_entry_label(a, one, sizeof one);
    store_entry_label(b, other, sizeof other);
    return strcmp(one, other) == 0;
}

/* A pilot's values chose the counts of what was run from it and are no part of that; where its
 * version has nothing else it stands for itself. */
static size_t drop_pilots(struct history_place *places, size_t n)
{
    size_t kept = 0;
    for (size_t i = 0; i < n; i++) {
        bool drop = false;
        for (size_t k = 0; places[i].entry->pilot && k < n && !drop; k++)
            drop = places[k].entry->planned_from == places[i].entry->id ||
                   (!places[k].entry->pilot && same_version(places[i].entry, places[k].entry));
        places[n + kept] = places[i];
        kept += !drop;
    }
    memmove(places, places + n, kept * sizeof *places);
    return kept;
}

static bool is_named(const struct history_request *request, const struct store_entry *entry)
{
    return request->experiments.n == 0 ||
           (entry->name != NULL && name_list_selects(&request->experiments, entry->name));
}

static bool is_on(const char *branch, const struct store_entry *entry)
{
    return branch == NULL ||
           (entry->version.branch != NULL && strcmp(entry->version.branch, branch) == 0);
}

/* What gave no values is no version. */
static bool is_asked(const struct history_request *request, const struct store_entry *entry)
{
    return entry->has_values && is_named(request, entry) && is_on(request->branch, entry);
}

/* Systems that have a version of their own, and the others by that of the experiment. */
static size_t place(const struct store_entry *entry, const struct history_systems *systems,
                    struct history_place *places)
{
    size_t n = 0;
    for (size_t i = 0; i < systems->n; i++)
        if (systems->items[i].entry == entry)
            places[n++] = systems->items[i];
    if (n == 0 || !places[0].alone)
        places[n++] = (struct history_place){.entry = entry,
                                             .time_s = entry->version.commit_s != 0
                                                           ? entry->version.commit_s
                                                           : entry->started_ns / 1000000000,
                                             .version = entry->version};
    return n;
}

static const struct store_entry *newest_asked(const struct history *history,
                                              const struct history_request *request)
{
    for (size_t i = history->n_entries; i-- > 0;)
        if (is_asked(request, &history->entries[i]))
            return &history->entries[i];
    return NULL;
}

/* Commands without a name and a version, in another directory than the newest: they are no versions of that. */
static bool is_stranger(const struct store_entry *entry, const struct store_entry *newest)
{
    return entry->name == NULL && !has_version(entry) && entry->source != NULL &&
           newest->source != NULL && strcmp(entry->source, newest->source) != 0;
}

/* With versions known, experiments of no version are left out. */
static size_t choose(const struct history *history, const struct history_request *request,
                     const struct history_systems *systems, struct history_place *places)
{
    const struct store_entry *newest = newest_asked(history, request);
    size_t n = 0;
    bool versions = false;
    for (size_t i = 0; i < history->n_entries; i++)
        versions = versions ||
                   (history->entries[i].has_values && is_named(request, &history->entries[i]) &&
                    has_version(&history->entries[i]));
    for (size_t i = 0; i < history->n_entries; i++) {
        const struct store_entry *entry = &history->entries[i];
        if (is_asked(request, entry) && (!versions || has_version(entry)) &&
            !is_stranger(entry, newest))
            n += place(entry, systems, &places[n]);
    }
    return drop_pilots(places, n);
}

/* Ranks by the commits' topology; false when git does not know them all. */
static bool rank_by_commit(struct history_place *places, size_t n)
{
    OWNED const char **commits = calloc(n + 1, sizeof *commits);
    OWNED size_t *rank = calloc(n + 1, sizeof *rank);
    const char *directory = ".";
    bool done = commits != NULL && rank != NULL && n > 0;
    for (size_t i = 0; i < n && done; i++) {
        const struct store_version *version = &places[i].version;
        commits[i] = version->commit;
        done = version->commit != NULL;
    }
    done = done && (git_order(directory, commits, n, rank) ||
                    (places[n - 1].entry->source != NULL &&
                     git_order(places[n - 1].entry->source, commits, n, rank)));
    for (size_t i = 0; i < n && done; i++)
        places[i].rank = rank[i];
    return done;
}

void history_subjects(struct history_finding *history)
{
    OWNED const char **commits = calloc(history->n_versions + 1, sizeof *commits);
    OWNED char **subjects = calloc(history->n_versions + 1, sizeof *subjects);
    for (size_t v = 0; commits != NULL && v < history->n_versions; v++)
        commits[v] = history->versions[v].commit != NULL ? history->versions[v].commit
                                                         : history->versions[v].label;
    if (commits != NULL && subjects != NULL)
        git_subjects(".", commits, history->n_versions, subjects);
    for (size_t v = 0; subjects != NULL && v < history->n_versions; v++)
        history->versions[v].subject = subjects[v];
}

static enum assay_status sort_places(struct history_place *places, size_t n,
                                     enum history_order order, struct assay_error *error)
{
    if (order != HISTORY_ORDER_TIME && !rank_by_commit(places, n) && order == HISTORY_ORDER_COMMIT)
        return fail_naming(error, ASSAY_MISSING,
                           "@order=commit: git does not know all commits here; run it in their "
                           "repository, or take @order=time");
    qsort(places, n, sizeof *places, by_rank);
    return ASSAY_OK;
}

static bool same_text(const char *a, const char *b)
{
    return a == NULL || b == NULL || strcmp(a, b) == 0; /* what is not known differs from nothing */
}

/* Where a version was measured: what is of another machine is marked, so that no step is taken for the
 * program's that may be the machine's. */
static void mark_machine(struct history_version *versions, size_t v, const struct store_entry *here,
                         const struct store_entry *before, bool first)
{
    struct history_version *version = &versions[v];
    const bool same = before == NULL || same_text(before->machines, here->machines);
    if (!first) {
        version->mixed |= !same;
        return;
    }
    version->machine = here->machine;
    version->machine_class = here->machine_class;
    version->moved = !same;
    version->changed = !same && !same_text(before->machine_class, here->machine_class);
}

/* Experiments that follow one another under one label are one version. The index of each place's
 * version stands in its rank afterwards. */
static enum assay_status label_versions(struct history *history, struct history_place *places,
                                        size_t n, struct assay_error *error)
{
    enum assay_status status = history_make_versions(history, n, error);
    char label[256];
    size_t count = 0, expected = 0;
    for (size_t i = 0; i < n && status == ASSAY_OK; i++) {
        const struct store_entry *entry = places[i].entry;
        const struct store_version *of = &places[i].version;
        struct store_entry named = *entry;
        named.version = *of;
        store_entry_label(&named, label, sizeof label);
        const bool first =
            count == 0 || strcmp(history->finding.versions[count - 1].label, label) != 0;
        if (first) {
            struct history_version *version = &history->finding.versions[count++];
            *version = (struct history_version){.label = strdup(label),
                                                .commit = of->commit,
                                                .branch = of->branch,
                                                .anytime = entry->expected > 0,
                                                .time_s = places[i].time_s};
            expected = entry->expected; /* more values, by whatever rule: it still holds */
            if (version->label == NULL)
                status = fail_no_memory(error);
        }
        mark_machine(history->finding.versions, count - 1, entry,
                     i > 0 ? places[i - 1].entry : NULL, first);
        history->finding.versions[count - 1].dirty |= of->dirty;
        history->finding.versions[count - 1].watched |= entry->watched;
        places[i].expected = expected;
        places[i].rank = count - 1;
    }
    history->finding.n_versions = count;
    return status;
}

static void systems_fini(struct history_systems *systems)
{
    free(systems->items);
}

enum assay_status history_places(struct history *history, const struct history_request *request,
                                 struct store *store, struct history_place **places, size_t *n,
                                 struct assay_error *error)
{
    SCOPED(systems_fini) struct history_systems systems = {0};
    TRY(history_find_systems(history, store, &systems, error));
    *places = calloc(2 * (history->n_entries + systems.n) + 1, sizeof **places);
    if (*places == NULL)
        return fail_no_memory(error);
    *n = choose(history, request, &systems, *places);
    TRY(sort_places(*places, *n, request->order, error));
    return label_versions(history, *places, *n, error);
}
