/* SPDX-License-Identifier: GPL-3.0-or-later */
/* history_picture.h -- one series over the versions as SVG. */
#ifndef VIEW_PAGE_HISTORY_PICTURE_H
#define VIEW_PAGE_HISTORY_PICTURE_H

#include <stdio.h>

#include "view/terminal/history.h"

/* Its means, their intervals as a band, and the steps as they were called; what the picture reaches from
 * and to stands beside it, the first and the last version below. */
void history_picture_print(FILE *stream, const struct history_finding *history,
                           const struct series_history *series);

#endif
