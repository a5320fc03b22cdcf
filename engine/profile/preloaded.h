/* SPDX-License-Identifier: GPL-3.0-or-later */
/* preloaded.h -- an object that a command's programs load before all others, and what it shares with assay.
 *
 * Object and file have no names: both are found through /proc of this process, and end with it. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "measure/launcher.h"

struct preloaded {
    int object, file;   /* of memory; -1: none */
    char **environment; /* of the spawn that is under way */
    char *texts[3];
};

/* 0, or an error number. End with preloaded_close in any case. */
int preloaded_open(struct preloaded *preloaded, const unsigned char *object, size_t n);
void preloaded_close(struct preloaded *preloaded);

/* The spawn's programs load the object, and find the file's path in the variable; also: "NAME=VALUE", or NULL. Lasts until the
 * end. False: memory lacks. */
bool preloaded_begin(struct preloaded *preloaded, struct spawn *spawn, const char *variable,
                     const char *also);
void preloaded_end(struct preloaded *preloaded);
