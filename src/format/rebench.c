/* SPDX-License-Identifier: GPL-3.0-or-later */
/* rebench.c -- the .data files of ReBench.
 * Source:   smarr/ReBench persistence.py; tab-separated, columns by their names; lines that begin
 *           with # are metadata and may stand anywhere.
 * Levels:   execution (invocation) > iteration. Warm-up is part of the values.
 * Names:    the executor is the system; benchmark with the variables that are set, and with its
 *           suite when another suite of the executor has a benchmark of this name.
 * Edge:     older files end at varValue or the machine, and before 1.2 there is no header. Those
 *           before 1.0 begin each row with a time in brackets; the oldest have no invocation: what
 *           was written at one time is taken for one. The last row of a running experiment may be
 *           half: left out with --partial. */
#include <stdlib.h>

#include "format/gather.h"
#include "format/importer.h"
#include "format/lines.h"
#include "format/number.h"

enum { MOST_COLUMNS = 64 };
enum column {
    COLUMN_INVOCATION,
    COLUMN_ITERATION,
    COLUMN_VALUE,
    COLUMN_UNIT,
    COLUMN_CRITERION,
    COLUMN_BENCHMARK,
    COLUMN_EXECUTOR,
    COLUMN_SUITE,
    COLUMN_ARGUMENTS,
    COLUMN_CORES,
    COLUMN_INPUT_SIZE,
    COLUMN_VARIABLE,
    COLUMN_MACHINE,
    COLUMN_TAG,
    N_COLUMNS
};
static const char *const column_names[N_COLUMNS] = {
    "invocation", "iteration", "value", "unit",      "criterion", "benchmark", "executor",
    "suite",      "extraArgs", "cores", "inputSize", "varValue",  "machine",   "tag"};

struct rebench {
    struct importer importer;
    enum column columns[MOST_COLUMNS]; /* N_COLUMNS: of no interest */
    size_t n_columns, tabs;            /* tabs: in the header, or in the first row */
    struct gather names, suites;       /* (executor, benchmark), and with the suite */
    struct word named[N_COLUMNS + 1];  /* fields of the row that the series was made of */
    struct importer_series series;     /* levels NULL: none yet */
    struct pull_mark texts;            /* before the series' own */
};

static struct word take_field(struct word *line)
{
    const char *tab = memchr(line->text, '\t', line->size);
    size_t n = tab != NULL ? (size_t)(tab - line->text) : line->size;
    struct word field = {line->text, n};
    n += tab != NULL;
    *line = (struct word){line->text + n, line->size - n};
    return field;
}

static size_t count_tabs(struct word line)
{
    size_t n = 0;
    for (size_t i = 0; i < line.size; i++)
        n += line.text[i] == '\t';
    return n;
}

static void read_header(struct rebench *rebench, struct lines *lines)
{
    struct word line = lines->line;
    bool value = false;
    rebench->n_columns = 0;
    rebench->tabs = count_tabs(line);
    while (line.size > 0) {
        struct word field = take_field(&line);
        enum column column = 0;
        while (column < N_COLUMNS && !word_is(field, column_names[column]))
            column++;
        value |= column == COLUMN_VALUE;
        if (rebench->n_columns == MOST_COLUMNS) {
            importer_fail_at(&rebench->importer, lines->number, NULL,
                             "it names more than %d columns", MOST_COLUMNS);
            return;
        }
        rebench->columns[rebench->n_columns++] = column;
    }
    if (!value)
        importer_fail_at(&rebench->importer, lines->number, NULL,
                         "a line that names the columns is expected before the first row");
}

/* A row of the time before headers: "[2014-04-29T13:37:09]\t222.7\tms\ttotal\tDeltaBlue …". */
static bool is_timed_row(struct word line)
{
    return word_begins(line, "[") && memchr(line.text, ']', line.size) != NULL &&
           count_tabs(line) >= COLUMN_SUITE - COLUMN_VALUE;
}

static bool is_number(struct word field)
{
    double x;
    const char *end = field.text + field.size;
    return field.size > 0 && number_read(field.text, end, 0, &x) == end;
}

/* A row of 1.0 and 1.1, which wrote no header: "1\t1\t222.7\tms\ttotal\tDeltaBlue …", up to varValue
 * or the machine. */
static bool is_bare_row(struct word line)
{
    if (count_tabs(line) < COLUMN_VARIABLE)
        return false;
    for (enum column c = COLUMN_INVOCATION; c <= COLUMN_BENCHMARK; c++) {
        const struct word field = take_field(&line);
        if (c <= COLUMN_VALUE ? !is_number(field)
                              : field.size == 0 || (c < COLUMN_BENCHMARK && is_number(field)))
            return false;
    }
    return true;
}

static bool is_row(struct word line)
{
    return is_timed_row(line) || is_bare_row(line);
}

/* The columns of rows without a header. Timed ones have invocation and iteration, or go straight to
 * value and unit; in old ones the number of warm-ups stands before the cores. */
