/* SPDX-License-Identifier: GPL-3.0-or-later */
/* baseline.h -- one experiment beside what is known of earlier versions. */
#pragma once

#include "source/input.h"

/* Two systems to compare, of a store that is open: the baseline, and the experiment. which: an
 * experiment's id, name or version, a commit, "branch:main", or "last:5" (the versions of the last
 * five labelled experiments before this one, together; "last:5@12": before experiment 12). With
 * several systems in the experiment each benchmark is compared on each of them: "fft on O2". Of the
 * request count the choices. End with input_fini. */
enum assay_status baseline_input(const struct source_request *request, struct store *store,
                                 const char *which, int64_t experiment, struct input *input,
                                 struct remarks *remarks, struct assay_error *error);

/* True for "fft" and "fft on O2" of the benchmark fft. */
bool baseline_is_of(const char *shown, const char *benchmark);
