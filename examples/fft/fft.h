/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fft.h -- the kernel that the example measures. */
#ifndef FFT_H
#define FFT_H

#include <stddef.h>

/* In-place radix-2 transform of n complex numbers (re, im interleaved), n a power of two >= 2;
 * direction -1 forward, +1 inverse (without the factor 1/n). */
void fft_transform(double *data, size_t n, int direction);

/* Fills data with n complex numbers that are the same in every execution. */
void fft_fill(double *data, size_t n);

/* Largest difference between the data and what fft_fill gives: the check that the work was done. */
double fft_error(const double *data, size_t n);

#endif
