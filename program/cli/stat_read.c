/* SPDX-License-Identifier: GPL-3.0-or-later */
/* stat_read.c -- a file's numbers as a nested sample. */
#include "base/failure.h"
#include "cli/stat.h"

#include <stdint.h>

bool stat_nested(const struct number_file *file, const char *option, const char *shape,
                 struct stat_answer *answer, struct assay_sample *sample)
{
    size_t counts[ASSAY_MAX_LEVELS], n_levels, n = 1;
    if (shape == NULL) {
        *sample = assay_sample_flat(file->values, file->n);
        return true;
    }
    if (number_shape_read(option, shape, counts, &n_levels, &answer->error) != ASSAY_OK)
        return false;
    for (size_t i = 0; i < n_levels; i++)
        n = n > SIZE_MAX / counts[i] ? SIZE_MAX : n * counts[i];
    if (n != file->n)
        return assay_fail(&answer->error, ASSAY_INVALID,
                          "--%s %s asks for %zu values, %s holds %zu", option, shape, n, file->name,
                          file->n) == ASSAY_OK;
    *sample = assay_sample_balanced(file->values, n_levels, counts);
    return true;
}

enum assay_status stat_repeated_init(struct stat_repeated *repeated,
                                     const struct assay_sample *sample, struct assay_error *error)
{
    *repeated = (struct stat_repeated){.sample = *sample};
    TRY(assay_sample_check(sample, error));
    TRY(assay_shape_drop_single(&sample->shape, &repeated->owned, repeated->removed, error));
    repeated->sample.shape = repeated->owned.shape;
    if (repeated->sample.shape.n_levels < sample->shape.n_levels)
        repeated->warnings = ASSAY_WARNING(ASSAY_WARN_LEVEL_MERGED);
    return ASSAY_OK;
}

void stat_repeated_fini(struct stat_repeated *repeated)
{
    assay_shape_owned_fini(&repeated->owned);
}
