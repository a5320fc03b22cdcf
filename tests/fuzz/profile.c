/* SPDX-License-Identifier: GPL-3.0-or-later */
/* profile.c -- fuzz target: broken files of profilers are read, twice alike, or refused with a reason; what is read has
 * functions, and amounts that are numbers; as a profile of pprof it is read back with as many samples. */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "profile/profile_file.h"
#include "profile/profile_write.h"
#include "profile/stacks.h"

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

static double samples_of(const struct profile *profile)
{
    double samples = 0;
    for (size_t i = 0; i < profile->n_executions; i++)
        samples += (double)profile_samples(profile, &profile->executions[i]);
    return samples;
}

/* Numbers that doubles hold exactly; what is nothing but the kernel has no sample to come back. */
static bool can_come_back(const struct profile *profile)
{
    const double samples = samples_of(profile);
    return samples > 0 && samples < 0x1p52;
}

static void check_written(struct profile *profile)
{
    static const struct profile_sides sides = {{0, 1}, {"old", "new"}};
    struct profile again;
    char *text = NULL;
    size_t n = 0;
    profile_complete_stacks(profile);
    FILE *stream = open_memstream(&text, &n);
    must(stream != NULL && profile_write_pprof(profile, &sides, false, stream, NULL) == ASSAY_OK,
         "what was read cannot be written");
    fclose(stream);
    const struct format_text written = {.text = text, .size = n};
    profile_init(&again, 2, &(struct profile_origin){.sampler = "", .unit = ""});
    must(profile_read_text(&again, &written, "again", 0, 0, NULL) == ASSAY_OK,
         "what was written cannot be read");
    must(samples_of(&again) == samples_of(profile), "samples were lost on the way");
    profile_fini(&again);
    free(text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    bool whole = true;
    char *copy = malloc(size > 0 ? size : 1);
    struct profile profile;
    if (copy == NULL)
        abort();
    memcpy(copy, data, size);
    const struct format_text text = {.text = copy, .size = size};
    profile_init(&profile, 2, &(struct profile_origin){.sampler = "", .unit = ""});
    profile_keep_stacks(&profile);
    for (uint32_t side = 0; side < 2; side++) {
        struct assay_error error = {.status = ASSAY_OK};
        const enum assay_status status = profile_read_text(&profile, &text, "file", side, 0, &error);
        must(status == ASSAY_OK || (error.text[0] != '\0' && error.status == status),
             "refused without a reason");
        whole = status == ASSAY_OK;
        if (!whole)
            break;
        check(&profile);
        must(side == 0 || profile.executions[0].n == profile.executions[1].n,
             "the same bytes are two profiles");
    }
    if (whole && can_come_back(&profile))
        check_written(&profile);
    profile_fini(&profile);
    free(copy);
    return 0;
}
