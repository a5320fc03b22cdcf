/* SPDX-License-Identifier: GPL-3.0-or-later */
/* warmup_source.c -- who chose the warm-up, said wherever its values are shown. */
#include "view/text/note.h"

#include "source/series_groups.h"
#include "view/text/view_memory.h"

static const struct assay_series *series_of(const void *series, size_t row)
{
    return ((const struct assay_series *const *)series)[row];
}

void decisions_of(const struct assay_series *const *series, size_t n, struct sentences *sentences)
{
    SCOPED(series_groups_fini) struct series_groups groups = {0};
    if (!series_groups_init(&groups, n, SERIES_BENCHMARK | SERIES_DECISION, series_of, series)) {
        view_lose();
        return;
    }
    for (size_t g = 0; g < groups.n; g++) {
        const struct assay_series *first = series[series_group_first(&groups, g)];
        if (first->decided == ASSAY_DECIDED_NOT)
            continue;
        char text[256];
        (void)snprintf(text, sizeof text, "live from iteration %zu of each execution, chosen %s.",
                       first->live_from + 1,
                       first->decided == ASSAY_DECIDED_BY_HAND ? "by hand" : "automatically");
        sentences_add(sentences, first->benchmark, text);
    }
}

void decisions_print(const struct terminal *terminal, const struct assay_series *const *series,
                     size_t n)
{
    SCOPED(sentences_fini) struct sentences sentences = {0};
    decisions_of(series, n, &sentences);
    if (sentences.n > 0)
        fputc('\n', terminal->stream);
    sentences_print(terminal, &sentences, NULL);
}
