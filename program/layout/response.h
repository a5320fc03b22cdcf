/* SPDX-License-Identifier: GPL-3.0-or-later */
/* response.h -- response files: @FILE stands for the words in the file. */
#pragma once

#include <stdbool.h>

#include "measure/command.h"

/* argv with every @FILE that can be read replaced by its words, by the rules of gcc: white space
 * separates, quotes of both kinds and backslashes protect. *used tells whether there was one. False
 * when memory is short. */
bool response_expand(char *const *argv, struct words *out, bool *used);

/* Writes words so that response_expand, gcc, clang and the linkers read them back. */
bool response_write(const char *path, char *const *words);

/* Appends a copy. False when memory is short. */
bool words_append(struct words *words, const char *text);
