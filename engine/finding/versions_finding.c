/* SPDX-License-Identifier: GPL-3.0-or-later */
/* versions_finding.c -- what a search among versions left open. */
#include "finding/versions_finding.h"

#include <stdlib.h>

/* Beside a step that was found the others need not be told apart: their intervals say how much may hide there. But where a
 * step is known to be it must be found; where none was, the ends say whether one must be. */
bool versions_is_open(const struct versions_finding *finding, const struct versions_pair *pair)
{
    bool found = false;
    for (size_t i = 0; i < finding->n_pairs; i++)
        found = found || finding->pairs[i].say == VERSIONS_DIFFER;
    if (found && pair->say == VERSIONS_DIFFER)
        return pair->unknown > 0;
    if (found)
        return pair->say == VERSIONS_OPEN && pair->holds_step;
    if (finding->ends.say == VERSIONS_OPEN)
        return pair->older == finding->ends.older && pair->newer == finding->ends.newer;
    return finding->ends.say == VERSIONS_DIFFER && pair->say == VERSIONS_OPEN;
}

static void free_all(char **texts, size_t n)
{
    for (size_t i = 0; texts != NULL && i < n; i++)
        free(texts[i]);
    free(texts);
}

void versions_finding_fini(struct versions_finding *finding)
{
    free_all(finding->commits, finding->n);
    free_all(finding->subjects, finding->n);
    free(finding->pairs);
    *finding = (struct versions_finding){0};
}
