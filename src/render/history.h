/* SPDX-License-Identifier: GPL-3.0-or-later */
/* history.h -- the screen and the JSON of `assay history`. */
#ifndef RENDER_HISTORY_H
#define RENDER_HISTORY_H

#include <assay/history.h>
#include <jansson.h>

#include "render/sentences.h"

struct shown_version {
    char *label;
    const char *commit, *branch; /* NULL: not known */
    int64_t time_s;              /* 0: not known */
    bool dirty;                  /* its work tree had changes that are in no commit */
    bool watched;                /* measuring it ended because of its values, … */
    bool anytime;                /* … which the intervals of its means allow for */
};

/* One benchmark and metric over the versions that measured it. */
struct shown_history {
    const char *system; /* NULL: the version is the system */
    const char *benchmark, *metric, *unit;
    bool more_is_better;
    struct assay_history_version *points;
    size_t *versions; /* of each point: index of its version */
    size_t n;
    struct assay_history finding;
    char trouble[256]; /* why there is no finding; "" when there is one */
};

struct history_view {
    const struct shown_version *versions;
    size_t n_versions;
    const struct shown_history *series;
    size_t n;
    const struct assay_history_options *options;
    const char *adjustment; /* "holm", "bh", "none" */
    double false_per_1000;  /* versions with any false alarm; NaN: the rule has no such rate */
    bool quiet;
};

/* The verdict of a change by its direction. */
enum assay_verdict history_verdict(const struct shown_history *series,
                                   const struct assay_change *change);

/* The verdict of a slope by its direction: slower or faster. */
enum assay_verdict history_slope_verdict(const struct shown_history *series);
/* "rises by +3.0 % from v1 to v60 (+2.6 … +3.4 %), +0.05 % a version, p 1e-20": to be freed; NULL: no memory. */
char *history_slope_words(const struct history_view *view, const struct shown_history *series);

/* Appends what a label does not tell, and what limits the finding. */
void history_notes_of(const struct history_view *view, struct sentences *sentences);
void history_view_print(const struct terminal *terminal, const struct history_view *view);
json_t *history_json(const struct history_view *view);

#endif
