/* SPDX-License-Identifier: GPL-3.0-or-later */
/* reference.h -- the methods of `reference`: each reads one object, as reference cases have it, calls libassay, and answers
 * with the fields that the cases expect. */
#pragma once

#include <stddef.h>

#include <assay/assay.h>
#include <jansson.h>

#include "base/owned.h"
#include "view/document/json.h"

/* What was asked, and what comes of it. */
struct reference {
    json_t *object;
    const char *name;  /* of the file that it stands in */
    double confidence; /* the object's "conf" */
    json_t *result;
    struct assay_error error; /* why there is no answer */
};

/* False when there is no answer: reference->error says why. */
typedef bool reference_run(struct reference *reference);
reference_run reference_duet, reference_factors, reference_machines, reference_paired_median,
    reference_scaling, reference_slices, reference_why;
reference_run reference_machine_classes, reference_machine_plan; /* of reference_machines */
reference_run reference_factors_apart; /* of reference_factors: what shares no rounds */

/* Sets fields of the result. */
#define reference_put(reference, ...) ((void)render_json_put((reference)->result, __VA_ARGS__))
/* A list of n numbers, each made from its index i. */
#define REFERENCE_NUMBERS(i, n, number) JSON_LIST(i, n, render_json_number(number))
/* A list of two numbers. */
json_t *reference_limits(double lower, double upper);

/* ---- out of the object: false where there is no answer ---- */

/* "rounds.json: KEY WHAT"; false. */
bool reference_wrong(struct reference *reference, const char *key, const char *what);
bool reference_no_memory(struct reference *reference);

/* What the library refuses is an answer, too: {"refused": why}. False when it failed otherwise. */
bool reference_refused(struct reference *reference);

/* True where the key is absent, too. */
bool reference_number(struct reference *reference, const char *key, double *out);
/* A list that stands under the key, one number or more, into memory of the caller: *out is freed also
 * after a failure. */
bool reference_list(struct reference *reference, const json_t *list, const char *key, double **out,
                    size_t *n);
/* ln(new / old) of the two lists that stand under these keys, likewise. */
bool reference_log_ratios(struct reference *reference, const char *old_key, const char *new_key,
                          double **out, size_t *n);
/* The logarithm of a time above 0; NaN of null, where one was lost. */
bool reference_time(struct reference *reference, const json_t *value, const char *key, double *out);
