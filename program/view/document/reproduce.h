/* SPDX-License-Identifier: GPL-3.0-or-later */
/* reproduce.h -- the commands that repeat measurements, from what a document says of its provenance. */
#pragma once

#include <stdint.h>
#include <stdio.h>

#include <jansson.h>

/* Sources: an array as in "provenance", each of an experiment. directory: where its files lie now; NULL: where they
 * lay. */

/* For a shell. */
void reproduce_print(FILE *stream, const json_t *sources, const char *directory);
/* Sets "runs": [{"source", "directory", "manifest", "commit", "command": [words]}]. */
void reproduce_set(const json_t *sources, const char *directory, json_t *document);

/* Its seed, a number or a text. */
uint64_t reproduce_seed(const json_t *source);
