/* SPDX-License-Identifier: GPL-3.0-or-later */
/* without_unwind.c -- in place of unwind.c where libdw or Linux is missing: no caller is found by tables, which is said. */
#include "profile/unwind.h"

struct unwinder *unwinder_open(const char **why_not)
{
    *why_not = "this assay was built without libdw";
    return NULL;
}

void unwinder_close(struct unwinder **unwinder)
{
    *unwinder = NULL;
}

void unwinder_walk(struct unwinder *unwinder, struct code_map *map,
                   const struct sample_record *record, struct unwound *out)
{
    (void)unwinder, (void)map, (void)record;
    *out = (struct unwound){0};
}

void unwinder_forget(struct unwinder *unwinder)
{
    (void)unwinder;
}
