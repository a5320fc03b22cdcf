/* SPDX-License-Identifier: GPL-3.0-or-later */
/* machines_finding.h -- one comparison on several machines: each of them, their classes, and all together. */
#pragma once

#include <assay/machine.h>

/* What the ratio over machines is of. */
enum machines_across {
    ACROSS_CLASSES, /* a typical machine, each class alike where there are two machines of each on average;
                        else as the next */
    ACROSS_MACHINES, /* a typical machine, each alike */
    ACROSS_TOTAL     /* the time of all of them together: a slow machine counts by its time */
};

struct machine_finding {
    const char *name;     /* for people; borrowed from the input */
    const char *identity; /* what makes it that machine; borrowed likewise */
    size_t class_at;      /* among the classes */
    struct assay_machine machine;
    struct assay_interval
        own; /* its own ratio, by its rounds, all machines together at the confidence */
    enum assay_verdict verdict; /* by that */
    bool far;                   /* far from the others */
};

struct machine_class_finding {
    char *name; /* "EPYC 7763, 64 processors, 2 nodes"; "" where nothing is known of the class */
    size_t n;
};

struct machines_finding {
    struct machine_finding *items; /* those that have both systems */
    size_t n;
    size_t units;    /* of the level machine: more than n where several were measured on one */
    size_t left_out; /* machines with one of the two systems only */
    struct machine_class_finding *classes;
    size_t n_classes;

    /* Of two machines and more: */
    enum machines_across across; /* as it was done */
    struct assay_estimate ratio;
    struct assay_machines all;
    bool has_by_class; /* more machines than classes, and two classes */
    struct assay_machine_classes by_class;
    bool mixed; /* faster on some, slower on others, beyond the margin */
};

/* *finding becomes NULL. */
void machines_finding_free(struct machines_finding **finding);
