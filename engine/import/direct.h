/* SPDX-License-Identifier: GPL-3.0-or-later */
/* direct.h -- which way the user says is better: "less", "more", "METRIC=less", where METRIC may have * and ?. */
#pragma once

#include <assay/dataset.h>

#include "base/name_list.h"

/* ASSAY_USAGE: one of the words says something else. */
enum assay_status direct_check(const struct name_list *words, struct assay_error *error);

/* Whether a word is for the metric; the last one that is for it gives *more_is_better. */
bool direct_tells(const struct name_list *words, const char *metric, bool *more_is_better);

/* Says it of all series of the dataset, which is not finished. words NULL: nothing is said. */
void direct_dataset(const struct name_list *words, struct assay_dataset *dataset);
