/* SPDX-License-Identifier: 0BSD */
/* ratio.c -- two lists of times and libassay: how much faster, how sure.
 *
 *     cc ratio.c $(pkg-config --cflags --libs libassay) -o ratio && ./ratio
 */
#include <stdio.h>

#include <assay/assay.h>

int main(void)
{
    /* 3 builds x 4 executions each, build by build, in seconds */
    const double old_times[] = {1.02, 1.01, 1.03, 1.02, 1.05, 1.04,
                                1.06, 1.05, 1.00, 1.01, 1.02, 1.01},
                 new_times[] = {0.93, 0.92, 0.94, 0.93, 0.95, 0.96,
                                0.94, 0.95, 0.92, 0.91, 0.93, 0.92};
    const size_t counts[] = {3, 4};
    const struct assay_sample old_sample = assay_sample_balanced(old_times, 2, counts),
                              new_sample = assay_sample_balanced(new_times, 2, counts);
    const struct assay_compare_options options = {.confidence = 0.95, .margin = 0.01};
    struct assay_comparison found;
    struct assay_error error;
    if (assay_compare(&old_sample, &new_sample, &options, &found, &error) != ASSAY_OK) {
        fprintf(stderr, "%s\n", error.text);
        return 1;
    }
    printf("new / old: %.3f, 95 %% interval %.3f to %.3f: %s\n", found.ratio.estimate,
           found.ratio.interval.lower, found.ratio.interval.upper,
           assay_verdict_name(found.verdict));
    return 0;
}
