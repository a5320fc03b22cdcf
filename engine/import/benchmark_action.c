/* SPDX-License-Identifier: GPL-3.0-or-later */
/* benchmark_action.c -- what github-action-benchmark keeps on a project's pages: data.js, or JSON.
 * Source:   benchmark-action/github-action-benchmark write.ts: {"entries": {suite: [{commit, date,
 *           tool, benches: [{name, value, unit}]}]}}, behind "window.BENCHMARK_DATA = " in data.js.
 * Levels:   execution; a commit measured twice has two values.
 * Names:    the commit is the system, in the order of the dates over all suites, so that assay
 *           history takes commits for versions; in as many characters as tell all apart, at least
 *           eight. The suite stands before a benchmark where there are several.
 * Edge:     values are means, medians or rates that another tool found: all are summaries. More is
 *           better where the tool is one of those that the action calls so, and for rates, which
 *           it takes for costs when JMH measured them. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/owned.h"
#include "import/shape.h"
#include "text/lines.h"

struct entry {
    const char *suite, *commit; /* suite: "" when it is the only one */
    bool has_tool, more_is_better;
    double date; /* milliseconds; equal ones keep their order */
    size_t order;
    struct pull_place benches;
};

struct entries {
    struct entry *items;
    size_t n, room;
};

static struct entry *append(struct entries *entries)
{
    if (!array_more(&entries->items, entries->n, &entries->room))
        return NULL;
    return &entries->items[entries->n++];
}

static int earlier_first(const void *a, const void *b)
{
    const struct entry *x = a, *y = b;
    if (x->date != y->date)
        return x->date < y->date ? -1 : 1;
    return x->order < y->order ? -1 : x->order > y->order;
}

/* ---- finding the entries ---- */

/* NULL when the commit has no name. */
static const char *read_commit(struct pull *json)
{
    const char *id = "";
    pull_object(json);
    while (pull_find(json, "id"))
        id = pull_string(json);
    return id[0] != '\0' ? id : NULL;
}

static bool is_rewarded(const char *tool)
{
    static const char *const tools[] = {"benchmarkjs", "pytest", "customBiggerIsBetter", NULL};
    return word_among(word_of(tool), tools);
}

static void read_entry(struct importer *importer, struct entries *entries, const char *suite)
{
    struct pull *json = &importer->json;
    struct entry entry = {.suite = suite, .order = entries->n};
    pull_object(json);
    while (pull_key(json)) {
        if (pull_key_is(json, "commit"))
            entry.commit = read_commit(json);
        else if (pull_key_is(json, "date"))
            pull_number(json, 0, &entry.date);
        else if (pull_key_is(json, "tool"))
            entry.has_tool = true, entry.more_is_better = is_rewarded(pull_string(json));
        else
            pull_note(json, "benches", &entry.benches);
    }
    if (json->failed)
        return;
    if (isnan(entry.date))
        entry.date = 0;
    struct entry *kept = entry.benches.p != NULL ? append(entries) : NULL;
    if (kept != NULL)
        *kept = entry;
    else if (entry.benches.p != NULL)
        pull_no_memory(json);
    else
        importer_skip(importer, 1, "entries without results");
}

/* Whether more than one suite stands in the object that comes next. What is wrong on the way there
 * is found again. */
static bool has_several(struct pull *json)
{
    const struct pull_place start = pull_here(json);
    size_t n = 0;
    pull_object(json);
    while (n < 2 && pull_key(json)) {
        pull_skip(json);
        n++;
    }
    pull_again(json, start);
    return n > 1;
}

static void read_suites(struct importer *importer, struct entries *entries)
{
    struct pull *json = &importer->json;
    const bool several = has_several(json);
    pull_object(json);
    while (pull_key(json)) {
        const char *suite = several ? pull_key_text(json) : "";
        pull_array(json);
        while (pull_item(json))
            read_entry(importer, entries, suite);
    }
}

/* ---- names of commits ---- */

