/* SPDX-License-Identifier: GPL-3.0-or-later */
/* why_pairs.c -- executions of a profile in pairs, by their rounds. */
#include "analysis/why_pairs.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/failure.h"

void why_pairs_fini(struct why_pairs *work)
{
    free(work->function);
    free(work->place);
    free(work->samples);
    free(work->runs[0]);
    free(work->runs[1]);
    free(work->executions[0]);
    free(work->executions[1]);
    free(work->units);
}

/* ---- the library's input ---- */

static int by_name(const void *left, const void *right, void *context)
{
    const struct profile *profile = context;
    const struct profile_function *a = &profile->functions[*(const uint32_t *)left],
                                  *b = &profile->functions[*(const uint32_t *)right];
    const int order = strcmp(a->name, b->name);
    return order != 0 ? order : strcmp(a->object, b->object);
}

/* What a function has where callers were not recorded is its own. */
static double samples_of(const struct why_pairs *work, const struct profile_count *count)
{
    const bool inclusive = work->request->how.inclusive && count->total > count->self;
    return (double)(inclusive ? count->total : count->self);
}

static bool prepare(struct why_pairs *work)
{
    const struct profile *profile = work->profile;
    const size_t n = profile->n_functions, executions = profile->n_executions;
    work->function = calloc(n + 1, sizeof *work->function);
    work->place = calloc(n + 1, sizeof *work->place);
    work->samples = calloc(profile->n_counts + 1, sizeof *work->samples);
    work->runs[0] = calloc(executions + 1, sizeof *work->runs[0]);
    work->runs[1] = calloc(executions + 1, sizeof *work->runs[1]);
    work->executions[0] = calloc(executions + 1, sizeof *work->executions[0]);
    work->executions[1] = calloc(executions + 1, sizeof *work->executions[1]);
    work->units = calloc(executions + 1, sizeof *work->units);
    if (work->executions[0] == NULL || work->executions[1] == NULL || work->function == NULL || work->place == NULL || work->samples == NULL ||
        work->runs[0] == NULL || work->runs[1] == NULL || work->units == NULL)
        return false;
    for (size_t i = 0; i < n; i++)
        work->function[i] = (uint32_t)i;
    if (n > 0)
        qsort_r(work->function, n, sizeof *work->function, by_name,
                (void *)(uintptr_t)profile);
    for (size_t i = 0; i < n; i++)
        work->place[work->function[i]] = i;
    for (size_t i = 0; i < profile->n_counts; i++)
        work->samples[i] = (struct assay_function_samples){work->place[profile->counts[i].function],
                                                           samples_of(work, &profile->counts[i])};
    return true;
}

/* Without what was not told: it is counted as nothing. */
static double told(double seconds)
{
    return isnan(seconds) ? 0 : seconds;
}

static struct assay_profiled run_of(const struct why_pairs *work, const struct profile_execution *execution)
{
    const double user = told(execution->user_s), system = told(execution->system_s);
    return (struct assay_profiled){
        .user = user,
        .system = system,
        .wall = isnan(execution->wall_s) ? user + system : execution->wall_s,
        .samples = work->samples + execution->first,
        .n = execution->n,
        .counted = (double)profile_samples(work->profile, execution)};
}

static const struct profile_execution *partner_of(const struct why_pairs *work,
                                                  const struct profile_execution *execution)
{
    const struct profile *profile = work->profile;
    for (size_t i = 0; i < profile->n_executions; i++)
        if (profile->executions[i].system == work->request->new_system &&
            profile->executions[i].round == execution->round)
            return &profile->executions[i];
    return NULL;
}

/* Where builds repeat: executions of one build alone are units themselves. */
static bool units_differ(const struct why_pairs *work)
{
    for (size_t i = 1; i < work->n; i++)
        if (work->units[i] != work->units[0])
            return true;
    return false;
}

static void pair_up(struct why_pairs *work)
{
    const struct profile *profile = work->profile;
    work->has_units = true;
    for (size_t i = 0; i < profile->n_executions; i++) {
        const struct profile_execution *execution = &profile->executions[i], *partner;
        if (execution->system != work->request->old_system ||
            (partner = partner_of(work, execution)) == NULL)
            continue;
        work->runs[0][work->n] = run_of(work, execution);
        work->runs[1][work->n] = run_of(work, partner);
        work->executions[0][work->n] = i;
        work->executions[1][work->n] = (size_t)(partner - profile->executions);
        work->has_units &= execution->unit != PROFILE_NO_UNIT;
        work->units[work->n++] = execution->unit;
    }
    work->has_units &= units_differ(work);
}

/* Whether a sample is told to be of two functions. */
static bool has_callers(const struct profile *profile)
{
    for (size_t i = 0; i < profile->n_counts; i++)
        if (profile->counts[i].total > profile->counts[i].self)
            return true;
    return false;
}

enum assay_status why_pairs_make(struct why_pairs *work, struct assay_error *error)
{
    if (!prepare(work))
        return fail_no_memory(error);
    pair_up(work);
    if (work->n == 0) {
        size_t n[2] = {0};
        for (size_t i = 0; i < work->profile->n_executions; i++) {
            n[0] += work->profile->executions[i].system == work->request->old_system;
            n[1] += work->profile->executions[i].system == work->request->new_system;
        }
        return assay_fail(
            error, ASSAY_UNDEFINED,
            "there is no pair of profiled executions: %zu of \"%s\" and %zu of \"%s\"", n[0],
            work->request->old_name, n[1], work->request->new_name);
    }
    if (work->request->how.inclusive && !has_callers(work->profile))
        return assay_fail(error, ASSAY_UNDEFINED,
                          "these profiles do not say what called a function: %s has no stacks",
                          work->profile->origin.sampler);
    return ASSAY_OK;
}
