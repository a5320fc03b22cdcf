/* SPDX-License-Identifier: GPL-3.0-or-later */
/* versions_design.c -- what a search measures of each version.
 * Source:   own. Each answer of a search has a small share of the error: at 99.96 % the half-width of Student's t is 12 standard
 *           errors of 5 builds, and 4.3 of 20 executions. So a search rests on executions of one build of each version, and
 *           what it finds is asked once more of several builds (versions_pairs.h), at a share of its own.
 *           A middle is measured to tell on which side of it a change is that is known by then: in as many rounds as that takes,
 *           chosen before they are run. What they leave open on the other side goes on in fresh rounds.
 * Assumes:  of a few builds only: who asks for more than VERSIONS_FEW has measured what these cost. Machines stay, and so does all
 *           of what a quantile is asked of, which takes as many values as it takes.
 * Checked:  tests/engine/session/test_versions_design.c; how often such a search errs, test_versions_error.c.
 */
#include "session/versions_design.h"

#include <math.h>

#include <assay/interval.h>

#include "session/versions_run.h"

bool versions_are_built_once(const struct design *design)
{
    return versions_rest_on_few(design) && !design_has_machines(design) &&
           !design_has_quantile(design);
}

/* As many as all builds had together, within what answers take. */
static size_t executions_of_one(size_t builds, size_t each)
{
    const size_t all = builds * each;
    const size_t enough = all < VERSIONS_LEAST        ? VERSIONS_LEAST
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

/* Of the logarithm of a round's ratio, with what so few rounds may hide of it; NaN: not known. */
static double sd_of(const struct versions_pair *pair)
{
    static const double caution = 1.5;
    const double half = log(pair->upper / pair->lower) / 2;
    return pair->builds == 0 && pair->rounds > 2 && isfinite(half)
               ? caution * half * sqrt((double)pair->rounds) /
                     assay_t_critical(pair->confidence, (double)pair->rounds - 1)
               : (double)NAN;
}

/* Typical run and mean share the error. */
static double half_of(double sd, size_t rounds, double confidence)
{
    return assay_t_critical((1 + confidence) / 2, (double)rounds - 1) * sd / sqrt((double)rounds);
}

size_t versions_rounds_for(const struct versions_pair *pair, double margin, double confidence,
                           size_t most)
{
    const double sd = sd_of(pair), beyond = fabs(log(pair->ratio)) - log1p(margin);
    size_t n = VERSIONS_LEAST;
    while (n < most && !(half_of(sd, n, confidence) <= beyond / 2))
        n++;
    return n < most ? n : most;
}

void versions_limit_rounds(struct design *design, size_t rounds)
{
    const size_t top = design_top_level(design);
    if (rounds == 0 || top != design_execution_level(design) || design->rounds.find ||
        design_has_quantile(design) || design->stop.rule != STOP_FIXED ||
        design->levels[top].count <= rounds)
        return;
    design->levels[top].count = rounds;
    design->changed = true;
}

void versions_build_anew(struct design *design, size_t n_before)
{
    struct design_level *builds = &design->levels[design_top_level(design)];
    builds->count = n_before > 0 ? VERSIONS_MORE_BUILDS : VERSIONS_BUILDS;
    design->changed = true;
}
