/* SPDX-License-Identifier: GPL-3.0-or-later */
/* columns_rows.c -- the values of a table's rows.
 *
 * Rows of the same names give values of the same series: the names are made once, and what follows
 * waits to be added together. In a series the values keep the order of the rows: of two groups that
 * turn out to be of the same names only one can wait. */
#include <stdlib.h>

#include <xxhash.h>

#include "base/knob.h"
#include "import/columns.h"
#include "text/direction.h"
#include "text/iso_time.h"
#include "text/lines.h"
#include "text/number.h"

struct row {
    const char *system, *version, *benchmark, *details, *metric, *unit;
    bool directed, more; /* a column says which is better, and it is more */
    double time_ms;
    const char *labels[ASSAY_MAX_LEVELS];
};

/* Rows of the same names. */
struct group {
    struct csv_field *written; /* [name]: the names as they stand in the text */
    uint64_t hash, settled;    /* of these, and of what they were made into */
    struct row row;
    struct csv_field time;          /* as written last; text NULL: in no row yet */
    struct importer_series *series; /* [value] */
    struct numbers *values;         /* [value]: those that wait */
};

enum { MOST_GROUPS = 32, MOST_WAITING = 4096 };

struct rows {
    struct columns *columns;
    size_t *names, *values; /* columns of names, levels behind them; of values */
    size_t n_names, n_values;
    const struct column *time; /* NULL: there is none */
    bool chooses;              /* a column says which rows are kept */
    const char *level_names[ASSAY_MAX_LEVELS + 1];
    struct csv_field *fields; /* [column] of the row at hand */
    struct group groups[MOST_GROUPS];
    size_t n, most, last;           /* groups; the one that the row before was of */
    size_t n_waiting, most_waiting; /* rows */
    struct pull_mark begin;
};

/* ---- names ---- */

static void read_name(struct columns *columns, const struct column *column, const char *text,
                      struct row *row)
{
    struct pull *json = &columns->importer->json;
    switch (column->role) {
    case COLUMN_SYSTEM: row->system = text; break;
    case COLUMN_VERSION: row->version = text; break;
    case COLUMN_METRIC: row->metric = text; break;
    case COLUMN_UNIT: row->unit = text; break;
    case COLUMN_DIRECTION:
        row->directed = true;
        row->more = strcmp(text, column->text) == 0;
        break;
    case COLUMN_DETAIL:
        if (!columns_missing((struct csv_field){text, strlen(text), false}))
            row->details = pull_join(json, row->details,
                                     column->called != NULL ? column->called : column->name, text);
        break;
    case COLUMN_BENCHMARK:
        if (text[0] != '\0')
            row->benchmark =
                row->benchmark != NULL ? pull_print(json, "%s/%s", row->benchmark, text) : text;
        break;
    default: break;
    }
}

/* A version is the system; the system then is one of the things that differ. */
static void settle_names(struct columns *columns, struct row *row)
{
    struct importer *importer = columns->importer;
    struct pull *json = &importer->json;
    if (row->version != NULL && row->version[0] != '\0') {
        if (row->system != NULL)
            row->details = pull_join(json, row->details, "system", row->system);
        row->system = row->version;
        if (importer->options->versions != NULL)
            importer->options->versions->named = true;
    }
    if (row->details[0] != '\0')
        row->benchmark = pull_print(
            json, "%s (%s)", row->benchmark != NULL ? row->benchmark : importer->options->benchmark,
            row->details);
}

static void read_names(struct rows *rows, struct row *row)
{
    struct columns *columns = rows->columns;
    *row = (struct row){.details = ""};
    for (size_t i = 0; i < rows->n_names - columns->n_levels; i++)
        read_name(columns, &columns->items[rows->names[i]],
                  columns_text(columns, rows->fields[rows->names[i]]), row);
    for (size_t i = 0; i < columns->n_levels; i++)
        row->labels[i] = columns_text(columns, rows->fields[columns->level[i]]);
    settle_names(columns, row);
}

