/* SPDX-License-Identifier: GPL-3.0-or-later */
/* rows.c -- lines of a name and its values, as people write times of suites down:
 *
 *     401.bzip2  512.3  511.9  513.0
 *     403.gcc    301.2  300.8  302.5
 *
 * Levels:   one flat list for each name; the user says of what.
 * Edge:     separators are white space; names with spaces stand in quotes. A name that comes again with
 *           several numbers is refused: "sort 1000 0.5", "sort 2000 1.1" holds sizes beside values. */
#include "import/console_output.h"
#include "import/importer.h"
#include "text/lines.h"

static bool take_name(struct word *line, struct word *name)
{
    if (!word_take_quoted(line, name))
        return false;
    if (name->text[0] != '"')
        return true;
    if (name->size < 3 || name->text[name->size - 1] != '"')
        return false;
    *name = (struct word){name->text + 1, name->size - 2};
    return true;
}

/* What was read of the lines before. */
struct rows {
    struct word first; /* name */
    bool bare;         /* the last line was a name alone */
};

/* "  16: 24727" below "objects-by-size:" is a part of something, not one more result. */
static bool is_part(const struct rows *rows, struct word line, struct word name)
{
    double x;
    if (name.size > 1 && name.text[name.size - 1] == ':')
        name.size--;
    return word_is_number(name, &x) ||
           (rows->bare && (line.text[0] == ' ' || line.text[0] == '\t'));
}

static void read_line(struct importer *importer, const struct lines *lines, struct rows *rows)
{
    struct word line = lines->line, name, value, *first = &rows->first;
    double x;
    if (!take_name(&line, &name) || is_part(rows, lines->line, name)) {
        importer_fail_at(
            importer, lines->number, NULL,
            "a name is expected, in quotes or without, and none that belongs to the line above");
        return;
    }
    while (word_take(&line, &value)) {
        if (!importer_decimal(importer, value.text, value.size, 0, lines->number, NULL, &x))
            return;
        importer_value(importer, x);
    }
    if (first->size == 0)
        *first = name;
    else if (importer->values.n > 1 && first->size == name.size &&
             memcmp(first->text, name.text, name.size) == 0)
        importer_fail_at(importer, lines->number, NULL,
                         "\"%s\" stands in several lines of several numbers, of which some may "
                         "count or choose; a first line that names the columns says what they are",
                         format_excerpt_of(name.text, name.size).text);
    const struct importer_series series = {.benchmark = word_keep(&importer->json, name),
                                           .metric = "value",
                                           .unit = unit_of("1"),
                                           .lowest = "execution"};
    rows->bare = importer->values.n == 0;
    if (rows->bare)
        importer_skip(importer, 1, "names without values");
    importer_add(importer, &series, NULL);
}

static void read_rows(struct importer *importer)
{
    struct lines lines = lines_of(importer->text);
    struct rows rows = {.first = {"", 0}};
    while (!importer->json.failed && lines_next_told(&lines))
        read_line(importer, &lines, &rows);
}

/* The first line is a name, that is no number, and numbers; so is the second, if there is one. */
static bool probe(const struct format_text *text)
{
    struct lines lines = lines_of(text);
    size_t n = 0;
    while (n < 2 && lines_next_told(&lines)) {
        struct word line = lines.line, name, value;
        double x;
        if (!take_name(&line, &name) || word_is_number(name, &x) || !word_take(&line, &value))
            return false;
        do
            if (!word_is_number(value, &x))
                return false;
        while (word_take(&line, &value));
        n++;
    }
    return n > 0 && format_console_output(text) == NULL;
}

const struct format format_rows = {
    .name = "rows",
    .what = "lines of a name and its values",
    .probe = probe,
    .take = read_rows,
};
