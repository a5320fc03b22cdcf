/* SPDX-License-Identifier: GPL-3.0-or-later */
/* stat_read.c -- what methods of `assay stat` read: numbers and lists out of one JSON object, a file's numbers nested. */
#include "cli/stat.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>

#include "base/failure.h"

bool stat_object_wrong(struct stat_answer *answer, const char *key, const char *what)
{
    (void)assay_fail(&answer->error, ASSAY_INVALID, "%.200s: %s %s", answer->object_name, key,
                     what);
    return false;
}

bool stat_no_memory(struct stat_answer *answer)
{
    return fail_no_memory(&answer->error) == ASSAY_OK;
}

bool stat_object_number(struct stat_answer *answer, const char *key, double *out)
{
    const json_t *value = json_object_get(answer->object, key);
    if (value == NULL)
        return true;
    if (!json_is_number(value))
        return stat_object_wrong(answer, key, "must be a number");
    *out = json_number_value(value);
    return true;
}

bool stat_object_list(struct stat_answer *answer, const json_t *list, const char *key, double **out,
                      size_t *n)
{
    *n = json_array_size(list);
    *out = calloc(*n + 1, sizeof **out);
    if (*out == NULL)
        return stat_no_memory(answer);
    for (size_t i = 0; i < *n; i++) {
        char place[80];
        (void)snprintf(place, sizeof place, "%.40s[%zu]", key, i);
        if (!json_is_number(json_array_get(list, i)))
            return stat_object_wrong(answer, place, "is no number");
        (*out)[i] = json_number_value(json_array_get(list, i));
    }
    return *n > 0 || stat_object_wrong(answer, key, "must be a list of numbers");
}

bool stat_object_time(struct stat_answer *answer, const json_t *value, const char *key, double *out)
{
    *out = json_is_null(value) ? (double)NAN : log(json_number_value(value));
    if (json_is_null(value) || (json_is_number(value) && isfinite(*out)))
        return true;
    return stat_object_wrong(answer, key, "must hold times above 0, or null where one is lost");
}

json_t *stat_limits(double lower, double upper)
{
    return render_json_numbers((double[]){lower, upper}, 2);
}

/* ---- the numbers of a file, nested by --shape ---- */

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
    enum assay_status status = assay_sample_check(sample, error);
    if (status == ASSAY_OK)
        status =
            assay_shape_drop_single(&sample->shape, &repeated->owned, repeated->removed, error);
    if (status != ASSAY_OK)
        return status;
    repeated->sample.shape = repeated->owned.shape;
    if (repeated->sample.shape.n_levels < sample->shape.n_levels)
        repeated->warnings = ASSAY_WARNING(ASSAY_WARN_LEVEL_MERGED);
    return ASSAY_OK;
}

void stat_repeated_fini(struct stat_repeated *repeated)
{
    assay_shape_owned_fini(&repeated->owned);
}
