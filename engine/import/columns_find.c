/* SPDX-License-Identifier: GPL-3.0-or-later */
/* columns_find.c -- which column of a table is what: as the user says (columns_choices.c), as the table of a known tool has
 * it (columns_tools.txt), as its name says, and else as the first rows show (columns_look.c, columns_settle.c). */
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/owned.h"
#include "import/columns_seen.h"
#include "import/declaration.h"

/* Between the names of columns; none stands in a name without quotes around it. */
static char separator_of(const char *p, const char *end)
{
    bool quoted = false;
    for (; p < end && *p != '\n'; p++) {
        quoted ^= *p == '"';
        if (!quoted && *p != '\0' && strchr(",;\t|", *p) != NULL)
            return *p;
    }
    return ',';
}

static void choose_dialect(struct columns *columns)
{
    static const struct {
        char separator, point;
    } dialects[] = {{0, 0}, {',', '.'}, {';', '.'}, {';', ','}, {'\t', '.'}, {'\t', ','}};
    const struct format_options *options = columns->importer->options;
    const int dialect = options->columns != NULL    ? options->columns->dialect
                        : options->declared != NULL ? options->declared->dialect
                                                    : DIALECT_RECOGNISED;
    columns->recognised = dialect == DIALECT_RECOGNISED;
    columns->separator = dialects[dialect].separator;
    columns->point = dialects[dialect].point;
    if (dialect == DIALECT_RECOGNISED) {
        columns->separator = separator_of(columns->p, columns->end);
        columns->point = columns->separator == ';' ? 0 : '.';
    }
}

static bool read_names(struct columns *columns)
{
    size_t n, passed = 0;
    struct csv_field *fields = calloc(COLUMNS_MOST, sizeof *fields);
    columns->items = calloc(COLUMNS_MOST, sizeof *columns->items);
    const char *next = NULL;
    if (fields == NULL || columns->items == NULL)
        pull_no_memory(&columns->importer->json);
    else
        next = csv_split(columns->p, columns->end, columns->separator, fields, COLUMNS_MOST, &n,
                         &passed);
    if (next == NULL || n > COLUMNS_MOST) {
        importer_fail_at(columns->importer, columns->line, NULL,
                         next == NULL ? "a quote is not closed, or text follows a closing quote"
                                      : "more than %d columns",
                         COLUMNS_MOST);
        free(fields);
        return false;
    }
    for (size_t i = 0; i < n; i++)
        columns->items[i] = (struct column){.name = columns_text(columns, fields[i])};
    free(fields);
    while (n > 1 && columns->items[n - 1].name[0] == '\0') {
        columns->n_nameless++;
        n--;
    }
    columns->n = n;
    columns->p = next;
    return true;
}

/* A first line of numbers is no header. */
static bool is_header(struct columns *columns)
{
    double x;
    for (size_t i = 0; i < columns->n; i++)
        if (columns_number(
                columns,
                (struct csv_field){columns->items[i].name, strlen(columns->items[i].name), false},
                0, &x))
            return false;
    return true;
}

static void place_levels(struct columns *columns)
{
    for (size_t i = 0; i < columns->n; i++)
        if (columns->items[i].role == COLUMN_LEVEL) {
            if (strcasecmp(columns->items[i].name, "iteration") == 0)
                columns->lowest = "iteration"; /* the values themselves */
            else if (columns->n_levels < ASSAY_MAX_LEVELS - 1)
                columns->level[columns->n_levels++] = (int)i;
        }
}

static void find_alone(struct columns *columns)
{
    const char *metric = NULL;
    columns->alone = true;
    for (size_t i = 0; i < columns->n; i++)
        if (columns->items[i].role >= COLUMN_VALUE) {
            columns->alone &= metric == NULL || strcmp(columns->items[i].metric, metric) == 0;
            metric = columns->items[i].metric;
        }
}

bool columns_find(struct columns *columns, const struct format_text *text)
{
    columns->told = -1;
    columns->p = text->text;
    columns->end = text->text + text->size;
    columns->line = 1;
    columns->p = csv_skip_comments(columns->p, columns->end, &columns->line);
    choose_dialect(columns);
    const char point = columns->point;
    if (!read_names(columns))
        return false;
    if (!is_header(columns))
        importer_fail_at(columns->importer, columns->line, NULL,
                         "the first line names the columns; here stand numbers");
    columns->point = point;
    columns_take_choices(columns);
    if (columns->importer->json.failed)
        return false;
    columns->line++;
    OWNED struct seen *seen = calloc(columns->n, sizeof *seen);
    OWNED struct csv_field *fields = calloc(columns->n, sizeof *fields);
    if (seen == NULL || fields == NULL) {
        pull_no_memory(&columns->importer->json);
    } else {
        columns_look(columns, seen, fields);
        if (columns_declared(columns)) {
            columns->is_long = columns_have_role(columns, COLUMN_METRIC);
        } else {
            if (!columns_of_tool(columns)) {
                columns_settle(columns, seen);
                columns_drop_counted(columns, seen);
                columns_name_systems(columns);
                columns->same = columns_same_in_all(columns, seen);
                if (columns->recognised && columns->separator == ';')
                    columns_check_marks(columns, seen);
            }
            place_levels(columns);
        }
        find_alone(columns);
    }
    return !columns->importer->json.failed;
}
