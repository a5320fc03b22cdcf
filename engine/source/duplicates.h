/* SPDX-License-Identifier: GPL-3.0-or-later */
/* duplicates.h -- the same results in several formats. */
#pragma once

#include <assay/dataset.h>

#include "source/file_list.h"

/* Of files found in one directory that are called the same but for their suffixes, and are of several
 * formats, the one that holds most (JSON before tables and logs) stands before the others and is
 * their `better`. False when memory is out. */
bool duplicates_mark(struct files *files);

/* What is called the same may be of other benchmarks: true when a series of the file is there. */
bool duplicates_share_series(const struct assay_dataset *part, const struct assay_dataset *dataset);
