/* SPDX-License-Identifier: GPL-3.0-or-later */
/* hooks.h -- the commands around units that failed, as a table of the page. */
#pragma once

#include <stdio.h>

#include <jansson.h>

/* All of a list of them (hooks_json). */
void hooks_print_table(FILE *stream, const json_t *hooks);
