/* SPDX-License-Identifier: GPL-3.0-or-later */
/* execution_order.c -- the executions of a packed experiment, in the order of measuring. */
#include "store/packed.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Kept as they are, in this order. */
static const size_t integers[] = {
    offsetof(struct course_step, system),  offsetof(struct course_step, benchmark),
    offsetof(struct course_step, round),   offsetof(struct course_step, position),
    offsetof(struct course_step, attempt), offsetof(struct course_step, unit),
    offsetof(struct course_step, place),   offsetof(struct course_step, warmup),
    offsetof(struct course_step, outcome), offsetof(struct course_step, code),
    offsetof(struct course_step, arrays),
};
enum { N_INTEGERS = sizeof integers / sizeof *integers };

/* Costs stand by system and benchmark, where they are alike: their high bytes repeat. */
static const size_t costs[] = {offsetof(struct course_step, cost_s),
                               offsetof(struct course_step, live_s)};
enum { N_COSTS = sizeof costs / sizeof *costs };

static int64_t *integer_at(struct course_step *step, size_t offset)
{
    return (int64_t *)(void *)((char *)step + offset);
}

static double *cost_at(struct course_step *step, size_t offset)
{
    return (double *)(void *)((char *)step + offset);
}

struct by_cell {
    int64_t system, benchmark;
    size_t index;
};

static int by_cell(const void *left, const void *right)
{
    const struct by_cell *a = left, *b = right;
    if (a->system != b->system)
        return a->system < b->system ? -1 : 1;
    if (a->benchmark != b->benchmark)
        return a->benchmark < b->benchmark ? -1 : 1;
    return (a->index > b->index) - (a->index < b->index);
}

/* The steps' indices by system, benchmark and order; NULL: no memory. */
static struct by_cell *order_by_cell(const struct course *course)
{
    struct by_cell *order = malloc((course->n + 1) * sizeof *order);
    for (size_t i = 0; order != NULL && i < course->n; i++)
        order[i] = (struct by_cell){course->steps[i].system, course->steps[i].benchmark, i};
    if (order != NULL)
        qsort(order, course->n, sizeof *order, by_cell);
    return order;
}

/* An execution mostly begins soon after the end of the one before. */
static int64_t expected_start(const struct course_step *before)
{
    const double cost_ns = before->cost_s * 1e9;
    return before->start_ns + (fabs(cost_ns) < 1e18 ? llround(cost_ns) : 0);
}

static void put_starts(struct column_writer *writer, struct course_step *steps, size_t n,
                       int64_t *scratch)
{
    for (size_t i = 0; i < n; i++)
        scratch[i] = (int64_t)((uint64_t)steps[i].start_ns -
                               (uint64_t)(i > 0 ? expected_start(&steps[i - 1]) : 0));
    /* The first one is a date, the others are gaps. */
    column_put_number(writer, zigzag_of(n > 0 ? scratch[0] : 0));
    column_put_integers(writer, scratch + (n > 0), n - (n > 0));
}

static void get_starts(struct column_reader *reader, struct course_step *steps, size_t n,
                       int64_t *scratch)
{
    const int64_t first = zigzag_back(column_get_number(reader));
    column_get_integers(reader, scratch, n - (n > 0));
    for (size_t i = 0; i < n && !reader->failed; i++)
        steps[i].start_ns =
            i == 0 ? first
                   : (int64_t)((uint64_t)scratch[i - 1] + (uint64_t)expected_start(&steps[i - 1]));
}

/* How many have words; then the index of each and its words. */
static void put_words(struct column_writer *writer, const struct course *course)
{
    size_t n = 0;
    for (size_t i = 0; i < course->n; i++)
        n += course->steps[i].last_words != NULL;
    column_put_number(writer, n);
    for (size_t i = 0; i < course->n; i++) {
        const struct course_step *step = &course->steps[i];
        if (step->last_words == NULL)
            continue;
        column_put_number(writer, i);
        column_put_text(writer, step->last_words, step->last_words_size);
    }
}

static void get_words(struct column_reader *reader, struct course *course)
{
    for (uint64_t n = column_get_number(reader); n > 0 && !reader->failed; n--) {
        const uint64_t i = column_get_number(reader);
        size_t size;
        const char *words = column_get_text(reader, &size);
        if (words == NULL || i >= course->n) {
            reader->failed = true;
            return;
        }
        course->steps[i].last_words = words;
        course->steps[i].last_words_size = size;
    }
}

/* Draws of one name are one column; they stand name by name. */
static void put_draws(struct column_writer *writer, const struct course *course)
{
    int64_t *at = malloc((course->n_draws + 1) * sizeof *at);
    double *values = malloc((course->n_draws + 1) * sizeof *values);
    writer->failed = writer->failed || at == NULL || values == NULL;
    for (size_t i = 0, n; i < course->n_draws && !writer->failed; i += n) {
        const char *name = course->draws[i].name;
        for (n = 0; i + n < course->n_draws && strcmp(course->draws[i + n].name, name) == 0; n++) {
            at[n] = (int64_t)course->draws[i + n].step;
            values[n] = course->draws[i + n].value;
        }
        column_put_number(writer, n);
        column_put_text(writer, name, strlen(name));
        column_put_integers(writer, at, n);
        column_put_doubles(writer, values, n);
    }
    column_put_number(writer, 0);
    free(at);
    free(values);
}

