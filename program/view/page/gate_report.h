/* SPDX-License-Identifier: GPL-3.0-or-later */
/* gate_report.h -- a comparison for those who read it beside a build: pages of merge requests, test reports,
 * monitoring. */
#pragma once

#include <stdio.h>

#include "analysis/comparison.h"

struct gate_report {
    const struct comparison *pairs;
    const struct input *primary; /* whose primary metrics the gate looks at; NULL: at all */
    enum comparison_gate gate;
    const char *name;  /* of the experiment; NULL: it has none */
    const char *mark;  /* by which its comment is found again; NULL: the name */
    const char *base;  /* a sentence that tells what the old one is; "": none */
    const char *note;  /* a sentence that a reader must know besides; "": none */
    const char *first; /* why nothing is compared, on a first run; NULL: there are pairs */
    const struct input
        *measured; /* all that was read: what failed, and what a first run has; NULL: not known */
    const struct sample_finding *described; /* each series of that, of a first run */
    double confidence;
};

/* Markdown: the verdict, and tables of all. */
void summary_print(FILE *stream, const struct gate_report *report);

/* Markdown of at most COMMENT_MOST bytes, which no forge refuses: a line by which the comment is found again, the
 * verdict, what changed, and the rest folded away. */
enum { COMMENT_MOST = 65536 };
void comment_print(FILE *stream, const struct gate_report *report);
/* That line, to be freed; NULL: no memory. */
char *comment_marker(const struct gate_report *report);
/* Is there anything that a comment would say? */
bool comment_matters(const struct gate_report *report);

/* JUnit's XML: a suite a pair of systems, a case a benchmark. Slower is a failure, inconclusive is skipped. */
void junit_print(FILE *stream, const struct gate_report *report);

/* OpenMetrics text, version 1.0.0. */
void openmetrics_print(FILE *stream, const struct gate_report *report);
