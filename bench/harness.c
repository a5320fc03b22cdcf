/* SPDX-License-Identifier: GPL-3.0-or-later */
/* harness.c -- what a recorded iteration costs: the whole loop over empty iterations, beside bare
 * clock reads. */
#include "../harness/assay.h"

enum { ITERATIONS = 5000000, TRIES = 5 };

static double empty_iterations(void)
{
    struct assay a;
    assay_open(&a);
    double start = (double)assay_clock();
    while (assay_next(&a))
        ;
    double spent = (double)assay_clock() - start;
    a.fd = -1;
    a.warmup = a.n; /* no summary */
    (void)assay_close(&a);
    return spent / ITERATIONS;
}

static double bare_reads(void)
{
    double start = (double)assay_clock();
    for (int i = 0; i < ITERATIONS; i++)
        ASSAY_KEEP(assay_clock());
    return ((double)assay_clock() - start) / ITERATIONS;
}

int main(void)
{
    (void)setenv("ASSAY_WARMUP", "0", 1);
    (void)setenv("ASSAY_ITERATIONS", "5000000", 1);
    for (int i = 0; i < TRIES; i++) {
        double loop = empty_iterations(), clock = bare_reads();
        printf("iteration %.2f ns, clock read alone %.2f ns\n", loop, clock);
    }
    return 0;
}
