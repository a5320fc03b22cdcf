/* SPDX-License-Identifier: GPL-3.0-or-later */
/* spec.c -- results of SPEC CPU and its sisters (OMP, MPI, ACCEL, HPC): the raw file and the CSV.
 * Source:   spec.org, "SPEC CPU utility programs"; csv.pl of the tools: the table that follows "Full
 *           Results Table", a row an iteration, base and peak side by side. The table of selected
 *           results repeats the medians: it is read where it stands alone. Raw lines: spec_raw.c.
 *           What counts: spec_runs.c.
 * Levels:   execution.
 * Names:    base and peak are the systems.
 * Edge:     the CSV does not say where basepeak was set; times of base and peak that agree in every
 *           row, to all of five digits or more, are the same runs. */
#include <ctype.h>

#include "import/csv_header.h"
#include "import/spec_runs.h"

struct columns {
    int time, status, copies; /* CSV_NONE: the table has none */
};

static bool contains(struct csv_field field, const char *text)
{
    return memmem(field.text, field.size, text, strlen(text)) != NULL;
}

/* "Est. Base Run Time" and its like. */
static struct columns find_columns(const struct csv_field *fields, size_t n, bool peak)
{
    const char *const *names =
        (const char *const[2][3]){{"Base Run Time", "Base Status", "Base # Copies"},
                                  {"Peak Run Time", "Peak Status", "Peak # Copies"}}[peak];
    struct columns columns = {CSV_NONE, CSV_NONE, CSV_NONE};
    for (size_t i = 0; i < n; i++) {
        if (contains(fields[i], names[0]))
            columns.time = (int)i;
        else if (contains(fields[i], names[1]))
            columns.status = (int)i;
        else if (contains(fields[i], names[2]))
            columns.copies = (int)i;
    }
    return columns;
}

static struct word cell(const struct csv_field *fields, size_t n, int column)
{
    if (column == CSV_NONE || (size_t)column >= n)
        return (struct word){"", 0};
    return (struct word){fields[column].text, fields[column].size};
}

/* Two runs that took the same microseconds are one that was written twice. */
static bool is_copy(struct word time, struct word other)
{
    size_t digits = 0;
    for (size_t i = 0; i < time.size; i++)
        digits += isdigit((unsigned char)time.text[i]) != 0;
    return digits >= 5 && time.size == other.size && memcmp(time.text, other.text, time.size) == 0;
}

static void read_row(struct spec_runs *runs, struct importer *importer, size_t line,
                     const struct columns *tunes, const struct csv_field *fields, size_t n)
{
    const bool nothing =
        cell(fields, n, tunes[0].time).size == 0 && cell(fields, n, tunes[1].time).size == 0;
    for (int peak = 0; peak < 2; peak++) {
        struct spec_run run = {.benchmark = cell(fields, n, 0),
                               .time = cell(fields, n, tunes[peak].time),
                               .status = cell(fields, n, tunes[peak].status),
                               .copies = cell(fields, n, tunes[peak].copies),
                               .peak = peak,
                               .line = line};
        const bool alone = word_is(run.status, "NR") && (peak == 1 || !nothing);
        if (run.time.size == 0 && (run.status.size == 0 || alone))
            continue; /* of one tune only, or said for the other already */
        if (tunes[peak].status == CSV_NONE)
            run.status = (struct word){"S", 1};
        run.repeats = peak == 1 && is_copy(run.time, cell(fields, n, tunes[0].time));
        struct spec_run *added = spec_runs_add(runs);
        if (added == NULL) {
            pull_no_memory(&importer->json);
            return;
        }
        *added = run;
    }
}

static void read_csv(struct spec_runs *runs, struct importer *importer, struct lines *lines)
{
    enum { BEFORE, HEADER, ROWS } state = BEFORE;
    struct columns tunes[2] = {{CSV_NONE, CSV_NONE, CSV_NONE}, {CSV_NONE, CSV_NONE, CSV_NONE}};
    size_t n_columns = 0;
    while (!importer->json.failed && lines_next(lines)) {
        struct csv_field fields[CSV_MAX_COLUMNS];
        size_t n, passed = 0;
        const struct word line = lines->line;
        const bool title = word_find(line, "Results Table") != NULL, blank = line.size == 0;
        const bool full = title && word_find(line, "Full") != NULL;
        if (title) {
            state = full || runs->n == 0 ? HEADER : BEFORE;
            runs->medians = !full && runs->n == 0;
        } else if (blank && state == ROWS)
            state = BEFORE;
        if (title || blank || state == BEFORE)
            continue;
        const bool split = csv_split(line.text, line.text + line.size, ',', fields, CSV_MAX_COLUMNS,
                                     &n, &passed) != NULL;
        if (state == ROWS && lines->unended && (!split || n < n_columns)) {
            runs->half = lines->number;
        } else if (!split) {
            importer_fail_at(importer, lines->number, NULL, "a quote is not closed");
        } else if (n > CSV_MAX_COLUMNS) {
            importer_fail_at(importer, lines->number, NULL, "%zu columns; at most %d are read", n,
                             CSV_MAX_COLUMNS);
        } else if (state == ROWS) {
            read_row(runs, importer, lines->number, tunes, fields, n);
        } else {
            tunes[0] = find_columns(fields, n, false);
            tunes[1] = find_columns(fields, n, true);
            n_columns = n;
            state = ROWS;
        }
    }
}

static bool is_raw(const struct format_text *text)
{
    static const char *const suites[] = {"spec.cpu", "spec.omp", "spec.mpi", "spec.accel",
                                         "spec.hpc"};
    for (size_t i = 0; i < sizeof suites / sizeof suites[0]; i++)
        if (lines_probe(text, suites[i]))
            return true;
    return false;
}

static void read_spec(struct importer *importer)
{
    struct spec_runs runs = {0};
    struct lines lines = lines_of(importer->text);
    if (is_raw(importer->text))
        spec_raw_read(&runs, importer, &lines);
    else
        read_csv(&runs, importer, &lines);
    spec_runs_take(&runs, importer);
}

static bool probe(const struct format_text *text)
{
    return is_raw(text) || lines_probe(text, "\"Full Results Table\"") ||
           lines_probe(text, "Full Results Table") ||
           lines_probe(text, "\"Selected Results Table\"");
}

const struct format format_spec = {
    .name = "spec",
    .suffix = ".rsf",
    .what = "SPEC CPU (OMP, MPI, ACCEL, HPC) raw file or CSV",
    .probe = probe,
    .take = read_spec,
};
