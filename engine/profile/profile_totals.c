/* SPDX-License-Identifier: GPL-3.0-or-later */
/* profile_totals.c -- samples and seconds of each stack, over all executions of two systems. */
#include <math.h>
#include <stdlib.h>

#include "profile/profile_write.h"
#include "profile/stacks.h"

/* 0, 1; 2: another system. */
static size_t side_of(const struct profile_sides *sides, const struct profile_execution *execution)
{
    return execution->system == sides->system[0] ? 0 : execution->system == sides->system[1] ? 1 : 2;
}

static void add(const struct profile *profile, const struct profile_sides *sides,
                const struct profile_stack_count *count, struct profile_totals *out)
{
    const struct profile_execution *execution = &profile->executions[count->execution];
    const size_t side = side_of(sides, execution);
    const double samples = (double)profile_samples(profile, execution),
                 user = isnan(execution->user_s) ? 0 : execution->user_s;
    if (side > 1 || samples <= 0)
        return;
    out->samples[side][count->stack - 1] += (double)count->self;
    out->seconds[side][count->stack - 1] += user * ((double)count->self / samples);
}

bool profile_totals_of(const struct profile *profile, const struct profile_sides *sides,
                       struct profile_totals *out)
{
    const struct profile_stacks *stacks = profile->stacks;
    bool good = true;
    for (size_t side = 0; side < 2; side++) {
        out->samples[side] = calloc(stacks->n + 1, sizeof *out->samples[side]);
        out->seconds[side] = calloc(stacks->n + 1, sizeof *out->seconds[side]);
        good = good && out->samples[side] != NULL && out->seconds[side] != NULL;
    }
    for (size_t i = 0; good && i < stacks->n_counts; i++)
        add(profile, sides, &stacks->counts[i], out);
    for (size_t i = 0; i < profile->n_executions; i++) {
        const size_t side = side_of(sides, &profile->executions[i]);
        if (side < 2 && !isnan(profile->executions[i].system_s))
            out->kernel_s[side] += profile->executions[i].system_s;
    }
    return good;
}

void profile_totals_fini(struct profile_totals *totals)
{
    for (size_t side = 0; side < 2; side++) {
        free(totals->samples[side]);
        free(totals->seconds[side]);
    }
}
