/* SPDX-License-Identifier: GPL-3.0-or-later */
/* shard.h -- which of a design's machines is measured here. */
#pragma once

#include <assay/status.h>

#include "design/design.h"

/* Sets the design's shard from "K/N" or "K", K from 1, or "all": every unit is measured here. N, where it
 * is given, is the count of the level machine. from: what a message calls the text, as "--shard".
 * ASSAY_USAGE where the design has no machines on top, no seed that all shards share, or a rule of
 * stopping that looks at the values of all of them. */
enum assay_status design_choose_shard(struct design *design, const char *from, const char *text,
                                      struct assay_error *error);
