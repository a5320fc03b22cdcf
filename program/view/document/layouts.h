/* SPDX-License-Identifier: GPL-3.0-or-later */
/* layouts.h -- what a finding says of how the code of its builds lay. */
#pragma once

#include <jansson.h>

#include "store/store.h"

/* "all", "some", "none", "same bytes"; NULL where nothing is known. */
const char *layout_name(enum store_randomised randomised);

/* [{"system", "builds", "random", "layout"}], layout as above. */
json_t *layouts_json(const struct store_layout *layouts, size_t n);

/* The sentence on such an array, to be freed; NULL where it has nothing to say: no builds, or builds that
 * were neither repeated nor randomised. limit: columns of a name, 0: all. */
char *layouts_sentence(const json_t *layouts, int limit);

/* Plain builds stand beside random ones. */
bool layouts_mixed(const json_t *layouts);
