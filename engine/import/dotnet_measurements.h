/* SPDX-License-Identifier: GPL-3.0-or-later */
/* dotnet_measurements.h -- the measurements of one benchmark of BenchmarkDotNet, in JSON and CSV. */
#pragma once

#include "import/importer.h"

/* One as its file tells it. */
struct dotnet_fields {
    const char *mode, *stage;
    double launch, operations, seconds; /* seconds of all operations */
};

struct dotnet_measurement {
    double launch, seconds; /* of one operation */
    size_t place;           /* in the file */
    bool result;            /* else warm-up */
};

/* All zero is empty. */
struct dotnet_measurements {
    struct dotnet_measurement *items; /* warm-up and results of the workload */
    size_t n, room;
    size_t n_results; /* that are finite */
    size_t n_other;   /* of overhead and of other stages */
};

/* Adds one; json takes the lack of memory. */
void dotnet_measurements_keep(struct dotnet_measurements *measurements,
                              const struct dotnet_fields *fields, struct pull *json);

/* Adds those of the JSON array that comes next. */
void dotnet_measurements_read(struct dotnet_measurements *measurements, struct pull *json);

/* Adds them as iterations of their launches, warm-up in front. */
void dotnet_measurements_add(struct dotnet_measurements *measurements, struct importer *importer,
                             const struct importer_series *flat);
void dotnet_measurements_fini(struct dotnet_measurements *measurements);

/* What tells this job from others, of "Job-XYZ(Runtime=.NET 8.0)" what stands in the parentheses:
 * the name before them is a made one. */
const char *dotnet_job(struct pull *json, const char *job, size_t size);

/* "Namespace.Type.Method(parameters)", of these what is not "". */
const char *dotnet_name(struct pull *json, const char *space, const char *type, const char *method,
                        const char *parameters);

/* The times of a benchmark; the job, unless "", is the system, and stands in the name beside other
 * files. */
struct importer_series dotnet_series(struct importer *importer, const char *benchmark,
                                     const char *job);

/* Adds the bytes that an operation allocates, to what is otherwise the same; NaN: not measured. */
void dotnet_add_allocated(struct importer *importer, const struct importer_series *times,
                          double bytes);
