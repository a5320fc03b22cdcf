/* SPDX-License-Identifier: GPL-3.0-or-later */
/* form.h -- whether a screen is written in another form, for papers and pages: its tables as LaTeX, Markdown or CSV
 * (view/medium/form.h), its words as comments (LaTeX, CSV) or paragraphs (Markdown). */
#pragma once

#include <stdbool.h>
#include <stdio.h>

enum form { FORM_SCREEN, FORM_LATEX, FORM_MARKDOWN, FORM_CSV };

/* From now on this form, the first table with this caption (NULL: none) and label (of LaTeX; NULL: none); for a user's
 * wish, once, before anything is shown. */
void form_want(enum form form, const char *caption, const char *label);
enum form form_wanted(void); /* FORM_SCREEN is 0: none is */
/* CSV, which programs read: a value a cell, and words in place of marks. */
bool form_of_programs(void);
/* LaTeX or Markdown, which people read at the width of a page. */
bool form_of_page(void);

/* Where the words around the tables go; NULL: no memory, and lost. */
FILE *form_words(void);

/* ---- for what writes the form ---- */

/* The words since this was last asked, n bytes; borrowed until more are written. */
const char *form_words_so_far(size_t *n);
/* Caption and label, which only the next table has; NULL: none. */
const char *form_caption(const char **label);
/* No more words come. */
void form_words_end(void);
