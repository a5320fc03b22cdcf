/* SPDX-License-Identifier: GPL-3.0-or-later */
/* go.c -- text of Go benchmarks (go test -bench), and what bent and benchseries add to it.
 * Source:   golang.org/design/14313-benchmark-format; golang/perf benchfmt.
 * Levels:   iteration: repetitions (-count) share one process as far as the text says. Files can be
 *           made a level of their own.
 * Names:    toolchain is the system where it stands; the package stands before the name when there
 *           are several.
 * Edge:     lines that are no result are passed, as the format demands; those that begin like one
 *           are counted. */
#include <stdlib.h>

#include "import/go.h"
#include "text/number.h"

/* Of "Unit" lines: each value looks through them. */
enum { MOST_UNITS = 1000 };
_Static_assert(MOST_UNITS == 1000, "what is said of more names the number");

const struct go_metric go_metrics[] = {
    {"ns/op", "wall"}, {"MB/s", "throughput"}, {"B/op", "allocated"}, {"allocs/op", "allocations"},
    {NULL, NULL},
};

struct go {
    struct importer *importer;
    const char *system, *package;
    bool several_packages;
    struct direction {
        const char *unit;
        bool more_is_better;
    } directions[MOST_UNITS]; /* as "Unit" lines say, each unit once */
    size_t n_directions;
    struct known {
        struct word unit;
        struct importer_series series; /* its metric and unit */
    } known[8]; /* what the first units were found to mean, until a "Unit" line says more */
    size_t n_known;
};

/* ---- configuration ---- */

bool go_counts(struct word line)
{
    return word_begins(line, "Benchmark") || word_begins(line, "Unit ") ||
           word_begins(line, "pkg:") || word_begins(line, "toolchain:");
}

static const char *keep_value(struct go *go, struct word value)
{
    return value.size > 0 ? word_keep(&go->importer->json, value) : NULL;
}

/* The direction of a unit; NULL when no "Unit" line has named it. */
static struct direction *find_direction(struct go *go, struct word unit)
{
    for (size_t i = 0; i < go->n_directions; i++)
        if (word_is(unit, go->directions[i].unit))
            return &go->directions[i];
    return NULL;
}

/* "Unit ns/op better=lower": what is said last holds. */
static void read_unit_line(struct go *go, struct word line)
{
    struct word unit, setting;
    line = word_after(line, 4);
    if (!word_take(&line, &unit))
        return;
    while (word_take(&line, &setting)) {
        if (!word_begins(setting, "better="))
            continue;
        struct direction *direction = find_direction(go, unit);
        if (direction == NULL && go->n_directions == MOST_UNITS) {
            importer_skip(go->importer, 1, "\"Unit\" lines of more than 1000 units");
            return;
        }
        if (direction == NULL) {
            direction = &go->directions[go->n_directions++];
            direction->unit = word_keep(&go->importer->json, unit);
        }
        direction->more_is_better = word_is(setting, "better=higher");
        go->n_known = 0;
    }
}

/* True when the text names more than one package. */
static bool has_several_packages(const struct format_text *text)
{
    struct lines lines = lines_of(text);
    struct word first = {NULL, 0};
    while (lines_next(&lines)) {
        if (!word_begins(lines.line, "pkg:"))
            continue;
        if (first.text == NULL)
            first = lines.line;
        else if (!word_same(first, lines.line))
            return true;
    }
    return false;
}

/* ---- results ---- */

/* Metric and unit of "ns/op", "build-real-ns/op", "text-bytes" and any other. */
static void set_metric(struct go *go, const char *text, struct importer_series *series)
{
    size_t n = strlen(text);
    series->unit = unit_per_operation(text);
    series->metric = text;
    for (size_t i = 0; go_metrics[i].unit != NULL; i++)
        if (strcmp(go_metrics[i].unit, text) == 0)
            series->metric = go_metrics[i].metric;
    if (n > 6 && strcmp(text + n - 6, "-ns/op") == 0) {
        series->metric = word_keep(&go->importer->json, (struct word){text, n - 6});
        series->unit = unit_of("ns");
    } else if (n > 6 && strcmp(text + n - 6, "-bytes") == 0) {
        series->unit = unit_of("byte");
    } else if (strcmp(text, "MB/s") == 0) {
        unit_direct(&series->unit, true, ASSAY_TOLD_BY_FORMAT);
    }
    const struct direction *direction = find_direction(go, (struct word){text, n});
    if (direction != NULL)
        unit_direct(&series->unit, direction->more_is_better, ASSAY_TOLD_BY_FORMAT);
}

static struct importer_series series_of(struct go *go, struct word unit)
{
    for (size_t i = 0; i < go->n_known; i++)
        if (word_same(go->known[i].unit, unit))
            return go->known[i].series;
    struct importer_series series = {.system = NULL};
    set_metric(go, word_keep(&go->importer->json, unit), &series);
    if (go->n_known < sizeof go->known / sizeof *go->known)
        go->known[go->n_known++] = (struct known){unit, series};
    return series;
}

