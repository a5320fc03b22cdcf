/* SPDX-License-Identifier: GPL-3.0-or-later */
/* collected_values.c -- the values of one execution, counted and checked before they are kept. */
#include "measure/collected_values.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/array.h"
#include "base/owned.h"
#include "design/generator.h"
#include "measure/experiment.h"
#include "measure/metric.h"
#include "text/direction.h"

static enum assay_status no_memory(struct assay_error *error)
{
    return assay_fail(error, ASSAY_NO_MEMORY, "not enough memory for values");
}

static void drop_pattern(struct collected_values *r)
{
    if (r->pattern != NULL)
        pattern_fini(r->pattern);
    free(r->pattern);
    r->pattern = NULL;
}

void collected_values_fini(struct collected_values *r)
{
    drop_pattern(r);
    values_fini(&r->values);
    counters_close(&r->counters);
    free(r->series);
    free(r->whole);
    *r = (struct collected_values){0};
}

/* The metric that a regular expression's numbers are: the first that the process as a whole does
 * not have, else "wall". */
static const char *pattern_metric(const struct design *design,
                                  const struct design_benchmark *benchmark)
{
    for (size_t i = 0; i < benchmark->n_metrics; i++)
        if (metric_find(benchmark->metrics[i]) == NULL &&
            !metric_is_counter(benchmark->metrics[i]) &&
            !metric_is_counted(benchmark->metrics[i]) &&
            !metric_is_of_service(design, benchmark->metrics[i]))
            return benchmark->metrics[i];
    return "wall";
}

/* Who says what an expression's numbers are: the manifest, or the metric's name. Often nobody. */
static struct unit unit_of_pattern(const struct design_benchmark *b, const char *metric)
{
    struct unit unit = unit_of(b->regex_unit != NULL ? b->regex_unit : "1");
    if (b->regex_unit != NULL && unit.told.unit == ASSAY_TOLD_BY_NOBODY) /* "1" */
        unit.told.unit = ASSAY_TOLD_BY_USER;
    if (b->regex_better != BETTER_UNSAID)
        unit_direct(&unit, b->regex_better == BETTER_MORE, ASSAY_TOLD_BY_USER);
    else if (strcmp(metric, "wall") != 0) /* which is our word, where nobody gave one */
        direction_settle(&unit, metric, &(struct direction_memory){0});
    return unit;
}

static enum assay_status begin_pattern(struct collected_values *r, size_t benchmark,
                                       struct assay_error *error)
{
    const struct design_benchmark *b = &r->design->benchmarks[benchmark];
    if (r->pattern == NULL || r->pattern_of != benchmark) {
        drop_pattern(r);
        struct pattern *pattern = calloc(1, sizeof *pattern);
        if (pattern == NULL)
            return no_memory(error);
        enum assay_status status = pattern_init(pattern, b->regex, b->regex_unit, error);
        if (status != ASSAY_OK) {
            free(pattern);
            return status;
        }
        r->pattern = pattern;
        r->pattern_of = benchmark;
    }
    const char *metric = pattern_metric(r->design, b);
    const struct unit unit = unit_of_pattern(b, metric);
    const bool timed = values_time_unit(b->regex_unit) != NULL;
    struct value_buffer *series = value_buffer(&r->values, metric,
                                               timed                   ? "s"
                                               : b->regex_unit != NULL ? b->regex_unit
                                                                       : "1");
    if (series == NULL)
        return no_memory(error);
    series->more_is_better = unit.more_is_better;
    series->told = unit.told;
    pattern_begin(r->pattern, series);
    return ASSAY_OK;
}

/* The whole of an open file, with a zero behind it, in memory of the caller. */
static char *read_all(int fd, size_t *size)
{
    off_t end = lseek(fd, 0, SEEK_END);
    char *text = end < 0 ? NULL : malloc((size_t)end + 1);
    if (text == NULL)
        return NULL;
    for (*size = 0; *size < (size_t)end;) {
        ssize_t n = pread(fd, text + *size, (size_t)end - *size, (off_t)*size);
        if (n <= 0)
            break;
        *size += (size_t)n;
    }
    text[*size] = '\0';
    return text;
}

