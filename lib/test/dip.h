/* SPDX-License-Identifier: GPL-3.0-or-later */
/* dip.h -- Hartigan's dip of values that are already in ascending order. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

/* 2 n times the dip; the modal interval as places. corners has 4 n places. */
double dip_walk(const double *x, size_t n, size_t *corners, size_t *low, size_t *high);

/* Multiplies by a power of two where differences or slopes would leave the range of doubles. */
double dip_scale(double *x, size_t n);

/* The tick that makes values equal; NaN where none are, or they lie on no grid. */
double dip_tick(const double *x, size_t n);

/* Whether the dip is larger than in 95 of 100 uniform samples; false beyond these sizes. Takes tens
 * of microseconds. */
enum { DIP_QUICK_LEAST = 10, DIP_QUICK_MOST = 500 };
bool dip_rejects(const double *sorted, size_t n);
