/* SPDX-License-Identifier: GPL-3.0-or-later */
/* plan_finding.h -- plans as data, with the names that belong to them. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include <assay/bootstrap.h>
#include <assay/plan.h>
#include <assay/warning.h>

#include "base/arena.h"
#include "base/randomised.h"

/* What one half-width or one time takes. */
struct plan_target {
    double asked;                            /* relative half-width, or seconds */
    struct assay_plan_target planned;        /* count[0] belongs to level `first` */
    struct assay_plan_target one_level;      /* repeating the top level only, for the same */
    bool possible;                           /* false: no number of units reaches the half-width */
    struct assay_plan_prediction prediction; /* df NaN: of given numbers, or nothing varies */
};

/* The plan for one system and benchmark, or for an experiment as a whole. */
struct plan_finding {
    const char *benchmark, *system;
    const char *old_system; /* of a ratio, system being the new one; else NULL */
    const char *metric;     /* of the pilot; NULL: given numbers, or several plans */
    const char *unit;       /* of the mean; NULL: there is no mean to speak of */
    double mean;
    size_t n_levels;
    const char *level_name[ASSAY_MAX_LEVELS];
    double t2[ASSAY_MAX_LEVELS]; /* NaN: not repeated */
    double cost_s[ASSAY_MAX_LEVELS];
    bool removed[ASSAY_MAX_LEVELS];
    size_t first;                    /* the highest level that is planned */
    double upper[ASSAY_MAX_LEVELS];  /* the most that the level may add; NaN: not known */
    double dependence;               /* of iterations, 1: independent; NaN: given numbers */
    struct assay_plan_limits limits; /* from level `first`; 0: none */
    struct assay_plan_input input;   /* from level `first` */
    struct assay_plan_pilot pilot;   /* of several plans, that of the most variable one; n_levels 0:
                                        given numbers */
    struct assay_plan plan;          /* likewise; a count that only a target can set is set by the
                                      first one */
    struct arena *memory;            /* of the planning, in which these stand */
    struct plan_target *targets, *budgets;
    size_t n_targets, n_budgets;
    struct plan_target halving;        /* half the half-width of the last target or budget */
    double halved_from, halved_time_s; /* the half-width and time that it is half of */
    assay_warnings warnings;
    bool
        untimed; /* what the lowest level costs nobody knows: counts hold, times and costs do not */
    bool of_ratio; /* half-widths are the ratio's, costs those of all its systems */
    double
        pairing_gain; /* of a ratio: its variance measured apart over that in rounds; NaN: apart */
    bool has_build_effect; /* builds were repeated */
    struct assay_build_effect build_effect;
    enum randomised randomised; /* the builds; of a ratio: not known */
};

/* What the first precision that can be reached takes, or the first time gives; NULL: none was asked for. */
const struct assay_plan_target *plan_first_planned(const struct plan_finding *shown);

/* The first precision or time that can be reached with two top units or more; NULL: none can. */
const struct plan_target *plan_first_target(const struct plan_finding *shown);

/* A level in the plan. */
struct plan_level {
    size_t count;          /* in each unit above; the top's is what the first target takes */
    double variance_share; /* of the variance of a single value; NaN where unknown */
    double cost_share;     /* of the time, with these counts; NaN where nothing is planned */
    double doubling_width, doubling_time; /* what doubling its count changes: -0.1 is 10 % less */
};
struct plan_level plan_level_of(const struct plan_finding *shown, size_t level);

/* What the typical run of a ratio takes, in rounds that have what the pilot's had below the top; or a
 * quantile of a ratio or of one system. */
struct typical_plan {
    const struct plan_finding *ratio;
    struct assay_statistic quantile; /* the mean: it is the typical run */
    size_t rounds;                   /* of the pilot */
    double round_s;                  /* of both systems */
    struct typical_target {
        double asked;
        bool for_time;
        size_t rounds; /* 0: no affordable number, or none fits */
        double half_width, time_s;
    } * targets;
    size_t n_targets;
};

/* What a comparison of two systems can be expected to say. */
struct power_finding {
    const char *benchmark, *old_system, *new_system;
    double margin, change, confidence;
    size_t n_levels; /* of counts */
    const char *top_level;
    struct power_row {
        enum assay_verdict verdict;
        double probability;
        size_t count;  /* top units of each system; 0: no number does */
        double time_s; /* of both systems */
    } rows[4];
    size_t n_rows;
    struct power_change {
        double asked; /* the half-width, or the time, that the design was planned for */
        bool for_time;
        size_t count;
        double time_s;
        double change; /* that is called slower with probability 0.8; NaN: none */
    } * changes;
    size_t n_changes;
    bool has_pair; /* numbers of each, where the two differ in cost and variance */
    struct assay_plan_pair pair;
    double pair_half_width;
};

/* What it would take where a comparison is inconclusive, as data. */
struct units_needed {
    const char *level;      /* the top one */
    size_t measured;        /* units of it, of each system */
    size_t units;           /* of a fresh run that decides; 0: no affordable number would do */
    bool may_be_unchanged;  /* the interval leaves open that nothing changed */
    size_t units_unchanged; /* of a fresh run that decides then; 0: no affordable number would do */
    double probability;     /* that it does, over what the interval leaves open */
    double precision;       /* the half-width of the ratio that tells whether anything changed */
    double
        precision_s; /* of a fresh run that has it; NaN: not known; infinite: no number that a plan counts to */
    /* Of so few rounds their variance is known roughly: the time lies about between these (80 % where they are normal); NaN: it is
     * one. */
    double precision_low_s, precision_high_s;
    double more_s;                    /* what it costs beyond what was measured; NaN: not known */
    struct assay_statistic statistic; /* that the ratio is of */
    const char *metric; /* that a plan has to be told; NULL: it takes the same by itself */
};
