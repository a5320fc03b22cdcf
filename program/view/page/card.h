/* SPDX-License-Identifier: GPL-3.0-or-later */
/* card.h -- the answer of a page as a picture that stands where a link to the page is posted, and as a badge. */
#pragma once

#include <stdio.h>

#include <assay/status.h>

#include "view/page/report.h"

/* The picture, PNG of 1200 x 630 pixels, as sites that show links ask for. ASSAY_USAGE: what makes PNG is not there. */
enum assay_status card_print(FILE *stream, const struct report_view *view,
                             struct assay_error *error);

/* "assay | 2 slower, 4 faster" as SVG, 20 pixels high. */
void badge_print(FILE *stream, const struct report_view *view);

/* "v3.2 against v3.1: −1.1 %, 2 slower, 4 faster" for who sees no picture, to be freed; NULL: no memory. */
char *card_words(const struct report_view *view);
