/* SPDX-License-Identifier: GPL-3.0-or-later */
/* allocated_run.c -- executions whose calls of malloc are counted, by who asked.
 * Source:   allocation_sites.c, which the programs load.
 * Edge:     one of several processes that loads nothing is not told; where none does, or one has a malloc of its own, there is no
 *           count. A place whose code is known no more counts as "nowhere".
 * Checked:  tests/engine/profile/test_allocated.c, tests/stories/why_counts
 */
#include "profile/allocated_run.h"

#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "measure/counting.h"
#include "profile/allocation_file.h"
#include "profile/allocations_object.inc"
#include "profile/loaded_log.h"

enum assay_status allocated_run_open(struct allocated_run *run, struct assay_error *error)
{
    const int number =
        preloaded_open(&run->preloaded, allocations_object, sizeof allocations_object);
    return number == 0 ? ASSAY_OK
                       : assay_fail(error, ASSAY_SYSTEM,
                                    "allocations of functions: no file in memory can be opened: %.60s",
                                    strerror(number));
}

void allocated_run_close(struct allocated_run *run)
{
    preloaded_close(&run->preloaded);
}

static bool empty_file(int file)
{
    const struct sample_log_head head = {.used = 1, .room = ALLOCATION_LOG};
    return ftruncate(file, 0) == 0 && ftruncate(file, sizeof(struct allocation_file)) == 0 &&
           pwrite(file, &head, sizeof head, offsetof(struct allocation_file, log)) ==
               (ssize_t)sizeof head;
}

bool allocated_run_begin(struct allocated_run *run, struct spawn *spawn)
{
    if (!empty_file(run->preloaded.file) ||
        !preloaded_begin(&run->preloaded, spawn, HEAP_PAGE_VARIABLE, NULL))
        return false;
    spawn->timeout_s = counting_timeout_s(spawn->timeout_s);
    spawn->place.memory_bytes = 0; /* what counts needs room of its own */
    return true;
}

/* ---- what it left ---- */

/* The image that the process which came first ended up with. */
struct first {
    uint64_t process;
    int image; /* 0: none came */
};

static void look_for_first(void *context, struct code_map *map, const struct sample_log_slot *slot)
{
    struct first *first = context;
    (void)map;
    if (slot->kind != LOG_EXEC || (first->image != 0 && slot->number != first->process))
        return;
    first->process = slot->number;
    first->image = (int)slot->process;
}

static const struct code_file *program_of(const struct code_map *map, int image)
{
    for (size_t i = 0; i < map->n; i++)
        if (map->items[i].id == image)
            return map->items[i].main;
    return NULL;
}

static void give_site(struct code_map *map, const struct allocation_site *site, allocated_take take,
                      void *context)
{
    struct code_place asker, program;
    const int image = (int)site->image;
    if (!code_map_at(map, image, site->asker, &asker))
        asker = (struct code_place){.name = ""};
    const bool called = site->program != 0 && code_map_at(map, image, site->program, &program);
    take(context, &(struct allocated){.asker = &asker,
                                      .program = called ? &program : NULL,
                                      .allocations = site->allocations,
                                      .bytes = site->bytes});
}

static const char *why_none(const struct heap_page *heap)
{
    if (heap->processes == 0)
        return "loads no libraries, by one of which it would be counted: it is linked statically, or has "
               "more rights than its caller. Link it without -static";
    return heap->others > 0 ? "has a malloc of its own in the program, which is not counted. Link it "
                              "without that one, or have it as a shared library"
                            : NULL;
}

static void give_all(const struct allocation_file *file, struct code_map *map,
                     const struct code_file **program, allocated_take take, void *context)
{
    const struct sample_log_head *head = (const struct sample_log_head *)(const void *)file->log;
    const size_t n = (size_t)(head->used < ALLOCATION_LOG ? head->used : ALLOCATION_LOG);
    struct first first = {0};
    loaded_log_tell(file->log, n, map, look_for_first, &first);
    *program = program_of(map, first.image);
    for (size_t i = 0; i < ALLOCATION_SITES; i++)
        if (file->sites[i].key != 0)
            give_site(map, &file->sites[i], take, context);
    if (file->lost_allocations > 0)
        take(context, &(struct allocated){.allocations = file->lost_allocations,
                                          .bytes = file->lost_bytes});
}

bool allocated_run_end(struct allocated_run *run, struct code_map *map,
                       const struct code_file **program, allocated_take take, void *context,
                       const char **why_not)
{
    preloaded_end(&run->preloaded);
    *program = NULL;
    struct allocation_file *file =
        mmap(NULL, sizeof *file, PROT_READ, MAP_SHARED, run->preloaded.file, 0);
    *why_not = file != MAP_FAILED ? why_none(&file->heap) : "leaves no count behind";
    if (*why_not == NULL)
        give_all(file, map, program, take, context);
    if (file != MAP_FAILED)
        munmap(file, sizeof *file);
    return *why_not == NULL;
}
