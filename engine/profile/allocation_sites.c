/* SPDX-License-Identifier: GPL-3.0-or-later */
/* allocation_sites.c -- in a program whose calls of malloc are counted (measure/heap_counter.c): where each came from.
 * Source:   the unwinder of GCC, by the tables that exceptions need (LSB 5.0, 8.4, .eh_frame), which all code of these systems
 *           has; frame pointers few have.
 * Edge:     a call in the last place of a function, which compilers make a jump, is its caller's. Stacks are followed over
 *           MOST frames. Who is killed between taking a place and writing what it is leaves one that is not known. Two places with
 *           one key are one: of a thousand places once in 10^13.
 * Checked:  tests/engine/profile/test_allocated.c
 *
 * A table without locks, of all processes: a place is taken by its key, and never given back.
 */
#include "profile/allocation_file.h"

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <sys/mman.h>
#include <unistd.h>
#include <unwind.h>

#include "profile/loaded_code.h"

enum { MOST = 512, TRIES = 64 };

static struct allocation_file *file;
static uint32_t image;
static bool borrowed; /* the image is that of the parent, too */
static __thread bool inside __attribute__((tls_model("initial-exec")));

/* ---- images ---- */

static uint32_t next_image(void)
{
    return ALLOCATION_IMAGES +
           (uint32_t)__atomic_fetch_add(&file->images, 1, __ATOMIC_RELAXED);
}

/* What is loaded from now on is the child's alone. */
static void begin_own(void)
{
    const uint32_t parent = image;
    if (!borrowed)
        return;
    borrowed = false;
    image = next_image();
    loaded_code_in_child(image);
    loaded_code_tell(LOG_FORK, parent);
}

static void in_child(void)
{
    borrowed = true;
    inside = false;
    loaded_code_in_child(image);
}

void heap_sites_open(int fd)
{
    void *memory = mmap(NULL, sizeof *file, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    if (memory == MAP_FAILED)
        return;
    inside = true;
    file = memory;
    image = next_image();
    loaded_code_begin((struct sample_log_head *)(void *)file->log, image);
    loaded_code_tell(LOG_EXEC, (uint64_t)getpid());
    loaded_code_read(NULL);
    (void)pthread_atfork(NULL, NULL, in_child);
    inside = false;
}

/* ---- who asks ---- */

struct callers {
    uint64_t first, asker, program; /* 0: none yet */
    int frames;
};

static const struct loaded_range *range_of(uint64_t address)
{
    const struct loaded_range *range = loaded_code_at(address);
    if (range != NULL)
        return range;
    loaded_code_read(begin_own);
    return loaded_code_at(address);
}

static _Unwind_Reason_Code look(struct _Unwind_Context *context, void *given)
{
    struct callers *callers = given;
    int before = 0;
    const uint64_t at = (uint64_t)_Unwind_GetIPInfo(context, &before),
                   address = before || at == 0 ? at : at - 1;
    const struct loaded_range *range = range_of(address);
    const enum loaded_kind kind = range != NULL ? range->kind : LOADED_OTHER;
    if (address == 0 || ++callers->frames > MOST)
        return _URC_END_OF_STACK;
    if (kind == LOADED_OWN)
        return _URC_NO_REASON;
    if (callers->first == 0)
        callers->first = address;
    if (kind != LOADED_RUNTIME && callers->asker == 0)
        callers->asker = address;
    if (kind == LOADED_PROGRAM)
        callers->program = address;
    return kind == LOADED_PROGRAM ? _URC_END_OF_STACK : _URC_NO_REASON;
}

/* ---- the table ---- */

/* Source: the last steps of MurmurHash3, Appleby, in the public domain: each bit of what goes in moves half of those that come out. */
static uint64_t mixed(uint64_t key)
{
    key ^= key >> 33;
    key *= UINT64_C(0xff51afd7ed558ccd);
    key ^= key >> 33;
    key *= UINT64_C(0xc4ceb9fe1a85ec53);
    return key ^ key >> 33;
}

static struct allocation_site *site_of(const struct callers *callers)
{
    const uint64_t key = mixed(mixed(mixed(callers->asker) + callers->program) + image) | 1;
    for (uint64_t i = 0; i < TRIES; i++) {
        struct allocation_site *site = &file->sites[((key >> 1) + i) % ALLOCATION_SITES];
        uint64_t there = __atomic_load_n(&site->key, __ATOMIC_RELAXED);
        if (there == 0 && __atomic_compare_exchange_n(&site->key, &there, key, false, __ATOMIC_RELAXED,
                                                      __ATOMIC_RELAXED)) {
            site->image = image;
            site->asker = callers->asker;
            site->program = callers->program;
            return site;
        }
        if (there == key)
            return site;
    }
    return NULL;
}

static void add(uint64_t *to, uint64_t n)
{
    (void)__atomic_fetch_add(to, n, __ATOMIC_RELAXED);
}

void heap_sites_count(uint64_t bytes)
{
    struct callers callers = {0};
    if (file == NULL || inside)
        return;
    inside = true;
    (void)_Unwind_Backtrace(look, &callers);
    if (callers.asker == 0)
        callers.asker = callers.first;
    struct allocation_site *site = site_of(&callers);
    add(site != NULL ? &site->allocations : &file->lost_allocations, 1);
    add(site != NULL ? &site->bytes : &file->lost_bytes, bytes);
    inside = false;
}
