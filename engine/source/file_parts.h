/* SPDX-License-Identifier: GPL-3.0-or-later */
/* file_parts.h -- what was read of files one by one, on its way into one dataset. */
#pragma once

#include "source/file_list.h"
#include "source/provenance.h"

struct file_part {
    const struct file *file;
    struct assay_dataset *dataset;
    struct format_origin origin;
};

struct file_parts {
    struct file_part *items; /* room for one of each file */
    size_t n;
};

/* Adds the file's series, below one more level when that is not NULL. Of what differs between the
 * files the benchmarks' names tell. A series that another file has too
 * needs a level that tells them apart. */
enum assay_status file_part_add(const struct file_part *part, const struct provenance *provenance,
                                const char *level, struct assay_dataset *dataset,
                                struct assay_error *error);

/* Whether the dataset has a series of the same names. */
bool file_part_clashes(const struct file_part *part, const struct assay_dataset *dataset);

/* Calls the systems of a file like the file; of several, "FILE: SYSTEM". */
enum assay_status file_name_systems(const struct file *file, struct assay_dataset **dataset,
                                    struct assay_error *error);

/* Adds all, in the order of the times of their versions. */
enum assay_status file_parts_add(struct file_parts *parts, const char *level,
                                 struct assay_dataset *dataset, struct assay_error *error);
void file_parts_fini(struct file_parts *parts);
