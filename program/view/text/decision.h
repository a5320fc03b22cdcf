/* SPDX-License-Identifier: GPL-3.0-or-later */
/* decision.h -- who chose the warm-up. */
#pragma once

#include <assay/dataset.h>

#include "view/text/sentences.h"

/* Appends a sentence for each benchmark whose warm-up was chosen after measuring. */
void decisions_of(const struct assay_series *const *series, size_t n, struct sentences *sentences);

/* Prints them below an empty line; without any nothing at all. */
void decisions_print(const struct terminal *terminal, const struct assay_series *const *series,
                     size_t n);
