/* SPDX-License-Identifier: GPL-3.0-or-later */
/* comparison_finding.h -- what systems gave against an old one, benchmark by benchmark. */
#pragma once

#include "finding/distribution.h"
#include "finding/finding.h"

/* Whether no verdict may rest on either series (assay_told_decides): it is inconclusive then. */
bool comparison_is_withheld(const struct comparison_finding *row);
/* Whether both were measured in one order, side by side for most of the time where that is it, and by a load that was not
 * the bottleneck itself; else no verdict may rest on the row, and nothing is summed up of it. */
bool comparison_order_holds(const struct comparison_finding *row);
/* Whether no request of a load has failed; part of the former. */
bool comparison_requests_hold(const struct comparison_finding *row);
/* The last of these alone. */
bool comparison_load_holds(const struct comparison_finding *row);
/* Latencies are of the rate that was planned. */
bool comparison_rate_holds(const struct comparison_finding *row);
/* By what no verdict may rest on two that were measured at the same time, where rounds of both would tell. */
assay_warnings comparison_beside_doubts(const struct comparison_finding *row);

/* A series that cannot be paired. */
struct unpaired {
    const struct assay_series *series;
    const struct assay_series *other; /* of the new system, in another unit; NULL: there is none */
};

/* What several metrics of one benchmark say together. */
struct joint_finding {
    const struct comparison_finding **rows; /* of the pair, one a metric */
    enum assay_verdict *verdicts;           /* of each, all holding at once */
    size_t n;
    enum assay_joint verdict;
};

enum { COMPARISON_TROUBLE = 256 };

/* What one new system gave against the old one. */
struct system_pair {
    const char *old_system, *new_system;
    size_t old_at, new_at; /* their places among the input's systems */
    struct comparison_finding *rows;
    char (*trouble)[COMPARISON_TROUBLE]; /* why the row has no interval; "" when it has one */
    size_t n, n_failed;
    struct unpaired *unpaired;
    size_t n_unpaired;
    bool has_suite; /* two or more benchmarks, all of them comparable */
    struct suite_finding suite;
    struct joint_finding *joints; /* of benchmarks with several metrics, where they were named */
    size_t n_joints;
    struct comparison_distribution
        *distributions; /* of the rows, which point to theirs; NULL: not looked for */
};

/* Two systems of which nothing can be compared, and why. */
struct hopeless {
    const char *old_system, *new_system;
    char why[256];
};

/* One for each new system. */
struct comparison {
    struct system_pair *items;
    size_t n;
    struct hopeless *hopeless; /* where the request keeps them; else they are errors */
    size_t n_hopeless;
};
