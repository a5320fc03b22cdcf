/* SPDX-License-Identifier: GPL-3.0-or-later */
/* plain.h -- plain numbers, also with units of time ("1.2ms", "950 us"), and for readers whose files name
 * files of plain numbers. */
#pragma once

struct plain_values {
    double *x; /* the caller frees it, also after a failure */
    size_t n, room;
    bool timed; /* units of time stand behind them: they are seconds */
};

/* Numbers separated by white space; lines that start with # are comments. Begin with
 * {0}. A text without a number is ASSAY_UNDEFINED. */
enum assay_status plain_read_values(const struct format_text *text, struct plain_values *values,
                                    struct assay_error *error);
