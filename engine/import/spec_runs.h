/* SPDX-License-Identifier: GPL-3.0-or-later */
/* spec_runs.h -- the runs of a SPEC file, gathered before any is taken: whether a run counts may be
 * said behind its time, and that peak repeats base only all of them say. */
#pragma once

#include "import/importer.h"
#include "text/lines.h"

struct spec_run {
    struct word benchmark, time, status, copies; /* texts of the file; empty: nothing is said */
    bool peak, repeats; /* repeats: the run of base that stands beside it */
    size_t line;
};

struct spec_runs {
    struct spec_run *runs;
    size_t n, room;
    size_t half;  /* the line that the text ends in, or 0 */
    bool medians; /* of runs that the file does not hold */
};

/* An empty run at the end; NULL when memory ran out. */
struct spec_run *spec_runs_add(struct spec_runs *runs);

/* Takes what counts into the dataset, counts the rest, and frees the list. */
void spec_runs_take(struct spec_runs *runs, struct importer *importer);

/* The lines of a raw file. */
void spec_raw_read(struct spec_runs *runs, struct importer *importer, struct lines *lines);
