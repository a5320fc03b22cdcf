/* SPDX-License-Identifier: GPL-3.0-or-later */
/* process_name.h -- a process written down so that whoever reads it later can tell whether it still lives.
 *
 * Its number alone does not say so: it is given anew after its end, after a boot, and on another machine.
 */
#pragma once

#include <stdbool.h>

enum { BOOT_NAME = 37, PROCESS_HOST = 65 };

struct process_name {
    long pid;                 /* 0: none */
    unsigned long long start; /* ticks since the boot; 0: not known */
    char boot[BOOT_NAME];     /* the kernel's name of the boot; empty: not known */
    char host[PROCESS_HOST];  /* where it runs; empty: not known */
};

/* proc: where the kernel tells of its processes, "/proc". */

/* The kernel's name of this boot; false where it has none. */
bool boot_name(const char *proc, char boot[BOOT_NAME]);
/* This host's name without blanks; "-" where it has none. */
void host_name(char host[PROCESS_HOST]);
/* What is known of a process of this host. */
struct process_name process_name_of(const char *proc, long pid);

enum process_life {
    PROCESS_LIVES,
    PROCESS_ENDED, /* its parent has not asked for its end yet */
    PROCESS_GONE,
    PROCESS_UNKNOWN /* of another host or boot, or it was not written down well enough: nothing here can be asked */
};
enum process_life process_life_of(const char *proc, const struct process_name *name);
