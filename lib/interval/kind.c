/* SPDX-License-Identifier: GPL-3.0-or-later */
/* kind.c -- names of the kinds of interval, as JSON prints them. */
#include <assay/interval.h>

const char *assay_interval_kind_name(enum assay_interval_kind kind)
{
    switch (kind) {
    case ASSAY_BOUNDED: return "bounded";
    case ASSAY_RAY: return "ray";
    case ASSAY_OUTSIDE: return "outside";
    case ASSAY_ALL: return "all";
    }
    return "unknown";
}
