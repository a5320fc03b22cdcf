/* SPDX-License-Identifier: GPL-3.0-or-later */
/* unpaired.c -- what is said of series that cannot be paired. */
#include "view/document/experiment.h"

#include "view/document/json.h"
#include "view/text/view_memory.h"

char *unpaired_text(const struct unpaired *unpaired)
{
    const struct assay_series *a = unpaired->series, *b = unpaired->other;
    return b == NULL
               ? view_format("%s was measured for %s only and is left out. Measure it for both "
                             "systems.",
                             a->metric, a->system)
               : view_format("%s is in %s for %s and in %s for %s, and is left out.", a->metric,
                             a->unit, a->system, b->unit, b->system);
}

void unpaired_warn(const struct system_pair *pair, json_t *document)
{
    for (size_t i = 0; i < pair->n_unpaired; i++) {
        OWNED char *text = unpaired_text(&pair->unpaired[i]);
        render_json_warn_text(document, "left-out", text != NULL ? text : "",
                              pair->unpaired[i].series->benchmark);
    }
}
