/* SPDX-License-Identifier: GPL-3.0-or-later */
/* heuristics.h -- rules that other harnesses use to end warming up. */
#pragma once

#include <assay/steady.h>

/* What each rule would choose, and the error of the mean that the choice would cause against
 * steady_mean (NaN: none to compare with). */
struct assay_heuristics heuristics_of(struct assay_view view, double steady_mean);
