/* SPDX-License-Identifier: GPL-3.0-or-later */
/* metric_limits.h -- how much worse each metric may become: "wall=1%,max_rss=5%". */
#pragma once

#include <assay/status.h>

#include "base/name_list.h"

struct metric_limits {
    struct name_list metrics;
    double *margins; /* of each */
    char *text;      /* the names stand in it */
};

/* True for what reads like one: a word of the command line that ends in a per cent sign. */
bool metric_limits_look(const char *text);

/* ASSAY_USAGE tells what cannot be read. End with metric_limits_fini in any case. */
enum assay_status metric_limits_parse(const char *text, struct metric_limits *out,
                                      struct assay_error *error);
/* The metric's margin; `otherwise` when it has none. limits may be NULL. */
double metric_limits_margin(const struct metric_limits *limits, const char *metric,
                            double otherwise);
void metric_limits_fini(struct metric_limits *limits);