/* Nobody promises what the columns of people's tables are. */
static void tell(struct importer *importer, struct importer_series *series)
{
    struct assay_told *told = &series->unit.told;
    direction_settle_loosely(&series->unit, series->metric, &importer->directions);
    told->structure = importer->options->declared != NULL ? ASSAY_TOLD_BY_USER : ASSAY_TOLD_BY_NAME;
    if (told->unit == ASSAY_TOLD_BY_FORMAT)
        told->unit = ASSAY_TOLD_BY_NAME;
    if (told->direction == ASSAY_TOLD_BY_FORMAT)
        told->direction = told->unit;
}

static void name_series(const struct rows *rows, const struct column *column, const struct row *row,
                        struct importer_series *series)
{
    const size_t n_levels = rows->columns->n_levels;
    *series =
        (struct importer_series){.system = column->system != NULL ? column->system : row->system,
                                 .benchmark = row->benchmark,
                                 .metric = column->metric,
                                 .unit = column->unit,
                                 .levels = n_levels > 0 ? rows->level_names : NULL,
                                 .n_levels = n_levels + 1,
                                 .lowest = rows->columns->lowest};
    if (row->unit != NULL)
        series->unit = unit_per_operation(row->unit);
    const bool named = row->metric != NULL && rows->columns->alone &&
                       strcmp(series->unit.name, "1") == 0 && strlen(row->metric) > 2 &&
                       unit_is_time(row->metric);
    if (named) /* "nanoseconds"; iostat's "us" is the processor's time for users, in % */
        series->unit = unit_of(row->metric);
    if (!named && row->unit == NULL && row->metric != NULL &&
        series->unit.told.unit == ASSAY_TOLD_BY_NOBODY)
        series->unit = column_unit_of(&rows->columns->importer->json, row->metric);
    if (row->directed)
        unit_direct(&series->unit, row->more, ASSAY_TOLD_BY_USER);
    const bool alone = rows->columns->alone;
    if (named)
        series->metric = "wall";
    else if (row->metric != NULL && row->metric[0] != '\0')
        series->metric =
            alone ? row->metric
                  : pull_pair(&rows->columns->importer->json, row->metric, ' ', column->metric);
    else if (row->unit != NULL && strcmp(series->unit.name, "s") == 0 && alone &&
             direction_of_name(column->metric) !=
                 DIRECTION_DOUBTED) /* uptime is not how long it took */
        series->metric = "wall";
    if (!rows->columns->of_tool)
        tell(rows->columns->importer, series);
}

/* ---- groups ---- */

static void add_group(struct rows *rows, struct group *group)
{
    for (size_t v = 0; v < rows->n_values; v++)
        importer_add_from(rows->columns->importer, &group->series[v], group->row.labels,
                          &group->values[v]);
}

/* The system that is called old, before or base is the first: what others are compared with. */
static bool is_older(const char *system)
{
    return system != NULL && column_side_of(system, strlen(system)) == SIDE_OLDER;
}

static void add_all(struct rows *rows)
{
    for (int newer = 0; newer < 2; newer++)
        for (size_t g = 0; g < rows->n; g++)
            if (is_older(rows->groups[g].row.system) == (newer == 0))
                add_group(rows, &rows->groups[g]);
    rows->n_waiting = 0;
}

static uint64_t hash_of(const void *bytes, size_t size, uint64_t before)
{
    return XXH3_64bits_withSeed(bytes, size, before + size);
}

static uint64_t hash_of_text(const char *text, uint64_t before)
{
    return text == NULL ? before + 1 : hash_of(text, strlen(text), before);
}

