/* SPDX-License-Identifier: GPL-3.0-or-later */
/* harness.c -- what a recorded iteration costs: the whole loop over empty iterations, beside bare
 * clock reads; and what it costs with processor time, which iterations so short leave out. In processor time itself, since
 * others may run beside. */
#include "../harness/assay.h"

enum { ITERATIONS = 5000000, DEAR = ITERATIONS / 10, TRIES = 5 };

static double processor_ns(void)
{
    return (double)assay_cpu_clock();
}

static double empty_iterations(int with_processor_time)
{
    const int n = with_processor_time ? DEAR : ITERATIONS;
    struct assay a;
    char count[16];
    (void)snprintf(count, sizeof count, "%d", n);
    (void)setenv("ASSAY_ITERATIONS", count, 1);
    assay_open(&a);
    const double start = processor_ns();
    while (assay_next(&a))
        if (with_processor_time)
            a.cpu_least = 0; /* so that it is never too dear */
    const double spent = processor_ns() - start;
    if ((a.cpu_ns != NULL) != with_processor_time)
        (void)puts("processor time was not told as it should be");
    a.fd = -1;
    a.warmup = a.n; /* no summary */
    (void)assay_close(&a);
    return spent / n;
}

static double bare_reads(uint64_t (*read_clock)(void), int n)
{
    const double start = processor_ns();
    for (int i = 0; i < n; i++)
        ASSAY_KEEP(read_clock());
    return (processor_ns() - start) / n;
}

int main(void)
{
    (void)setenv("ASSAY_WARMUP", "0", 1);
    (void)setenv("ASSAY_FD", "1", 1); /* nothing is told: the loops end before */
    for (int i = 0; i < TRIES; i++)
        printf(
            "iteration %.2f ns, clock read alone %.2f ns; with processor time %.0f ns, its clock "
            "read alone %.0f ns\n",
            empty_iterations(0), bare_reads(assay_clock, ITERATIONS), empty_iterations(1),
            bare_reads(assay_cpu_clock, DEAR));
    return 0;
}
