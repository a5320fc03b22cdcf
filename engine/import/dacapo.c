/* SPDX-License-Identifier: GPL-3.0-or-later */
/* dacapo.c -- the log of the DaCapo harness (standard error of one or more processes).
 * Source:   dacapobench/dacapobench harness Callback.java; whole milliseconds.
 * Levels:   execution > iteration. "completed warmup N" is warm-up, "PASSED" the one live value:
 *           the harness ends the process with it.
 * Edge:     an execution that FAILED or stops without a last line is left out and counted, also when
 *           the next one's lines follow. */

#include "import/importer.h"
#include "text/lines.h"
#include "text/number.h"

struct dacapo {
    struct importer *importer;
    size_t execution;
    bool open;
    struct word benchmark; /* of the execution at hand */
    struct word
        version; /* of the first benchmark that passed; another one stands before its benchmarks' names */
};

static const char rule[] = "===== DaCapo ";

static void drop_execution(struct dacapo *dacapo, const char *reason)
{
    importer_clear(dacapo->importer);
    importer_skip(dacapo->importer, dacapo->open, reason);
    dacapo->open = false;
}

/* "in 1234 msec" at the end of the line. */
static bool read_time(struct dacapo *dacapo, struct word line)
{
    double x;
    const char *in = word_find(line, " in ");
    if (in == NULL)
        return false;
    const char *last = number_read(in + 4, line.text + line.size, -3, &x);
    if (last == NULL ||
        !word_begins((struct word){last, (size_t)(line.text + line.size - last)}, " msec"))
        return false;
    importer_value(dacapo->importer, x);
    return true;
}

static void end_execution(struct dacapo *dacapo, const char *benchmark)
{
    struct importer *importer = dacapo->importer;
    const struct importer_series series = {.benchmark = benchmark,
                                           .metric = "wall",
                                           .unit = unit_of("s"),
                                           .levels = importer_execution_iteration,
                                           .n_levels = 2};
    const char *label = importer_label(importer, ++dacapo->execution);
    importer->n_warmup = importer->values.n - 1;
    importer_add(importer, &series, &label);
    dacapo->open = false;
}

/* An iteration begins: the first one of a process when it says so, or is of another benchmark. What
 * is open then stopped without a last line. */
static void begin_iteration(struct dacapo *dacapo, struct word benchmark, struct word rest)
{
    const struct word open = dacapo->benchmark;
    struct word word, number;
    const bool other =
        open.size != benchmark.size || memcmp(open.text, benchmark.text, benchmark.size) != 0;
    const bool first = word_take(&rest, &word) && word_is(word, "warmup") &&
                       word_take(&rest, &number) && word_is(number, "1");
    if (other || first)
        drop_execution(dacapo, "executions without an end");
    dacapo->open = true;
    dacapo->benchmark = benchmark;
}

/* "fop", of another version than the first one "9.12 fop". */
static const char *name_of(struct dacapo *dacapo, struct word line, struct word benchmark)
{
    const char *begin = line.text + sizeof rule - 1;
    if (benchmark.size == 0)
        return "";
    const struct word version = {begin, (size_t)(benchmark.text - begin)},
                      *first = &dacapo->version;
    if (first->text == NULL)
        dacapo->version = version;
    const bool same =
        first->size == version.size && memcmp(first->text, version.text, version.size) == 0;
    return word_keep(&dacapo->importer->json,
                     same ? benchmark : (struct word){begin, version.size + benchmark.size});
}

/* "VERSION BENCHMARK WORD …": the word decides; versions may hold spaces. */
static void read_event(struct dacapo *dacapo, const struct lines *lines)
{
    struct word rest = word_after(lines->line, sizeof rule - 1), word, before = {"", 0};
    importer_skip(dacapo->importer, word_find(lines->line, " tail latency: ") != NULL,
                  "lines of tail latencies");
    while (word_take(&rest, &word)) {
        if (word_is(word, "starting") || word_is(word, "completed") || word_is(word, "PASSED") ||
            word_is(word, "FAILED"))
            break;
        before = word;
    }
    if (word_is(word, "starting")) {
        begin_iteration(dacapo, before, rest);
    } else if (word_is(word, "FAILED")) {
        drop_execution(dacapo, "failed executions");
    } else if (word_is(word, "completed") || word_is(word, "PASSED")) {
        dacapo->open = true;
        if (!read_time(dacapo, lines->line))
            importer_fail_at(dacapo->importer, lines->number, NULL,
                             "a time is expected: in N msec");
        else if (word_is(word, "PASSED"))
            end_execution(dacapo, name_of(dacapo, lines->line, before));
    }
}

static void read_dacapo(struct importer *importer)
{
    struct dacapo dacapo = {.importer = importer, .benchmark = {"", 0}};
    struct lines lines = lines_of(importer->text);
    while (!importer->json.failed && lines_next(&lines))
        if (word_begins(lines.line, rule))
            read_event(&dacapo, &lines);
    drop_execution(&dacapo, "executions without an end");
}

static bool probe(const struct format_text *text)
{
    return lines_probe(text, rule);
}

const struct format format_dacapo = {
    .name = "dacapo",
    .what = "DaCapo log",
    .probe = probe,
    .take = read_dacapo,
};