static bool is_count(struct word word)
{
    for (size_t i = 0; i < word.size; i++)
        if ((unsigned)(word.text[i] - '0') >= 10)
            return false;
    return word.size > 0;
}

/* Not the ratio that benchcmp shows behind two numbers: "-42.69%". */
static bool is_unit(struct word word)
{
    return word.size > 0 && strchr("0123456789+-~", word.text[0]) == NULL;
}

/* As Go prints what is no number. */
static bool is_not_finite(struct word word)
{
    if (word_begins(word, "+") || word_begins(word, "-"))
        word = word_after(word, 1);
    return word_is(word, "NaN") || word_is(word, "Inf");
}

/* Adds the pairs of value and unit; the first that is none ends the line. False: it had none. */
static bool add_pairs(struct go *go, const char *benchmark, struct word line)
{
    struct word value, unit;
    bool any = false;
    while (word_take(&line, &value)) {
        const char *last = value.text + value.size;
        double x;
        const bool has_unit = word_take(&line, &unit) && is_unit(unit);
        if (has_unit && is_not_finite(value)) {
            importer_skip(go->importer, 1, "values that are no finite number");
            any = true;
            continue;
        }
        if (!has_unit || number_read(value.text, last, 0, &x) != last) {
            importer_skip(go->importer, any, "ends of lines that are no value with a unit");
            break;
        }
        struct importer_series series = series_of(go, unit);
        series.system = go->system;
        series.benchmark = benchmark;
        series.lowest = "iteration";
        if (series.unit.power != 0)
            (void)number_read(value.text, last, series.unit.power, &x);
        importer_value(go->importer, x);
        importer_add(go->importer, &series, NULL);
        any = true;
    }
    return any;
}

static void read_result(struct go *go, struct word line)
{
    enum { PREFIX = 9 }; /* "Benchmark" */
    struct word name, count;
    if (!word_take(&line, &name) || name.size <= PREFIX)
        return;
    if (!word_take(&line, &count))
        return; /* go test -v announces a benchmark in this way */
    name = word_after(name, PREFIX);
    const char *benchmark = word_keep(&go->importer->json, name);
    if (go->several_packages && go->package != NULL)
        benchmark = pull_print(&go->importer->json, "%s.%s", go->package, benchmark);
    if (!is_count(count) || !add_pairs(go, benchmark, line))
        importer_skip(go->importer, 1, "lines like a result without one");
}

/* A last line that stops within a unit, or before one: Go ends each line. Where an editor took the
 * last newline away the unit is one of those before, as far as units go. */
static bool is_cut(const struct lines *lines)
{
    struct word line = lines->line, word, last = {NULL, 0};
    size_t n = 0;
    if (!lines->unended)
        return false;
    while (word_take(&line, &word)) {
        last = word;
        n++;
    }
    return n > 2 && (n % 2 != 0 ||
                     (memchr(last.text, '/', last.size) == NULL && !word_ends(last, "-bytes")) ||
                     last.text[last.size - 1] == '/' || word_ends(last, "/o"));
}

void go_read_lines(struct importer *importer, const struct format_text *text)
{
    struct go go = {.importer = importer, .several_packages = has_several_packages(text)};
    struct lines lines = lines_of(text);
    while (!importer->json.failed && lines_next(&lines)) {
        if (word_begins(lines.line, "Benchmark") && is_cut(&lines)) {
            importer->json.p = lines.line.text;
            pull_fail_cut(&importer->json);
        } else if (word_begins(lines.line, "Benchmark")) {
            read_result(&go, lines.line);
        } else if (word_begins(lines.line, "Unit "))
            read_unit_line(&go, lines.line);
        else if (word_begins(lines.line, "pkg:"))
            go.package = keep_value(&go, word_after(lines.line, 4));
        else if (word_begins(lines.line, "toolchain:"))
            go.system = keep_value(&go, word_after(lines.line, 10));
        else if (word_begins(lines.line, "{"))
            importer_skip(importer, 1, "lines of JSON");
    }
}

static void read_go(struct importer *importer)
{
    go_read_lines(importer, importer->text);
}

/* A line "BenchmarkName 123 4.5 ns/op" somewhere in the first thousands. */
static bool probe(const struct format_text *text)
{
    enum { LOOK = 4096 };
    struct lines lines = lines_of(text);
    while (lines.number < LOOK && lines_next(&lines)) {
        struct word line = lines.line, name, count, value, unit;
        double x;
        if (word_begins(line, "Benchmark") && word_take(&line, &name) && word_take(&line, &count) &&
            is_count(count) && word_take(&line, &value) && word_take(&line, &unit) &&
            is_unit(unit) && word_is_number(value, &x))
            return true;
    }
    return false;
}

const struct format format_go = {
    .name = "go",
    .what = "Go benchmark text",
    .probe = probe,
    .take = read_go,
};
