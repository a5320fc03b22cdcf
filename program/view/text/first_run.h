/* SPDX-License-Identifier: GPL-3.0-or-later */
/* first_run.h -- a first run that stands apart (assay_slow_first): what the others take is what is asked. */
#pragma once

#include "finding/finding.h"

/* The value that leads: what the others take, where they are known; what is said of it ends with `first_run_words` then. */
const struct assay_estimate *first_run_value(const struct sample_finding *sample);
extern const char first_run_words[];
/* "the first run of b took 410 ms, the others 22 … 30 ms: add -w 1"; NULL: it does not stand apart. To be freed. */
char *first_run_note(const struct sample_finding *sample);
