/* SPDX-License-Identifier: GPL-3.0-or-later */
/* plan_view.h -- what there is to see of plans. */
#pragma once

#include "analysis/planning.h"

struct plan_view {
    const char *source; /* "experiment 12"; NULL: given numbers */
    const char *method;
    const struct plan_finding *plans;
    size_t n;
    const struct plan_finding *ratios; /* of each system to the first one on its benchmark */
    size_t n_ratios;
    const struct plan_finding *together; /* NULL: one plan says it all */
    const struct typical_plan *typical;
    size_t n_typical;
    bool typical_leads; /* it decides with less, or is what was asked for; else the mean */
    const struct power_finding *powers;
    size_t n_powers;
    double confidence;
    double
        at_margin; /* by which the half-widths were chosen; NaN: somebody said them, or there is none */
    const char *
        open; /* a comparison of the pilot, where that leaves open on which side of the margin the change lies; or NULL */
    bool of_load;   /* what is planned are values of a load's windows */
    bool processor; /* of user + system, which decides in the place of wall time */
    const char *
        processor_on; /* the benchmarks where it does, of others wall time; NULL: everywhere, or nowhere */
    const char *metric;   /* that somebody named in the place of */
    const char *decides;  /* this one; NULL: nobody did */
    const char *manifest; /* to propose for --write; NULL: none */
    bool quiet;
};

/* The names of enum plan_method. */
extern const char *const plan_methods[];
/* What was planned of this request; where it comes from is the caller's to say. */
struct plan_view plan_view_of(const struct plan_request *request, const struct planning *planning);
