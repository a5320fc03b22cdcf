/* SPDX-License-Identifier: GPL-3.0-or-later */
/* provenance.c -- which machine, which environment. */
#include "source/provenance.h"

#include <stdio.h>
#include <string.h>

void provenance_note(struct provenance *provenance, const struct format_origin *first,
                     const struct format_origin *other)
{
    provenance->machine |= strcmp(first->machine, other->machine) != 0;
    provenance->environment |= strcmp(first->environment, other->environment) != 0;
}

char *provenance_name(const struct provenance *provenance, const struct format_origin *origin,
                      const char *benchmark)
{
    const char *machine = provenance->machine ? origin->machine : "",
               *environment = provenance->environment ? origin->environment : "";
    const bool both = machine[0] != '\0' && environment[0] != '\0';
    char *name = NULL;
    if (machine[0] == '\0' && environment[0] == '\0')
        return strdup(benchmark);
    return asprintf(&name, "%s [%s%s%s]", benchmark, machine, both ? ", " : "", environment) < 0
               ? NULL
               : name;
}
