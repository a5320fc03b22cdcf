/* SPDX-License-Identifier: GPL-3.0-or-later */
/* heap_counter.c -- counts what a process asks of malloc: a library that is loaded before all others (LD_PRELOAD), no part of
 * the engine, which holds its bytes.
 * Source:   malloc(3), malloc_usable_size(3), ld.so(8).
 * Assumes:  the loader binds malloc once, here; who has one of its own in the program itself is told from that.
 * Edge:     realloc counts as one allocation of its new size, as memcheck counts it; a child holds what its parent held when
 *           it forked; pages that a program maps itself are not seen.
 * Checked:  tests/stories/counts_beside, against memcheck's totals.
 */
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include "measure/heap_page.h"

extern char **environ;

#define SEEN __attribute__((visibility("default")))

static struct { /* those behind us */
    void *(*malloc)(size_t), *(*calloc)(size_t, size_t), *(*realloc)(void *, size_t);
    void *(*memalign)(size_t, size_t);
    int (*posix_memalign)(void **, size_t, size_t);
    void (*free)(void *);
    size_t (*usable)(void *);
} next;
static struct heap_page *page;
static _Atomic int64_t held;

static void add(uint64_t *to, uint64_t n)
{
    (void)__atomic_fetch_add(to, n, __ATOMIC_RELAXED);
}

/* The process holds more, or less. */
static void hold(int64_t bytes)
{
    if (page == NULL)
        return;
    const int64_t now = atomic_fetch_add(&held, bytes) + bytes;
    uint64_t most = __atomic_load_n(&page->peak, __ATOMIC_RELAXED);
    while (now > 0 && (uint64_t)now > most &&
           !__atomic_compare_exchange_n(&page->peak, &most, (uint64_t)now, true, __ATOMIC_RELAXED,
                                        __ATOMIC_RELAXED))
        ;
}

/* Is the malloc that all call this library's? Its address here would be that one, too. */
static bool is_bound(void)
{
    Dl_info called, ours;
    void *found = dlsym(RTLD_DEFAULT, "malloc");
    return found != NULL && dladdr(found, &called) != 0 && dladdr(&next, &ours) != 0 &&
           called.dli_fbase == ours.dli_fbase;
}

/* Once there is an environment, which the loader's own first calls are before. */
__attribute__((constructor)) static void open_page(void)
{
    static bool tried;
    if (environ == NULL || tried)
        return;
    tried = true;
    const char *name = getenv(HEAP_PAGE_VARIABLE);
    const int fd = name != NULL ? open(name, O_RDWR | O_CLOEXEC) : -1;
    void *mapped = mmap(NULL, sizeof *page, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    if (mapped != MAP_FAILED && heap_sites_open != NULL)
        heap_sites_open(fd);
    (void)close(fd);
    if (mapped == MAP_FAILED)
        return;
    page = mapped;
    add(&page->processes, 1);
    add(&page->others, !is_bound());
}

/* False: these are being found. What asks for memory to do that takes none for an answer (dlerror). */
static bool have_next(void)
{
    static const char *const names[] = {
        "malloc", "calloc", "realloc", "memalign", "posix_memalign", "malloc_usable_size", "free"};
    void **const functions[] = {
        (void **)&next.malloc,   (void **)&next.calloc,         (void **)&next.realloc,
        (void **)&next.memalign, (void **)&next.posix_memalign, (void **)&next.usable,
        (void **)&next.free};
    static bool finding;
    for (size_t i = 0; next.free == NULL && (i > 0 || !finding) && i < 7; i++) {
        finding = true;
        *functions[i] = dlsym(RTLD_NEXT, names[i]);
    }
    if (next.free != NULL)
        open_page();
    return next.free != NULL;
}

static void *counted(void *p, size_t asked, size_t before)
{
    if (p == NULL || page == NULL)
        return p;
    add(&page->allocations, 1);
    add(&page->bytes, asked);
    if (heap_sites_count != NULL)
        heap_sites_count(asked);
    hold((int64_t)next.usable(p) - (int64_t)before);
    return p;
}

SEEN void *malloc(size_t size)
{
    return have_next() ? counted(next.malloc(size), size, 0) : NULL;
}

SEEN void *calloc(size_t n, size_t size)
{
    return have_next() ? counted(next.calloc(n, size), n * size, 0) : NULL;
}

SEEN void *realloc(void *old, size_t size)
{
    const size_t before = have_next() && old != NULL ? next.usable(old) : 0;
    void *p = next.realloc != NULL ? next.realloc(old, size) : NULL;
    if (p == NULL && size == 0)
        hold(-(int64_t)before);
    return counted(p, size, before);
}

SEEN void *memalign(size_t alignment, size_t size)
{
    return have_next() ? counted(next.memalign(alignment, size), size, 0) : NULL;
}

SEEN void *aligned_alloc(size_t alignment, size_t size)
{
    return memalign(alignment, size);
}

SEEN int posix_memalign(void **p, size_t alignment, size_t size)
{
    const int status = have_next() ? next.posix_memalign(p, alignment, size) : ENOMEM;
    if (status == 0)
        (void)counted(*p, size, 0);
    return status;
}

SEEN void free(void *p)
{
    if (p == NULL || !have_next())
        return;
    hold(-(int64_t)next.usable(p));
    next.free(p);
}
