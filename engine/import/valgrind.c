/* SPDX-License-Identifier: GPL-3.0-or-later */
/* valgrind.c -- what callgrind and cachegrind leave: their totals; functions and lines are not read here. Of what assay exports in
 *           these formats (export_valgrind.c) each function is a benchmark.
 * Source:   Callgrind Format Specification, version 1 (Valgrind manual); cachegrind: the same keys, with "summary:" as the
 *           last line.
 * Levels:   execution; a file is one process. What callgrind has dumped in parts is one sum.
 * Names:    Ir is instructions; other events bear valgrind's names, and less of each is better. Where caches were simulated there are
 *           cache_model besides, on which no verdict rests.
 * Edge:     without the line of its totals a file is cut short. Kernels, Xdebug and others write callgrind's format, too, with
 *           events of their own: they say another creator and are not taken.
 * Checked:  tests/engine/import/test_valgrind.c. */
#include <string.h>

#include "import/importer.h"
#include "import/valgrind_names.h"
#include "text/lines.h"

enum { MOST_EVENTS = 32, HEAD_LINES = 40 };

struct totals {
    struct word events[MOST_EVENTS];
    double sums[MOST_EVENTS];
    size_t n, parts;
    struct word benchmark; /* of what assay wrote; without text: the options' */
};

/* The rest of the line behind the words; false: it begins otherwise. */
static bool take_key(struct word line, const char *key, struct word *rest)
{
    if (!word_begins(line, key))
        return false;
    *rest = word_after(line, strlen(key));
    return true;
}

static bool is_by_callgrind(const struct format_text *text)
{
    return lines_probe(text, "creator: callgrind-") ||
           lines_probe(text, "creator: " VALGRIND_OF_ASSAY);
}

static bool is_by_assay(const struct format_text *text)
{
    struct lines lines = lines_of(text);
    struct word rest;
    while (lines.number < HEAD_LINES && lines_next(&lines))
        if (take_key(lines.line, "cmd:", &rest))
            return word_is(rest, VALGRIND_COMMAND);
    return false;
}

/* "events: Ir Dr …" of callgrind, or below the command of cachegrind, which names no creator. */
static bool probe(const struct format_text *text)
{
    struct lines lines = lines_of(text);
    struct word rest;
    bool command = false, creator = false, callgrind = false;
    while (lines.number < HEAD_LINES && lines_next(&lines)) {
        command = command || take_key(lines.line, "cmd:", &rest);
        if (take_key(lines.line, "creator:", &rest)) {
            creator = true;
            callgrind = word_begins(rest, "callgrind-") || word_begins(rest, VALGRIND_OF_ASSAY);
        }
        if (take_key(lines.line, "events:", &rest))
            return rest.size > 0 && (callgrind || (command && !creator));
    }
    return false;
}

static void take_events(struct importer *importer, struct word rest, size_t line,
                        struct totals *totals)
{
    struct word word;
    size_t n = 0;
    if (totals->n > 0) /* of a further part */
        return;
    while (word_take(&rest, &word))
        if (n < MOST_EVENTS)
            totals->events[n++] = word;
        else
            importer_fail_at(importer, line, "events", "more than %d events", MOST_EVENTS);
    totals->n = n;
}

/* What stands behind the last number that is written is 0. */
static void take_totals(struct importer *importer, struct word rest, size_t line,
                        struct totals *totals)
{
    struct word word;
    double x = 0;
    size_t n = 0;
    for (; word_take(&rest, &word); n++)
        if (n >= totals->n)
            importer_fail_at(importer, line, "totals", "more numbers than events");
        else if (importer_decimal(importer, word.text, word.size, 0, line, "totals", &x))
            totals->sums[n] += x;
    totals->parts += n > 0;
}

/* NULL where there is no word. */
static const char *kept(struct importer *importer, struct word word)
{
    return word.text != NULL ? word_keep(&importer->json, word) : NULL;
}

/* What the simulated caches give by the formula of iai and gungraun: an access that the first one has takes a cycle, one that the
 * last one has 5, one of memory 35. A model: no processor is like it, and so nobody says that less of it is less time. */
