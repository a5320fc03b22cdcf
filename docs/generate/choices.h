/* SPDX-License-Identifier: GPL-3.0-or-later */
/* choices.h -- the words that completions offer, each with what it means. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "cli/verb.h"

struct choice {
    const char *word, *what;
};

/* Reads the meanings, a file like choices.txt; false: it cannot be read. */
bool choices_read(const char *path);
/* How many words had none, each told on standard error. */
size_t choices_missing(void);

/* The words that the value of an option is chosen from, of a verb or ("") of all. NULL behind the last. */
const struct choice *choices_of_option(const char *verb, const struct option *option);
/* Those that the first argument of a verb is chosen from. */
const struct choice *choices_of_verb(const struct verb *verb);
/* What `assay help` takes: verbs, topics, what it lists. */
const struct choice *choices_of_help(void);
