/* SPDX-License-Identifier: GPL-3.0-or-later */
/* profile.c -- fuzz target: broken files of profilers are read, twice alike, or refused with a reason; what is read has
 * functions, and amounts that are numbers. */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "profile/profile_file.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void must(bool condition, const char *what)
{
    if (!condition) {
        fprintf(stderr, "fuzz: %s\n", what);
        abort();
    }
}

static void check(const struct profile *profile)
{
    for (size_t i = 0; i < profile->n_executions; i++) {
        const struct profile_execution *execution = &profile->executions[i];
        must(execution->user_s >= 0 && isfinite(execution->user_s), "user seconds are no amount");
        must(execution->system_s >= 0 && isfinite(execution->system_s), "system seconds are no amount");
        must(isnan(execution->wall_s) || isfinite(execution->wall_s), "wall seconds are infinite");
        must(execution->first + execution->n <= profile->n_counts, "counts are not there");
    }
    for (size_t i = 0; i < profile->n_counts; i++)
        must(profile->counts[i].function < profile->n_functions, "a count is of no function");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *copy = malloc(size > 0 ? size : 1);
    struct profile profile;
    if (copy == NULL)
        abort();
    memcpy(copy, data, size);
    const struct format_text text = {.text = copy, .size = size};
    profile_init(&profile, 2, &(struct profile_origin){.sampler = "", .unit = ""});
    for (uint32_t side = 0; side < 2; side++) {
        struct assay_error error = {.status = ASSAY_OK};
        const enum assay_status status = profile_read_text(&profile, &text, "file", side, 0, &error);
        must(status == ASSAY_OK || (error.text[0] != '\0' && error.status == status),
             "refused without a reason");
        if (status != ASSAY_OK)
            break;
        check(&profile);
        must(side == 0 || profile.executions[0].n == profile.executions[1].n,
             "the same bytes are two profiles");
    }
    profile_fini(&profile);
    free(copy);
    return 0;
}
