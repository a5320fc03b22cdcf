/* SPDX-License-Identifier: GPL-3.0-or-later */
/* ranks.h -- midranks in place. */
#pragma once

#include <assay/view.h>

#include <stdbool.h>

/* rank[i]: the midrank of x[i], from 1; values finite. False when memory is lacking. */
bool midranks(struct assay_view view, double *rank);
