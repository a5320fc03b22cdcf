/* SPDX-License-Identifier: GPL-3.0-or-later */
/* history_finding.h -- series over versions and their changes, as plain data. */
#ifndef FINDING_HISTORY_FINDING_H
#define FINDING_HISTORY_FINDING_H

#include <assay/history.h>

struct history_version {
    char *label;
    const char *commit, *branch; /* NULL: not known */
    int64_t time_s;              /* 0: not known */
    bool dirty;                  /* its work tree had changes that are in no commit */
    bool watched;                /* measuring it ended because of its values, … */
    bool anytime;                /* … which the intervals of its means allow for */
};

/* One benchmark and metric over the versions that measured it. */
struct series_history {
    const char *system; /* NULL: the version is the system */
    const char *benchmark, *metric, *unit;
    bool more_is_better;
    struct assay_history_version *points;
    size_t *versions; /* of each point: index of its version */
    size_t n;
    struct assay_history finding;
    char trouble[256]; /* why there is no finding; "" when there is one */
};

struct history_finding {
    struct history_version *versions; /* in order */
    size_t n_versions;
    struct series_history *series;
    size_t n;
    struct assay_history_options rule;
    const char *adjustment; /* "holm", "bh", "none" */
    double false_per_1000;  /* versions with any false alarm; NaN: the rule has no such rate */
};

/* The verdict of a change by its direction. */
enum assay_verdict history_verdict(const struct series_history *series,
                                   const struct assay_change *change);

/* The verdict of a slope by its direction: slower or faster. */
enum assay_verdict history_slope_verdict(const struct series_history *series);
#endif
