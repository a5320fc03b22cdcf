/* SPDX-License-Identifier: GPL-3.0-or-later */
/* export_csv.c -- assay CSV, docs/csv.md.
 * Levels:   the columns are those of the series with most levels; a series that lacks some of them
 *           (peak memory, one value an execution) has 1 there: a level of one unit is no level.
 * Occasion: the version, and position in its round, start and cost of the execution, where they are
 *           known: asked for.
 * Rounds:   of systems that were measured side by side a column tells the round of each top unit; it
 *           is read back as what pairs them.
 * Machines: of units of the level "machine" a column tells the identity: two units of one machine are no two.
 * Edge:     warm-up is left out and counted, unless it is asked for: then a column tells it. */
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/decimal.h"
#include "base/failure.h"
#include "base/owned.h"
#include "export/export.h"
#include "source/walk.h"
#include "text/direction.h"

struct csv {
    FILE *stream;
    const struct assay_series *series, *widest;
    bool with_rounds, with_warmup, with_occasions;
    const char *version;       /* told with occasions; NULL: unknown */
    const struct input *input; /* which machines the units of that level are; NULL: not known */
    char *
        watched; /* by which rule it was stopped; NULL: it was not watched, or nothing is known of that */
    bool with_class;  /* of the machines one at least is told */
    bool with_better; /* of a series neither the unit nor the name says which way */
};

void export_csv_field(FILE *stream, const char *text)
{
    if (strpbrk(text, ",\"\r\n") == NULL && text[0] != '#' && text[0] != ' ') {
        fputs(text, stream);
        return;
    }
    fputc('"', stream);
    for (; *text != '\0'; text++) {
        if (*text == '"')
            fputc('"', stream);
        fputc(*text, stream);
    }
    fputc('"', stream);
}

/* Signs that begin a formula; a number that does is one. */
static bool is_formula(const char *text)
{
    if (text[0] == '\0' || strchr("=+-@\t\r", text[0]) == NULL)
        return false;
    const size_t digits = strspn(text + 1, "0123456789.");
    return strchr("+-", text[0]) == NULL || digits == 0 || text[1 + digits] != '\0';
}

void export_csv_name(FILE *stream, const char *name)
{
    const size_t quotes = strspn(name, "'");
    OWNED char *shown = NULL;
    const bool marked = quotes > 0
                            ? name[quotes] != '\0' && strchr("=+-@\t\r", name[quotes]) != NULL
                            : is_formula(name);
    if (marked && asprintf(&shown, "'%s", name) < 0)
        shown = NULL;
    export_csv_field(stream, shown != NULL ? shown : name);
}

/* As the column tells it. */
static const char *better_of(const struct assay_series *series)
{
    return series->told.direction == ASSAY_TOLD_BY_NOBODY ? "unknown"
           : series->more_is_better                       ? "more"
                                                          : "less";
}

/* Whether who reads the file knows the direction without being told. */
static bool tells_itself(const struct assay_series *series)
{
    struct direction_memory memory = {{{""}}};
    struct unit unit = unit_of(series->unit);
    direction_settle(&unit, series->metric, &memory);
    return (unit.told.direction == ASSAY_TOLD_BY_NOBODY) ==
               (series->told.direction == ASSAY_TOLD_BY_NOBODY) &&
           unit.more_is_better == series->more_is_better;
}

/* The level of the series that is called like the widest's level k; SIZE_MAX: it has none. */
static size_t level_of(const struct csv *csv, size_t k)
{
    for (size_t i = 0; i < csv->series->live.shape.n_levels; i++)
        if (strcmp(csv->series->level_name[i], csv->widest->level_name[k]) == 0)
            return i;
    return SIZE_MAX;
}

/* The round of the top unit that the value is in; nothing where no round is known. */
static void write_round(const struct csv *csv, const struct walk_unit *unit, size_t live_index)
{
    const struct assay_series *series = csv->series;
    fputc(',', csv->stream);
    if (series->pair_key != NULL)
        fprintf(csv->stream, "%" PRId64,
                series->pair_key[series->live.shape.n_levels == 1 ? live_index : unit->index[0]]);
}

/* When the execution of the value was measured; nothing where that is not known. */
static void write_occasion(const struct csv *csv, const struct walk_unit *unit, size_t at)
{
    const struct assay_occasion *occasion = walk_occasion(csv->series, unit, at);
    if (occasion == NULL) {
        fputs(",,,", csv->stream);
        return;
    }
    char start[EXPORT_TIME];
    fputc(',', csv->stream);
    if (export_time(occasion->start_ns, start)[0] != '\0')
        fprintf(csv->stream, "%" PRId64, occasion->position + 1);
    fprintf(csv->stream, ",%s,%s", start,
            isfinite(occasion->cost_s) ? decimal_of(occasion->cost_s).text : "");
}

static bool is_classed(const struct store_machine *machine)
{
    return machine->processors > 0 || machine->model[0] != '\0';
}

/* The machine of the unit and its class, behind the labels of the levels. */
static void write_machine(const struct csv *csv, const struct walk_unit *unit)
{
    fputc(',', csv->stream);
    const struct store_machine *machine =
        strcmp(csv->series->level_name[0], "machine") == 0 && csv->series->live.shape.n_levels > 1
            ? input_machine(csv->input, unit->labels[0])
            : NULL;
    if (machine != NULL)
        export_csv_name(csv->stream, machine->identity);
    OWNED char *class = csv->with_class && machine != NULL && is_classed(machine)
                            ? store_machine_class(machine)
                            : NULL;
    fputs(csv->with_class ? "," : "", csv->stream);
    export_csv_name(csv->stream, class != NULL ? class : "");
}

