/* SPDX-License-Identifier: GPL-3.0-or-later */
/* rebench.c -- the .data files of ReBench.
 * Source:   smarr/ReBench persistence.py; tab-separated (rebench_columns.c); lines that begin with #
 *           are metadata and may stand anywhere.
 * Levels:   execution (invocation) > iteration. Warm-up is part of the values.
 * Names:    the executor is the system; benchmark with the variables that are set, and with its
 *           suite when another suite of the executor has a benchmark of this name.
 * Edge:     in the oldest files, which have no invocation, what was written at one time is taken for
 *           one. The last row of a running experiment may be half: left out with --partial. */
#include <stdlib.h>

#include "format/gather.h"
#include "format/importer.h"
#include "format/number.h"
#include "format/rebench_columns.h"

struct rebench {
    struct importer importer;
    struct rebench_columns columns;
    struct gather names, suites;    /* (executor, benchmark), and with the suite */
    struct gather named;            /* rows by what names their series */
    struct importer_series *series; /* of these */
    size_t room;
};

/* True when another suite has a benchmark of this name already. */
static bool needs_suite(struct rebench *rebench, const struct word *fields, const char *name)
{
    const struct gather_field key[3] = {
        {fields[COLUMN_EXECUTOR].text, fields[COLUMN_EXECUTOR].size},
        {name, strlen(name)},
        {fields[COLUMN_SUITE].text, fields[COLUMN_SUITE].size}};
    const size_t n_suites = rebench->suites.n, n_names = rebench->names.n;
    size_t index = gather_find(&rebench->suites, key);
    if (index == SIZE_MAX) {
        pull_no_memory(&rebench->importer.json);
        return false;
    }
    struct gather_entry *entry = &rebench->suites.entries[index];
    if (rebench->suites.n > n_suites) { /* the first row of this one */
        if (gather_find(&rebench->names, key) == SIZE_MAX)
            pull_no_memory(&rebench->importer.json);
        entry->last_label = rebench->names.n == n_names;
    }
    return entry->last_label == 1;
}

static const char *text_of(struct pull *json, struct word word)
{
    return pull_copy(json, word.text, word.size);
}

static const char *name_row(struct rebench *rebench, const struct word *fields)
{
    struct pull *json = &rebench->importer.json;
    const char *details = "";
    for (enum rebench_column c = COLUMN_ARGUMENTS; c < N_COLUMNS; c++)
        if (fields[c].size > 0 && !word_is(fields[c], "None"))
            details = pull_join(json, details, rebench_column_names[c], text_of(json, fields[c]));
    const struct word benchmark = fields[COLUMN_BENCHMARK], suite = fields[COLUMN_SUITE];
    const char *name = pull_print(json, details[0] != '\0' ? "%.*s (%s)" : "%.*s%s",
                                  (int)benchmark.size, benchmark.text, details);
    if (needs_suite(rebench, fields, name))
        return pull_print(json, "%.*s/%s", (int)suite.size, suite.text, name);
    return name;
}

static struct importer_series name_series(struct rebench *rebench, const struct word *fields)
{
    struct pull *json = &rebench->importer.json;
    const struct word executor = fields[COLUMN_EXECUTOR], criterion = fields[COLUMN_CRITERION];
    struct importer_series series = {.benchmark = name_row(rebench, fields),
                                     .unit = unit_of(text_of(json, fields[COLUMN_UNIT])),
                                     .levels = importer_execution_iteration,
                                     .n_levels = 2};
    if (executor.size > 0)
        series.system = text_of(json, executor);
    series.metric =
        (word_is(criterion, "total") || criterion.size == 0) && strcmp(series.unit.name, "s") == 0
            ? "wall"
            : text_of(json, criterion);
    return series;
}

