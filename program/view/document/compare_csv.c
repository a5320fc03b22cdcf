/* SPDX-License-Identifier: GPL-3.0-or-later */
/* compare_csv.c -- what `compare` found as one table that every reader of CSV takes as it stands: a head, a row each benchmark and metric of
 * each new system, numbers in full. What all rows share stands in each, so that tables can be put below one another. */
#include "base/decimal.h"
#include "export/export.h"
#include "view/document/documents.h"
#include "view/document/finding_read.h"

/* Where a column stands in a comparison: "old.n" is n of old. */
struct column {
    const char *title, *object, *key;
    double times; /* 0: as it stands there */
};

static const struct column columns[] = {
    {"benchmark", NULL, "benchmark"},
    {"metric", NULL, "metric"},
    {"unit", NULL, "unit"},
    {"old_system", "old", "system"},
    {"new_system", "new", "system"},
    {"old", NULL, "old_value"},
    {"new", NULL, "new_value"},
    {"change_percent", "change_percent", "estimate"},
    {"lower_percent", "change_percent", "lower"},
    {"upper_percent", "change_percent", "upper"},
    {"verdict", NULL, "verdict"},
    {"decided_by", NULL, "decided_by"},
    {"margin_percent", NULL, "margin", 100},
    {"old_n", "old", "n"},
    {"new_n", "new", "n"},
};

/* Nothing where it is not known. */
static void write_value(FILE *stream, const json_t *value, double times)
{
    if (json_is_string(value))
        export_csv_name(stream, json_string_value(value));
    else if (json_is_number(value))
        fputs(decimal_of(json_number_value(value) * (times > 0 ? times : 1)).text, stream);
}

static void write_row(FILE *stream, const json_t *comparison, double confidence)
{
    for (size_t i = 0; i < sizeof columns / sizeof *columns; i++) {
        const json_t *object = columns[i].object != NULL
                                   ? json_object_get(comparison, columns[i].object)
                                   : comparison;
        write_value(stream, json_object_get(object, columns[i].key), columns[i].times);
        fputc(',', stream);
    }
    fprintf(stream, "%s\n", decimal_of(confidence).text);
}

void compare_csv_print(FILE *stream, const json_t *document)
{
    const json_t *comparison;
    size_t at;
    for (size_t i = 0; i < sizeof columns / sizeof *columns; i++)
        fprintf(stream, "%s,", columns[i].title);
    fputs("confidence\n", stream);
    json_array_foreach(json_object_get(document, "comparisons"), at, comparison)
        write_row(stream, comparison, finding_number(document, "confidence"));
}
