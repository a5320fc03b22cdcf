/* SPDX-License-Identifier: 0BSD */
/* indifferent.c -- a program whose speed does not depend on its layout: a chain of divisions, each
 * of which waits for the one before, in a loop of a few instructions. */
#include "assay.h"

__attribute__((noinline, aligned(64))) static unsigned long chain(unsigned long x)
{
    for (unsigned long i = 0; i < 2000; i++)
        x = 0xfffffffffffffff5UL / (x | 1) + i;
    return x;
}

int main(void)
{
    struct assay assay;
    unsigned long x = 12345;
    assay_open(&assay);
    while (assay_next(&assay))
        x = chain(x);
    __asm__ volatile("" : : "r"(x));
    return assay_close(&assay);
}
