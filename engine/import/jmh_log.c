/* SPDX-License-Identifier: GPL-3.0-or-later */
/* jmh_log.c -- what JMH prints while it runs.
 * Source:   openjdk/jmh TextReportFormat.java.
 * Levels:   execution (a fork) > iteration; warm-up iterations are kept apart.
 * Names:    as in jmh.c: the benchmark with its parameters, threads and mode.
 * Edge:     what the benchmark prints may stand between an iteration and its score;
 *           decimal commas of other locales; forks are numbered as they come, so that logs may be
 *           joined; a fork without a measured iteration is counted; so are scores printed too
 *           coarsely ("10^-3"). Of a table of results alone: jmh_table.c. */
#include <math.h>

#include "import/gather.h"
#include "import/jmh_table.h"
#include "text/lines.h"
#include "text/number.h"

struct log {
    struct importer *importer;
    const char *benchmark, *parameters, *mode; /* "sample", "ss"; "": another */
    const char *threads;                       /* "": one */
    const char *unit;                          /* of the fork at hand; "": none yet */
    bool more_is_better;
    bool in_fork;
    enum { AWAITED_NONE, AWAITED_WARMUP, AWAITED_LIVE } awaited; /* whose score has not come yet */
    struct gather forks; /* counted by benchmark and metric: logs may be joined */
};

static void give_up(struct log *log)
{
    importer_skip(log->importer, log->awaited != AWAITED_NONE, "iterations without an exact score");
    log->awaited = AWAITED_NONE;
}

/* "org.Bench.run (size=10, threads=4, sample)" */
static const char *name_benchmark(struct log *log)
{
    struct pull *json = &log->importer->json;
    const char *text = log->parameters;
    if (log->threads[0] != '\0')
        text = pull_print(json, "%s%sthreads=%s", text, text[0] != '\0' ? ", " : "", log->threads);
    if (log->mode[0] != '\0')
        text = pull_print(json, "%s%s%s", text, text[0] != '\0' ? ", " : "", log->mode);
    return text[0] != '\0' ? pull_print(json, "%s (%s)", log->benchmark, text) : log->benchmark;
}

static void end_fork(struct log *log)
{
    struct importer *importer = log->importer;
    if (!log->in_fork)
        return;
    give_up(log);
    log->in_fork = false;
    if (importer->values.n == importer->n_warmup) {
        importer_clear(importer);
        importer_skip(importer, 1, "forks without a measured iteration");
        return;
    }
    struct importer_series series = {.benchmark = name_benchmark(log),
                                     .unit = unit_per_operation(log->unit),
                                     .levels = importer_execution_iteration,
                                     .n_levels = 2};
    if (log->more_is_better)
        unit_direct(&series.unit, true, ASSAY_TOLD_BY_FORMAT);
    series.metric = strcmp(series.unit.name, "s") == 0 ? "wall" : "throughput";
    int64_t *forks = gather_counter(&log->forks, series.benchmark, series.metric);
    if (forks == NULL) {
        pull_no_memory(&importer->json);
        return;
    }
    *forks += 1;
    const char *label = importer_label(importer, (size_t)*forks);
    importer_add(importer, &series, &label);
}

static void begin_benchmark(struct log *log, struct word name)
{
    end_fork(log);
    log->benchmark = word_keep(&log->importer->json, name);
    log->parameters = "";
}

/* "(dim = 100, lib = ACM)" */
static void set_parameters(struct log *log, struct word word)
{
    if (word.size >= 2 && word.text[0] == '(' && word_ends(word, ")"))
        word = (struct word){word.text + 1, word.size - 2};
    char *text = (char *)(uintptr_t)word_keep(&log->importer->json, word), *out = text;
    for (const char *p = text; *p != '\0'; p++)
        if (strncmp(p, " = ", 3) == 0)
            *out++ = '=', p += 2;
        else
            *out++ = *p;
    *out = '\0';
    log->parameters = text;
}

static void begin_fork(struct log *log)
{
    end_fork(log);
    log->in_fork = log->benchmark != NULL;
    log->unit = "";
}

