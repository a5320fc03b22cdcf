/* SPDX-License-Identifier: GPL-3.0-or-later */
/* read.c -- numbers and lists out of the object that a case gives. */
#include <math.h>
#include <stdlib.h>

#include "base/failure.h"
#include "reference/reference.h"

bool reference_wrong(struct reference *reference, const char *key, const char *what)
{
    (void)assay_fail(&reference->error, ASSAY_INVALID, "%.200s: %s %s", reference->name, key, what);
    return false;
}

bool reference_no_memory(struct reference *reference)
{
    return fail_no_memory(&reference->error) == ASSAY_OK;
}

bool reference_refused(struct reference *reference)
{
    if (reference->error.status != ASSAY_UNDEFINED)
        return false;
    reference_put(reference, JSON("refused", reference->error.text));
    return true;
}

bool reference_number(struct reference *reference, const char *key, double *out)
{
    const json_t *value = json_object_get(reference->object, key);
    if (value == NULL)
        return true;
    if (!json_is_number(value))
        return reference_wrong(reference, key, "must be a number");
    *out = json_number_value(value);
    return true;
}

bool reference_list(struct reference *reference, const json_t *list, const char *key, double **out,
                    size_t *n)
{
    *n = json_array_size(list);
    *out = calloc(*n + 1, sizeof **out);
    if (*out == NULL)
        return reference_no_memory(reference);
    for (size_t i = 0; i < *n; i++) {
        char place[80];
        (void)snprintf(place, sizeof place, "%.40s[%zu]", key, i);
        if (!json_is_number(json_array_get(list, i)))
            return reference_wrong(reference, place, "is no number");
        (*out)[i] = json_number_value(json_array_get(list, i));
    }
    return *n > 0 || reference_wrong(reference, key, "must be a list of numbers");
}

bool reference_log_ratios(struct reference *reference, const char *old_key, const char *new_key,
                          double **out, size_t *n)
{
    OWNED double *x = NULL;
    size_t n_old;
    const json_t *old_list = json_object_get(reference->object, old_key),
                 *new_list = json_object_get(reference->object, new_key);
    return reference_list(reference, old_list, old_key, &x, &n_old) &&
           reference_list(reference, new_list, new_key, out, n) &&
           assay_order_log_ratios((struct assay_view){x, n_old}, (struct assay_view){*out, *n},
                                  *out, &reference->error) == ASSAY_OK;
}

bool reference_time(struct reference *reference, const json_t *value, const char *key, double *out)
{
    *out = json_is_null(value) ? (double)NAN : log(json_number_value(value));
    if (json_is_null(value) || (json_is_number(value) && isfinite(*out)))
        return true;
    return reference_wrong(reference, key, "must hold times above 0, or null where one is lost");
}

json_t *reference_limits(double lower, double upper)
{
    return render_json_numbers((double[]){lower, upper}, 2);
}
