/* SPDX-License-Identifier: GPL-3.0-or-later */
/* faulting.c -- a program whose functions touch as many pages for the first time as they are told.
 *
 *     faulting FIRST SECOND
 */
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include "../../support/apart.h"

APART static void first(volatile char *pages, size_t n, size_t size)
{
    for (size_t i = 0; i < n; i++)
        pages[i * size] = 1;
}
APART static void second(volatile char *pages, size_t n, size_t size)
{
    for (size_t i = 0; i < n; i++)
        pages[i * size] = 2;
}

int main(int argc, char **argv)
{
    const size_t size = (size_t)sysconf(_SC_PAGESIZE), a = argc > 2 ? strtoul(argv[1], NULL, 10) : 1,
                 b = argc > 2 ? strtoul(argv[2], NULL, 10) : 1;
    char *pages = mmap(NULL, (a + b) * size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (pages == MAP_FAILED)
        return 1;
    (void)madvise(pages, (a + b) * size, MADV_NOHUGEPAGE); /* else one fault brings many */
    first(pages, a, size);
    second(pages + a * size, b, size);
    return 0;
}