static enum assay_status read_harness(struct collected_values *r, struct assay_error *error)
{
    size_t size;
    OWNED char *text = read_all(r->file, &size);
    if (text == NULL)
        return no_memory(error);
    return strlen(text) == size ? harness_read(text, &r->values, error)
                                : assay_fail(error, ASSAY_INVALID,
                                             "wrote a zero byte to ASSAY_FD, which takes text");
}

static enum assay_status read_format(struct collected_values *r,
                                     const struct design_benchmark *benchmark,
                                     const char *values_file, struct assay_error *error)
{
    size_t size;
    int fd = values_file != NULL ? open(values_file, O_RDONLY | O_CLOEXEC) : r->file;
    if (fd < 0)
        return assay_fail(error, ASSAY_UNDEFINED, "left no file %.150s with its values (%s)",
                          values_file, strerror(errno));
    OWNED char *text = read_all(fd, &size);
    if (values_file != NULL)
        close(fd);
    if (text == NULL)
        return no_memory(error);
    return r->import != NULL ? r->import(benchmark, text, size, &r->values, error)
                             : assay_fail(error, ASSAY_INVALID, "wrote what nobody can read here");
}

/* Fetches what the program gave into r->values. */
static enum assay_status fetch_values(struct collected_values *r,
                                      const struct design_benchmark *benchmark,
                                      const char *values_file, struct assay_error *error)
{
    switch (benchmark->source) {
    case VALUES_HARNESS: return read_harness(r, error);
    case VALUES_REGEX: return pattern_end(r->pattern, error);
    case VALUES_FORMAT: return read_format(r, benchmark, values_file, error);
    case VALUES_PROCESS: break;
    }
    return ASSAY_OK;
}

/* "wall", "wall of BM_Fft/1024" */
static const char *shown_metric(const struct value_buffer *series, char text[160])
{
    (void)snprintf(text, 160, "%.70s%s%.70s", series->metric, series->part != NULL ? " of " : "",
                   series->part != NULL ? series->part : "");
    return text;
}

/* Warm-up that the program itself marks stands in front of what is asked for. */
static enum assay_status check_count(const struct collected_values *r,
                                     const struct design_benchmark *benchmark,
                                     const struct value_buffer *series, struct assay_error *error)
{
    static const char *const nothing[] = {
        [VALUES_REGEX] = "nothing that it printed matches the regular expression",
        [VALUES_HARNESS] = "the line in ASSAY_FD is empty",
        [VALUES_FORMAT] = "there are none in what it wrote",
        [VALUES_PROCESS] = ""};
    const size_t warmup = design_warmup(r->design), live = design_iterations(r->design),
                 given = series->n - series->n_warmup;
    char text[160];
    if (series->whole || given == warmup + live)
        return ASSAY_OK;
    if (series->n == 0)
        return assay_fail(error, ASSAY_UNDEFINED, "gave no values of %s (%s)",
                          shown_metric(series, text), nothing[benchmark->source]);
    return assay_fail(error, ASSAY_UNDEFINED,
                      "gave %zu values of %s, asked for were %zu (%zu to warm up and %zu live)%s",
                      given, shown_metric(series, text), warmup + live, warmup, live,
                      benchmark->source == VALUES_REGEX
                          ? "; {warmup} and {iterations} in its command tell it how many"
                          : "");
}

static bool reserve_series(struct collected_values *r, size_t n)
{
    return n <= r->capacity ||
           (array_resize(&r->series, n) && array_hold(&r->whole, n, &r->capacity));
}

static void add_given(struct collected_values *r, struct record *record,
                      const struct value_buffer *given)
{
    const size_t warmup = given->whole ? 0 : given->n_warmup + design_warmup(r->design);
    r->series[record->n_series++] = (struct metric_values){
        .metric = given->metric,
        .part = given->part,
        .unit = given->unit,
        .more_is_better = given->more_is_better,
        .told = given->told,
        .values = given->values,
        .n = given->n,
        .n_warmup = warmup,
        .batch = given->batch,
    };
    if (strcmp(given->metric, "wall") == 0 && strcmp(given->unit, "s") == 0 && !given->whole &&
        design_has_iterations(r->design))
        for (size_t i = warmup; i < given->n; i++)
            record->live_s += given->values[i] * (double)given->batch;
}

