/* SPDX-License-Identifier: GPL-3.0-or-later */
/* program.c -- what a user of assay.h writes, with everything that it offers; C99 and C++11. */
#include "assay.h"

int main(void)
{
    struct assay a;
    int hits, done = 0;
    assay_open(&a);
    assay_set_batch(&a, 4);
    hits = assay_metric(&a, "hits", "1", 1);
    while (assay_next(&a)) {
        int i, sum = 0;
        assay_restart(&a);
        for (i = 0; i < 4; i++) {
            sum += i;
            ASSAY_KEEP(sum);
        }
        assay_record(&a, hits, done++);
    }
    assay_execution(&a, "size", "byte", 0, 77);
    return assay_close(&a);
}
