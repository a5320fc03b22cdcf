/* SPDX-License-Identifier: GPL-3.0-or-later */
/* command_words.h -- a command line without a shell: quotes and backslashes as in sh, no more. */
#pragma once

#include <stddef.h>

/* Splits text into words, NULL-terminated like argv; one block of memory, freed with free(). '…',
 * "…" and \ quote as in sh. NULL when a quote is not closed, then *problem says which ("the quote ' is
 * not closed"), or memory is out: *problem is NULL. An empty text gives no words. */
char **command_words_split(const char *text, size_t *n, const char **problem);

/* The first thing in text that only a shell would understand and that is not quoted: "|", ">",
 * "&&", "$", "*", … written into operator[3]. NULL when there is none, else operator. */
const char *command_shell_syntax(const char *text, char operator[3]);
