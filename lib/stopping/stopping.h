/* SPDX-License-Identifier: GPL-3.0-or-later */
/* stopping.h -- what the files of this room share. */
#pragma once

#include <assay/stopping.h>

/* Sample variance; n >= 2. */
double running_variance(const struct assay_running_mean *running);

/* Of each interval that a look judges by: two questions share what may go wrong. */
double stopping_confidence(const struct assay_stopping_rule *rule);
/* Of the interval that says equivalent; not in (0, 1) where there is none. */
double narrow_confidence(const struct assay_stopping_rule *rule);
