/* SPDX-License-Identifier: GPL-3.0-or-later */
/* hidden.h -- whether a mean hides modes, for who has sorted the values already. */
#ifndef MIXTURE_HIDDEN_H
#define MIXTURE_HIDDEN_H

#include <assay/mixture.h>

/* assay_modes_hidden with the sample's values in ascending order given. */
bool modes_hidden_sorted(const struct assay_sample *sample, struct assay_view sorted);

#endif
