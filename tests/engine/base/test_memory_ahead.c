/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_memory_ahead.c -- what malloc gives after memory_ahead has its pages. */
#include <malloc.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/resource.h>

#include <cmocka.h>

#include "base/memory_ahead.h"

enum { PIECE = 4000, PIECES = 120 };

static long page_faults(void)
{
    struct rusage usage;
    assert_int_equal(getrusage(RUSAGE_SELF, &usage), 0);
    return usage.ru_minflt;
}

/* Page faults of writing to so many pieces, each about a page. */
__attribute__((unused)) static long faults_of_pieces(void)
{
    char *pieces[PIECES];
    const long before = page_faults();
    for (size_t i = 0; i < PIECES; i++) {
        pieces[i] = malloc(PIECE);
        assert_non_null(pieces[i]);
        pieces[i][0] = pieces[i][PIECE - 1] = 1;
    }
    const long faults = page_faults() - before;
    for (size_t i = 0; i < PIECES; i++)
        free(pieces[i]);
    return faults;
}

#ifdef MADV_POPULATE_WRITE
__attribute__((unused)) static bool gives_pages_ahead(void)
{
    unsigned char there = 0;
    void *page = mmap(NULL, 1, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    assert_true(page != MAP_FAILED);
    const bool given = madvise(page, 1, MADV_POPULATE_WRITE) == 0 &&
                       mincore(page, 1, &there) == 0 && (there & 1) != 0;
    (void)munmap(page, 1);
    return given;
}
#endif

static void pages_are_there(void **state)
{
    (void)state;
#if defined(ASSAY_SANITIZED) || !defined(MADV_POPULATE_WRITE)
    skip(); /* a malloc of its own */
#else
    if (!gives_pages_ahead())
        skip(); /* an old kernel; or qemu, which says that it is done and does nothing */
    /* meson has malloc write to what it gives: then all of it is there, whoever asked for it. */
    (void)mallopt(M_PERTURB, 0);
    memory_ahead(PIECES * (size_t)(PIECE + 100));
    assert_in_range(faults_of_pieces(), 0, PIECES / 10);
#endif
}

static void too_much_changes_nothing(void **state)
{
    (void)state;
#ifdef ASSAY_SANITIZED
    skip(); /* such a request ends the program there */
#else
    memory_ahead(PTRDIFF_MAX / 2);
    assert_true(faults_of_pieces() <= 2 * PIECES);
#endif
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(pages_are_there),
                                       cmocka_unit_test(too_much_changes_nothing)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
