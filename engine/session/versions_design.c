/* SPDX-License-Identifier: GPL-3.0-or-later */
/* versions_design.c -- what a search measures of each version.
 * Source:   own. Each answer of a search has a small share of the error: at 99.96 % the half-width of Student's t is 12 standard
 *           errors of 5 builds, and 4.3 of 20 executions. So a search rests on executions of one build of each version, and
 *           what it finds is asked once more of several builds (versions_pairs.h), at a share of its own.
 * Assumes:  of a few builds only: who asks for more than VERSIONS_FEW has measured what these cost. Machines stay.
 * Checked:  tests/engine/session/test_versions_design.c; how often such a search errs, test_versions_error.c.
 */
#include "session/versions_design.h"

#include <string.h>

#include "session/versions_run.h"

enum { LEAST_EXECUTIONS = 12 }; /* from here on the median's interval is one of order statistics (METHODS H10) */

bool versions_are_built_once(const struct design *design)
{
    return versions_rest_on_few(design) && !design_has_machines(design);
}

/* As many as all builds had together, within what answers take. */
static size_t executions_of_one(size_t builds, size_t each)
{
    const size_t all = builds * each;
    const size_t enough = all < LEAST_EXECUTIONS      ? LEAST_EXECUTIONS
                          : all > VERSIONS_EXECUTIONS ? VERSIONS_EXECUTIONS
                                                      : all;
    return each > enough ? each : enough;
}

size_t versions_build_once(struct design *design)
{
    const size_t top = design_top_level(design), execution = design_execution_level(design);
    if (!versions_are_built_once(design))
        return 0;
    const size_t builds = design->levels[top].count;
    for (size_t i = top; i < execution; i++)
        design->levels[i].count = 1;
    design->levels[execution].count = executions_of_one(builds, design->levels[execution].count);
    design->changed = true;
    return builds;
}

void versions_build_anew(struct design *design, size_t n_before)
{
    struct design_level *builds = &design->levels[design_top_level(design)];
    builds->count = n_before > 0 ? VERSIONS_MORE_BUILDS : VERSIONS_BUILDS;
    design->changed = true;
}
