/* SPDX-License-Identifier: GPL-3.0-or-later */
/* speedup.h -- what the files of the Speedup-Test share. */
#pragma once

#include <assay/view.h>

/* The mean of finite values, n >= 1; unlike assay_moments_of also where the variance has no double.
 */
double speedup_mean(struct assay_view view);
