/* SPDX-License-Identifier: GPL-3.0-or-later */
/* perf_stat.c -- `perf stat -x,` (or another separator of , ; tab).
 * Source:   perf-stat(1), "CSV FORMAT": value, unit, event, [variance %], time running, % of it, …
 * Levels:   execution; an event that stands again is another execution.
 * Edge:     <not counted> and <not supported> are left out and counted. Of -r the values are means
 *           and counted as summaries. */
#include <stdlib.h>

#include "format/importer.h"
#include "format/lines.h"
#include "format/number.h"

enum { N_FIELDS = 5 };

/* Splits at the separator; returns how many fields there are, at most N_FIELDS are kept. */
static size_t split(struct word line, char separator, struct word fields[N_FIELDS])
{
    size_t n = 0;
    for (const char *p = line.text, *end = p + line.size;; n++) {
        const char *last = memchr(p, separator, (size_t)(end - p));
        if (last == NULL)
            last = end;
        if (n < N_FIELDS)
            fields[n] = (struct word){p, (size_t)(last - p)};
        if (last == end)
            return n + 1;
        p = last + 1;
    }
}

static bool is_number(struct word word)
{
    double x;
    return word.size > 0 &&
           number_read(word.text, word.text + word.size, 0, &x) == word.text + word.size;
}

static bool is_unknown(struct word word)
{
    return word_begins(word, "<not ");
}

/* An event has a name, a value, and a number or a percentage behind. */
static bool is_event(struct word line, char separator, struct word fields[N_FIELDS])
{
    if (split(line, separator, fields) < N_FIELDS)
        return false;
    return (is_number(fields[0]) || is_unknown(fields[0])) && fields[2].size > 0 &&
           !is_number(fields[2]) && (is_number(fields[3]) || word_ends(fields[3], "%"));
}

static char separator_of(const struct format_text *text)
{
    struct lines lines = lines_of(text);
    struct word fields[N_FIELDS];
    while (lines_next(&lines)) {
        if (lines.line.size == 0 || lines.line.text[0] == '#')
            continue;
        for (const char *s = ",;\t"; *s != '\0'; s++)
            if (is_event(lines.line, *s, fields))
                return *s;
        return '\0';
    }
    return '\0';
}

static void add_event(struct importer *importer, const struct word fields[N_FIELDS])
{
    struct pull *json = &importer->json;
    double x;
    if (is_unknown(fields[0])) {
        importer_skip(importer, 1, "events that were not counted");
        return;
    }
    struct importer_series series = {
        .metric = pull_print(json, "%.*s", (int)fields[2].size, fields[2].text),
        .unit = unit_of(pull_print(json, "%.*s", (int)fields[1].size, fields[1].text)),
        .lowest = "execution"};
    if (strcmp(series.metric, "duration_time") == 0) {
        series.metric = "wall";
        series.unit = unit_of("ns");
    }
    (void)number_read(fields[0].text, fields[0].text + fields[0].size, series.unit.power, &x);
    importer_value(importer, x);
    importer_summary(importer, word_ends(fields[3], "%"));
    importer_add(importer, &series, NULL);
}

static enum assay_status read_perf(const struct format_text *text,
                                   const struct format_options *options,
                                   struct assay_dataset *dataset, struct format_error *error)
{
    struct importer importer;
    struct lines lines = lines_of(text);
    const char separator = separator_of(text);
    importer_init(&importer, text, options, dataset, error);
    while (!importer.json.failed && lines_next(&lines)) {
        struct word fields[N_FIELDS];
        if (lines.line.size == 0 || lines.line.text[0] == '#')
            continue;
        if (is_event(lines.line, separator, fields))
            add_event(&importer, fields);
        else
            importer_skip(&importer, 1, "lines that are no event");
    }
    return importer_finish(&importer);
}

static bool probe(const struct format_text *text)
{
    return separator_of(text) != '\0';
}

extern const struct format format_perf_stat;
const struct format format_perf_stat = {
    .name = "perf-stat",
    .what = "perf stat -x,",
    .probe = probe,
    .read = read_perf,
};
