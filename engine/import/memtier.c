/* SPDX-License-Identifier: GPL-3.0-or-later */
/* memtier.c -- what memtier_benchmark prints: a table of commands, whose columns differ by version.
 * Source:   memtier_benchmark 1.2 to 2.1: Type, Ops/sec, Hits/sec, Misses/sec, Latency or Avg. Latency, pNN Latency, KB/sec.
 * Levels:   execution; Sets, Gets and others are benchmarks, Totals is the whole.
 * Edge:     of several runs (-x) the best and the worst are left out: their average stands behind. A closed loop, also with a
 *           limited rate. */
#include "import/importer.h"
#include "text/lines.h"

enum { COLUMNS = 24 };

struct table {
    struct word columns[COLUMNS];
    size_t n;
    bool begun, apart; /* apart: one of several runs */
};

static bool is_head(struct word line)
{
    return word_begins(line, "Type ") && word_find(line, " Ops/sec") != NULL &&
           word_find(line, "Latency") != NULL;
}

/* Columns have two blanks and more between them, or one behind a name that "Latency" ends. */
static void take_head(struct table *table, struct word line)
{
    struct word one;
    table->n = 0;
    table->begun = true;
    while (table->n < COLUMNS && word_take(&line, &one)) {
        if (word_is(one, "Latency") && table->n > 0 &&
            (word_is(table->columns[table->n - 1], "Avg.") || table->columns[table->n - 1].text[0] == 'p'))
            continue;
        table->columns[table->n++] = one;
    }
}

/* The metric of a column; NULL: none that is taken. */
static const char *metric_of(struct importer *importer, struct word column, struct unit *unit)
{
    const bool ops = word_is(column, "Ops/sec");
    *unit = unit_of(ops ? "op/s" : "ms");
    unit_direct(unit, ops, ASSAY_TOLD_BY_FORMAT);
    if (ops)
        return "throughput";
    if (word_is(column, "Avg.") || word_is(column, "Latency"))
        return "wall";
    return column.size > 1 && column.text[0] == 'p' ? word_keep(&importer->json, column) : NULL;
}

static void add_cell(struct importer *importer, struct word name, struct word column, struct word cell)
{
    struct importer_series series = {.lowest = "execution"};
    const char *end = cell.text + cell.size;
    double x;
    series.metric = metric_of(importer, column, &series.unit);
    if (series.metric == NULL || number_read(cell.text, end, series.unit.power, &x) != end)
        return;
    if (!word_is(name, "Totals"))
        series.benchmark = word_keep(&importer->json, name);
    importer_value(importer, x);
    importer_summary(importer, 1);
    importer_add(importer, &series, NULL);
    if (strcmp(series.unit.name, "s") == 0)
        importer_warn(importer, &series, ASSAY_WARN_CLOSED_LOOP);
}

/* "Sets 988.76 --- …"; a command that was not used has a rate of 0. */
static void take_row(struct importer *importer, const struct table *table, struct word line)
{
    struct word name, cells[COLUMNS];
    size_t n = 1;
    double rate;
    if (!word_take(&line, &name))
        return;
    while (n < table->n && word_take(&line, &cells[n]))
        n++;
    if (n < table->n || n < 2 || !word_is_number(cells[1], &rate) || rate == 0)
        return;
    for (size_t i = 1; i < n; i++)
        add_cell(importer, name, table->columns[i], cells[i]);
}

static void read_memtier(struct importer *importer)
{
    struct lines lines = lines_of(importer->text);
    struct table table = {.n = 0};
    while (!importer->json.failed && lines_next(&lines)) {
        const struct pull_mark mark = pull_mark(&importer->json);
        if (is_head(lines.line))
            take_head(&table, lines.line);
        else if (word_ends(lines.line, "RESULTS") || word_begins(lines.line, "AGGREGATED"))
            table.apart = !word_begins(lines.line, "AGGREGATED");
        else if (lines.line.size == 0)
            table.begun = false;
        else if (table.begun && !table.apart)
            take_row(importer, &table, lines.line);
        pull_forget(&importer->json, mark);
    }
}

static bool probe(const struct format_text *text)
{
    enum { LOOK = 1000 };
    return lines_have(text, LOOK, is_head);
}

const struct format format_memtier = {
    .name = "memtier",
    .what = "what memtier_benchmark prints",
    .probe = probe,
    .take = read_memtier,
};
