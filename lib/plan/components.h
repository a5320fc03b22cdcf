/* SPDX-License-Identifier: GPL-3.0-or-later */
/* components.h -- what a variance component says of its level. */
#pragma once

#include "sample/tree.h"

/* Do the units of a level differ less than chance lets them, in 1 of 1000 samples without such an
 * effect? A component a little below zero says only that the level adds little. Units that do not
 * differ at all are those of a coarse scale: no. */
bool component_opposed(const struct assay_shape *shape, const struct tree *tree, size_t level);