static int by_text(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* How many characters two texts that differ take to differ; 0 when they do not. */
static int telling(const char *a, const char *b)
{
    int n = 0;
    while (a[n] == b[n] && a[n] != '\0')
        n++;
    return a[n] == b[n] ? 0 : n + 1;
}

/* The fewest characters, from eight on, that tell all commits apart; 0: no memory. */
static int telling_all(const struct entries *entries)
{
    OWNED const char **ids = calloc(entries->n + 1, sizeof *ids);
    if (ids == NULL)
        return 0;
    int most = 8;
    for (size_t i = 0; i < entries->n; i++)
        ids[i] = entries->items[i].commit != NULL ? entries->items[i].commit : "";
    qsort(ids, entries->n, sizeof *ids, by_text);
    for (size_t i = 1; i < entries->n; i++) {
        const int n = telling(ids[i - 1], ids[i]);
        most = n > most ? n : most;
    }
    return most;
}

/* ---- their values ---- */

static void read_bench(struct importer *importer, const struct entry *entry)
{
    struct pull *json = &importer->json;
    const char *name = "", *unit = "";
    struct pull_place value = {0};
    pull_object(json);
    while (pull_key(json)) {
        if (pull_key_is(json, "name"))
            name = pull_string(json);
        else if (pull_key_is(json, "unit"))
            unit = pull_string(json);
        else
            pull_note(json, "value", &value);
    }
    if (json->failed || value.p == NULL) {
        importer_skip(importer, 1, "benchmarks without a value");
        return;
    }
    struct importer_series series = {
        .system = entry->commit,
        .benchmark = entry->suite[0] != '\0' ? pull_print(json, "%s/%s", entry->suite, name) : name,
        .unit = shape_unit(importer, unit),
        .lowest = "execution"};
    if (entry->has_tool)
        unit_direct(&series.unit, series.unit.more_is_better || entry->more_is_better,
                    ASSAY_TOLD_BY_FORMAT);
    series.metric = strcmp(series.unit.name, "s") == 0 ? "wall"
                    : series.unit.more_is_better       ? "throughput"
                                                       : "value";
    const struct pull_place after = pull_here(json);
    double x;
    pull_go(json, value);
    pull_number(json, series.unit.power, &x);
    importer_value(importer, x);
    importer_summary(importer, importer->values.n);
    importer_add(importer, &series, NULL);
    pull_go(json, after);
}

static void read_values(struct importer *importer, struct entries *entries)
{
    struct pull *json = &importer->json;
    const int digits = telling_all(entries);
    if (digits == 0)
        pull_no_memory(json);
    if (entries->n > 0)
        qsort(entries->items, entries->n, sizeof *entries->items, earlier_first);
    for (size_t i = 0; i < entries->n && !json->failed; i++) {
        struct entry entry = entries->items[i];
        const struct pull_mark mark = pull_mark(json);
        if (entry.commit != NULL) {
            const char *whole = entry.commit;
            entry.commit = pull_print(json, "%.*s", digits, whole);
            importer_version(importer, entry.commit, whole, entry.date);
        }
        pull_go(json, entry.benches);
        pull_array(json);
        while (pull_item(json))
            read_bench(importer, &entry);
        pull_forget(json, mark);
    }
}

/* Where the object begins: behind the name of the variable in data.js. */
static const char *object_of(const struct format_text *text)
{
    static const char variable[] = "window.BENCHMARK_DATA";
    const char *p = text->text, *end = p + text->size;
    if (text->size > sizeof variable && memcmp(p, variable, sizeof variable - 1) == 0)
        for (p += sizeof variable - 1; p < end && (*p == ' ' || *p == '=');)
            p++;
    return p;
}

static void read_action(struct importer *importer)
{
    struct entries entries = {NULL, 0, 0};
    struct pull *json = &importer->json;
    json->p = object_of(importer->text);
    pull_object(json);
    while (pull_find(json, "entries"))
        read_suites(importer, &entries);
    pull_finish(json);
    const bool reopened = importer_reopen(importer); /* entries are whole */
    if (!json->failed)
        read_values(importer, &entries);
    if (reopened)
        importer_close_again(importer);
    free(entries.items);
}

static bool probe(const struct format_text *text)
{
    static const char *const keys[] = {"lastUpdate", "entries", NULL};
    struct format_text object = *text;
    object.text = object_of(text);
    object.size -= (size_t)(object.text - text->text);
    return pull_probe(&object, '{', keys);
}

const struct format format_benchmark_action = {
    .name = "benchmark-action",
    .what = "github-action-benchmark's data.js",
    .probe = probe,
    .take = read_action,
};
