/* SPDX-License-Identifier: GPL-3.0-or-later */
/* execution_order.c -- the executions of a packed experiment, in the order of measuring. */
#include "base/array.h"
#include "base/owned.h"
#include "store/packed.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Kept as they are, in this order. */
static const size_t integers[] = {
    offsetof(struct order_step, system),  offsetof(struct order_step, benchmark),
    offsetof(struct order_step, round),   offsetof(struct order_step, position),
    offsetof(struct order_step, attempt), offsetof(struct order_step, unit),
    offsetof(struct order_step, place),   offsetof(struct order_step, warmup),
    offsetof(struct order_step, outcome), offsetof(struct order_step, code),
    offsetof(struct order_step, arrays),
};
enum { N_INTEGERS = sizeof integers / sizeof *integers };

/* Costs stand by system and benchmark, where they are alike: their high bytes repeat. */
static const size_t costs[] = {offsetof(struct order_step, cost_s),
                               offsetof(struct order_step, live_s)};
enum { N_COSTS = sizeof costs / sizeof *costs };

static int64_t *integer_at(struct order_step *step, size_t offset)
{
    return (int64_t *)(void *)((char *)step + offset);
}

static double *cost_at(struct order_step *step, size_t offset)
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
static struct by_cell *order_by_cell(const struct execution_order *order)
{
    struct by_cell *cells = malloc((order->n + 1) * sizeof *cells);
    for (size_t i = 0; cells != NULL && i < order->n; i++)
        cells[i] = (struct by_cell){order->steps[i].system, order->steps[i].benchmark, i};
    if (cells != NULL)
        qsort(cells, order->n, sizeof *cells, by_cell);
    return cells;
}

/* An execution mostly begins soon after the end of the one before. */
static int64_t expected_start(const struct order_step *before)
{
    const double cost_ns = before->cost_s * 1e9;
    return before->start_ns + (fabs(cost_ns) < 1e18 ? llround(cost_ns) : 0);
}

static void put_starts(struct column_writer *writer, struct order_step *steps, size_t n,
                       int64_t *scratch)
{
    for (size_t i = 0; i < n; i++)
        scratch[i] = (int64_t)((uint64_t)steps[i].start_ns -
                               (uint64_t)(i > 0 ? expected_start(&steps[i - 1]) : 0));
    /* The first one is a date, the others are gaps. */
    column_put_number(writer, zigzag_of(n > 0 ? scratch[0] : 0));
    column_put_integers(writer, scratch + (n > 0), n - (n > 0));
}

