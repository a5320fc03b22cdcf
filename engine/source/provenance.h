/* SPDX-License-Identifier: GPL-3.0-or-later */
/* provenance.h -- the machines and environments that files say their values come from. Where several
 * are read together they stand behind the names of the benchmarks. */
#ifndef SOURCE_PROVENANCE_H
#define SOURCE_PROVENANCE_H

#include "import/format.h"

static inline bool origin_is_known(const struct format_origin *origin)
{
    return origin->version_ms > 0 || origin->machine[0] != '\0' || origin->environment[0] != '\0';
}

/* What differs between the files at hand. */
struct origins {
    bool machine, environment;
};

/* Notes what differs between these two; of all files, each is to be noted with the first. */
void origins_note(struct origins *origins, const struct format_origin *first,
                  const struct format_origin *other);

static inline bool origins_differ(const struct origins *origins)
{
    return origins->machine || origins->environment;
}

/* "time_sort [host, py3.12]", of these what differs; to be freed. NULL: out of memory. */
char *origins_name(const struct origins *origins, const struct format_origin *origin,
                   const char *benchmark);

#endif
