/* SPDX-License-Identifier: GPL-3.0-or-later */
/* history_read.c -- versions from files and from the store, in their order. */
#include <fnmatch.h>
#include <stdlib.h>
#include <string.h>

#include "cli/fail.h"
#include "cli/git.h"
#include "cli/history.h"
#include "cli/source.h"
#include "format/series_groups.h"
#include "render/terminal.h"

static struct history_intervals intervals_of(const struct history_options *options,
                                             double confidence)
{
    return (struct history_intervals){confidence, options->method == ASSAY_HISTORY_KT2006, 0};
}

/* ---- files ---- */

static enum exit_code make_versions(struct history *history, size_t n)
{
    history->versions = calloc(n + 1, sizeof *history->versions);
    history->n_versions = n;
    return history->versions != NULL ? EXIT_DONE : fail_memory();
}

/* One system: every value of a flat list is a version, numbered from 1. */
static enum exit_code values_as_versions(struct history *history,
                                         const struct history_options *options, double confidence)
{
    const struct history_intervals intervals = intervals_of(options, confidence);
    size_t longest = 0;
    for (size_t i = 0; i < history->input.n; i++) {
        size_t n = assay_shape_units(&history->input.series[i].live.shape, 0);
        longest = n > longest ? n : longest;
    }
    enum exit_code code = make_versions(history, longest);
    for (size_t v = 0; v < longest && code == EXIT_DONE; v++)
        if (asprintf(&history->versions[v].label, "%zu", v + 1) < 0)
            code = fail_memory();
    for (size_t i = 0; i < history->input.n && code == EXIT_DONE; i++) {
        const struct assay_series *series = &history->input.series[i];
        struct shown_history *shown = history_series(history, NULL, series, false);
        if (shown == NULL)
            return fail_memory();
        for (size_t v = 0; v < assay_shape_units(&series->live.shape, 0) && code == EXIT_DONE;
             v++) {
            size_t begin = v, end = v + 1;
            if (series->live.shape.n_levels > 1)
                assay_shape_values(&series->live.shape, 0, v, &begin, &end);
            const struct assay_sample sample =
                assay_sample_flat(series->live.values + begin, end - begin);
            code = history_add(shown, v, &sample, &intervals);
        }
    }
    return code;
}

/* By version, so that each series gets its points in order. */
static enum exit_code add_systems(struct history *history, const struct series_groups *groups,
                                  const struct history_intervals *intervals)
{
    enum exit_code code = EXIT_DONE;
    for (size_t v = 0; v < groups->n; v++)
        for (size_t k = groups->start[v]; k < groups->start[v + 1] && code == EXIT_DONE; k++) {
            const struct assay_series *series = &history->input.series[groups->member[k]];
            struct shown_history *shown = history_series(history, NULL, series, false);
            code = shown == NULL ? fail_memory() : history_add(shown, v, &series->live, intervals);
        }
    return code;
}

static enum exit_code systems_as_versions(struct history *history,
                                          const struct history_options *options, double confidence)
{
    struct input *input = &history->input;
    const struct history_intervals intervals = intervals_of(options, confidence);
    struct series_groups groups; /* in the order of input->systems */
    enum exit_code code = make_versions(history, input->systems.n);
    for (size_t v = 0; v < history->n_versions && code == EXIT_DONE; v++) {
        const char *system = input->systems.items[v];
        const struct format_version *version = format_versions_find(&input->versions, system);
        history->versions[v].label = strdup(system);
        if (version != NULL)
            history->versions[v].time_s = (int64_t)(version->time_ms / 1000);
        if (history->versions[v].label == NULL)
            code = fail_memory();
    }
    if (code != EXIT_DONE)
        return code;
    if (!series_groups_init(&groups, input->n, SERIES_SYSTEM, series_itself, input->series))
        return fail_memory();
    code = add_systems(history, &groups, &intervals);
    series_groups_fini(&groups);
    return code;
}

/* The shell sorts names by their letters: v10.json before v2.json. Says so of files without times. */
static void tell_order(const struct input *input)
{
    const char *const *names = input->systems.items;
    size_t fell = 0;
    if (input->n_sources != input->systems.n || input->sources[0].origin.version_ms > 0)
        return;
    for (size_t i = 1; i < input->systems.n; i++) {
        if (strcmp(names[i - 1], names[i]) > 0)
            return;
        if (fell == 0 && strverscmp(names[i - 1], names[i]) > 0)
            fell = i;
    }
    if (fell > 0)
        terminal_complain(
            "assay: %s stands before %s: files are versions in the order in which they "
            "are named; of a directory, or of $(ls -v FILES), in that of their numbers",
            names[fell - 1], names[fell]);
}

