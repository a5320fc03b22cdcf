/* SPDX-License-Identifier: GPL-3.0-or-later */
/* rebench.c -- the .data files of ReBench.
 * Source:   smarr/ReBench persistence.py; tab-separated (rebench_columns.c); lines that begin with #
 *           are metadata and may stand anywhere.
 * Levels:   execution (invocation) > iteration. Warm-up is part of the values, unless the metadata of
 *           1.3 tell how many iterations it takes.
 * Names:    the executor is the system; benchmark with the variables that are set, and with its
 *           suite when another suite of the executor has a benchmark of this name.
 * Edge:     in the oldest files, which have no invocation, what was written at one time is taken for
 *           one. The last row of a running experiment may be half: left out with --partial. */
#include <math.h>
#include <stdlib.h>

#include "import/importer.h"
#include "import/rebench_run.h"
#include "import/rebench_warmups.h"
#include "text/number.h"

struct rebench_series {
    struct importer_series key;
    double n_warmup; /* the first iterations of an invocation; 0: none is told */

    /* Where it is told, the values of an invocation wait for its end: warm-up first. */
    const char *invocation; /* NULL: none so far */
    struct numbers values;
    size_t n_warmup_values;
};

struct rebench {
    struct importer *importer;
    struct rebench_columns columns;
    struct gather names, suites;   /* (executor, benchmark), and with the suite */
    struct gather named;           /* rows by what names their series */
    struct rebench_series *series; /* of these */
    size_t room;
    struct rebench_warmups warmups;
};

/* True when another suite has a benchmark of this name already. */
static bool needs_suite(struct rebench *rebench, const struct word *fields, const char *name)
{
    const struct gather_field key[3] = {
        {fields[REBENCH_EXECUTOR].text, fields[REBENCH_EXECUTOR].size},
        {name, strlen(name)},
        {fields[REBENCH_SUITE].text, fields[REBENCH_SUITE].size}};
    const size_t n_suites = rebench->suites.n, n_names = rebench->names.n;
    size_t index = gather_find(&rebench->suites, key);
    if (index == SIZE_MAX) {
        pull_no_memory(&rebench->importer->json);
        return false;
    }
    struct gather_entry *entry = &rebench->suites.entries[index];
    if (rebench->suites.n > n_suites) { /* the first row of this one */
        if (gather_find(&rebench->names, key) == SIZE_MAX)
            pull_no_memory(&rebench->importer->json);
        entry->last_label = rebench->names.n == n_names;
    }
    return entry->last_label == 1;
}

static const char *name_row(struct rebench *rebench, const struct word *fields)
{
    struct pull *json = &rebench->importer->json;
    const char *details = "";
    for (enum rebench_column c = REBENCH_ARGUMENTS; c < N_COLUMNS; c++)
        if (fields[c].size > 0 && !word_is(fields[c], "None"))
            details = pull_join(json, details, rebench_column_names[c], word_keep(json, fields[c]));
    const struct word benchmark = fields[REBENCH_BENCHMARK], suite = fields[REBENCH_SUITE];
    const char *name = pull_print(json, details[0] != '\0' ? "%.*s (%s)" : "%.*s%s",
                                  (int)benchmark.size, benchmark.text, details);
    if (needs_suite(rebench, fields, name))
        return pull_print(json, "%.*s/%s", (int)suite.size, suite.text, name);
    return name;
}

static struct rebench_series name_series(struct rebench *rebench, const struct word *fields)
{
    struct pull *json = &rebench->importer->json;
    const struct word executor = fields[REBENCH_EXECUTOR], criterion = fields[REBENCH_CRITERION];
    struct importer_series key = {.benchmark = name_row(rebench, fields),
                                  .unit = unit_of(word_keep(json, fields[REBENCH_UNIT])),
                                  .levels = importer_execution_iteration,
                                  .n_levels = 2};
    if (executor.size > 0)
        key.system = word_keep(json, executor);
    key.metric =
        (word_is(criterion, "total") || criterion.size == 0) && strcmp(key.unit.name, "s") == 0
            ? "wall"
            : word_keep(json, criterion);
    struct rebench_series series = {.key = key};
    if (!rebench_warmups_find(&rebench->warmups, fields, &series.n_warmup))
        pull_no_memory(json);
    return series;
}

