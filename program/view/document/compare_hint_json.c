/* SPDX-License-Identifier: GPL-3.0-or-later */
/* compare_hint_json.c -- what it would take where a comparison is inconclusive, in documents. */
#include "view/terminal/compare_notes.h"
#include "analysis/units_needed.h"
#include "view/document/json.h"
#include "view/terminal/units_needed.h"

enum { MOST_DOCUMENTED = 200 }; /* more take too long */

struct compare_hints compare_hints_begin(const struct comparison *pairs)
{
    return (struct compare_hints){units_needed_replicates(comparison_inconclusive(pairs)),
                                  MOST_DOCUMENTED};
}

void compare_hints_set(struct compare_hints *hints, const struct system_pair *pair, size_t row,
                       json_t *comparison)
{
    struct units_needed needed;
    if (hints->left == 0 || !pair_is_inconclusive(pair, row))
        return;
    hints->left--;
    const enum assay_status status = units_needed_of(&pair->rows[row], hints->replicates, &needed);
    if (status == ASSAY_NO_MEMORY)
        render_json_no_memory();
    if (status == ASSAY_OK)
        render_json_set(comparison, "to_decide", units_needed_json(&needed));
}
