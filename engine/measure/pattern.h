/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pattern.h -- values by a regular expression over what a program prints, line by line. */
#pragma once

#include <regex.h>

#include "measure/values.h"

enum { PATTERN_LINE = 1 << 16 }; /* longer lines are looked at in pieces of this size */

struct pattern {
    regex_t regex;
    struct value_buffer *series;  /* where values go; set for each execution */
    const struct time_unit *unit; /* NULL: no unit of time */
    char line[PATTERN_LINE + 1];
    size_t n;
    size_t line_number;
    enum assay_status status;
    struct assay_error error;
};

/* A POSIX extended regular expression with one group around the number. */
enum assay_status pattern_init(struct pattern *pattern, const char *expression, const char *unit,
                               struct assay_error *error);
void pattern_fini(struct pattern *pattern);
void pattern_begin(struct pattern *pattern, struct value_buffer *series);
/* pattern is a struct pattern: the signature of a spawn_reader. */
void pattern_take(void *pattern, const char *bytes, size_t n);
/* The last line may have no end. Says what went wrong on the way. */
enum assay_status pattern_end(struct pattern *pattern, struct assay_error *error);
