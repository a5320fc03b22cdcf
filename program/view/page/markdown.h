/* SPDX-License-Identifier: GPL-3.0-or-later */
/* markdown.h -- the pieces of a comparison in Markdown, as summary and comment have them. */
#pragma once

#include "view/page/gate_report.h"
#include "view/text/markup.h"

/* The first line: the verdict of all, and how many are faster. */
void markdown_head(const struct markup *out, const struct gate_report *report);
void markdown_note(const struct markup *out, const struct gate_report *report);

/* All of a first run: that nothing was compared, why, and what was measured. */
void markdown_first(const struct markup *out, const struct gate_report *report);

/* "fft: new against old, margin 1 %" (name NULL: without), the head of a table, a row of it. */
void markdown_pair_title(const struct markup *out, const char *name,
                         const struct system_pair *pair);
void markdown_columns(const struct markup *out, double confidence);
void markdown_row(const struct markup *out, const struct comparison_finding *row);

/* What limits verdicts, and what several metrics of a benchmark say at once: items of a list. */
void markdown_limits(const struct markup *out, const struct system_pair *pair);
/* Of a row that was sampled: which functions make its change. */
void markdown_where(const struct markup *out, const struct comparison_finding *row);
/* A sentence about the benchmarks that stand in no table. */
void markdown_unpaired(const struct markup *out, const struct system_pair *pair);