/* How often the work of an iteration was repeated is kept with the execution; of long iterations that
 * were not repeated there is nothing to say. */
static void keep_batch(struct record *record, const struct value_buffer *given)
{
    const double long_s = 1e-5;
    if (record->n_draws == DRAWS_MAX || given->n == 0 || strcmp(given->metric, "wall") != 0 ||
        (given->batch == 1 && given->values[given->n - 1] > long_s))
        return;
    record->draws[record->n_draws++] = (struct draw){"batch", (double)given->batch};
}

/* What cannot be counted here is left out: the program is not to blame for it. */
static enum assay_status add_counter(struct collected_values *r, struct record *record,
                                     const struct counter *counter, struct assay_error *error)
{
    double value, share;
    enum counter_state state = counter_read(&r->counters, counter, &value, &share);
    if (state == COUNTER_NOT_MEASURED)
        return ASSAY_OK;
    if (state == COUNTER_TOO_MANY)
        return assay_fail(error, ASSAY_UNDEFINED,
                          "was counted only %.0f %% of its time for %.80s: ask for fewer events",
                          100 * share, counter->name);
    size_t i = record->n_series++;
    r->whole[i] = value;
    r->series[i] = (struct metric_values){
        .metric = counter->name, .unit = counter->unit, .values = &r->whole[i], .n = 1, .batch = 1};
    return ASSAY_OK;
}

/* No value of this metric: who prints it only when asked is to be asked. */
static enum assay_status fail_missing(const struct design_benchmark *benchmark, const char *name,
                                      struct assay_error *error)
{
    const struct generator *generator = benchmark->source == VALUES_FORMAT &&
                                                benchmark->format != NULL &&
                                                generator_is_quantile(name)
                                            ? generator_named(benchmark->format)
                                            : NULL;
    const char *asked = generator != NULL ? generator_option(generator) : NULL;
    if (asked != NULL)
        return assay_fail(error, ASSAY_UNDEFINED,
                          "gave no values of %.80s (add %s to run: %s prints %s)", name, asked,
                          generator->name, generator->quantiles);
    if (generator != NULL)
        return assay_fail(error, ASSAY_UNDEFINED,
                          "gave no values of %.80s (the quantiles that %s prints: %s)", name,
                          generator->name, generator->quantiles);
    return assay_fail(error, ASSAY_UNDEFINED, "gave no values of %.80s%s", name,
                      benchmark->source == VALUES_HARNESS ? " (nothing about it in ASSAY_FD)" : "");
}

/* A metric that the program did not give itself: read of the process as a whole. With values from
 * inside, the whole's wall time is something else and does not stand in for a missing one. */
static enum assay_status add_whole(struct collected_values *r, struct record *record,
                                   const struct design_benchmark *benchmark, const char *name,
                                   const struct spawn_result *result, struct assay_error *error)
{
    const struct counter *counter = counters_find(&r->counters, name);
    if (design_counted_metric(r->design, name) != NULL || metric_is_of_service(r->design, name))
        return ASSAY_OK;
    if (counter != NULL)
        return add_counter(r, record, counter, error);
    const struct metric *metric = metric_find(name);
    if (metric == NULL || (benchmark->source != VALUES_PROCESS && strcmp(name, "wall") == 0))
        return fail_missing(benchmark, name, error);
    const double value = metric->read(result);
    if (isnan(value)) /* it cannot be known here */
        return ASSAY_OK;
    size_t i = record->n_series++;
    r->whole[i] = value;
    r->series[i] = (struct metric_values){
        .metric = metric->name, .unit = metric->unit, .values = &r->whole[i], .n = 1, .batch = 1};
    return ASSAY_OK;
}

static bool is_kept(const struct collected_values *r, const struct value_buffer *given)
{
    return !given->course || design_has_iterations(r->design);
}