/* Of what tells its series and units from those of others. */
static uint64_t hash_of_row(const struct rows *rows, const struct row *row)
{
    uint64_t hash = hash_of_text(row->system, 0);
    hash = hash_of_text(row->benchmark, hash);
    hash = hash_of_text(row->metric, hash);
    for (size_t i = 0; i < rows->columns->n_levels; i++)
        hash = hash_of_text(row->labels[i], hash);
    return hash;
}

static bool is_of(const struct rows *rows, const struct group *group)
{
    for (size_t i = 0; i < rows->n_names; i++) {
        const struct csv_field *was = &group->written[i], *is = &rows->fields[rows->names[i]];
        if (was->size != is->size || was->quoted != is->quoted ||
            memcmp(was->text, is->text, is->size) != 0)
            return false;
    }
    return true;
}

static void begin_group(struct rows *rows, struct group *group, uint64_t hash)
{
    read_names(rows, &group->row);
    group->hash = hash;
    group->settled = hash_of_row(rows, &group->row);
    group->time = (struct csv_field){0};
    for (size_t i = 0; i < rows->n_names; i++)
        group->written[i] = rows->fields[rows->names[i]];
    for (size_t v = 0; v < rows->n_values; v++)
        name_series(rows, &rows->columns->items[rows->values[v]], &group->row, &group->series[v]);
}

static void forget_groups(struct rows *rows)
{
    add_all(rows);
    rows->n = 0;
    pull_forget(&rows->columns->importer->json, rows->begin);
}

static bool is_like_another(const struct rows *rows, const struct group *group)
{
    for (size_t g = 0; g < rows->n; g++)
        if (rows->groups[g].settled == group->settled)
            return true;
    return false;
}

static struct group *new_group(struct rows *rows, uint64_t hash)
{
    if (rows->n == rows->most)
        forget_groups(rows);
    struct group *group = &rows->groups[rows->n];
    begin_group(rows, group, hash);
    if (is_like_another(rows, group)) {
        forget_groups(rows);
        group = &rows->groups[0];
        begin_group(rows, group, hash);
    }
    rows->last = rows->n++;
    return group;
}

static struct group *group_of(struct rows *rows)
{
    uint64_t hash = 0;
    if (rows->n > 0 && is_of(rows, &rows->groups[rows->last]))
        return &rows->groups[rows->last];
    for (size_t i = 0; i < rows->n_names; i++)
        hash = hash_of(rows->fields[rows->names[i]].text, rows->fields[rows->names[i]].size, hash);
    for (size_t g = 0; g < rows->n; g++)
        if (rows->groups[g].hash == hash && is_of(rows, &rows->groups[g])) {
            rows->last = g;
            return &rows->groups[g];
        }
    return new_group(rows, hash);
}

/* ---- rows ---- */

static void take_time(struct rows *rows, struct group *group)
{
    struct pull *json = &rows->columns->importer->json;
    const struct csv_field time = rows->fields[rows->time - rows->columns->items];
    const struct csv_field before = group->time;
    const char *version = group->row.version;
    if (version == NULL || version[0] == '\0' ||
        (before.text != NULL && before.size == time.size &&
         memcmp(before.text, time.text, time.size) == 0))
        return;
    const struct pull_mark mark = pull_mark(json);
    const double time_ms = moment_ms(columns_text(rows->columns, time));
    pull_forget(json, mark);
    group->time = time;
    if (time_ms > 0)
        importer_version(rows->columns->importer, version, version, time_ms);
}

static void fail_value(struct columns *columns, const struct column *column, struct csv_field field)
{
    importer_fail_at(columns->importer, columns->line,
                     format_excerpt_of(column->name, strlen(column->name)).text,
                     "\"%s\" is not a finite decimal number%s",
                     format_excerpt_of(field.text, field.size).text,
                     memchr(field.text, ',', field.size) != NULL
                         ? KNOBS("; @dialect says what commas and points are")
                         : "");
}

