/* SPDX-License-Identifier: GPL-3.0-or-later */
/* plan_write.h -- a plan's counts into a manifest. */
#ifndef CLI_PLAN_WRITE_H
#define CLI_PLAN_WRITE_H

#include "cli/planning.h"
#include "manifest/rewrite.h"

/* The plan that stands for all: of everything together, or the only one. NULL: the levels of the
 * plans differ. */
const struct shown_plan *planning_common(const struct planning *planning);

/* The counts for its first precision or time that can be reached; NULL: none can. counts[0] belongs
 * to level `first`. */
const struct shown_target *plan_first_target(const struct shown_plan *shown);

/* Whether plan_write can be done, as far as can be seen before: says on stderr what stands against
 * it, so that nothing is shown of a plan that cannot be written. */
enum exit_code plan_check_write(const struct planning *planning, const char *path);

/* Puts the counts for the first precision or time into the manifest and says so on stderr. */
enum exit_code plan_write(const struct planning *planning, const char *path, bool quiet);

/* The same of plan_write_counts. */
enum exit_code plan_check_counts(const char *path, const struct manifest_count *counts, size_t n);

/* Writes counts (and warm-up) into the manifest at path, which otherwise stays as it stands. Says on
 * stderr what is wrong; the file is then as it was. */
enum exit_code plan_write_counts(const char *path, const struct manifest_count *counts, size_t n);

#endif
