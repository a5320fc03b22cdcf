/* SPDX-License-Identifier: GPL-3.0-or-later */
/* host.h -- what the facts of a host say about an experiment that ran on it. */
#pragma once

#include <assay/warning.h>

#include "store/store.h"

/* Names the first fact in which two hosts differ so that their numbers are not comparable; NULL:
 * none, or nothing is known of one of them. The answer is one of the names in a fixed table. */
const char *host_difference(const char *facts, const char *other_facts);

/* The same of what has programs count otherwise: another libc, or GLIBC_TUNABLES. */
const char *host_libc_difference(const char *facts, const char *other_facts);

/* What counted instructions, by an experiment's facts: "perf", "valgrind-3.19.0", to be freed; NULL: they do not say. */
char *host_counts(const char *facts);

/* The same of a stored experiment; *counts NULL: it does not say. */
enum assay_status store_counts(struct store *store, int64_t experiment, char **counts,
                               struct assay_error *error);

/* ASSAY_WARN_HOST_DRIFT when frequency, load, stolen time, throttling or a used-up quota moved while the experiment
 * ran; ASSAY_WARN_DIFFERENT_HOSTS when it went on on another host. */
enum assay_status store_host_warnings(struct store *store, int64_t experiment,
                                      assay_warnings *warnings, struct assay_error *error);

/* The share of the time that it was measured in which something on its machine waited for a processor; NaN:
 * not known, or less than a second. */
enum assay_status store_host_pressure(struct store *store, int64_t experiment, double *share,
                                      struct assay_error *error);

/* What reading the clock took when the experiment began; left as it is when that is not known. */
enum assay_status store_host_clock(struct store *store, int64_t experiment, double *cost_s,
                                   struct assay_error *error);
