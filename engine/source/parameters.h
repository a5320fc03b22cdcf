/* SPDX-License-Identifier: GPL-3.0-or-later */
/* parameters.h -- the parameters of a series: as its experiment's manifest has them, or as tools write them
 * into names: sort/size=1024, BM_sort/1024, test_sort[1024], time_sort(1024), sort (size=1024).
 */
#pragma once

#include <stdbool.h>

#include "design/design.h"

enum { PARAMETERS_MOST = 12 };

/* What is left of a name, and its parameters in the order in which they stand. */
struct parameter_list {
    char *base;
    char *name[PARAMETERS_MOST], *value[PARAMETERS_MOST];
    size_t n;
};

/* Of a name alone. Values without a name of their own are called "arg", or "arg1", "arg2" …. False: no
 * memory; end with parameters_fini in any case. */
bool parameters_of_name(const char *name, struct parameter_list *list);

/* Of a name whose parameters are known: what is left of it without them, a value that stands in a command
 * being its {name} there. */
bool parameters_of_design(const char *name, const struct design_environment *known,
                          struct parameter_list *list);

/* The value of a parameter; NULL: there is none. */
const char *parameters_get(const struct parameter_list *list, const char *name);

void parameters_fini(struct parameter_list *list);
