/* SPDX-License-Identifier: GPL-3.0-or-later */
/* loaded_log.c -- reads a log that programs wrote.
 * Edge:     a record that was not finished is none; a path without an end within its slots neither.
 * Checked:  tests/engine/profile/test_sampler.c, tests/engine/profile/test_allocated.c
 */
#include "profile/loaded_log.h"

#include <string.h>

void loaded_log_tell(const struct sample_log_slot *slots, size_t n, struct code_map *map,
                     loaded_log_take take, void *context)
{
    for (size_t i = 1; i < n; i++) {
        const struct sample_log_slot *slot = &slots[i];
        if (take != NULL)
            take(context, map, slot);
        switch (slot->kind) {
        case LOG_EXEC: code_map_exec(map, (int)slot->process); break;
        case LOG_FORK: code_map_fork(map, (int)slot->process, (int)slot->number); break;
        case LOG_LOAD:
            if (slot->more < n - i - 1) {
                struct sample_log_range range;
                memcpy(&range, slot + 1, sizeof range);
                const char *path = (const char *)(slot + 2);
                if (memchr(path, '\0', (size_t)slot->more * SAMPLE_LOG_SLOT) != NULL)
                    code_map_load(map, (int)slot->process,
                                  &(struct code_loaded){slot->number, range.end - slot->number,
                                                        range.offset, path});
                i += 1 + (size_t)slot->more;
            }
            break;
        default: break;
        }
    }
}
