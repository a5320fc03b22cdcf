/* SPDX-License-Identifier: GPL-3.0-or-later */
/* go.h -- text of Go benchmarks: what its units are called here, for reading and writing, and its
 * lines, for those who find them inside another format. */
#pragma once

#include "import/importer.h"
#include "text/lines.h"

struct go_metric {
    const char *unit, *metric;
};
extern const struct go_metric go_metrics[]; /* ends with NULL */

/* True for lines that say something here: results, packages, toolchains, units. It shows in the
 * first GO_BEGINNING characters. */
enum { GO_BEGINNING = 10 };
bool go_counts(struct word line);

/* Adds what the lines of the text hold. */
void go_read_lines(struct importer *importer, const struct format_text *text);
