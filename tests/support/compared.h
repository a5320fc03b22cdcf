/* SPDX-License-Identifier: GPL-3.0-or-later */
/* compared.h -- made series compared: what most tests of comparisons begin and end with. */
#ifndef SUPPORT_COMPARED_H
#define SUPPORT_COMPARED_H

#include "analysis/comparison.h"
#include "support/made.h"

struct compared {
    struct input input;
    struct comparison pairs;
    const struct comparison_finding *row; /* the first of the first pair; NULL: there is none */
};

/* Of an input that stands already. NULL: as nobody asks for anything. */
static inline enum assay_status compared_input(const struct compare_request *how,
                                               struct compared *out, struct assay_error *error)
{
    struct compare_request request = COMPARE_REQUEST_DEFAULTS;
    if (how != NULL)
        request = *how;
    request.input = &out->input;
    const enum assay_status status = compare_systems(&request, &out->pairs, error);
    out->row = out->pairs.n > 0 && out->pairs.items[0].n > 0 ? &out->pairs.items[0].rows[0] : NULL;
    return status;
}

/* Of series; fails with the sentence of what goes wrong. */
static inline void compared_of(const struct made_series *made, size_t n,
                               const struct compare_request *how, struct compared *out)
{
    struct assay_error error;
    made_input(made, n, &out->input);
    if (compared_input(how, out, &error) != ASSAY_OK)
        fail_msg("%s", error.text);
    assert_non_null(out->row);
}

static inline void compared_fini(struct compared *compared)
{
    comparison_fini(&compared->pairs);
    input_fini(&compared->input);
}

#endif
