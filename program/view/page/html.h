/* SPDX-License-Identifier: GPL-3.0-or-later */
/* html.h -- text in HTML. Nothing else writes what comes from outside into a page. */
#pragma once

#include <stdint.h>
#include <stdio.h>

#include <jansson.h>

#include "view/face/table.h"
#include "view/text/sentences.h"

/* Text between tags or inside a quoted attribute: & < > " ' become entities. */
void html_text(FILE *stream, const char *text);

/* Markup, in which what %s brings is a name from outside, as html_name writes it. */
void html_printf(FILE *stream, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* The rest of a table that a caller began with its element and caption: titles, rows, the end of it and of the element
 * around it. The first column names rows. Frees it. */
void html_table(FILE *stream, struct table **table);

/* A cell of a table that holds a number. */
void html_number(FILE *stream, const char *text);

/* Each as an entry of a list. */
void html_sentences(FILE *stream, const struct sentences *sentences);

/* A name from outside: as terminal_name makes it visible, then escaped. */
void html_name(FILE *stream, const char *name);

/* The same for an element of class name: what a narrow one leaves out is its middle. */
void html_elided(FILE *stream, const char *name);
/* The same of a path: its last segment stays whole. */
void html_elided_path(FILE *stream, const char *name);

/* As an address has it, behind its #. */
void html_encoded(FILE *stream, const char *text);

/* The same with the key of an object, "cpu_model" as "cpu model". */
void html_words(FILE *stream, const char *key);

/* The document as the content of a script element of type application/json: no byte of it can end
 * the element or begin a comment. Frees it. */
void html_json(FILE *stream, json_t *document);

/* A moment to the minute, in UTC, between these texts; nothing of one that no calendar has. */
void html_time(FILE *stream, const char *before, int64_t ns, const char *after);