/* A series is named once, by its first row; NULL: out of memory. */
static struct rebench_series *series_of(struct rebench *rebench, const struct word *fields)
{
    struct gather_field key[N_COLUMNS - REBENCH_UNIT];
    for (enum rebench_column c = REBENCH_UNIT; c < N_COLUMNS; c++)
        key[c - REBENCH_UNIT] = (struct gather_field){fields[c].text, fields[c].size};
    const size_t n = rebench->named.n;
    if (!array_more(&rebench->series, n, &rebench->room))
        return NULL;
    const size_t index = gather_find(&rebench->named, key);
    if (index == n)
        rebench->series[n] = name_series(rebench, fields);
    return index != SIZE_MAX ? &rebench->series[index] : NULL;
}

/* ---- rows ---- */

static void release(struct rebench *rebench, struct rebench_series *series)
{
    rebench->importer->n_warmup = series->n_warmup_values;
    importer_add_from(rebench->importer, &series->key, &series->invocation, &series->values);
    series->n_warmup_values = 0;
}

static void release_all(struct rebench *rebench)
{
    for (size_t i = 0; i < rebench->named.n; i++)
        if (rebench->series[i].values.n > 0)
            release(rebench, &rebench->series[i]);
}

/* A value of a series with warm-up. */
static void hold(struct rebench *rebench, struct rebench_series *series, const struct word *fields,
                 double x)
{
    const struct word invocation = fields[REBENCH_INVOCATION], number = fields[REBENCH_ITERATION];
    double iteration = (double)INFINITY;
    if (series->invocation == NULL || !word_is(invocation, series->invocation)) {
        release(rebench, series);
        series->invocation = word_keep(&rebench->importer->json, invocation);
    }
    (void)number_read(number.text, number.text + number.size, 0, &iteration);
    const bool warmup = iteration <= series->n_warmup;
    if (warmup && series->values.n > series->n_warmup_values)
        importer_skip(rebench->importer, 1, REBENCH_LATE_WARMUP);
    else if (!numbers_append(&series->values, x))
        pull_no_memory(&rebench->importer->json);
    else
        series->n_warmup_values += warmup;
}

static void add_row(struct rebench *rebench, const struct lines *lines, const struct word *fields)
{
    struct importer *importer = rebench->importer;
    const struct word value = fields[REBENCH_VALUE];
    struct rebench_series *series = series_of(rebench, fields);
    double x;
    if (series == NULL) {
        pull_no_memory(&importer->json);
        return;
    }
    if (!importer_decimal(importer, value.text, value.size, series->key.unit.power, lines->number,
                          "value", &x))
        return;
    if (series->n_warmup > 0) {
        hold(rebench, series, fields, x);
        return;
    }
    const struct pull_mark mark = pull_mark(&importer->json);
    const char *label = word_keep(&importer->json, fields[REBENCH_INVOCATION]);
    importer_value(importer, x);
    importer_add(importer, &series->key, &label);
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
    release_all(rebench); /* is whole, if this row is cut */
    importer_fail_at(rebench->importer, lines->number, NULL,
                     "%zu fields; the header names %zu columns", n, rebench->columns.n);
    rebench->importer->json.cut = lines->unended;
}

static void read_header(struct rebench *rebench, const struct lines *lines)
{
    const char *problem = rebench_columns_read(&rebench->columns, lines->line);
    if (problem != NULL)
        importer_fail_at(rebench->importer, lines->number, NULL, "%s", problem);
}

static void read_rebench(struct importer *importer)
{
    struct rebench rebench = {.importer = importer};
    struct lines lines = lines_of(importer->text);
    rebench_warmups_init(&rebench.warmups);
    gather_init(&rebench.named, N_COLUMNS - REBENCH_UNIT);
    gather_init(&rebench.names, 2);
    gather_init(&rebench.suites, 3);
    while (!importer->json.failed && lines_next(&lines)) {
        if (word_begins(lines.line, "#") && !rebench_warmups_read(&rebench.warmups, lines.line))
            pull_no_memory(&importer->json);
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
    release_all(&rebench);
    for (size_t i = 0; i < rebench.named.n; i++)
        free(rebench.series[i].values.x);
    free(rebench.series);
    rebench_warmups_fini(&rebench.warmups);
    gather_fini(&rebench.named);
    gather_fini(&rebench.names);
    gather_fini(&rebench.suites);
}

static bool probe(const struct format_text *text)
{
    struct lines lines = lines_of(text);
    while (lines_next(&lines))
        if (lines.line.size > 0 && lines.line.text[0] != '#')
            break;
    return rebench_is_row(lines.line) || lines_probe(text, "invocation\titeration\tvalue\tunit");
}

const struct format format_rebench = {
    .name = "rebench",
    .suffix = ".data",
    .what = "ReBench data",
    .probe = probe,
    .take = read_rebench,
};
