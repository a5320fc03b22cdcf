/* SPDX-License-Identifier: GPL-3.0-or-later */
/* compare_hint.c -- what it would take where a comparison is inconclusive, on screen. */
#include "view/terminal/compare_hint.h"

#include <stdlib.h>
#include <string.h>

#include "analysis/units_needed.h"
#include "view/terminal/units_needed.h"
#include "view/text/sentences.h"
#include "view/text/terminal.h"
#include "view/text/view_memory.h"

enum { MOST_HINTS = 4, FEW_HINTS = 2 }; /* with --details and without; more are no help */

/* What tells the rows of all pairs apart. */
struct apart {
    bool benchmarks, metrics, systems;
};

static struct apart apart_of(const struct comparison *pairs)
{
    struct apart apart = {.systems = pairs->n > 1};
    const struct assay_series *first = pairs->n > 0 ? pairs->items[0].rows[0].old_series : NULL;
    for (size_t i = 0; i < pairs->n; i++)
        for (size_t j = 0; j < pairs->items[i].n; j++) {
            const struct assay_series *series = pairs->items[i].rows[j].old_series;
            apart.benchmarks |= strcmp(series->benchmark, first->benchmark) != 0;
            apart.metrics |= strcmp(series->metric, first->metric) != 0;
        }
    return apart;
}

/* "  fft-1024 max_rss, O3: ", of this what is needed; "  note: " when nothing is. NULL: no memory. */
static char *lead_of(struct apart apart, const struct comparison_finding *row, int limit)
{
    const struct assay_series *series = row->old_series;
    struct terminal_names names = {NULL, 0};
    const bool rows = apart.benchmarks || apart.metrics;
    char *lead = view_format(
        "  %s%s%s%s%s: ", apart.benchmarks ? terminal_shown(&names, series->benchmark, limit) : "",
        apart.benchmarks && apart.metrics ? " " : "",
        apart.metrics ? terminal_shown(&names, series->metric, 0) : "",
        rows && apart.systems ? ", " : "",
        apart.systems ? terminal_shown(&names, row->new_series->system, 0)
        : rows        ? ""
                      : "note");
    terminal_names_fini(&names);
    return lead;
}

static void print(const struct terminal *terminal, const struct comparison_finding *row,
                  struct apart apart, size_t replicates)
{
    struct units_needed needed;
    const enum assay_status status = units_needed_of(row, replicates, &needed);
    if (status == ASSAY_NO_MEMORY)
        view_lose();
    if (status != ASSAY_OK)
        return;
    char *lead = lead_of(apart, row, 2 * terminal->width / 3),
         *sentence = units_needed_sentence(&needed);
    if (lead != NULL && sentence != NULL)
        terminal_paragraph(terminal, lead, sentence);
    free(sentence);
    free(lead);
}

void compare_hints(const struct terminal *terminal, const struct comparison *pairs)
{
    const size_t n = comparison_inconclusive(pairs);
    const struct apart apart = apart_of(pairs);
    const size_t most = sentences_all_wanted() ? MOST_HINTS : FEW_HINTS;
    size_t given = 0;
    for (size_t i = 0; i < pairs->n; i++)
        for (size_t j = 0; j < pairs->items[i].n && given < most; j++)
            if (pair_is_inconclusive(&pairs->items[i], j)) {
                print(terminal, &pairs->items[i].rows[j], apart, units_needed_replicates(n));
                given++;
            }
    char text[128];
    (void)snprintf(text, sizeof text,
                   "%zu more %s inconclusive: --benchmark NAME tells what it would take", n - given,
                   n - given == 1 ? "is" : "are");
    if (n > given)
        terminal_paragraph(terminal, "  ", text);
}
