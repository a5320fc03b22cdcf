/* SPDX-License-Identifier: GPL-3.0-or-later */
/* maker.h -- a page made by a process of its own: what it opens, allocates or breaks is gone with it, and it can be stopped. */
#pragma once

#include <stdbool.h>
#include <sys/types.h>

#include "serve/http.h"

struct maker {
    pid_t process; /* 0: none */
    int page;      /* where its page arrives, nonblocking; -1: none */
};
#define MAKER_NONE ((struct maker){0, -1})

/* Begins. Takes two files for a moment, and keeps one. False: there is no file, or no process. */
bool maker_begin(struct maker *maker, http_pages pages, void *context, const char *address);
/* Behind the page's end: waits for the process. False: it did not come to say how the page is. */
bool maker_end(struct maker *maker, enum http_status *status);
/* Stops it where it still is at work. */
void maker_stop(struct maker *maker);
