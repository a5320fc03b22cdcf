/* SPDX-License-Identifier: GPL-3.0-or-later */
/* markdown.h -- comparisons as a summary for pages of merge requests and build services. */
#ifndef VIEW_PAGE_MARKDOWN_H
#define VIEW_PAGE_MARKDOWN_H

#include <stdio.h>

#include "finding/comparison_finding.h"

/* The first line: the verdict of all. */
void markdown_head(FILE *stream, bool slower, bool inconclusive);

/* A table of one new system against the old one. */
void markdown_pair(FILE *stream, const char *old_system, const char *new_system,
                   const struct comparison_finding *rows, size_t n, double confidence);

/* What several metrics of a benchmark say at once. */
void markdown_joint(FILE *stream, const struct joint_finding *joint);

/* A sentence about the benchmarks that stand in no table; none where there are none. */
void markdown_unpaired(FILE *stream, const char *const *benchmarks, size_t n);

#endif
