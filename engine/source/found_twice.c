/* SPDX-License-Identifier: GPL-3.0-or-later */
/* found_twice.c -- the same results in several formats.
 * Source:   hyperfine --export-json r.json --export-csv r.csv; JMH's -rff beside -o; SPEC's .rsf, .csv;
 *           BenchmarkDotNet's T-report-full.json and T-measurements.csv.
 * Edge:     files of one format are different results ("fib.old" and "fib.new"), but for SPEC's and
 *           BenchmarkDotNet's. Packed files are not looked into. */
#include "source/found_files.h"

#include <stdlib.h>
#include <string.h>

#include "base/owned.h"
#include "source/read_source.h"

/* What BenchmarkDotNet puts behind a name, the most detailed first. */
static const char *const reports[] = {"-report-full-compressed", "-report-full", "-report",
                                      "-measurements", "-report-brief"};
enum { REPORTS = sizeof reports / sizeof reports[0] };

struct twin {
    char *stem;    /* the path without suffix */
    size_t index;  /* of the file */
    size_t report; /* of reports[]; REPORTS: another file */
    const struct format *format;
};

/* "runs/r.json" is called "runs/r". */
static bool twin_init(struct twin *twin, const struct file *file, size_t index)
{
    *twin = (struct twin){strdup(file->path), index, REPORTS, NULL};
    if (twin->stem == NULL)
        return false;
    char *base = twin->stem + (file_list_base(file->path) - file->path);
    char *dot = strrchr(base, '.');
    if (dot != NULL && dot > base)
        *dot = '\0';
    const size_t n = strlen(base);
    for (size_t i = 0; i < REPORTS && twin->report == REPORTS; i++) {
        const size_t size = strlen(reports[i]);
        if (n > size && strcmp(base + n - size, reports[i]) == 0) {
            base[n - size] = '\0';
            twin->report = i;
        }
    }
    return true;
}

static int by_stem(const void *a, const void *b)
{
    const struct twin *x = a, *y = b;
    const int order = strcmp(x->stem, y->stem);
    return order != 0 ? order : (x->index > y->index) - (x->index < y->index);
}

static size_t place_of(const struct format *format)
{
    size_t i = 0;
    while (formats[i] != NULL && formats[i] != format)
        i++;
    return i;
}

static bool is_spec(const struct twin *twin)
{
    return strcmp(twin->format->name, "spec") == 0;
}

static bool is_rsf(const struct files *files, const struct twin *twin)
{
    const char *dot = strrchr(files->items[twin->index].path, '.');
    return dot != NULL && strcmp(dot, ".rsf") == 0;
}

static bool may_be_duplicates(const struct twin *a, const struct twin *b)
{
    const bool reported = a->report < REPORTS && b->report < REPORTS;
    return a->format != b->format || reported || is_spec(a);
}

static bool is_better(const struct files *files, const struct twin *a, const struct twin *b)
{
    if (a->format != b->format)
        return place_of(a->format) < place_of(b->format);
    if (a->report != b->report)
        return a->report < b->report;
    return is_rsf(files, a) && !is_rsf(files, b);
}

static void swap(struct file *a, struct file *b)
{
    const struct file kept = *a;
    *a = *b;
    *b = kept;
}

/* Of duplicates[0 .. n) with one stem, in the order of their files. */
static void choose(struct files *files, struct twin *duplicates, size_t n)
{
    struct twin *best = NULL;
    bool marked = false;
    for (size_t i = 0; i < n && n > 1; i++)
        duplicates[i].format = source_format(files->items[duplicates[i].index].path);
    for (size_t i = 0; i < n; i++)
        if (duplicates[i].format != NULL &&
            (best == NULL || is_better(files, &duplicates[i], best)))
            best = &duplicates[i];
    for (size_t i = 0; i < n && best != NULL; i++)
        if (&duplicates[i] != best && duplicates[i].format != NULL &&
            may_be_duplicates(&duplicates[i], best)) {
            files->items[duplicates[i].index].better = files->items[best->index].path;
            marked = true;
        }
    if (marked)
        swap(&files->items[best->index], &files->items[duplicates[0].index]);
}

bool duplicates_mark(struct files *files)
{
    OWNED struct twin *duplicates = calloc(files->n + 1, sizeof *duplicates);
    size_t n = 0;
    bool done = duplicates != NULL;
    for (size_t i = 0; i < files->n && done; i++)
        if (files->items[i].found && files->items[i].benchmark == NULL)
            done = twin_init(&duplicates[n++], &files->items[i], i);
    if (done && n > 0)
        qsort(duplicates, n, sizeof *duplicates, by_stem);
    for (size_t i = 0, size; i < n && done; i += size) {
        for (size = 1; i + size < n && strcmp(duplicates[i].stem, duplicates[i + size].stem) == 0;
             size++)
            ;
        choose(files, &duplicates[i], size);
    }
    for (size_t i = 0; i < n; i++)
        free(duplicates[i].stem);
    return done;
}
