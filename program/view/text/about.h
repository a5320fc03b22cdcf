/* SPDX-License-Identifier: GPL-3.0-or-later */
/* about.h -- what a screen is about, for sentences that name a command: where it is not the latest experiment of the
 * store, the command is told so. */
#pragma once

#include <stddef.h>

/* For the whole process: what the user named, files or experiments; nothing of more than fit in a sentence, and of standard
 * input, which is read once. */
void about_set(const char *const *words, size_t n);
/* " old.txt new.txt", " 12", quoted for a shell; "": the latest experiment. */
const char *about_words(void);
/* "assay plan old.txt new.txt --precision 1%" of "assay plan --precision 1%", to be freed. NULL: no memory. */
char *about_told(const char *text);
