/* SPDX-License-Identifier: GPL-3.0-or-later */
/* go.h -- what the units of Go benchmarks are called here; for reading and writing. */
#ifndef FORMAT_GO_H
#define FORMAT_GO_H

struct go_metric {
    const char *unit, *metric;
};
extern const struct go_metric go_metrics[]; /* ends with NULL */

#endif
