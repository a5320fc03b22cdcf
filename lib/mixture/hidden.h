/* SPDX-License-Identifier: GPL-3.0-or-later */
/* hidden.h -- whether a mean hides modes, for who has sorted the values already. */
#pragma once

#include <assay/mixture.h>

/* assay_modes_hidden with the sample's values in ascending order given. */
enum assay_status modes_hidden_sorted(const struct assay_sample *sample, struct assay_view sorted,
                                      bool *hidden, struct assay_error *error);
