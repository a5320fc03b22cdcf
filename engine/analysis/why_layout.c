/* SPDX-License-Identifier: GPL-3.0-or-later */
/* why_layout.c -- by how much the layout of a build moves a function's seconds, of builds whose code was put in random order.
 * Source:   METHODS A1, B3: the component of variance between builds, of a function's seconds (I2) of executions in builds,
 *           T^2 = S^2 of the builds' means less what executions of one build leave in these; unbiased, and below 0 as often as
 *           chance has it where layout moves nothing. Its interval is that by modified large samples (lib/plan/shares.c).
 * Assumes:  of the same program builds differ by their layout alone; normal effects, for the interval. Builds are measured one
 *           after another: what the host drifts between them counts as theirs.
 * Edge:     an interval that holds 0: no spread is claimed, only how large it may be. Fewer than three builds of a side, or one
 *           execution of each: not known, and why. An execution without samples has none of any function. In per cent of the
 *           mean old whole, as contributions are.
 * Checked:  tests/engine/analysis/test_why_layout.c: by hand; unbiased in 4000 seeded experiments, with and without layout
 */
#include <assay/plan.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/why_analyse.h"
#include "base/failure.h"
#include "base/owned.h"

enum { LEAST_BUILDS = 3 };

/* Executions of a side, build by build. */
struct side {
    const struct profile_execution **executions;
    size_t *first; /* of each build, and the end */
    size_t n, builds;
    bool repeats; /* a build has two executions or more */
    double *seconds;
};

static int by_unit(const void *a, const void *b)
{
    const struct profile_execution *x = *(const struct profile_execution *const *)a,
                                   *y = *(const struct profile_execution *const *)b;
    if (x->unit != y->unit)
        return x->unit < y->unit ? -1 : 1;
    return x->round < y->round ? -1 : x->round > y->round;
}

static bool side_make(const struct profile *profile, size_t system, struct side *side)
{
    const size_t room = profile->n_executions + 1;
    side->executions = calloc(room, sizeof *side->executions);
    side->first = calloc(room, sizeof *side->first);
    side->seconds = calloc(room, sizeof *side->seconds);
    if (side->executions == NULL || side->first == NULL || side->seconds == NULL)
        return false;
    for (size_t i = 0; i < profile->n_executions; i++)
        if (profile->executions[i].system == system && profile->executions[i].unit != PROFILE_NO_UNIT)
            side->executions[side->n++] = &profile->executions[i];
    if (side->n > 1)
        qsort(side->executions, side->n, sizeof *side->executions, by_unit);
    for (size_t i = 0; i < side->n; i++) {
        if (i == 0 || side->executions[i]->unit != side->executions[i - 1]->unit)
            side->first[side->builds++] = i;
        else
            side->repeats = true;
    }
    side->first[side->builds] = side->n;
    return true;
}

static void side_fini(struct side *side)
{
    free(side->executions);
    free(side->first);
    free(side->seconds);
}

/* Of the program's own time: of nothing that was not told. */
static double seconds_of(const struct profile *profile, const struct profile_execution *execution,
                         uint32_t function)
{
    const double samples = (double)profile_samples(profile, execution);
    for (size_t i = 0; i < execution->n; i++) {
        const struct profile_count *count = &profile->counts[execution->first + i];
        if (count->function == function && samples > 0)
            return execution->user_s * ((double)count->self / samples);
    }
    return 0;
}

static struct why_spread spread_of(const struct profile *profile, struct side *side,
                                   uint32_t function, double whole, double confidence)
{
    struct assay_sample sample = {.values = side->seconds,
                                  .shape = {.n_levels = 2, .count = {side->builds}, .first = {side->first}}};
    struct assay_share shares[ASSAY_MAX_LEVELS];
    const double scale = 100 / whole;
    for (size_t i = 0; i < side->n; i++)
        side->seconds[i] = seconds_of(profile, side->executions[i], function);
    if (assay_variance_shares(&sample, confidence, shares, NULL) != ASSAY_OK)
        return (struct why_spread){.known = false};
    return (struct why_spread){.known = true,
                               .variance = shares[0].t2 * scale * scale,
                               .sd = shares[0].lower > 0 ? scale * sqrt(shares[0].t2) : 0,
                               .sd_upper = shares[0].upper > 0 ? scale * sqrt(shares[0].upper) : 0};
}

static uint32_t function_of(const struct profile *profile, const struct why_line *line)
{
    for (size_t i = 0; i < profile->n_functions; i++)
        if (strcmp(profile->functions[i].name, line->name) == 0 &&
            strcmp(profile->functions[i].object, line->object) == 0)
            return (uint32_t)i;
    return PROFILE_NO_FUNCTION;
}

static double whole_of(const struct side *side)
{
    double sum = 0;
    for (size_t i = 0; i < side->n; i++)
        sum += side->executions[i]->user_s + side->executions[i]->system_s;
    return side->n > 0 ? sum / (double)side->n : 0;
}

static void fill(struct why_finding *finding, const struct profile *profile, struct side sides[2],
                 const struct why_request *request)
{
    const double whole = whole_of(&sides[0]);
    for (size_t i = 0; i < finding->n; i++) {
        struct why_line *line = &finding->lines[i];
        const uint32_t function = line->name != NULL && line->code == WHY_CODE_SAME
                                      ? function_of(profile, line)
                                      : PROFILE_NO_FUNCTION;
        for (size_t side = 0; side < 2 && function != PROFILE_NO_FUNCTION && whole > 0; side++)
            line->layout[side] =
                spread_of(profile, &sides[side], function, whole, request->how.confidence);
    }
    finding->layout_builds =
        sides[0].builds < sides[1].builds ? sides[0].builds : sides[1].builds;
}

/* Other builds than those of assay cc differ by what nobody drew. */
static enum why_layout_doubt doubt_of(const struct side sides[2], const struct profile *profile,
                                      const struct why_request *request)
{
    if (!request->random_layout || strcmp(profile->origin.unit, "s") != 0)
        return WHY_LAYOUT_NOT_DRAWN;
    if (sides[0].builds < LEAST_BUILDS || sides[1].builds < LEAST_BUILDS)
        return WHY_LAYOUT_FEW_BUILDS;
    return sides[0].repeats && sides[1].repeats ? WHY_LAYOUT_KNOWN : WHY_LAYOUT_ONE_EXECUTION;
}

enum assay_status why_add_layout(struct why_finding *finding, const struct profile *profile,
                                 const struct why_request *request, struct assay_error *error)
{
    struct side sides[2] = {{0}, {0}};
    const bool made = side_make(profile, request->old_system, &sides[0]) &&
                      side_make(profile, request->new_system, &sides[1]);
    if (made) {
        finding->layout = doubt_of(sides, profile, request);
        if (finding->layout == WHY_LAYOUT_KNOWN)
            fill(finding, profile, sides, request);
    }
    side_fini(&sides[0]);
    side_fini(&sides[1]);
    return made ? ASSAY_OK : fail_no_memory(error);
}
