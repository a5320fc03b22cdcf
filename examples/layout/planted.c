/* SPDX-License-Identifier: 0BSD */
/* planted.c -- a program whose speed is the accident of its layout.
 *
 * Four functions run in turn, each 4 KiB long, of which only the first 512 bytes are ever run. As
 * they stand here they begin 4 KiB from one another, so that they want the same sets of the cache of
 * decoded instructions, which goes by bits 6 to 11 of an address. It does not hold all four: their
 * instructions are decoded anew at each call. Three more functions, never run, stand behind. Where
 * they (or main) get between the four, these fall into other sets, and run faster. A random order
 * decides.
 *
 * Bits 6 to 11 are the same wherever the system puts a page, and the cache of instructions as they
 * stand in memory (8 ways) holds four lines in a set: the addresses of an execution do not matter.
 * The pages that a file got in memory can: some pairs of pages (here one of about 1 800) never stand
 * together in that cache, and a file that got such a pair is slow until it is written anew. So each
 * execution copies its pages, and that accident is its own, not the build's.
 */
#include "assay.h"

#include <sys/mman.h>

/* 16 bytes of instructions that do nothing: short ones, more than the decoders take in the time in
 * which decoded ones run, and one with a constant that Intel's decoders find only slowly. */
#if defined(__x86_64__) || defined(__i386__)
#define NOTHING ".rept 6\n xchg %%ax, %%ax\n .endr\n testw $512, %%ax\n"
#else
#define NOTHING ".rept 4\n nop\n .endr\n"
#endif

#define HOT(i)                                                                                     \
    __attribute__((noinline, aligned(64))) unsigned long hot##i(unsigned long x)                   \
    {                                                                                              \
        __asm__ volatile(".rept 31\n" NOTHING ".endr" : : : "cc");                                 \
        if (__builtin_expect(x == 0, 0))                                                           \
            __asm__ volatile(".skip 3520");                                                        \
        return x * 4 + 1;                                                                          \
    }
#define SHIFT(i, lines)                                                                            \
    __attribute__((noinline, used, aligned(64))) void shift##i(void)                               \
    {                                                                                              \
        __asm__ volatile(".skip 64 * " #lines " - 16");                                            \
    }

HOT(1);
HOT(2);
HOT(3);
HOT(4);
SHIFT(1, 1);
SHIFT(2, 2);
SHIFT(3, 4);

enum { PAGE = 4096 };

/* A page that is written to is a copy. Where a system forbids that, the file's pages stay. */
static void copy_pages(unsigned long (*hot)(unsigned long))
{
    volatile char *from = (volatile char *)((uintptr_t)hot / PAGE * PAGE);
    size_t size = (uintptr_t)hot % PAGE + 4000;
    if (mprotect((void *)from, size, PROT_READ | PROT_WRITE | PROT_EXEC) != 0)
        return;
    for (size_t at = 0; at < size; at += PAGE)
        from[at] = from[at];
    (void)mprotect((void *)from, size, PROT_READ | PROT_EXEC);
}

int main(void)
{
    struct assay assay;
    unsigned long x = 1;
    copy_pages(hot1);
    copy_pages(hot2);
    copy_pages(hot3);
    copy_pages(hot4);
    assay_open(&assay);
    while (assay_next(&assay))
        for (int i = 0; i < 400; i++)
            x = hot4(hot3(hot2(hot1(x) | 1) | 1) | 1) | 1;
    __asm__ volatile("" : : "r"(x));
    return assay_close(&assay);
}
