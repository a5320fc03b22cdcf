/* SPDX-License-Identifier: GPL-3.0-or-later */
/* joined_files.h -- what was read of files one by one, on its way into one dataset. */
#pragma once

#include "import/format.h"
#include "source/found_files.h"

/* The machines and environments that files say their values come from. Where several
 * are read together they stand behind the names of the benchmarks. */
static inline bool origin_is_known(const struct format_origin *origin)
{
    return origin->version_ms > 0 || origin->machine[0] != '\0' || origin->environment[0] != '\0';
}

/* What differs between the files at hand. */
struct provenance {
    bool machine, environment;
};

/* Notes what differs between these two; of all files, each is to be noted with the first. */
void provenance_note(struct provenance *provenance, const struct format_origin *first,
                     const struct format_origin *other);

static inline bool provenance_differs(const struct provenance *provenance)
{
    return provenance->machine || provenance->environment;
}

/* "time_sort [host, py3.12]", of these what differs; to be freed. NULL: out of memory. */
char *provenance_name(const struct provenance *provenance, const struct format_origin *origin,
                      const char *benchmark);

/* How the series of a file are called. */
enum file_names {
    FILE_NAMES_ITS_OWN, /* as it says */
    FILE_NAMES_BEFORE,  /* its system like the file; of several, "FILE: SYSTEM" */
    FILE_NAMES_LENT /* its system like the file, as who wrote NAME=FILE asks; of several the names stand behind the
                           benchmarks */
};

struct file_part {
    const struct file *file;
    struct assay_dataset *dataset;
    struct format_origin origin;
    enum file_names names;
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

/* Whether the dataset has a series that is called like one of these. */
enum assay_status file_part_clashes(const struct file_part *part,
                                    const struct assay_dataset *dataset, bool *clashes,
                                    struct assay_error *error);

/* "fft (gcc)", "fft (n=8, gcc)": the benchmark with its system's name; to be freed. NULL: out of memory. */
char *file_benchmark_of(const struct assay_series *series);

/* Adds all, in the order of the times of their versions. */
enum assay_status file_parts_add(struct file_parts *parts, const char *level,
                                 struct assay_dataset *dataset, struct assay_error *error);
void file_parts_fini(struct file_parts *parts);
