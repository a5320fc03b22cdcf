/* SPDX-License-Identifier: GPL-3.0-or-later */
/* perf_map.c -- fuzz target: maps of compiled code, whatever stands in them: each function is found where its line says that it lies, unless
 * a later line lies there. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "profile/perf_map.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct perf_map map;
    char *copy = malloc(size > 0 ? size : 1);
    if (copy == NULL)
        abort();
    memcpy(copy, data, size);
    if (!perf_map_read(&map, copy, size))
        abort();
    free(copy);
    for (size_t i = 0; i < map.n; i++) {
        const struct perf_map_entry *entry = &map.items[i];
        if (entry->name == NULL || perf_map_at(&map, entry->address) == NULL) {
            puts("fuzz: a function is not found where it begins");
            abort();
        }
    }
    perf_map_fini(&map);
    return 0;
}
