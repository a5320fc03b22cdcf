/* SPDX-License-Identifier: GPL-3.0-or-later */
/* run_progress.h -- one line on the terminal while an experiment runs. */
#pragma once

#include "view/terminal/run_summary.h"
#include "measure/experiment.h"
#include "view/text/terminal.h"

struct run_progress {
    bool draws; /* stderr is a terminal and nobody asked for quiet */
    bool drawn; /* something stands in the line */
    struct terminal terminal;
    const struct design *design;
    struct run_summary *summary; /* NULL: nobody looks */
    char *below;    /* lines below the first, each behind a line feed; NULL: none yet */
    double below_s; /* when they were made */
    double last_s;  /* when it was drawn */
};

/* Without memory nothing is drawn. */
void run_progress_init(struct run_progress *progress, const struct design *design, bool quiet,
                       enum terminal_color color);
void run_progress_fini(struct run_progress *progress);

/* Counts the values of a record into the ratio so far. */
void run_progress_count(struct run_progress *progress, const struct record *record);
void run_progress_draw(struct run_progress *progress, const struct experiment_progress *state);
