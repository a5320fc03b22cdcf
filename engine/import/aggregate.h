/* SPDX-License-Identifier: GPL-3.0-or-later */
/* aggregate.h -- what Google Benchmark's JSON, CSV and table share: names that tell. */
#pragma once

#include "text/lines.h"
#include "text/unit.h"

/* True for "BM_Sort_mean", "BM_Sort_BigO" …: a row made of others. */
bool aggregate_named(const char *name);

/* The unit of a counter: rates of bytes and items are known by their names. */
struct unit aggregate_counter_unit(const char *name);

/* "3.65G/s", "1.5Ki", "4.1ms", "2": a number, a letter for its scale, what it is a rate of. False:
 * it is no such text. */
bool aggregate_counter_read(struct word word, bool by_1024, double *x);

struct aggregate_counter {
    struct word name;
    double value;
};

/* How counters stand in a line. */
struct aggregate_style {
    bool has_rates;  /* "3.65GB/s", "3.65G items/s", as before 1.5 */
    bool has_blanks; /* in names */
};

/* Takes "NAME=3.65G" off the line, or a rate. False: no counter is next. */
bool aggregate_counter_take(struct word *rest, struct aggregate_style style,
                            struct aggregate_counter *counter);
