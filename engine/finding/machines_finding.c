/* SPDX-License-Identifier: GPL-3.0-or-later */
/* machines_finding.c -- the end of what was found on several machines. */
#include "finding/machines_finding.h"

#include <stdlib.h>

void machines_finding_free(struct machines_finding **finding)
{
    if (*finding == NULL)
        return;
    for (size_t c = 0; c < (*finding)->n_classes; c++)
        free((*finding)->classes[c].name);
    free((*finding)->classes);
    free((*finding)->items);
    free(*finding);
    *finding = NULL;
}
