/* SPDX-License-Identifier: GPL-3.0-or-later */
/* run_parameters.h -- -L and -P: every combination of parameter values. */
#ifndef CLI_RUN_PARAMETERS_H
#define CLI_RUN_PARAMETERS_H

#include "cli/run_options.h"

/* Combinations of values, the last parameter fastest; the design owns the texts. */
struct combinations {
    struct design_environment *items;
    size_t n; /* 0: no parameters */
};

/* False after saying on stderr what is wrong. */
bool run_combinations(const struct run_options *options, struct design *design,
                      struct combinations *out);

#endif