static void assume_columns(struct rebench *rebench, struct word line)
{
    enum { WITH_WARMUP = COLUMN_MACHINE - COLUMN_VALUE + 1 };
    const size_t tabs = count_tabs(line);
    struct word third = line;
    (void)take_field(&third);
    (void)take_field(&third);
    const bool timed = is_timed_row(line), numbered = !timed || is_number(take_field(&third));
    const bool warmup = timed && tabs - 2 * numbered >= WITH_WARMUP;
    rebench->n_columns = 0;
    rebench->tabs = tabs;
    if (timed)
        rebench->columns[rebench->n_columns++] = numbered ? N_COLUMNS : COLUMN_INVOCATION;
    for (enum column c = numbered ? COLUMN_INVOCATION : COLUMN_VALUE; c <= COLUMN_MACHINE; c++) {
        if (warmup && c == COLUMN_CORES)
            rebench->columns[rebench->n_columns++] = N_COLUMNS;
        rebench->columns[rebench->n_columns++] = c;
    }
}

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
    for (enum column c = COLUMN_ARGUMENTS; c < N_COLUMNS; c++)
        if (fields[c].size > 0 && !word_is(fields[c], "None"))
            details = pull_join(json, details, column_names[c], text_of(json, fields[c]));
    const struct word benchmark = fields[COLUMN_BENCHMARK], suite = fields[COLUMN_SUITE];
    const char *name = pull_print(json, details[0] != '\0' ? "%.*s (%s)" : "%.*s%s",
                                  (int)benchmark.size, benchmark.text, details);
    if (needs_suite(rebench, fields, name))
        return pull_print(json, "%.*s/%s", (int)suite.size, suite.text, name);
    return name;
}

/* Rows of one series mostly stand together: it is named once. */
static bool is_named(const struct rebench *rebench, const struct word *fields)
{
    if (rebench->series.levels == NULL)
        return false;
    for (enum column c = COLUMN_UNIT; c < N_COLUMNS; c++) {
        const struct word named = rebench->named[c];
        if (named.size != fields[c].size || memcmp(named.text, fields[c].text, named.size) != 0)
            return false;
    }
    return true;
}

static void name_series(struct rebench *rebench, const struct word *fields)
{
    struct pull *json = &rebench->importer.json;
    const struct word executor = fields[COLUMN_EXECUTOR], criterion = fields[COLUMN_CRITERION];
    pull_forget(json, rebench->texts);
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
    rebench->series = series;
    memcpy(rebench->named, fields, sizeof rebench->named);
}

static void add_row(struct rebench *rebench, const struct lines *lines, const struct word *fields)
{
    struct importer *importer = &rebench->importer;
    const struct word value = fields[COLUMN_VALUE], invocation = fields[COLUMN_INVOCATION];
    double x;
    if (!is_named(rebench, fields))
        name_series(rebench, fields);
    if (number_read(value.text, value.text + value.size, rebench->series.unit.power, &x) !=
        value.text + value.size) {
        importer_fail_at(importer, lines->number, "value", "\"%s\" is not a finite decimal number",
                         format_excerpt_of(value.text, value.size).text);
        return;
    }
    const struct pull_mark mark = pull_mark(&importer->json);
    const char *label = text_of(&importer->json, invocation);
    importer_value(importer, x);
    importer_add(importer, &rebench->series, &label);
    pull_forget(&importer->json, mark);
}

static void read_row(struct rebench *rebench, const struct lines *lines)
{
    struct word line = lines->line, fields[N_COLUMNS + 1];
    size_t n = 0;
    for (size_t i = 0; i <= N_COLUMNS; i++)
        fields[i] = (struct word){"", 0};
    for (; n < rebench->n_columns && (line.size > 0 || n == 0); n++)
        fields[rebench->columns[n]] = take_field(&line);
    const bool half = lines->unended && count_tabs(lines->line) < rebench->tabs;
    if (!half && (n >= 6 || n >= rebench->n_columns)) {
        add_row(rebench, lines, fields);
        return;
    }
    importer_fail_at(&rebench->importer, lines->number, NULL,
                     "%zu fields; the header names %zu columns", n, rebench->n_columns);
    rebench->importer.json.cut = lines->unended;
}

static enum assay_status read_rebench(const struct format_text *text,
                                      const struct format_options *options,
                                      struct assay_dataset *dataset, struct format_error *error)
{
    struct rebench rebench = {0};
    struct lines lines = lines_of(text);
    importer_init(&rebench.importer, text, options, dataset, error);
    rebench.texts = pull_mark(&rebench.importer.json);
    gather_init(&rebench.names, 2);
    gather_init(&rebench.suites, 3);
    while (!rebench.importer.json.failed && lines_next(&lines)) {
        if (lines.line.size == 0 || lines.line.text[0] == '#')
            continue;
        if (rebench.n_columns == 0 && is_row(lines.line))
            assume_columns(&rebench, lines.line);
        else if (rebench.n_columns == 0 || word_begins(lines.line, "invocation\t")) {
            read_header(&rebench, &lines);
            continue;
        }
        read_row(&rebench, &lines);
    }
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
    return is_row(lines.line) || lines_probe(text, "invocation\titeration\tvalue\tunit");
}

extern const struct format format_rebench;
const struct format format_rebench = {
    .name = "rebench",
    .suffix = ".data",
    .what = "ReBench data",
    .probe = probe,
    .read = read_rebench,
};
