/* SPDX-License-Identifier: GPL-3.0-or-later */
/* provenance.h -- the machines and environments that files say their values come from. Where several
 * are read together they stand behind the names of the benchmarks. */
#pragma once

#include "import/format.h"

static inline bool origin_is_known(const struct format_origin *origin)
{
    return origin->version_ms > 0 || origin->machine[0] != '\0' || origin->environment[0] != '\0';
}

/* What differs between the files at hand. */
struct provenance {
    bool machine, environment;
};

/* Notes what differs between these two; of all files, each is to be noted with the first. */
void provenance_note(struct provenance *provenance, const struct format_origin *first,
                     const struct format_origin *other);

static inline bool provenance_differs(const struct provenance *provenance)
{
    return provenance->machine || provenance->environment;
}

/* "time_sort [host, py3.12]", of these what differs; to be freed. NULL: out of memory. */
char *provenance_name(const struct provenance *provenance, const struct format_origin *origin,
                      const char *benchmark);
