/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pytest_benchmark.c -- JSON of pytest-benchmark (--benchmark-json, --benchmark-save-data).
 * Source:   ionelmc/pytest-benchmark stats.py; seconds, per round and iteration already.
 * Levels:   iteration; all rounds share one process.
 * Versions: the commit is that of the file, and its time the version's, else when it was measured;
 *           node and Python tell files of one version apart.
 * Edge:     saved without data: the mean stands alone and is counted as a summary. */

#include "import/importer.h"
#include "text/iso_time.h"

/* ---- where it comes from ---- */

struct head {
    const char *node, *implementation, *python, *commit, *committed, *measured;
};

static void read_texts(struct pull *json, const char *const keys[], const char **texts[], size_t n)
{
    if (pull_peek(json) != PULL_OBJECT) {
        pull_skip(json);
        return;
    }
    pull_object(json);
    while (pull_key(json)) {
        size_t i = 0;
        while (i < n && !pull_key_is(json, keys[i]))
            i++;
        if (i < n)
            *texts[i] = pull_string(json);
        else
            pull_skip(json);
    }
}

/* False when the key at hand is another. */
static bool read_head(struct pull *json, struct head *head)
{
    static const char *const machine[] = {"node", "python_implementation", "python_version"},
                             *const commit[] = {"id", "time"};
    if (pull_key_is(json, "machine_info"))
        read_texts(json, machine,
                   (const char **[]){&head->node, &head->implementation, &head->python}, 3);
    else if (pull_key_is(json, "commit_info"))
        read_texts(json, commit, (const char **[]){&head->commit, &head->committed}, 2);
    else if (pull_key_is(json, "datetime"))
        head->measured = pull_string(json);
    else
        return false;
    return true;
}

static void tell_origin(struct importer *importer, const struct head *head)
{
    const struct format_options *options = importer->options;
    const double committed = iso_time_ms(head->committed);
    if (options->summary != NULL) {
        struct format_origin *origin = &options->summary->origin;
        origin->version_ms = committed > 0 ? committed : iso_time_ms(head->measured);
        (void)snprintf(origin->machine, sizeof origin->machine, "%s", head->node);
        (void)snprintf(origin->environment, sizeof origin->environment, "%s%s%s",
                       head->implementation, head->python[0] != '\0' ? " " : "", head->python);
    }
    if (head->commit[0] != '\0')
        importer_version(importer, options->system, head->commit, committed);
}

/* ---- benchmarks ---- */

static void read_stats(struct importer *importer, struct pull_place *data, double *mean)
{
    struct pull *json = &importer->json;
    pull_object(json);
    while (pull_key(json)) {
        if (pull_key_is(json, "mean"))
            pull_number(json, 0, mean);
        else
            pull_note(json, "data", data);
    }
}

static void read_benchmark(struct importer *importer)
{
    struct pull *json = &importer->json;
    struct importer_series series = {.metric = "wall", .unit = unit_of("s"), .lowest = "iteration"};
    const char *name = "", *full = "";
    struct pull_place data = {0};
    double mean = 0;
    bool any = false;
    pull_object(json);
    while (pull_key(json)) {
        if (pull_key_is(json, "name")) {
            name = pull_string(json);
        } else if (pull_key_is(json, "fullname")) {
            full = pull_string(json);
        } else if (pull_key_is(json, "stats") && pull_peek(json) == PULL_OBJECT) {
            read_stats(importer, &data, &mean);
            any = true;
        } else {
            pull_skip(json);
        }
    }
    const struct pull_place after = pull_here(json);
    series.benchmark = full[0] != '\0' ? full : name;
    if (json->failed || !any) {
        importer_skip(importer, 1, "benchmarks without results");
        return;
    }
    if (data.p != NULL) {
        pull_go(json, data);
        importer_numbers(importer, 0);
    }
    if (importer->values.n == 0) {
        importer_value(importer, mean);
        importer_summary(importer, 1);
        importer_note(importer,
                      "it holds means alone; pytest --benchmark-save-data keeps every value");
    }
    importer_add(importer, &series, NULL);
    pull_go(json, after);
}

static void read_pytest(struct importer *importer)
{
    struct head head = {"", "", "", "", "", ""};
    struct pull *json = &importer->json;
    pull_object(json);
    while (pull_key(json)) {
        if (pull_key_is(json, "benchmarks"))
            importer_read_array(importer, read_benchmark);
        else if (!read_head(json, &head))
            pull_skip(json);
    }
    pull_finish(json);
    tell_origin(importer, &head);
}

const struct format format_pytest_benchmark = {
    .name = "pytest-benchmark",
    .what = "pytest-benchmark JSON",
    .opening = '{',
    .keys = {"benchmarks", "stats", "rounds"},
    .take = read_pytest,
};
