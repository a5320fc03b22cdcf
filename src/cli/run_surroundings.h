/* SPDX-License-Identifier: GPL-3.0-or-later */
/* run_surroundings.h -- options of `assay run` that say where and how commands run. */
#ifndef CLI_RUN_SURROUNDINGS_H
#define CLI_RUN_SURROUNDINGS_H

#include "cli/run_options.h"

bool run_surroundings_given(const struct run_options *options);

/* Puts them into the design; says on stderr what is wrong. */
bool run_surroundings_apply(const struct run_options *options, struct design *design);

#endif
