/* SPDX-License-Identifier: GPL-3.0-or-later */
/* speedup_config.h -- the configuration of the Speedup-Test software: which files hold the times of
 * which benchmark.
 *
 *     Name,Sample1,Sample2,ConfLevel,Coef
 *     "First benchmark","bench/bench1.1","bench/bench1.2",0.9,2
 *     "Second benchmark","bench/bench2.1","bench/bench2.2",NA,
 *
 * Columns are found by their names, in any order; ConfLevel and Coef may be absent, their fields
 * empty or NA.
 */
#pragma once

#include "import/format.h"

struct speedup_config_row {
    char *name;
    char *sample[2];    /* files, as written */
    double confidence;  /* NaN: not given; may lie outside (0, 1), which counts as not given */
    double coefficient; /* NaN: not given; else finite and not negative */
    size_t line;
};

struct speedup_config {
    struct speedup_config_row *rows;
    size_t n, room;
};

/* True when the first line names the columns Sample1 and Sample2, or begins with Name,Sample. */
bool speedup_config_probe(const struct format_text *text);

/* Reads the configuration; `error` names line, field and what is allowed. End with
 * speedup_config_fini in any case. */
enum assay_status speedup_config_read(const struct format_text *text, struct speedup_config *config,
                                      struct assay_error *error);
void speedup_config_fini(struct speedup_config *config);