static void add_cache_model(struct importer *importer, const struct totals *totals)
{
    static const char *const events[] = {"Ir",   "Dr",   "Dw",   "I1mr", "D1mr",
                                         "D1mw", "ILmr", "DLmr", "DLmw"};
    static const double cycles[] = {1, 1, 1, 4, 4, 4, 30, 30, 30};
    enum { N = sizeof events / sizeof *events };
    double sum = 0;
    size_t n = 0;
    for (size_t i = 0; i < totals->n; i++)
        for (size_t j = 0; j < N; j++)
            if (word_is(totals->events[i], events[j])) {
                sum += cycles[j] * totals->sums[i];
                n++;
            }
    struct importer_series series = {.benchmark = kept(importer, totals->benchmark),
                                     .metric = "cache_model",
                                     .unit = unit_of("1"),
                                     .lowest = "execution"};
    if (n != N)
        return;
    unit_direct(&series.unit, false, ASSAY_TOLD_BY_NOBODY);
    importer_value(importer, sum);
    importer_add(importer, &series, NULL);
}

static void add(struct importer *importer, const struct totals *totals)
{
    for (size_t i = 0; i < totals->n && !importer->json.failed; i++) {
        struct importer_series series = {.benchmark = kept(importer, totals->benchmark),
                                         .metric =
                                             word_is(totals->events[i], "Ir")
                                                 ? "instructions"
                                                 : word_keep(&importer->json, totals->events[i]),
                                         .unit = unit_of("1"),
                                         .lowest = "execution"};
        unit_direct(&series.unit, false, ASSAY_TOLD_BY_FORMAT);
        importer_value(importer, totals->sums[i]);
        importer_add(importer, &series, NULL);
    }
    if (!importer->json.failed)
        add_cache_model(importer, totals);
}

/* A benchmark's numbers, behind the line that they are of: "0 1204 17". */
static void take_benchmark(struct importer *importer, struct lines *lines, struct word name,
                           struct totals *totals)
{
    struct word rest;
    totals->benchmark = name;
    for (size_t i = 0; i < totals->n; i++)
        totals->sums[i] = 0;
    if (!lines_next(lines) || lines->unended || !take_key(lines->line, "0 ", &rest))
        importer_fail_at(importer, lines->number, NULL, "behind \"fn=\" there are no counts");
    else
        take_totals(importer, rest, lines->number, totals);
    if (!importer->json.failed)
        add(importer, totals);
}

static void fail_cut_short(struct importer *importer, size_t line, const char *key)
{
    importer_fail_at(importer, line, NULL, "there is no line \"%s\": the file is cut short", key);
}

static void take_benchmarks(struct importer *importer, const char *key)
{
    struct lines lines = lines_of(importer->text);
    struct totals totals = {.n = 0};
    struct word rest;
    bool whole = false;
    while (!importer->json.failed && lines_next(&lines)) {
        if (take_key(lines.line, "events:", &rest))
            take_events(importer, rest, lines.number, &totals);
        else if (take_key(lines.line, "fn=", &rest))
            take_benchmark(importer, &lines, rest, &totals);
        else
            whole = take_key(lines.line, key, &rest) && !lines.unended;
    }
    if (!importer->json.failed && !whole)
        fail_cut_short(importer, lines.number, key);
}

static void take_totals_of_all(struct importer *importer, const char *key)
{
    struct lines lines = lines_of(importer->text);
    struct totals totals = {.n = 0};
    struct word rest;
    while (!importer->json.failed && lines_next(&lines)) {
        if (take_key(lines.line, "events:", &rest))
            take_events(importer, rest, lines.number, &totals);
        else if (take_key(lines.line, key, &rest) && !lines.unended)
            take_totals(importer, rest, lines.number, &totals);
    }
    if (!importer->json.failed && totals.parts == 0)
        fail_cut_short(importer, lines.number, key);
    if (!importer->json.failed)
        add(importer, &totals);
}

static void take(struct importer *importer)
{
    const char *const key = is_by_callgrind(importer->text) ? "totals:" : "summary:";
    if (is_by_assay(importer->text))
        take_benchmarks(importer, key);
    else
        take_totals_of_all(importer, key);
}

const struct format format_valgrind = {
    .name = "valgrind",
    .what = "totals of callgrind.out and cachegrind.out",
    .probe = probe,
    .take = take,
};
