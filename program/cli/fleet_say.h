/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fleet_say.h -- what `assay fleet` says while it watches and at the end. */
#pragma once

#include "cli/verb.h"
#include "fleet/fleet.h"
#include "view/text/terminal.h"

/* The line that stands on the terminal while a fleet is watched; elsewhere a line where something changed. */
struct fleet_saying {
    struct terminal terminal;
    bool draws, quiet;
    size_t said[FLEET_STATES];
};
struct fleet_saying fleet_say_begin(const struct global_options *global);
/* A fleet_teller; context: the saying. */
void fleet_say(void *context, const struct fleet *fleet);
void fleet_say_end(struct fleet_saying *saying);

/* Where the shards stand: counts, and a line for each; as JSON when global says so. */
void fleet_say_status(const struct fleet *fleet, const struct global_options *global);
/* Into which store, and how many. */
void fleet_say_merged(const struct fleet *fleet, const char *store, int64_t experiment,
                      const struct global_options *global);
/* Which shards did not come to an end, and where to look. */
void fleet_say_missing(const struct fleet *fleet);
