/* SPDX-License-Identifier: GPL-3.0-or-later */
/* push_rows.h -- live values as rows of the archive's table of series. */
#pragma once

#include <assay/dataset.h>

#include "postgres/libpq.h"

/* The text as UTF-8, to be freed; NULL: no memory. */
char *push_text(const char *text);

/* The series of the dataset, for the experiment of this number in the archive. */
enum assay_status push_series(struct database *database, const char *experiment,
                              const struct assay_dataset *dataset, struct assay_error *error);