static void get_starts(struct column_reader *reader, struct order_step *steps, size_t n,
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
static void put_words(struct column_writer *writer, const struct execution_order *order)
{
    size_t n = 0;
    for (size_t i = 0; i < order->n; i++)
        n += order->steps[i].last_words != NULL;
    column_put_number(writer, n);
    for (size_t i = 0; i < order->n; i++) {
        const struct order_step *step = &order->steps[i];
        if (step->last_words == NULL)
            continue;
        column_put_number(writer, i);
        column_put_text(writer, step->last_words, step->last_words_size);
    }
}

static void get_words(struct column_reader *reader, struct execution_order *order)
{
    for (uint64_t n = column_get_number(reader); n > 0 && !reader->failed; n--) {
        const uint64_t i = column_get_number(reader);
        size_t size;
        const char *words = column_get_text(reader, &size);
        if (words == NULL || i >= order->n) {
            reader->failed = true;
            return;
        }
        order->steps[i].last_words = words;
        order->steps[i].last_words_size = size;
    }
}

/* Draws of one name are one column; they stand name by name. */
static void put_draws(struct column_writer *writer, const struct execution_order *order)
{
    OWNED int64_t *at = malloc((order->n_draws + 1) * sizeof *at);
    OWNED double *values = malloc((order->n_draws + 1) * sizeof *values);
    writer->failed = writer->failed || at == NULL || values == NULL;
    for (size_t i = 0, n; i < order->n_draws && !writer->failed; i += n) {
        const char *name = order->draws[i].name;
        for (n = 0; i + n < order->n_draws && strcmp(order->draws[i + n].name, name) == 0; n++) {
            at[n] = (int64_t)order->draws[i + n].step;
            values[n] = order->draws[i + n].value;
        }
        column_put_number(writer, n);
        column_put_text(writer, name, strlen(name));
        column_put_integers(writer, at, n);
        column_put_doubles(writer, values, n);
    }
    column_put_number(writer, 0);
}

static bool keep_name(struct execution_order *order, const char *name, size_t size)
{
    if (!array_resize(&order->names, order->n_names + 1))
        return false;
    order->names[order->n_names] = strndup(name, size);
    return order->names[order->n_names++] != NULL;
}

/* No step has two draws of one name. */
static bool get_draws_of(struct column_reader *reader, struct execution_order *order, uint64_t n,
                         int64_t *at, double *values)
{
    size_t size;
    const char *name = column_get_text(reader, &size);
    if (n > order->n || name == NULL || !keep_name(order, name, size))
        return false;
    column_get_integers(reader, at, (size_t)n);
    column_get_doubles(reader, values, (size_t)n);
    if (reader->failed || !array_resize(&order->draws, order->n_draws + (size_t)n))
        return false;
    for (size_t i = 0; i < n; i++) {
        if (at[i] < 0 || (size_t)at[i] >= order->n)
            return false;
        order->draws[order->n_draws++] =
            (struct order_draw){(size_t)at[i], order->names[order->n_names - 1], values[i]};
    }
    return true;
}

static void get_draws(struct column_reader *reader, struct execution_order *order, int64_t *at)
{
    OWNED double *values = malloc((order->n + 1) * sizeof *values);
    uint64_t n;
    bool done = values != NULL;
    while (done && (n = column_get_number(reader)) > 0)
        done = get_draws_of(reader, order, n, at, values);
    reader->failed = reader->failed || !done;
}

bool execution_order_encode(struct column_writer *writer, const struct execution_order *order)
{
    const size_t n = order->n;
    OWNED int64_t *scratch = malloc((n + 1) * sizeof *scratch);
    OWNED double *numbers = malloc((n + 1) * sizeof *numbers);
    OWNED struct by_cell *cells = order_by_cell(order);
    column_restart(writer);
    writer->failed = scratch == NULL || numbers == NULL || cells == NULL;
    for (size_t c = 0; c < N_INTEGERS && !writer->failed; c++) {
        for (size_t i = 0; i < n; i++)
            scratch[i] = *integer_at(&order->steps[i], integers[c]);
        column_put_integers(writer, scratch, n);
    }
    for (size_t c = 0; c < N_COSTS && !writer->failed; c++) {
        for (size_t i = 0; i < n; i++)
            numbers[i] = *cost_at(&order->steps[cells[i].index], costs[c]);
        column_put_doubles(writer, numbers, n);
    }
    if (!writer->failed) {
        put_starts(writer, order->steps, n, scratch);
        put_words(writer, order);
        put_draws(writer, order);
    }
    return column_end(writer);
}

static void get_steps(struct column_reader *reader, struct execution_order *order, int64_t *scratch,
                      double *numbers)
{
    const size_t n = order->n;
    for (size_t c = 0; c < N_INTEGERS; c++) {
        column_get_integers(reader, scratch, n);
        for (size_t i = 0; i < n && !reader->failed; i++)
            *integer_at(&order->steps[i], integers[c]) = scratch[i];
    }
    OWNED struct by_cell *cells = reader->failed ? NULL : order_by_cell(order);
    reader->failed = cells == NULL;
    for (size_t c = 0; c < N_COSTS && !reader->failed; c++) {
        column_get_doubles(reader, numbers, n);
        for (size_t i = 0; i < n && !reader->failed; i++)
            *cost_at(&order->steps[cells[i].index], costs[c]) = numbers[i];
    }
}

bool execution_order_decode(struct blob_codec *codec, const void *data, size_t size, size_t n,
                            struct execution_order *order)
{
    struct column_reader reader = column_open(codec, data, size);
    *order = (struct execution_order){0};
    if (reader.failed || n > ORDER_MOST)
        return false;
    OWNED int64_t *scratch = malloc((n + 1) * sizeof *scratch);
    OWNED double *numbers = malloc((n + 1) * sizeof *numbers);
    order->steps = calloc(n + 1, sizeof *order->steps);
    order->n = n;
    if (scratch == NULL || numbers == NULL || order->steps == NULL)
        reader.failed = true;
    if (!reader.failed) {
        get_steps(&reader, order, scratch, numbers);
        get_starts(&reader, order->steps, n, scratch);
        get_words(&reader, order);
        get_draws(&reader, order, scratch);
    }
    if (!column_done(&reader))
        execution_order_fini(order);
    return column_done(&reader);
}

void execution_order_fini(struct execution_order *order)
{
    for (size_t i = 0; i < order->n_names; i++)
        free(order->names[i]);
    free(order->names);
    free(order->steps);
    free(order->draws);
    *order = (struct execution_order){0};
}

struct step_row order_row(const struct order_step *step, const char *words,
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
