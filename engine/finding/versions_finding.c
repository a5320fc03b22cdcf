/* SPDX-License-Identifier: GPL-3.0-or-later */
/* versions_finding.c -- what a search among versions left open. */
#include "finding/versions_finding.h"

#include <stdlib.h>

bool versions_is_step(const struct versions_pair *pair)
{
    return pair->say == VERSIONS_DIFFER && pair->unknown == 0;
}

bool versions_is_of_one_build(const struct versions_pair *pair)
{
    const struct versions_again *again = &pair->again;
    return again->asked && !again->same && (again->builds == 0 || again->verdict != pair->verdict);
}

/* Of two that are not told apart their interval says how much may hide between them, also beside a step that was found. */
bool versions_is_open(const struct versions_pair *pair)
{
    return pair->say == VERSIONS_OPEN || (pair->say == VERSIONS_DIFFER && pair->unknown > 0) ||
           versions_is_of_one_build(pair);
}

bool versions_never_told(assay_warnings withheld)
{
    return (withheld & (ASSAY_WARNING(ASSAY_WARN_DIRECTION_UNKNOWN) |
                        ASSAY_WARNING(ASSAY_WARN_UNIT_UNKNOWN))) != 0;
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
