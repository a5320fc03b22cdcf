/* SPDX-License-Identifier: 0BSD */
/* main.c -- the kernel under the harness: `fft N` times one forward and one inverse transform as one
 * iteration, as often as assay asks for. */
#include "assay.h"

#include "fft.h"

int main(int argc, char **argv)
{
    size_t n = argc == 2 ? strtoul(argv[1], NULL, 10) : 0;
    if (n < 2 || (n & (n - 1)) != 0) {
        fputs("usage: fft N, a power of two\n", stderr);
        return 2;
    }
    double *data = malloc(2 * n * sizeof *data);
    if (data == NULL) {
        fprintf(stderr, "fft: no memory for %zu numbers\n", n);
        return 1;
    }
    fft_fill(data, n);
    struct assay assay;
    assay_open(&assay);
    while (assay_next(&assay)) {
        fft_transform(data, n, -1);
        fft_transform(data, n, +1);
        for (size_t i = 0; i < 2 * n; i++)
            data[i] /= (double)n;
    }
    int code = assay_close(&assay);
    double error = fft_error(data, n);
    free(data);
    if (error > 1e-9) {
        fprintf(stderr, "fft: the result is off by %g\n", error);
        return 1;
    }
    return code;
}
