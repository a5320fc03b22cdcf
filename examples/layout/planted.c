/* SPDX-License-Identifier: 0BSD */
/* planted.c -- a program whose speed is the accident of its layout.
 *
 * 40 functions run in turn, each 16 KiB long, of which only the first line is ever run. As they
 * stand here they begin at multiples of 16 KiB from one another, so that all of them want the same
 * set of the instruction cache, which holds 4 or 8 lines (and as many decoded ones): each call
 * misses. Three more functions, never run, stand behind. Where they get between the others, these
 * fall into several sets; a set that is wanted by no more than it holds does not miss. A random
 * order decides.
 */
#include "assay.h"

#define HOT(i)                                                                                     \
    __attribute__((noinline, aligned(64))) unsigned long hot##i(unsigned long x)                   \
    {                                                                                              \
        if (__builtin_expect(x == 0, 0))                                                           \
            __asm__ volatile(".skip 16320, 0x90");                                                 \
        return x * 4 + 1;                                                                          \
    }
#define CALL(i) x = hot##i(x) | 1;
#define TEN(each, d)                                                                               \
    each(d##0) each(d##1) each(d##2) each(d##3) each(d##4) each(d##5) each(d##6) each(d##7)        \
        each(d##8) each(d##9)
#define ALL(each) TEN(each, 1) TEN(each, 2) TEN(each, 3) TEN(each, 4)
#define SHIFT(i)                                                                                   \
    __attribute__((noinline, used, aligned(64))) void shift##i(void)                               \
    {                                                                                              \
        __asm__ volatile(".skip 64 * 10 * " #i ", 0x90");                                          \
    }

ALL(HOT)
SHIFT(1) SHIFT(2) SHIFT(3)

int main(void)
{
    struct assay assay;
    unsigned long x = 1;
    assay_open(&assay);
    while (assay_next(&assay)) {
        for (int i = 0; i < 400; i++) {
            ALL(CALL)
        }
    }
    __asm__ volatile("" : : "r"(x));
    return assay_close(&assay);
}
