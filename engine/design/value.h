/* SPDX-License-Identifier: GPL-3.0-or-later */
/* value.h -- numbers as people write them: one set of rules for the manifest and the command line.
 *
 * Each returns false and leaves its output alone when text is malformed. strtod's hexadecimal, inf
 * and nan are not accepted anywhere.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include <assay/status.h>

/* The exit codes by which a command says that it has done its work. A set of bits, from 0 to
 * 255; an empty one stands for 0 alone. */
struct exit_codes {
    uint64_t set[4];
};

/* Which way of a metric is better, as its user says. */
enum better { BETTER_UNSAID, BETTER_LESS, BETTER_MORE };

bool exit_codes_have(const struct exit_codes *codes, int code);

/* "60s", "5m", "1h", "250ms", "10us", "2d"; a bare number is seconds. */
bool value_read_duration(const char *text, double *seconds);
/* "0.01" or "1%", >= 0. */
bool value_read_fraction(const char *text, double *fraction);
/* The same, but 1 and more in per cent only: 5 is hardly 500 %. */
bool value_read_share(const char *text, double *share);
/* "0.95" or "95%", inside (0, 1). */
bool value_read_confidence(const char *text, double *confidence);
/* A whole number, 0 or more. */
bool value_read_count(const char *text, long *count);
/* "512MiB", "2GiB", "1.5 GB", a bare number is bytes; more than 0. */
bool value_read_bytes(const char *text, double *bytes);
/* "0-2,5": numbers below 1024, put into a set of bits; false when none is named. */
bool value_read_cpus(const char *text, uint64_t set[16]);
/* "0,1", "0-2,5": numbers below 256. */
bool value_read_exit_codes(const char *text, struct exit_codes *codes);
/* A whole number below 2^64. */
bool value_read_seed(const char *text, uint64_t *seed);
/* Any finite number. */
bool value_read_number(const char *text, double *number);

struct value_list {
    double *items; /* to be freed */
    size_t n;
    const char *bad; /* ASSAY_INVALID: the item that cannot be read, in the text */
    int n_bad;
};

/* "a,b,c", each as `read` has it, blanks before it passed over. ASSAY_INVALID or ASSAY_NO_MEMORY: then
 * there are no items. */
enum assay_status value_read_list(const char *text, bool (*read)(const char *text, double *number),
                                  struct value_list *list);