/* "4 threads, will synchronize iterations" */
static void set_threads(struct log *log, struct word word)
{
    struct word number;
    end_fork(log);
    (void)word_take(&word, &number);
    log->threads = word_is(number, "1") ? "" : word_keep(&log->importer->json, number);
}

static void set_mode(struct log *log, struct word line)
{
    end_fork(log);
    log->more_is_better = word_find(line, "hroughput") != NULL;
    log->mode = word_find(line, "Sampling") != NULL      ? "sample"
                : word_find(line, "Single shot") != NULL ? "ss"
                                                         : "";
}

/* The number at the beginning. Returns what follows or NULL. */
static const char *score(struct word word, int power, double *x)
{
    const char *blank = memchr(word.text, ' ', word.size);
    const char *end = blank != NULL ? blank : word.text + word.size;
    return number_read_local(word.text, end, power, x);
}

/* "7352.475 ops/min", or with "±(99.9%) 1.5 " between. False: it is no score. */
static bool take_score(struct log *log, struct word word)
{
    double x;
    const char *rest = score(word, 0, &x);
    if (rest == NULL)
        return false;
    struct word behind = word_after(word, (size_t)(rest - word.text)), unit = {"", 0}, next;
    while (word_take(&behind, &next))
        unit = next;
    if (memchr(unit.text, '/', unit.size) == NULL)
        return false;
    log->unit = word_keep(&log->importer->json, unit);
    (void)score(word, unit_per_operation(log->unit).power, &x);
    importer_value(log->importer, x);
    if (log->awaited == AWAITED_WARMUP)
        log->importer->n_warmup = log->importer->values.n;
    log->awaited = AWAITED_NONE;
    return true;
}

static void read_iteration(struct log *log, struct word word, bool warmup)
{
    const char *colon = memchr(word.text, ':', word.size);
    if (!log->in_fork || colon == NULL)
        return;
    give_up(log);
    log->awaited = warmup ? AWAITED_WARMUP : AWAITED_LIVE;
    (void)take_score(log, word_after(word, (size_t)(colon - word.text) + 1));
}

static void read_comment(struct log *log, struct word line)
{
    if (word_begins(line, "# Benchmark: "))
        begin_benchmark(log, word_after(line, 13));
    else if (word_begins(line, "# Parameters: "))
        set_parameters(log, word_after(line, 14));
    else if (word_begins(line, "# Benchmark mode: "))
        set_mode(log, line);
    else if (word_begins(line, "# Threads: "))
        set_threads(log, word_after(line, 11));
    else if (word_begins(line, "# Fork: "))
        begin_fork(log);
    else if (word_begins(line, "# Warmup Fork: ")) {
        end_fork(log);
        importer_skip(log->importer, 1, "warm-up forks");
    } else if (word_begins(line, "# Warmup Iteration "))
        read_iteration(log, line, true);
}

static void read_log(struct importer *importer)
{
    struct log log = {
        .importer = importer, .parameters = "", .unit = "", .mode = "", .threads = ""};
    struct lines lines = lines_of(importer->text);
    gather_init(&log.forks, 2);
    while (!importer->json.failed && lines_next(&lines)) {
        if (word_begins(lines.line, "# "))
            read_comment(&log, lines.line);
        else if (word_begins(lines.line, "Iteration "))
            read_iteration(&log, lines.line, false);
        else if (word_begins(lines.line, "Result"))
            end_fork(&log);
        else if (log.awaited != AWAITED_NONE)
            (void)take_score(&log, lines.line);
    }
    end_fork(&log);
    if (!lines_probe(importer->text, "# Fork: "))
        jmh_table_read(importer, importer->text);
    gather_fini(&log.forks);
}

static bool probe(const struct format_text *text)
{
    return (lines_probe(text, "# Benchmark: ") && lines_probe(text, "# Fork: ")) ||
           jmh_table_probe(text);
}

const struct format format_jmh_log = {
    .name = "jmh-log",
    .what = "JMH text log",
    .probe = probe,
    .take = read_log,
};
