/* SPDX-License-Identifier: GPL-3.0-or-later */
/* knob.h -- how sentences name what a caller can set.
 *
 * The engine has no options: its requests have fields. A sentence that asks for one names it by a word behind an
 * @, with its value behind a =: "@precision must be above 0", "name another store with @store=FILE". Whoever uses
 * the engine says once how such words are spelt; by itself it writes them as who calls a function does: "precision
 * must be above 0", "store=FILE". tests/check/knobs holds that each word is an option of the program's.
 *
 * The word is spelt where the sentence is made, and in its format alone: a file named a@store stays one. "@%s" is a
 * knob whose name is an argument.
 */
#pragma once

#include <stdarg.h>
#include <stddef.h>

struct knob_style {
    const char *before; /* the word */
    const char *is;     /* between the word and its value */
    char joint;         /* between the parts of a word */
};

/* To be called before anything else of the engine, and from one thread. */
void knob_style_set(struct knob_style style);

/* The text with its knobs spelt, cut to the size; returns out. */
char *knob_spell(const char *text, char *out, size_t size);

/* The same in memory that lasts as long as the block: for a part of a sentence that is an argument. */
#define KNOBS(text) knob_spell((text), (char[320]){""}, 320)

/* As snprintf, vsnprintf and vasprintf do, with the knobs of the format spelt. */
int knob_print(char *out, size_t size, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
int knob_vprint(char *out, size_t size, const char *format, va_list arguments)
    __attribute__((format(printf, 3, 0)));
int knob_vasprint(char **out, const char *format, va_list arguments)
    __attribute__((format(printf, 2, 0)));
