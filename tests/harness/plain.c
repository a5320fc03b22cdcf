/* SPDX-License-Identifier: GPL-3.0-or-later */
/* plain.c -- work of a nanosecond: how often was it done? */
#include "assay.h"

int main(void)
{
    struct assay a;
    long done = 0;
    assay_open(&a);
    while (assay_next(&a)) {
        done++;
        ASSAY_KEEP(done);
    }
    printf("%ld\n", done);
    return assay_close(&a);
}
