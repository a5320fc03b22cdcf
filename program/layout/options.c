/* SPDX-License-Identifier: GPL-3.0-or-later */
/* options.c -- what the two sides of a wrapped link share. */
#include "layout/options.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "measure/command.h"
#include "view/text/complain.h"

bool layout_options_export(const struct layout_options *o)
{
    char text[160];
    (void)snprintf(text, sizeof text, "%" PRIu64 " %d %zu %d %d %d %d", o->seed, (int)o->linker,
                   o->padding, o->data, o->keep_objects, o->shuffle_objects, o->quiet);
    return setenv(LAYOUT_OPTIONS_VARIABLE, text, 1) == 0 &&
           (o->record == NULL || setenv(LAYOUT_RECORD_VARIABLE, o->record, 1) == 0);
}

bool layout_options_import(struct layout_options *o)
{
    const char *text = getenv(LAYOUT_OPTIONS_VARIABLE);
    int linker, data, keep_objects, shuffle_objects, quiet;
    *o = (struct layout_options){.seeded = true, .record = getenv(LAYOUT_RECORD_VARIABLE)};
    if (text == NULL || sscanf(text, "%" SCNu64 " %d %zu %d %d %d %d", &o->seed, &linker,
                               &o->padding, &data, &keep_objects, &shuffle_objects, &quiet) != 7)
        return false;
    o->linker = (enum layout_linker)linker;
    o->data = data != 0;
    o->keep_objects = keep_objects != 0;
    o->shuffle_objects = shuffle_objects != 0;
    o->quiet = quiet != 0;
    return true;
}

char *layout_find(const char *program)
{
    return command_resolve(program, getenv("PATH"), ".");
}

/* Distributions install some linkers with the version in their names only. */
static char *find_versioned(const char *name)
{
    for (int version = 30; version >= 13; version--) {
        char program[32];
        (void)snprintf(program, sizeof program, "%s-%d", name, version);
        char *path = layout_find(program);
        if (path != NULL)
            return path;
    }
    return NULL;
}

char *layout_find_linker(enum layout_linker linker)
{
    static const char *const names[] = {[LAYOUT_LLD] = "ld.lld",
                                        [LAYOUT_GOLD] = "ld.gold",
                                        [LAYOUT_BFD] = "ld.bfd",
                                        [LAYOUT_MOLD] = "ld.mold"};
    char *path = NULL;
    if (linker == LAYOUT_AUTO) {
        static const enum layout_linker able[] = {LAYOUT_LLD, LAYOUT_GOLD, LAYOUT_MOLD};
        for (size_t i = 0; path == NULL && i < sizeof able / sizeof able[0]; i++)
            path = layout_find_linker(able[i]);
        return path;
    }
    path = layout_find(names[linker]);
    if (path == NULL && linker == LAYOUT_LLD)
        path = find_versioned(names[linker]);
    if (path == NULL && linker == LAYOUT_BFD)
        path = layout_find("ld");
    return path;
}

bool layout_lacks_linker(const struct layout_options *o)
{
    static const char *const sentences[] = {
        [LAYOUT_AUTO] =
            ("no linker here can order functions: neither ld.lld nor ld.gold nor ld.mold is in "
             "PATH. Install the package lld, or let --linker bfd shuffle object files only"),
        [LAYOUT_LLD] = "there is no ld.lld in PATH. Install the package lld",
        [LAYOUT_GOLD] = ("there is no ld.gold in PATH. Install binutils-gold, or binutils where it "
                         "holds gold; the package lld has another linker that can order functions"),
        [LAYOUT_BFD] = "there is no ld in PATH. Install the package binutils",
        [LAYOUT_MOLD] = "there is no ld.mold in PATH. Install the package mold"};
    char *path = layout_find_linker(o->linker);
    bool lacks = path == NULL;
    free(path);
    if (lacks)
        terminal_complain("assay cc: %s", sentences[o->linker]);
    return lacks;
}
