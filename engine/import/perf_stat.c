/* SPDX-License-Identifier: GPL-3.0-or-later */
/* perf_stat.c -- `perf stat -x,` (or another separator: ; tab : |).
 * Source:   perf-stat(1), "CSV FORMAT": [time with -I], [processor, core, socket or thread], [number of
 *           processors in it], value, unit, event, [variance %], time running, % of it, …
 * Levels:   execution; an event that stands again is another execution. Intervals are iterations.
 * Edge:     <not counted> and <not supported> are left out and counted. Of -r the values are means
 *           and counted as summaries. Processors and threads are benchmarks. Where the separator is
 *           no comma, a comma may stand for the decimal point, as some languages have it; where it
 *           is one, too, nothing is read. */
#include "import/perf_stat.h"

#include <ctype.h>
#include <math.h>

#include "text/number.h"

enum { N_BEFORE = 3, N_FIELDS = N_BEFORE + 5 };

/* How the lines of a text are built. */
struct layout {
    char separator;  /* 0: these are no events */
    size_t n_before; /* fields before the value */
};

/* Splits at the separator; returns how many fields there are, at most N_FIELDS are kept, without
 * the blanks in front of them. */
static size_t split(struct word line, char separator, struct word fields[N_FIELDS])
{
    size_t n = 0;
    for (const char *p = line.text, *end = p + line.size;; n++) {
        const char *last = memchr(p, separator, (size_t)(end - p));
        if (last == NULL)
            last = end;
        if (n < N_FIELDS)
            fields[n] = word_after((struct word){p, (size_t)(last - p)}, 0);
        if (last == end)
            return n + 1;
        p = last + 1;
    }
}

static bool take_number(struct word word, int power, double *x)
{
    return word.size > 0 && number_read_local(word.text, word.text + word.size, power, x) != NULL;
}

static bool is_number(struct word word)
{
    double x;
    return take_number(word, 0, &x);
}

/* Nothing stands behind the number. */
static bool is_whole(struct word word)
{
    double x;
    return word.size > 0 &&
           number_read_local(word.text, word.text + word.size, 0, &x) == word.text + word.size;
}

static bool is_unknown(struct word word)
{
    return word_begins(word, "<not ");
}

bool perf_stat_is_value(struct word word)
{
    return is_number(word) || is_unknown(word) || word_is(word, "nan") || word_is(word, "-nan");
}

/* An event has a value, a unit or none, a name that begins with a letter, and behind it the time it was counted for and its
 * share, perhaps a percentage before them: no other table is taken for events. */
static bool is_event(struct word line, struct layout layout, struct word fields[N_FIELDS])
{
    const struct word *event = fields + layout.n_before;
    if (split(line, layout.separator, fields) < layout.n_before + 5)
        return false;
    const bool has_variance = word_ends(event[3], "%");
    return (is_number(event[0]) || is_unknown(event[0])) && !is_number(event[1]) &&
           event[2].size > 0 && isalpha((unsigned char)event[2].text[0]) &&
           (is_number(event[3]) || has_variance) && is_whole(event[4]);
}

/* From one of the first lines that hold something: what the program wrote to the same file stands
 * before the events. */
static struct layout layout_of(const struct format_text *text, size_t most_lines)
{
    struct lines lines = lines_of(text);
    struct word fields[N_FIELDS];
    while (most_lines > 0 && lines_next(&lines)) {
        if (lines.line.size > 1 && lines.line.text[0] == '#' &&
            strchr(",;\t|", lines.line.text[1]) != NULL)
            break; /* a head whose first column counts rows */
        if (lines.line.size == 0 || lines.line.text[0] == '#')
            continue;
        most_lines--;
        for (const char *s = ",;\t:|"; *s != '\0'; s++)
            for (size_t n = 0; n <= N_BEFORE; n++)
                if (is_event(lines.line, (struct layout){*s, n}, fields))
                    return (struct layout){*s, n};
    }
    return (struct layout){0};
}

/* The processor, core, socket or thread that is counted; empty where all are. */
static struct word part_of(struct layout layout, const struct word fields[N_FIELDS])
{
    for (size_t i = 0; i < layout.n_before; i++)
        if (!is_number(fields[i]))
            return fields[i];
    return (struct word){0};
}

void perf_stat_add(struct importer *importer, const struct perf_event *event)
{
    struct pull *json = &importer->json;
    double x = NAN;
    if (is_unknown(event->value) || event->is_sum) {
        importer_skip(importer, 1,
                      event->is_sum ? "sums of intervals" : "events that were not counted");
        return;
    }
    struct importer_series series = {.metric = word_keep(json, event->name),
                                     .unit = unit_of(word_keep(json, event->unit)),
                                     .lowest = event->is_interval ? "iteration" : "execution"};
    if (event->part.size > 0)
        series.benchmark = pull_print(json, "%s (%.*s)", importer->options->benchmark,
                                      (int)event->part.size, event->part.text);
    if (strcmp(series.metric, "duration_time") == 0) {
        series.metric = "wall";
        series.unit = unit_of("ns");
    }
    (void)take_number(event->value, series.unit.power, &x);
    importer_value(importer, x);
    importer_summary(importer, event->is_mean);
    importer_add(importer, &series, NULL);
}

static void add_line(struct importer *importer, struct layout layout,
                     const struct word fields[N_FIELDS])
{
    const struct word *columns = fields + layout.n_before, part = part_of(layout, fields);
    const bool is_sum = word_is(part, "summary");
    const struct perf_event event = {.value = columns[0],
                                     .unit = columns[1],
                                     .name = columns[2],
                                     .part = is_sum ? (struct word){0} : part,
                                     .is_interval = layout.n_before > 0 && is_number(fields[0]),
                                     .is_sum = is_sum,
                                     .is_mean = word_ends(columns[3], "%")};
    perf_stat_add(importer, &event);
}

/* The share of time has decimals. Where it is a whole number they stand in the next field, and what
 * is taken for a value may be the decimals of one. */
static bool is_torn(struct layout layout, const struct word fields[N_FIELDS])
{
    const struct word share = fields[layout.n_before + 4];
    return layout.separator == ',' && !word_ends(fields[layout.n_before + 3], "%") &&
           is_number(share) && memchr(share.text, '.', share.size) == NULL;
}

static void read_perf(struct importer *importer)
{
    struct lines lines = lines_of(importer->text);
    const struct layout layout = layout_of(importer->text, SIZE_MAX);
    while (!importer->json.failed && lines_next(&lines)) {
        struct word fields[N_FIELDS];
        if (lines.line.size == 0 || lines.line.text[0] == '#')
            continue;
        const struct pull_mark mark = pull_mark(&importer->json);
        const bool is_ours = is_event(lines.line, layout, fields);
        if (is_ours && is_torn(layout, fields))
            importer_fail_at(importer, lines.number, NULL,
                             "a comma is the decimal point and separates the fields, too: let perf "
                             "write with LC_ALL=C, or -x';'");
        else if (is_ours)
            add_line(importer, layout, fields);
        else
            importer_skip(importer, 1, "lines that are no event");
        pull_forget(&importer->json, mark);
    }
}

static bool probe(const struct format_text *text)
{
    return layout_of(text, 1).separator !=
           '\0'; /* of more lines other tables may be taken for it */
}

const struct format format_perf_stat = {
    .name = "perf-stat",
    .what = "perf stat -x,",
    .probe = probe,
    .take = read_perf,
};
