/* SPDX-License-Identifier: GPL-3.0-or-later */
/* decision.c -- who chose the warm-up, said wherever its values are shown. */
#include "render/decision.h"

#include <stdio.h>
#include <string.h>

#include "render/finding.h"

static bool same(const struct assay_series *a, const struct assay_series *b)
{
    return a->decided == b->decided && a->live_from == b->live_from &&
           strcmp(a->benchmark, b->benchmark) == 0;
}

void decisions_print(const struct terminal *terminal, const struct assay_series *const *series,
                     size_t n)
{
    struct terminal_names names = {NULL, 0};
    bool begun = false;
    for (size_t i = 0; i < n; i++) {
        size_t j = 0;
        while (j < i && !same(series[i], series[j]))
            j++;
        if (j < i || series[i]->decided == ASSAY_DECIDED_NOT)
            continue;
        if (!begun)
            terminal_puts(terminal, STYLE_PLAIN, "\n");
        begun = true;
        char text[256];
        (void)snprintf(text, sizeof text,
                       "%s: live from iteration %zu of each execution, chosen %s.",
                       terminal_shown(&names, series[i]->benchmark, 40), series[i]->live_from + 1,
                       series[i]->decided == ASSAY_DECIDED_BY_HAND ? "by hand" : "automatically");
        terminal_paragraph(terminal, "  ", text);
    }
    terminal_names_fini(&names);
}
