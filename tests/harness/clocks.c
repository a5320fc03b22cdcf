/* SPDX-License-Identifier: GPL-3.0-or-later */
/* clocks.c -- iterations that sleep for 20 ms and then use a processor for 5 ms. */
#include "assay.h"

int main(void)
{
    struct assay a;
    const struct timespec pause = {0, 20000000};
    assay_open(&a);
    while (assay_next(&a)) {
        const clock_t begin = clock();
        (void)nanosleep(&pause, NULL);
        while (clock() - begin < CLOCKS_PER_SEC / 200)
            ;
    }
    return assay_close(&a);
}