static bool keep_name(struct course *course, const char *name, size_t size)
{
    char **names = realloc(course->names, (course->n_names + 1) * sizeof *names);
    if (names == NULL)
        return false;
    course->names = names;
    names[course->n_names] = strndup(name, size);
    return names[course->n_names++] != NULL;
}

/* No step has two draws of one name. */
static bool get_draws_of(struct column_reader *reader, struct course *course, uint64_t n,
                         int64_t *at, double *values)
{
    size_t size;
    const char *name = column_get_text(reader, &size);
    if (n > course->n || name == NULL || !keep_name(course, name, size))
        return false;
    column_get_integers(reader, at, (size_t)n);
    column_get_doubles(reader, values, (size_t)n);
    struct course_draw *draws =
        realloc(course->draws, (course->n_draws + (size_t)n) * sizeof *draws);
    if (draws == NULL || reader->failed)
        return false;
    course->draws = draws;
    for (size_t i = 0; i < n; i++) {
        if (at[i] < 0 || (size_t)at[i] >= course->n)
            return false;
        draws[course->n_draws++] =
            (struct course_draw){(size_t)at[i], course->names[course->n_names - 1], values[i]};
    }
    return true;
}

static void get_draws(struct column_reader *reader, struct course *course, int64_t *at)
{
    double *values = malloc((course->n + 1) * sizeof *values);
    uint64_t n;
    bool done = values != NULL;
    while (done && (n = column_get_number(reader)) > 0)
        done = get_draws_of(reader, course, n, at, values);
    reader->failed = reader->failed || !done;
    free(values);
}

bool course_encode(struct column_writer *writer, const struct course *course)
{
    const size_t n = course->n;
    int64_t *scratch = malloc((n + 1) * sizeof *scratch);
    double *numbers = malloc((n + 1) * sizeof *numbers);
    struct by_cell *order = order_by_cell(course);
    column_restart(writer);
    writer->failed = scratch == NULL || numbers == NULL || order == NULL;
    for (size_t c = 0; c < N_INTEGERS && !writer->failed; c++) {
        for (size_t i = 0; i < n; i++)
            scratch[i] = *integer_at(&course->steps[i], integers[c]);
        column_put_integers(writer, scratch, n);
    }
    for (size_t c = 0; c < N_COSTS && !writer->failed; c++) {
        for (size_t i = 0; i < n; i++)
            numbers[i] = *cost_at(&course->steps[order[i].index], costs[c]);
        column_put_doubles(writer, numbers, n);
    }
    if (!writer->failed) {
        put_starts(writer, course->steps, n, scratch);
        put_words(writer, course);
        put_draws(writer, course);
    }
    free(scratch);
    free(numbers);
    free(order);
    return column_end(writer);
}

static void get_steps(struct column_reader *reader, struct course *course, int64_t *scratch,
                      double *numbers)
{
    const size_t n = course->n;
    for (size_t c = 0; c < N_INTEGERS; c++) {
        column_get_integers(reader, scratch, n);
        for (size_t i = 0; i < n && !reader->failed; i++)
            *integer_at(&course->steps[i], integers[c]) = scratch[i];
    }
    struct by_cell *order = reader->failed ? NULL : order_by_cell(course);
    reader->failed = order == NULL;
    for (size_t c = 0; c < N_COSTS && !reader->failed; c++) {
        column_get_doubles(reader, numbers, n);
        for (size_t i = 0; i < n && !reader->failed; i++)
            *cost_at(&course->steps[order[i].index], costs[c]) = numbers[i];
    }
    free(order);
}

bool course_decode(struct blob_codec *codec, const void *data, size_t size, size_t n,
                   struct course *course)
{
    struct column_reader reader = column_open(codec, data, size);
    *course = (struct course){0};
    if (reader.failed || n > COURSE_MOST)
        return false;
    int64_t *scratch = malloc((n + 1) * sizeof *scratch);
    double *numbers = malloc((n + 1) * sizeof *numbers);
    course->steps = calloc(n + 1, sizeof *course->steps);
    course->n = n;
    if (scratch == NULL || numbers == NULL || course->steps == NULL)
        reader.failed = true;
    if (!reader.failed) {
        get_steps(&reader, course, scratch, numbers);
        get_starts(&reader, course->steps, n, scratch);
        get_words(&reader, course);
        get_draws(&reader, course, scratch);
    }
    free(scratch);
    free(numbers);
    if (!column_done(&reader))
        course_fini(course);
    return column_done(&reader);
}

void course_fini(struct course *course)
{
    for (size_t i = 0; i < course->n_names; i++)
        free(course->names[i]);
    free(course->names);
    free(course->steps);
    free(course->draws);
    *course = (struct course){0};
}

struct step_row course_row(const struct course_step *step, const char *words,
                           const struct draw *draws, size_t n_draws)
{
    return (struct step_row){.round = step->round,
                             .position = step->position,
                             .attempt = step->attempt,
                             .place = step->place,
                             .warmup = step->warmup,
                             .start_ns = step->start_ns,
                             .outcome = step->outcome,
                             .code = step->code,
                             .cost_s = step->cost_s,
                             .live_s = step->live_s,
                             .last_words = words,
                             .draws = draws,
                             .n_draws = n_draws};
}
