/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fleet_parts.h -- what the files of this room share. */
#ifndef FLEET_FLEET_PARTS_H
#define FLEET_FLEET_PARTS_H

#include <stdio.h>

#include "fleet/fleet.h"

enum { FLEET_PATH = 4096, FLEET_LINE = 256 };

/* DIRECTORY/shard-K/NAME, or DIRECTORY/NAME for shard 0. ASSAY_SYSTEM: too long. */
enum assay_status fleet_path(const struct fleet *fleet, size_t shard, const char *name,
                             char path[FLEET_PATH], struct assay_error *error);
/* The first line of a file; false: there is none. */
bool fleet_read_line(const char *path, char line[FLEET_LINE]);
/* Takes the place of the file whole. */
enum assay_status fleet_write_line(const char *path, const char *line, struct assay_error *error);
/* "assay: what failed there, and why" */
enum assay_status fleet_fail_file(const char *path, struct assay_error *error);

/* How often a worker shows that it lives. */
double fleet_beat_s(const struct fleet *fleet);
bool fleet_cancelled(const struct fleet *fleet);
/* The attempt that may measure a shard; 0: none. */
size_t fleet_leased(const struct fleet *fleet, size_t shard);
/* Writes the lease as the shard has it. */
enum assay_status fleet_lease(const struct fleet *fleet, size_t shard, struct assay_error *error);

/* ---- the engine "command" ---- */

/* Starts the line for a shard; its process is the shard's pid. */
enum assay_status command_engine_start(const struct fleet *fleet, size_t shard, long *pid,
                                       struct assay_error *error);
/* What became of it. COMMAND_GONE: it ended while nobody of this process waited for it. */
enum command_end { COMMAND_RUNS, COMMAND_WELL, COMMAND_BADLY, COMMAND_GONE };
enum command_end command_engine_look(long pid);

#endif
