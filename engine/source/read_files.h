/* SPDX-License-Identifier: GPL-3.0-or-later */
/* read_files.h -- several files as one source: a directory, or units of a level above (several builds, a
 * file each). */
#pragma once

#include "base/remarks.h"
#include "import/format.h"

/* The file that an argument names: itself, or what stands behind NAME= . */
const char *files_path(const char *argument);
bool files_is_directory(const char *path);
/* True also where the path may not be looked at, which opening it will say. */
bool files_is_there(const char *path);

/* All files of a directory as one dataset; of target/criterion of criterion.rs the samples, named
 * after their directories: see found_files.h. */
enum assay_status files_read_directory(const char *path, const struct format *format,
                                       const struct format_options *options, const char *level,
                                       struct assay_dataset **dataset, struct remarks *remarks,
                                       struct assay_error *error);

/* As files_read_directory, but for that each file is a version, in the order of their names, numbers
 * in them as numbers: files that do not name their systems are systems called like themselves. */
enum assay_status files_read_versions(const char *path, const struct format *format,
                                      const struct format_options *options,
                                      struct assay_dataset **dataset, struct remarks *remarks,
                                      struct assay_error *error);

/* All arguments as one dataset, each file a unit of `level`. Its system is NAME of NAME=FILE, else
 * the file's name without directory, suffix and trailing number: old1.json and old-2.json are of
 * the system old. A directory's files are of the system that is called like it. */
enum assay_status files_read_units(const struct name_list *arguments, const struct format *format,
                                   const struct format_options *options, const char *level,
                                   struct assay_dataset **dataset, struct remarks *remarks,
                                   struct assay_error *error);
