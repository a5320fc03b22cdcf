/* SPDX-License-Identifier: GPL-3.0-or-later */
/* unpaired.c -- what is said of series that cannot be paired. */
#include "cli/unpaired.h"

#include <stdlib.h>

#include "view/document/json.h"
#include "view/text/view_memory.h"

char *pair_left_out_text(const struct left_out *left_out)
{
    const struct assay_series *a = left_out->series, *b = left_out->other;
    return b == NULL
               ? words_format("%s was measured for %s only and is left out. Measure it for both "
                              "systems.",
                              a->metric, a->system)
               : words_format("%s is in %s for %s and in %s for %s, and is left out.", a->metric,
                              a->unit, a->system, b->unit, b->system);
}

void pair_warn_left_out(const struct pair *pair, json_t *document)
{
    for (size_t i = 0; i < pair->n_left_out; i++) {
        char *text = pair_left_out_text(&pair->left_out[i]);
        render_json_warn_text(document, "left-out", text != NULL ? text : "",
                              pair->left_out[i].series->benchmark);
        free(text);
    }
}
