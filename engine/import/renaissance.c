/* SPDX-License-Identifier: GPL-3.0-or-later */
/* renaissance.c -- JSON of the Renaissance suite (--json).
 * Source:   renaissance-benchmarks/renaissance ResultWriter.scala, format_version 2, 4, 5 and 6; whole
 *           nanoseconds. Before 5 times are `nanos`, before 4 repetitions stand in `results`.
 * Levels:   execution > iteration. A file is one virtual machine, so one execution; repetitions are
 *           all kept: the suite marks no warm-up.
 * Names:    what plugins count is a metric of its own; its unit is told by its name's end (_ns, _ms).
 * Edge:     a benchmark that ended by a failure is left out and counted. */
#include "import/renaissance.h"

#include "text/lines.h"

static struct unit unit_by_end(const char *name)
{
    static const char *const units[] = {"ns", "us", "ms", NULL};
    const char *end = strrchr(name, '_');
    return unit_of(end != NULL && word_among(word_of(end + 1), units) ? end + 1 : "1");
}

bool renaissance_metric(const char *name, struct importer_series *series)
{
    static const char *const moments[] = {"uptime_ns", "unixts.before", "unixts.after",
                                          "vm_start_unix_ms", NULL};
    if (word_among(word_of(name), moments))
        return false;
    const bool wall = strcmp(name, "duration_ns") == 0 || strcmp(name, "nanos") == 0;
    series->metric = wall ? "wall" : name;
    series->unit = wall ? unit_of("ns") : unit_by_end(name);
    return true;
}

static void read_repetition(struct importer *importer, struct importer_series *series)
{
    struct pull *json = &importer->json;
    const char *label = importer_label(importer, 1);
    pull_object(json);
    while (pull_key(json)) {
        double x;
        if (renaissance_metric(pull_key_text(json), series)) {
            pull_number(json, series->unit.power, &x);
            importer_value(importer, x);
            importer_add(importer, series, &label);
        } else {
            pull_skip(json);
        }
    }
}

static void read_repetitions(struct importer *importer, const char *benchmark)
{
    struct pull *json = &importer->json;
    struct importer_series series = {
        .benchmark = benchmark, .levels = importer_execution_iteration, .n_levels = 2};
    size_t n = 0;
    pull_array(json);
    for (; pull_item(json); n++) {
        const struct pull_mark mark = pull_mark(json);
        read_repetition(importer, &series);
        pull_forget(json, mark);
    }
    importer_skip(importer, n == 0, "benchmarks without results");
}

/* {"results": [...], "termination": "normal"}: what comes last decides on what stands before. */
static void read_benchmark(struct importer *importer, const char *benchmark)
{
    struct pull *json = &importer->json;
    struct pull_place results = {0};
    const char *termination = "";
    pull_object(json);
    while (pull_key(json)) {
        if (pull_key_is(json, "termination"))
            termination = pull_string(json);
        else
            pull_note(json, "results", &results);
    }
    if (strcmp(termination, "failure") == 0)
        importer_skip(importer, 1, "benchmarks that failed");
    else if (results.p == NULL)
        importer_skip(importer, 1, "benchmarks without results");
    else if (!json->failed) {
        const struct pull_place after = pull_here(json);
        pull_go(json, results);
        read_repetitions(importer, benchmark);
        pull_go(json, after);
    }
}

static void read_benchmarks(struct importer *importer,
                            void (*read_one)(struct importer *importer, const char *benchmark))
{
    struct pull *json = &importer->json;
    pull_object(json);
    while (pull_key(json)) {
        const struct pull_mark mark = pull_mark(json);
        read_one(importer, pull_key_text(json));
        pull_forget(json, mark);
    }
}

static void read_renaissance(struct importer *importer)
{
    struct pull *json = &importer->json;
    pull_object(json);
    while (pull_key(json))
        if (pull_key_is(json, "data"))
            read_benchmarks(importer, read_benchmark);
        else if (pull_key_is(json, "results"))
            read_benchmarks(importer, read_repetitions);
        else
            pull_skip(json);
    pull_finish(json);
}

static bool probe(const struct format_text *text)
{
    static const char *const now[] = {"format_version", "benchmarks", "duration_ns", NULL},
                             *const before[] = {"format_version", "benchmarks", "nanos", NULL};
    return pull_probe(text, '{', now) || pull_probe(text, '{', before);
}

const struct format format_renaissance = {
    .name = "renaissance",
    .what = "Renaissance JSON",
    .probe = probe,
    .take = read_renaissance,
};
