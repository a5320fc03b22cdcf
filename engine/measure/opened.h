/* SPDX-License-Identifier: GPL-3.0-or-later */
/* opened.h -- what executions opened (trace.h), as files with their contents: the program, whatever else lies
 * beside it.
 *
 * Of each file counts what artefact.h counts. A directory of which the names were read counts with its names.
 * Left out are the loader's index of libraries, since the libraries that it leads to count themselves, the store, and what build
 * tools and Python keep for themselves; a module that Python had compiled before counts as its source.
 */
#pragma once

#include "measure/artefact.h"

struct opened_file {
    char *name; /* "{dir}/p", "{source}/data", or absolute */
    uint64_t digest;
};

struct opened {
    const struct artefact_place *place;
    const char *dir, *source;  /* without links and detours, for names */
    const char *kept;          /* the caller's file of records; or NULL */
    struct opened_file *items; /* by name */
    size_t n, room;
    uint64_t bytes; /* read so far */
    char why
        [160]; /* not "": the items are a part, each as it was opened; what else was is not known */
};

/* The first reason stays. */
void opened_give_up(struct opened *opened, const char *why);
/* Adds what a tracer wrote, n bytes. */
void opened_add_trace(struct opened *opened, const char *text, size_t n);
/* One file that the command was given opened. */
void opened_add_file(struct opened *opened, const char *path);
/* Over all files, whatever their order; sorts them by name, each once. */
uint64_t opened_digest(struct opened *opened);
void opened_fini(struct opened *opened);
