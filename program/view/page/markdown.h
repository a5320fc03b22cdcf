/* SPDX-License-Identifier: GPL-3.0-or-later */
/* markdown.h -- the pieces of a comparison in Markdown, as summary and comment have them. */
#pragma once

#include "view/page/gate_report.h"

/* What printf would write, with each text as markdown_text makes it: no other way leads from a name, a unit or a
 * note into Markdown here. */
void markdown_printf(FILE *stream, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* The first line: the verdict of all. */
void markdown_head(FILE *stream, enum comparison_gate gate);
void markdown_note(FILE *stream, const struct gate_report *report);

/* "fft: new against old, margin 1 %" (name NULL: without), the head of a table, a row of it. */
void markdown_pair_title(FILE *stream, const char *name, const struct system_pair *pair);
void markdown_columns(FILE *stream, double confidence);
void markdown_row(FILE *stream, const struct comparison_finding *row);

/* What limits verdicts, and what several metrics of a benchmark say at once: items of a list. */
void markdown_limits(FILE *stream, const struct system_pair *pair);
/* A sentence about the benchmarks that stand in no table. */
void markdown_unpaired(FILE *stream, const struct system_pair *pair);