/* "4.5us" in the unit of the column. */
static bool number_with_unit(struct csv_field written, struct unit unit, double *x)
{
    char text[24];
    const struct csv_field field = csv_trimmed(written);
    const char *end = field.text + field.size, *behind = number_read(field.text, end, 0, x);
    if (behind == NULL || behind == field.text || behind == end || end - behind >= (int)sizeof text)
        return false;
    memcpy(text, behind, (size_t)(end - behind));
    text[end - behind] = '\0';
    const struct unit own = unit_of(text);
    (void)number_read(field.text, behind, own.power, x);
    *x *= own.factor;
    return strcmp(own.name, unit.name) == 0;
}

static bool read_number(struct columns *columns, const struct column *column,
                        struct csv_field field, int power, double *x)
{
    return column->unit_in_cells ? number_with_unit(field, column->unit, x)
                                 : columns_number(columns, field, power, x);
}

static void take_value(struct columns *columns, const struct column *column, struct csv_field field,
                       int power, struct numbers *values)
{
    struct importer *importer = columns->importer;
    double x;
    if (field.size == 0 && columns->ragged)
        return;
    struct unit unit;
    const struct pull_mark mark = pull_mark(&importer->json);
    if (column->in_cells ? columns_quantity(columns, field, &unit, &x) &&
                               strcmp(unit.name, column->unit.name) == 0
                         : read_number(columns, column, field, power, &x)) {
        if (!numbers_append(values, x))
            pull_no_memory(&importer->json);
        if (column->role == COLUMN_MEAN)
            importer_summary(importer, 1);
    } else if (columns_missing(field)) {
        importer_skip(importer, 1, "missing values");
    } else {
        fail_value(columns, column, field);
    }
    if (column->in_cells)
        pull_forget(&importer->json, mark);
}

/* Whether all columns that choose have their text in the row. */
static bool is_kept(const struct rows *rows)
{
    const struct columns *columns = rows->columns;
    for (size_t i = 0; rows->chooses && i < columns->n; i++) {
        const struct csv_field field = csv_trimmed(rows->fields[i]);
        const char *text = columns->items[i].text != NULL ? columns->items[i].text : "";
        if (columns->items[i].role == COLUMN_ONLY &&
            !word_is((struct word){field.text, field.size}, text))
            return false;
    }
    return true;
}

static void read_row(struct rows *rows)
{
    struct columns *columns = rows->columns;
    if (!is_kept(rows)) {
        importer_skip(columns->importer, 1,
                      columns->importer->options->declared != NULL
                          ? "rows that the declaration leaves out"
                          : "rows with an error");
        return;
    }
    struct group *group = group_of(rows);
    if (rows->time != NULL)
        take_time(rows, group);
    for (size_t v = 0; v < rows->n_values; v++)
        take_value(columns, &columns->items[rows->values[v]], rows->fields[rows->values[v]],
                   group->series[v].unit.power, &group->values[v]);
    if (++rows->n_waiting >= rows->most_waiting)
        add_all(rows);
}

static void read_all(struct rows *rows)
{
    struct columns *columns = rows->columns;
    struct importer *importer = columns->importer;
    while (!importer->json.failed && columns->p < columns->end) {
        const char *next;
        size_t passed;
        columns->p = csv_skip_comments(columns->p, columns->end, &columns->line);
        if (columns->p < columns->end && columns_split(columns, rows->fields, &next, &passed)) {
            read_row(rows);
            columns->line += passed;
            columns->p = next;
        }
    }
    const bool cut = importer_reopen(importer);
    add_all(rows);
    if (cut)
        importer_close_again(importer);
}

/* Whether two columns give values of one series, in which those of a row stand side by side. What rows call
 * the metric leaves different ones apart. */
static bool shares_series(const struct rows *rows)
{
    const struct column *columns = rows->columns->items;
    for (size_t v = 1; v < rows->n_values; v++)
        for (size_t w = 0; w < v; w++) {
            const struct column *one = &columns[rows->values[v]],
                                *other = &columns[rows->values[w]];
            if (strcmp(one->metric, other->metric) == 0 &&
                (one->system == NULL || other->system == NULL ||
                 strcmp(one->system, other->system) == 0))
                return true;
        }
    return false;
}

