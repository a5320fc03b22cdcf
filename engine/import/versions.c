/* SPDX-License-Identifier: GPL-3.0-or-later */
/* versions.c -- found by sorting: a file may name thousands. */
#include "import/versions.h"

#include <stdlib.h>
#include <string.h>

#include "base/array.h"

bool format_versions_add(struct format_versions *versions, const char *system, const char *commit,
                         double time_ms)
{
    struct format_version version = {strdup(system), strdup(commit), time_ms, NULL, 0};
    if (version.system == NULL || version.commit == NULL ||
        !array_more(&versions->items, versions->n, &versions->room)) {
        free(version.system);
        free(version.commit);
        return false;
    }
    versions->items[versions->n++] = version;
    versions->sorted = false;
    return true;
}

static int by_system(const void *a, const void *b)
{
    const struct format_version *x = a, *y = b;
    return strcmp(x->system, y->system);
}

const struct format_version *format_versions_find(struct format_versions *versions,
                                                  const char *system)
{
    const struct format_version key = {.system = (char *)system};
    if (versions->n == 0)
        return NULL;
    if (!versions->sorted)
        qsort(versions->items, versions->n, sizeof *versions->items, by_system);
    versions->sorted = true;
    return bsearch(&key, versions->items, versions->n, sizeof *versions->items, by_system);
}

void format_versions_fini(struct format_versions *versions)
{
    for (size_t i = 0; i < versions->n; i++) {
        free(versions->items[i].system);
        free(versions->items[i].commit);
    }
    free(versions->items);
    *versions = (struct format_versions){0};
}
