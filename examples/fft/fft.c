/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fft.c -- a plain Cooley-Tukey transform.
 *
 * Its strides are powers of two, so that its speed depends on which pages and cache sets the array
 * happens to get, and on where the code itself landed: executions and builds differ as those of the
 * FFT in Kalibera & Jones 2012 do.
 */
#include "fft.h"

#include <math.h>

static void swap(double *a, double *b)
{
    double t = *a;
    *a = *b;
    *b = t;
}

/* Puts element i to the place whose index has the bits of i reversed. */
static void reverse_bits(double *data, size_t n)
{
    for (size_t i = 0, j = 0; i + 1 < n; i++) {
        if (i < j) {
            swap(&data[2 * i], &data[2 * j]);
            swap(&data[2 * i + 1], &data[2 * j + 1]);
        }
        size_t bit = n >> 1;
        while (j & bit) {
            j ^= bit;
            bit >>= 1;
        }
        j |= bit;
    }
}

/* (a, b) becomes (a + w b, a - w b). */
static void butterfly(double *a, double *b, double w_re, double w_im)
{
    double t_re = w_re * b[0] - w_im * b[1];
    double t_im = w_re * b[1] + w_im * b[0];
    b[0] = a[0] - t_re;
    b[1] = a[1] - t_im;
    a[0] += t_re;
    a[1] += t_im;
}

void fft_transform(double *data, size_t n, int direction)
{
    reverse_bits(data, n);
    for (size_t i = 0; i < n; i += 2)
        butterfly(&data[2 * i], &data[2 * i + 2], 1, 0);
    for (size_t half = 2; half < n; half *= 2) {
        double angle = direction * acos(-1.0) / (double)half;
        double step_re = -2 * sin(angle / 2) * sin(angle / 2), step_im = sin(angle);
        double w_re = 1, w_im = 0;
        for (size_t k = 0; k < half; k++) {
            for (size_t i = k; i < n; i += 2 * half)
                butterfly(&data[2 * i], &data[2 * (i + half)], w_re, w_im);
            double old_re = w_re;
            w_re += w_re * step_re - w_im * step_im;
            w_im += w_im * step_re + old_re * step_im;
        }
    }
}

void fft_fill(double *data, size_t n)
{
    unsigned state = 12345;
    for (size_t i = 0; i < 2 * n; i++) {
        state = state * 1664525u + 1013904223u;
        data[i] = (double)(state >> 8) / (1 << 24);
    }
}

double fft_error(const double *data, size_t n)
{
    double worst = 0;
    unsigned state = 12345;
    for (size_t i = 0; i < 2 * n; i++) {
        state = state * 1664525u + 1013904223u;
        worst = fmax(worst, fabs(data[i] - (double)(state >> 8) / (1 << 24)));
    }
    return worst;
}
