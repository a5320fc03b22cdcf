/* SPDX-License-Identifier: GPL-3.0-or-later */
/* view.h -- a flat borrowed array. */
#ifndef ASSAY_VIEW_H
#define ASSAY_VIEW_H

#include <stddef.h>

/* Never owned, changed or reordered by the library. */
struct assay_view {
    const double *x;
    size_t n;
};

#endif
