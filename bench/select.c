/* SPDX-License-Identifier: GPL-3.0-or-later */
/* select.c -- a program whose time varies from iteration to iteration by its own doing: Hoare's
 * selection of the median with random pivots (Hoare 1961, CACM 4:321-322), seeded anew in each
 * process. The number of comparisons has a coefficient of variation of about a fifth, and no build
 * or process changes that: variance sits low. For bench/plan. */
#include "assay.h"

#include <string.h>
#include <sys/random.h>

enum { N = 1 << 15 };
static double original[N], work[N];
static uint64_t state;

/* xorshift64* (Vigna 2016), good enough to choose pivots. */
static uint64_t draw(void)
{
    state ^= state >> 12;
    state ^= state << 25;
    state ^= state >> 27;
    return state * 2685821657736338717U;
}

static double select_nth(double *x, size_t n, size_t k)
{
    size_t low = 0, high = n;
    while (high - low > 1) {
        const double pivot = x[low + draw() % (high - low)];
        size_t less = low, at = low, more = high;
        while (at < more) {
            const double value = x[at];
            if (value < pivot) {
                x[at++] = x[less];
                x[less++] = value;
            } else if (value > pivot) {
                x[at] = x[--more];
                x[more] = value;
            } else {
                at++;
            }
        }
        if (k < less)
            high = less;
        else if (k >= more)
            low = more;
        else
            return pivot;
    }
    return x[low];
}

int main(void)
{
    struct assay assay;
    double sum = 0;
    if (getrandom(&state, sizeof state, 0) != (ssize_t)sizeof state)
        return 1;
    state |= 1;
    for (size_t i = 0; i < N; i++)
        original[i] = (double)(draw() >> 11);
    assay_open(&assay);
    while (assay_next(&assay)) {
        memcpy(work, original, sizeof work);
        sum += select_nth(work, N, N / 2);
    }
    __asm__ volatile("" : : "g"(&sum) : "memory");
    return assay_close(&assay);
}
