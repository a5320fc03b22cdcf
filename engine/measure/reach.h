/* SPDX-License-Identifier: GPL-3.0-or-later */
/* reach.h -- whether calls of a function ran in an execution, as its program tells in a page that it shares with us.
 *
 * Builds learn of the page by its number and a token (environment.h); what they make attaches it before main, and
 * writes into it where the function begins (program/layout/assemble.c). The page has no name and ends with
 * us. Attached by number it needs no file, and is there behind chroot, another user, and an exec.
 */
#pragma once

#include "measure/environment.h"
#include "measure/record.h"

struct reach {
    int id;
    struct reach_page *page; /* NULL: there is none */
};

/* What a system does not give is no error: then nobody knows. */
void reach_open(struct reach *reach);
void reach_close(struct reach *reach);
/* For a build. False when memory is short. */
bool reach_tell(const struct reach *reach, struct environment *environment);

/* Around an execution. Adds a draw to its record: 1 the function ran, 0 it did not, -1 not known. */
#define REACH_DRAW "reached"
void reach_begin(const struct reach *reach);
void reach_end(const struct reach *reach, struct record *record);
