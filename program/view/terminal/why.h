/* SPDX-License-Identifier: GPL-3.0-or-later */
/* why.h -- which functions make a change, as a screen. */
#pragma once

#include "finding/why_finding.h"
#include "view/face/table.h"
#include "view/text/quantity.h"
#include "view/text/terminal.h"

struct why_view {
    const struct why_finding *finding;
    int64_t experiment; /* that can be sampled on; 0: files */
    bool quiet;
};
void why_view_print(const struct terminal *terminal, const struct why_view *view);

/* Beside other findings: its headline behind `of` (a benchmark; NULL: there is one), and the functions that moved. */
void why_short_print(const struct terminal *terminal, const struct why_finding *finding,
                     const char *of);
/* The functions that moved, and the sum, as a table without drawings. */
struct table *why_moved_table(const struct why_finding *finding);

/* "new takes 2.1 % more processor time than old [1.2 … 2.6 %]; functions with a name explain +1.9 % of it", without a full
 * stop. In memory of the caller; NULL: none. */
char *why_headline(const struct why_finding *finding);
/* Of an experiment of several benchmarks behind the name of its own. */
char *why_headline_named(const struct why_finding *finding);
/* Where no function stands out, what would show more; else NULL, likewise. */
char *why_alone(const struct why_finding *finding);
/* "+0.31 %", and "+0.04 … +0.58 %", "exact" or "" (one unit) of a line. */
struct quantity why_change(const struct why_finding *finding, const struct why_line *line);
struct quantity why_range(const struct why_finding *finding, const struct why_line *line);
/* "+14 %", "new", "gone" */
struct quantity why_own(const struct why_line *line);
