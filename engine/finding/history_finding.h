/* SPDX-License-Identifier: GPL-3.0-or-later */
/* history_finding.h -- series over versions and their changes, as plain data. */
#pragma once

#include <assay/dataset.h>
#include <assay/history.h>
#include <assay/steady.h>

#include "source/around.h"

/* What somebody said of a change. Accepted, it alarms no more, unless it has become another one. */
struct history_ruling {
    bool accepted;
    bool outgrown;       /* accepted, but by now its interval lies apart from the one that was */
    const char *version; /* at which it was told then; NULL: nobody said anything */
    const char *why;     /* NULL: not said */
    int64_t time_s;
};

/* A step of all benchmarks together: one event. */
struct history_shared {
    const char *metric;
    size_t version;
    double ratio;
};

/* Two names of one benchmark. */
struct history_rename {
    const char *before, *since, *why;
};

struct history_version {
    char *label;
    /* The machine, and its class; NULL: not known. They are of what was measured first. */
    const char *machine, *machine_class;
    bool moved;   /* not measured on the machines of the version before, … */
    bool changed; /* … but on one of another class */
    bool mixed;   /* what was measured of it later, on another machine, is joined to it */
    const char *commit, *branch; /* NULL: not known */
    char *subject;  /* of its commit, once history_subjects asked for it; NULL: not known */
    int64_t time_s; /* 0: not known */
    bool dirty;     /* its work tree had changes that are in no commit */
    bool watched;   /* measuring it ended because of its values, … */
    bool anytime;   /* … which the intervals of its means allow for */
};

/* What is judged in the place of wall time, on a machine where others run, too. */
struct history_in_place {
    bool told;
    struct assay_statistic statistic; /* of user + system, which the series is */
    double pushed;                    /* times an execution that others took its processor */
    double detectable;                /* the step that wall time would show */
    double least; /* smaller ones are left out, also where `told` is false; 0: none are */
};

/* One benchmark and metric over the versions that measured it. */
struct history_row {
    const char *system; /* NULL: the version is the system */
    const char *benchmark, *metric, *unit;
    bool more_is_better;
    enum assay_together measured; /* of processor time a series for each order of measuring */
    struct assay_told told;       /* where no verdict may rest on it, nothing is slower or faster */
    struct assay_history_point *points;
    size_t *versions; /* of each point: index of its version */
    size_t n;
    /* The points that changes were looked for in: without what the benchmarks of a version share. NULL: as
     * they were measured. */
    struct assay_history_point *adjusted;
    struct assay_common common; /* used 0: nothing was taken out */
    /* Of each point the number of its program: equal for the same one, 0 where it is not known; NULL: of none. */
    unsigned *programs;
    unsigned *together; /* the same, equal only for those that one experiment measured */
    /* Of each point by what no verdict rests on it: a load that was the bottleneck itself, or whose requests failed. NULL: by
     * nothing. */
    assay_warnings *doubts;
    struct assay_history_same same;
    struct assay_history finding;
    struct assay_history_few few;   /* of too few versions to know their noise; n 0: of enough */
    struct history_ruling *rulings; /* of each change; NULL: none */
    const struct around *
        *around; /* of each change: what else changed, or NULL; NULL: nothing is known */
    size_t n_placed; /* changes that the rounds which versions shared put elsewhere */
    struct history_in_place in_place;
    struct assay_warm_up warm_up; /* among the live values of the newest version; where
                                     they are cut, only one whose end is not seen */
    char trouble[256];            /* why there is no finding; "" when there is one */
};

struct history_finding {
    bool searched; /* rounds that these versions shared name a commit (versions_finding.h) */
    struct history_version *versions; /* in order */
    size_t n_versions;
    struct history_row *series;
    size_t n;
    struct assay_history_options rule;
    bool warm_up_cut;                 /* of each version counts what follows its warm-up */
    struct assay_statistic statistic; /* what of each version is compared */
    const char *adjustment;           /* "holm", "bh", "none" */
    double false_per_1000; /* versions with any false alarm; NaN: the rule has no such rate */
    struct history_shared *shared; /* steps of the median of all benchmarks of a metric */
    size_t n_shared;
    struct history_rename *renames; /* that joined something */
    size_t n_renames;
};

/* The ruling on a change, or NULL. */
const struct history_ruling *history_ruling(const struct history_row *series, size_t change);
/* The versions on both sides of the change are the same program: something else changed. */
bool history_same_program(const struct history_row *series, size_t change);

/* Of the points from this one on. */
assay_warnings history_doubts_from(const struct history_row *series, size_t first);

/* Was the change accepted, and is it still the one that was? */
bool history_is_accepted(const struct history_row *series, size_t change);

/* The newest version that measured the series, when it is gone: when as many newer ones did not as it was ever
 * left out between two that did, and one at least. Else SIZE_MAX. */
size_t history_gone(const struct history_finding *history, const struct history_row *series);

/* Of few versions: do other benchmarks tell what versions differ by? */
bool history_few_is_known(const struct history_row *series);

/* Of few versions, and nothing tells what they differ by, or less than a doubling could not be seen: nobody knows
 * whether it changed. */
bool history_is_unknown(const struct history_row *series);

/* By how much whole numbers that count exactly went up or down; 0: it is no such change. */
double history_exact_step(const struct assay_change *change);

/* The verdict of a change by its direction. */
enum assay_verdict history_verdict(const struct history_row *series,
                                   const struct assay_change *change);

/* The verdict of a slope by its direction: slower or faster. */
enum assay_verdict history_slope_verdict(const struct history_row *series);

/* Or is one not what was asked for? */
bool history_metrics_differ(const struct history_finding *history);

/* The series' change that lies just before this version, or SIZE_MAX. */
size_t history_change_at(const struct history_row *series, size_t version);

/* From so many on, changes of one version to the same side are one event. */
enum { HISTORY_TOGETHER = 5 };

/* Changes of one version to the same side, of which nothing else is to be said. */
struct history_together {
    enum assay_verdict verdict;
    bool larger;                 /* than before: of times that is slower, of rates faster */
    size_t n, most, most_change; /* the series that moved most, and which change of its */
    double least_percent, most_percent;
    double largest; /* the largest logarithm of a ratio, without its sign */
    double p;       /* the largest */
};
struct history_together history_together_at(const struct history_finding *history, size_t version,
                                            enum assay_verdict verdict, bool larger);
bool history_is_together(const struct history_row *series, size_t k,
                         const struct history_together *together);
