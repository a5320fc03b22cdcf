/* SPDX-License-Identifier: GPL-3.0-or-later */
/* hidden.h -- whether a mean hides modes. */
#pragma once

#include <assay/mixture.h>

/* True when a single mean hides several modes: values, or the means of the units of the level that
 * decides between the modes, in clusters with BIC better by 10 than one part's and a dip that rejects
 * one mode at 5 %; of 6 to 9 of them: in two groups with a wide gap between. Values outside the main
 * mode that come first in their units are warm-up, and hide nothing. Quick: about a millisecond.
 * sorted: the sample's values in ascending order. */
enum assay_status modes_hidden(const struct assay_sample *sample, struct assay_view sorted,
                               bool *hidden, struct assay_error *error);