/* A series is named once, by its first row; NULL: out of memory. */
static const struct importer_series *series_of(struct rebench *rebench, const struct word *fields)
{
    struct gather_field key[N_COLUMNS - COLUMN_UNIT];
    for (enum rebench_column c = COLUMN_UNIT; c < N_COLUMNS; c++)
        key[c - COLUMN_UNIT] = (struct gather_field){fields[c].text, fields[c].size};
    const size_t n = rebench->named.n;
    if (n == rebench->room) {
        const size_t room = 2 * n + 8;
        struct importer_series *grown = realloc(rebench->series, room * sizeof *grown);
        if (grown == NULL)
            return NULL;
        rebench->series = grown;
        rebench->room = room;
    }
    const size_t index = gather_find(&rebench->named, key);
    if (index == n)
        rebench->series[n] = name_series(rebench, fields);
    return index != SIZE_MAX ? &rebench->series[index] : NULL;
}

static void add_row(struct rebench *rebench, const struct lines *lines, const struct word *fields)
{
    struct importer *importer = &rebench->importer;
    const struct word value = fields[COLUMN_VALUE], invocation = fields[COLUMN_INVOCATION];
    const struct importer_series *series = series_of(rebench, fields);
    double x;
    if (series == NULL) {
        pull_no_memory(&importer->json);
        return;
    }
    if (number_read(value.text, value.text + value.size, series->unit.power, &x) !=
        value.text + value.size) {
        importer_fail_at(importer, lines->number, "value", "\"%s\" is not a finite decimal number",
                         format_excerpt_of(value.text, value.size).text);
        return;
    }
    const struct pull_mark mark = pull_mark(&importer->json);
    const char *label = text_of(&importer->json, invocation);
    importer_value(importer, x);
    importer_add(importer, series, &label);
    pull_forget(&importer->json, mark);
}

static void read_row(struct rebench *rebench, const struct lines *lines)
{
    struct word fields[N_COLUMNS + 1];
    bool half;
    const size_t n = rebench_columns_split(&rebench->columns, lines->line, fields, &half);
    if (!(half && lines->unended) && (n >= 6 || n >= rebench->columns.n)) {
        add_row(rebench, lines, fields);
        return;
    }
    importer_fail_at(&rebench->importer, lines->number, NULL,
                     "%zu fields; the header names %zu columns", n, rebench->columns.n);
    rebench->importer.json.cut = lines->unended;
}

static void read_header(struct rebench *rebench, const struct lines *lines)
{
    const char *problem = rebench_columns_read(&rebench->columns, lines->line);
    if (problem != NULL)
        importer_fail_at(&rebench->importer, lines->number, NULL, "%s", problem);
}

static enum assay_status read_rebench(const struct format_text *text,
                                      const struct format_options *options,
                                      struct assay_dataset *dataset, struct format_error *error)
{
    struct rebench rebench = {0};
    struct lines lines = lines_of(text);
    importer_init(&rebench.importer, text, options, dataset, error);
    gather_init(&rebench.named, N_COLUMNS - COLUMN_UNIT);
    gather_init(&rebench.names, 2);
    gather_init(&rebench.suites, 3);
    while (!rebench.importer.json.failed && lines_next(&lines)) {
        if (lines.line.size == 0 || lines.line.text[0] == '#')
            continue;
        const bool first = rebench.columns.n == 0;
        if (first && rebench_is_row(lines.line)) {
            rebench_columns_assume(&rebench.columns, lines.line);
        } else if (first || word_begins(lines.line, "invocation\t")) {
            read_header(&rebench, &lines);
            continue;
        }
        read_row(&rebench, &lines);
    }
    gather_fini(&rebench.named);
    free(rebench.series);
    gather_fini(&rebench.names);
    gather_fini(&rebench.suites);
    return importer_finish(&rebench.importer);
}

static bool probe(const struct format_text *text)
{
    struct lines lines = lines_of(text);
    while (lines_next(&lines))
        if (lines.line.size > 0 && lines.line.text[0] != '#')
            break;
    return rebench_is_row(lines.line) || lines_probe(text, "invocation\titeration\tvalue\tunit");
}

extern const struct format format_rebench;
const struct format format_rebench = {
    .name = "rebench",
    .suffix = ".data",
    .what = "ReBench data",
    .probe = probe,
    .read = read_rebench,
};
