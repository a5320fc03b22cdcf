/* SPDX-License-Identifier: GPL-3.0-or-later */
/* page.h -- what all pages begin with. */
#pragma once

#include <stdio.h>

#include "view/page/report_assets.h"

/* The head of a page with this title, in which these n scripts of assay may run and nothing else; left
 * open for more. */
void page_begin_head(FILE *stream, const char *title, const struct report_asset *const *scripts,
                     size_t n);
/* The style; the body begins. */
void page_end_head(FILE *stream);

/* A link to where all pages begin; NULL: nothing. */
void page_print_home(FILE *stream, const char *home);

void page_print_pieces(FILE *stream, const struct report_asset *asset);
void page_print_script(FILE *stream, const struct report_asset *script);
