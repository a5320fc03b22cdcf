/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pattern.h -- values by a regular expression over what a program prints, line by line. */
#pragma once

#include <regex.h>

#include "measure/values.h"

enum { PATTERN_LINE = 1 << 16 }; /* longer lines are looked at in pieces of this size */

struct pattern {
    regex_t regex;
    struct value_buffer *series;  /* where values go; set for each execution */
    const char *unit; /* told beside the expression or by it; NULL: what stands behind each number says it */
    bool timed, bare; /* of this execution: numbers with a unit of time behind them, numbers without */
    char line[PATTERN_LINE + 1];
    size_t n;
    size_t line_number;
    enum assay_status status;
    struct assay_error error;
};

/* A POSIX extended regular expression with one group around the number. Times are read as seconds, others as they
 * stand. A number behind which the same quantity stands in another unit than was told is a mistake ("1.02 ms", told
 * us); so are numbers with a unit of time among numbers without, where none was told. */
enum assay_status pattern_init(struct pattern *pattern, const char *expression, const char *unit,
                               struct assay_error *error);
void pattern_fini(struct pattern *pattern);
void pattern_begin(struct pattern *pattern, struct value_buffer *series);
/* pattern is a struct pattern: the signature of a spawn_reader. */
void pattern_take(void *pattern, const char *bytes, size_t n);
/* The last line may have no end. Says what went wrong on the way; the series then is in seconds where times were read. */
enum assay_status pattern_end(struct pattern *pattern, struct assay_error *error);