/* Whether a gate could decide by it: "Dauer [ms]" and "tps", not "Durchlauf". */
static bool is_decisive(const struct columns *columns, const struct column *column)
{
    const enum name_direction direction = direction_of_name(column->metric);
    return columns->of_tool || strcmp(column->unit.name, "1") != 0 ||
           column->unit.told.direction != ASSAY_TOLD_BY_NOBODY || direction == DIRECTION_LESS ||
           direction == DIRECTION_MORE;
}

/* The columns of values, those of an older system first, and of these those by which a gate could decide. */
static void list_values(struct rows *rows, bool older, bool decisive)
{
    const struct columns *columns = rows->columns;
    for (size_t i = 0; i < columns->n; i++) {
        const struct column *column = &columns->items[i];
        if (column->role >= COLUMN_VALUE && is_older(column->system) == older &&
            is_decisive(columns, column) == decisive)
            rows->values[rows->n_values++] = i;
    }
}

/* Which columns hold what. */
static bool rows_init(struct rows *rows)
{
    const struct columns *columns = rows->columns;
    const size_t n = columns->n;
    rows->fields = calloc(n, sizeof *rows->fields);
    rows->names = calloc(2 * n + 1, sizeof *rows->names);
    if (rows->fields == NULL || rows->names == NULL)
        return false;
    rows->values = rows->names + n;
    for (size_t i = 0; i < n; i++) {
        const enum column_role role = columns->items[i].role;
        rows->chooses |= role == COLUMN_ONLY;
        if (role == COLUMN_TIME)
            rows->time = &columns->items[i];
        else if (role >= COLUMN_SYSTEM && role <= COLUMN_UNIT)
            rows->names[rows->n_names++] = i;
    }
    list_values(rows, true, true);
    list_values(rows, true, false);
    list_values(rows, false, true);
    list_values(rows, false, false);
    for (size_t i = 0; i < columns->n_levels; i++) {
        rows->names[rows->n_names++] = (size_t)columns->level[i];
        const struct column *level = &columns->items[columns->level[i]];
        rows->level_names[i] = level->called != NULL ? level->called : level->name;
    }
    rows->level_names[columns->n_levels] = columns->below != NULL ? columns->below : "iteration";
    rows->most_waiting = shares_series(rows) ? 1 : MOST_WAITING;
    return true;
}

static void rows_fini(struct rows *rows)
{
    for (size_t g = 0; g < MOST_GROUPS; g++) {
        struct group *group = &rows->groups[g];
        for (size_t v = 0; group->values != NULL && v < rows->n_values; v++)
            free(group->values[v].x);
        free(group->values);
        free(group->series);
        free(group->written);
    }
    free(rows->names);
    free(rows->fields);
}

static bool groups_init(struct rows *rows)
{
    for (size_t g = 0; g < rows->most; g++) {
        struct group *group = &rows->groups[g];
        group->written = calloc(rows->n_names + 1, sizeof *group->written);
        group->series = calloc(rows->n_values + 1, sizeof *group->series);
        group->values = calloc(rows->n_values + 1, sizeof *group->values);
        if (group->written == NULL || group->series == NULL || group->values == NULL)
            return false;
    }
    return true;
}

void columns_read_rows(struct columns *columns)
{
    /* Units have names that hardly ever come again. */
    struct rows rows = {.columns = columns,
                        .most = columns->n_levels > 0 ? 1 : MOST_GROUPS,
                        .begin = pull_mark(&columns->importer->json)};
    if (rows_init(&rows) && groups_init(&rows))
        read_all(&rows);
    else
        pull_no_memory(&columns->importer->json);
    rows_fini(&rows);
}