enum exit_code history_from_files(struct history *history, const struct history_options *options,
                                  const struct option_arguments *arguments,
                                  const struct global_options *global)
{
    struct input_options reading = options->input;
    reading.by_version = true;
    enum exit_code code = input_read(&reading, arguments, global, &history->input);
    if (code != EXIT_DONE)
        return code;
    if (!global->quiet)
        tell_order(&history->input);
    return history->input.systems.n > 1 ? systems_as_versions(history, options, global->confidence)
                                        : values_as_versions(history, options, global->confidence);
}

/* ---- the store: which experiments, in which order ---- */

struct place {
    const struct store_entry *entry;
    size_t rank;
    int64_t time_s;
    size_t expected; /* of the version: by the rule that its first values were measured under */
};

static int by_rank(const void *left, const void *right)
{
    const struct place *a = left, *b = right;
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
static size_t drop_pilots(struct place *places, size_t n)
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

static bool selected(const struct option_list *patterns, const char *name)
{
    for (size_t i = 0; i < patterns->n; i++)
        if (strcmp(patterns->items[i], name) == 0 || fnmatch(patterns->items[i], name, 0) == 0)
            return true;
    return patterns->n == 0;
}

static bool is_named(const struct history_options *options, const struct store_entry *entry)
{
    return options->experiments.n == 0 ||
           (entry->name != NULL && selected(&options->experiments, entry->name));
}

static bool is_on(const char *branch, const struct store_entry *entry)
{
    return branch == NULL ||
           (entry->version.branch != NULL && strcmp(entry->version.branch, branch) == 0);
}

/* With versions known, experiments of no version are left out. */
static size_t choose(const struct history *history, const struct history_options *options,
                     struct place *places)
{
    size_t n = 0;
    bool versions = false;
    for (size_t i = 0; i < history->n_entries; i++)
        versions = versions ||
                   (is_named(options, &history->entries[i]) && has_version(&history->entries[i]));
    for (size_t i = 0; i < history->n_entries; i++) {
        const struct store_entry *entry = &history->entries[i];
        if (!is_named(options, entry) || !is_on(options->branch, entry) ||
            (versions && !has_version(entry)))
            continue;
        places[n++] = (struct place){entry, 0,
                                     entry->version.commit_s != 0 ? entry->version.commit_s
                                                                  : entry->started_ns / 1000000000,
                                     0};
    }
    return drop_pilots(places, n);
}

/* Ranks by the commits' topology; false when git does not know them all. */
static bool rank_by_commit(struct place *places, size_t n)
{
    const char **commits = calloc(n + 1, sizeof *commits);
    size_t *rank = calloc(n + 1, sizeof *rank);
    const char *directory = ".";
    bool done = commits != NULL && rank != NULL && n > 0;
    for (size_t i = 0; i < n && done; i++) {
        const struct store_version *version = &places[i].entry->version;
        commits[i] = version->commit;
        done = version->commit != NULL;
    }
    done = done && (git_order(directory, commits, n, rank) ||
                    (places[n - 1].entry->source != NULL &&
                     git_order(places[n - 1].entry->source, commits, n, rank)));
    for (size_t i = 0; i < n && done; i++)
        places[i].rank = rank[i];
    free(commits);
    free(rank);
    return done;
}

static enum exit_code sort_places(struct place *places, size_t n, int order)
{
    if (order != HISTORY_ORDER_TIME && !rank_by_commit(places, n) &&
        order == HISTORY_ORDER_COMMIT) {
        fputs("assay: --order commit: git does not know all commits here; run it in their "
              "repository, or take --order time\n",
              stderr);
        return EXIT_DATA;
    }
    qsort(places, n, sizeof *places, by_rank);
    return EXIT_DONE;
}

/* Experiments that follow one another under one label are one version. The index of each place's
 * version stands in its rank afterwards. */
static enum exit_code label_versions(struct history *history, struct place *places, size_t n)
{
    enum exit_code code = make_versions(history, n);
    char label[256];
    size_t count = 0, expected = 0;
    for (size_t i = 0; i < n && code == EXIT_DONE; i++) {
        const struct store_entry *entry = places[i].entry;
        store_entry_label(entry, label, sizeof label);
        if (count == 0 || strcmp(history->versions[count - 1].label, label) != 0) {
            struct shown_version *version = &history->versions[count++];
            *version = (struct shown_version){.label = strdup(label),
                                              .commit = entry->version.commit,
                                              .branch = entry->version.branch,
                                              .anytime = entry->expected > 0,
                                              .time_s = places[i].time_s};
            expected = entry->expected; /* more values, by whatever rule: it still holds */
            if (version->label == NULL)
                code = fail_memory();
        }
        history->versions[count - 1].dirty |= entry->version.dirty;
        history->versions[count - 1].watched |= entry->watched;
        places[i].expected = expected;
        places[i].rank = count - 1;
    }
    history->n_versions = count;
    return code;
}

/* ---- the store: reading ---- */

/* One experiment being read. */
struct reading {
    struct history *history;
    const struct history_options *options;
    struct history_intervals intervals;
    size_t version;
    enum exit_code code;
};

static bool metric_selected(const struct history_options *options, const char *metric)
{
    const struct option_list *metrics = &options->input.metrics;
    return metrics->n == 0 || strcmp(metrics->items[0], "all") == 0 || selected(metrics, metric);
}

static bool wants(void *context, const struct store_sample *sample)
{
    const struct reading *reading = context;
    const struct history_options *options = reading->options;
    return metric_selected(options, sample->metric) &&
           selected(&options->input.systems, sample->system) &&
           selected(&options->input.benchmarks, sample->benchmark);
}

/* A system that has the name of the version, and is the only one, tells nothing. */
static bool take(void *context, const struct store_sample *sample)
{
    struct reading *reading = context;
    struct history *history = reading->history;
    const bool single = sample->n_systems == 1 &&
                        strcmp(sample->system, history->versions[reading->version].label) == 0;
    const struct assay_series series = {.benchmark = sample->benchmark,
                                        .metric = sample->metric,
                                        .unit = sample->unit,
                                        .more_is_better = sample->more_is_better};
    if (sample->live.shape.n_levels == 0 || sample->live.shape.count[0] == 0)
        return true;
    struct shown_history *shown =
        history_series(history, single ? NULL : sample->system, &series, true);
    reading->code = shown == NULL
                        ? fail_memory()
                        : history_add(shown, reading->version, &sample->live, &reading->intervals);
    return reading->code == EXIT_DONE;
}

/* Without --metric the screen shows wall, or what there is where nothing has wall. */
static enum exit_code read_place(struct history *history, const struct history_options *options,
                                 const struct global_options *global, struct store *store,
                                 const struct place *place)
{
    struct store_error error;
    struct reading reading = {history, options, intervals_of(options, global->confidence),
                              place->rank, EXIT_DONE};
    if (!reading.intervals.kt2006)
        reading.intervals.expected = place->expected;
    const bool all = global->json || options->input.metrics.n > 0;
    const struct store_wish wish = {all ? NULL : "wall", wants, take, &reading};
    if (store_samples(store, place->entry->id, &wish, &error) != STORE_OK)
        return fail_store(&error);
    return reading.code;
}

/* A single system throughout is not named: its versions are what differs. */
static void drop_lone_system(struct history *history)
{
    for (size_t i = 0; i < history->n; i++)
        if (history->series[i].system == NULL || history->series[0].system == NULL ||
            strcmp(history->series[i].system, history->series[0].system) != 0)
            return;
    for (size_t i = 0; i < history->n; i++)
        history->series[i].system = NULL;
}

static enum exit_code read_places(struct history *history, const struct history_options *options,
                                  const struct global_options *global, struct store *store)
{
    struct place *places = calloc(2 * history->n_entries + 1, sizeof *places);
    if (places == NULL)
        return fail_memory();
    size_t n = choose(history, options, places), first = 0;
    enum exit_code code = sort_places(places, n, options->order);
    if (code == EXIT_DONE)
        code = label_versions(history, places, n);
    for (size_t v = 0; options->method == ASSAY_HISTORY_KT2006 && v < history->n_versions; v++)
        history->versions[v].anytime = false;
    for (size_t i = 0; i < n && code == EXIT_DONE; i++)
        if (options->last > 0 && places[i].rank + (size_t)options->last < history->n_versions)
            first = i + 1;
    for (size_t i = first; i < n && code == EXIT_DONE; i++)
        code = read_place(history, options, global, store, &places[i]);
    if (code == EXIT_DONE)
        drop_lone_system(history);
    free(places);
    return code;
}

enum exit_code history_from_store(struct history *history, const struct history_options *options,
                                  const struct global_options *global)
{
    struct store *store = NULL;
    struct store_error error;
    char *path = source_store_path(global);
    enum exit_code code = EXIT_DONE;
    if (path == NULL)
        code = fail_memory();
    else if (store_open(path, STORE_READ, &store, &error) != STORE_OK ||
             store_entries(store, &history->entries, &history->n_entries, &error) != STORE_OK)
        code = fail_store(&error);
    else
        code = read_places(history, options, global, store);
    store_close(&store);
    free(path);
    return code;
}
