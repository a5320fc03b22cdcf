/* SPDX-License-Identifier: GPL-3.0-or-later */
/* provenance.c -- which machine, which environment. */
#include "source/provenance.h"

#include <stdio.h>
#include <string.h>

void origins_note(struct origins *origins, const struct format_origin *first,
                  const struct format_origin *other)
{
    origins->machine |= strcmp(first->machine, other->machine) != 0;
    origins->environment |= strcmp(first->environment, other->environment) != 0;
}

char *origins_name(const struct origins *origins, const struct format_origin *origin,
                   const char *benchmark)
{
    const char *machine = origins->machine ? origin->machine : "",
               *environment = origins->environment ? origin->environment : "";
    const bool both = machine[0] != '\0' && environment[0] != '\0';
    char *name = NULL;
    if (machine[0] == '\0' && environment[0] == '\0')
        return strdup(benchmark);
    return asprintf(&name, "%s [%s%s%s]", benchmark, machine, both ? ", " : "", environment) < 0
               ? NULL
               : name;
}