/* The value at this place of the unit; skipped: so many before it are not written. */
static void write_value(const struct csv *csv, const struct walk_unit *unit, size_t at,
                        size_t skipped)
{
    const size_t n_levels = csv->series->live.shape.n_levels;
    const bool is_warmup = at < unit->n_warmup;
    export_csv_name(csv->stream, csv->series->system);
    fputc(',', csv->stream);
    export_csv_name(csv->stream, csv->series->benchmark);
    if (csv->with_rounds)
        write_round(csv, unit, is_warmup ? 0 : at - unit->n_warmup);
    if (csv->with_occasions && csv->version != NULL) {
        fputc(',', csv->stream);
        export_csv_name(csv->stream, csv->version);
    }
    if (csv->with_occasions)
        write_occasion(csv, unit, at);
    if (csv->with_warmup)
        fputs(is_warmup ? ",1" : ",0", csv->stream);
    for (size_t k = 0; k < csv->widest->live.shape.n_levels; k++) {
        const size_t level = level_of(csv, k);
        fputc(',', csv->stream);
        if (level == SIZE_MAX)
            fputc('1', csv->stream);
        else if (level == n_levels - 1)
            fprintf(csv->stream, "%zu", at - skipped + 1);
        else
            export_csv_name(csv->stream, unit->labels[level]);
    }
    if (csv->input != NULL)
        write_machine(csv, unit);
    if (csv->watched != NULL)
        fprintf(csv->stream, ",%s", csv->watched);
    fputc(',', csv->stream);
    export_csv_name(csv->stream, csv->series->metric);
    fprintf(csv->stream, ",%s,", decimal_of(unit->values[at]).text);
    export_csv_name(csv->stream, csv->series->unit);
    if (csv->with_better)
        fprintf(csv->stream, ",%s", better_of(csv->series));
    fputc('\n', csv->stream);
}

static bool write_unit(void *context, const struct walk_unit *unit)
{
    const struct csv *csv = context;
    const size_t first = csv->with_warmup ? 0 : unit->n_warmup;
    for (size_t i = first; i < unit->n; i++)
        write_value(csv, unit, i, first);
    return ferror(csv->stream) == 0;
}

/* All levels of each series must stand among the widest's. */
static enum assay_status check_levels(struct csv *csv, const struct assay_series *series, size_t n,
                                      struct assay_error *error)
{
    for (size_t i = 0; i < n; i++)
        if (series[i].live.shape.n_levels > csv->widest->live.shape.n_levels)
            csv->widest = &series[i];
    for (size_t i = 0; i < n; i++) {
        size_t found = 0;
        csv->series = &series[i];
        for (size_t k = 0; k < csv->widest->live.shape.n_levels; k++)
            found += level_of(csv, k) != SIZE_MAX;
        if (found == series[i].live.shape.n_levels)
            continue;
        return fail_naming(error, ASSAY_INVALID,
                           "the levels of %.60s and %.60s do not fit one table; choose with "
                           "@benchmark or @metric",
                           series[i].benchmark, csv->widest->benchmark);
    }
    return ASSAY_OK;
}

/* Columns that only some series ask for. */
static void find_columns(const struct assay_series *series, size_t n, struct csv *csv)
{
    for (size_t i = 0; csv->input != NULL && i < csv->input->record.n_machines; i++)
        csv->with_class |= is_classed(&csv->input->record.machines[i]);
    for (size_t i = 0; i < n; i++) {
        csv->with_rounds |= series[i].pair_key != NULL;
        csv->with_occasions |= series[i].occasion != NULL;
        csv->with_better |= !tells_itself(&series[i]);
    }
}

static void write_head(const struct csv *csv)
{
    FILE *stream = csv->stream;
    fputs("system,benchmark,", stream);
    fputs(csv->with_rounds ? "round," : "", stream);
    fputs(csv->with_occasions && csv->version != NULL ? "version," : "", stream);
    fputs(csv->with_occasions ? "position,start,cost," : "", stream);
    fputs(csv->with_warmup ? "warmup," : "", stream);
    for (size_t k = 0; k < csv->widest->live.shape.n_levels; k++) {
        export_csv_name(stream, csv->widest->level_name[k]);
        fputc(',', stream);
    }
    fputs(csv->input != NULL ? "machine_id," : "", stream);
    fputs(csv->with_class ? "machine_class," : "", stream);
    fputs(csv->watched != NULL ? "watched," : "", stream);
    fputs(csv->with_better ? "metric,value,unit,better\n" : "metric,value,unit\n", stream);
}

static enum assay_status write_csv(FILE *stream, const struct assay_series *series, size_t n,
                                   const struct export_options *options,
                                   struct export_report *report, struct assay_error *error)
{
    struct csv csv = {.stream = stream,
                      .widest = &series[0],
                      .with_warmup = options->with_warmup,
                      .version = options->version};
    TRY(check_levels(&csv, series, n, error));
    if (options->input != NULL && options->input->record.n_machines > 0 &&
        strcmp(csv.widest->level_name[0], "machine") == 0)
        csv.input = options->input;
    OWNED char *watched = export_watched(options->input);
    csv.watched = watched;
    find_columns(series, n, &csv);
    write_head(&csv);
    for (size_t i = 0; i < n; i++) {
        csv.series = &series[i];
        report->n_warmup += csv.with_warmup ? 0 : export_n_warmup(&series[i]);
        if (!walk_series(&series[i], write_unit, &csv))
            return export_end(stream, false, error);
    }
    return export_end(stream, true, error);
}

extern const struct exporter exporter_csv;
const struct exporter exporter_csv = {"csv",          "assay CSV",     write_csv,
                                      .rounds = true, .warm_up = true, .watched = true};
