/* SPDX-License-Identifier: GPL-3.0-or-later */
/* latest.h -- which experiment "latest" stands for, where the screen does not say it. */
#pragma once

#include "cli/verb.h"
#include "store/store.h"

/* Says on stderr that the experiment was taken since none was named, where the store has others, too.
 * Documents say it themselves. */
void latest_say(int64_t experiment, const struct global_options *global);

/* Says on stderr where and when it was measured, if it was taken since none was named, from a store of all directories, and is
 * not of this one. */
void latest_elsewhere(const struct experiment_info *info, const struct global_options *global);
/* The same of the store's latest, for who reads all of it. */
void latest_look(const struct global_options *global);

/* A gate that no experiment was named for takes none of another directory, neither above nor below: EXIT_USAGE, with what to type. */
enum exit_code latest_gate(const struct experiment_info *info, const struct global_options *global);

/* Nor does what is written to a file. */
enum exit_code latest_write(const struct global_options *global);

/* Is the place this directory, or below it? */
bool latest_is_below(const char *place, const char *directory);
/* "3 days ago", to be freed. */
char *latest_ago(int64_t then_ns);