static bool is_given(const struct collected_values *r, const char *metric)
{
    const struct value_buffer *given = values_find(&r->values, metric);
    return given != NULL && is_kept(r, given);
}

/* First all that the program gave, then what was asked for besides. */
static enum assay_status make_series(struct collected_values *r,
                                     const struct design_benchmark *benchmark,
                                     const struct spawn_result *result, struct record *record,
                                     struct assay_error *error)
{
    const size_t beside = design_has_services(r->design) ? (size_t)SERVICES_ALL_VALUES : 0;
    if (!reserve_series(r, r->values.n + benchmark->n_metrics + beside))
        return no_memory(error);
    enum assay_status status = ASSAY_OK;
    for (size_t i = 0; i < r->values.n && status == ASSAY_OK; i++) {
        if (!is_kept(r, &r->values.items[i]))
            continue;
        status = check_count(r, benchmark, &r->values.items[i], error);
        add_given(r, record, &r->values.items[i]);
        if (benchmark->source == VALUES_HARNESS)
            keep_batch(record, &r->values.items[i]);
    }
    for (size_t i = 0; i < benchmark->n_metrics && status == ASSAY_OK; i++)
        if (!is_given(r, benchmark->metrics[i]))
            status = add_whole(r, record, benchmark, benchmark->metrics[i], result, error);
    record->series = r->series;
    return status;
}

void collected_values_add(struct collected_values *r, const char *metric, const char *unit,
                          double value, struct record *record)
{
    const size_t i = record->n_series++; /* room: make_series has that of all that is asked for */
    r->whole[i] = value;
    r->series[i] = (struct metric_values){
        .metric = metric, .unit = unit, .values = &r->whole[i], .n = 1, .batch = 1};
    record->series = r->series;
}

void collected_values_add_count(struct collected_values *r, const struct counted_metric *metric,
                                double value, struct record *record)
{
    if (values_find(&r->values, metric->name) == NULL) /* else the program has said it itself */
        collected_values_add(r, metric->name, metric->unit, value, record);
}

static double live_share(const struct design *design)
{
    const double live = (double)design_iterations(design);
    return design_has_iterations(design) ? live / (live + (double)design_warmup(design)) : 0;
}

enum assay_status collected_values_begin(struct collected_values *r, size_t benchmark,
                                         const char *values_file, struct assay_error *error)
{
    enum value_source source = r->design->benchmarks[benchmark].source;
    values_clear(&r->values);
    if (values_file != NULL && unlink(values_file) != 0 && errno != ENOENT && errno != ENOTDIR)
        return assay_fail(error, ASSAY_INVALID,
                          "cannot remove %.150s, values of an earlier run: %s", values_file,
                          strerror(errno));
    if (source == VALUES_REGEX)
        return begin_pattern(r, benchmark, error);
    if ((source == VALUES_HARNESS || source == VALUES_FORMAT) &&
        (ftruncate(r->file, 0) != 0 || lseek(r->file, 0, SEEK_SET) != 0))
        return assay_fail(error, ASSAY_NO_MEMORY, "cannot empty the file of values: %s",
                          strerror(errno));
    return ASSAY_OK;
}

enum assay_status collected_values_end(struct collected_values *r, size_t benchmark,
                                       const char *values_file, const struct spawn_result *result,
                                       struct record *record, struct assay_error *error)
{
    const struct design_benchmark *b = &r->design->benchmarks[benchmark];
    struct assay_error problem = {ASSAY_OK, ""};
    enum assay_status status = fetch_values(r, b, values_file, &problem);
    if (status == ASSAY_OK)
        status = make_series(r, b, result, record, &problem);
    if (b->source == VALUES_FORMAT) /* means of unknown numbers of loops: nearly all of its time */
        record->live_s = record->n_series > 0 ? live_share(r->design) * record->duration_s : 0;
    if (status == ASSAY_OK)
        return status;
    if (status == ASSAY_NO_MEMORY)
        return assay_fail(error, status, "%s", problem.text);
    record->outcome = OUTCOME_NO_VALUES;
    (void)snprintf(r->reason, sizeof r->reason, "%.255s", problem.text);
    record->reason = r->reason;
    return ASSAY_OK;
}
