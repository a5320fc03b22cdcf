/* SPDX-License-Identifier: GPL-3.0-or-later */
/* dotnet_measurements.h -- the list "Measurements" of one benchmark of BenchmarkDotNet. */
#ifndef FORMAT_DOTNET_MEASUREMENTS_H
#define FORMAT_DOTNET_MEASUREMENTS_H

#include "format/importer.h"

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

void dotnet_measurements_read(struct dotnet_measurements *measurements, struct pull *json);

/* Adds them as iterations of their launches, warm-up in front. */
void dotnet_measurements_add(struct dotnet_measurements *measurements, struct importer *importer,
                             const struct importer_series *flat);
void dotnet_measurements_fini(struct dotnet_measurements *measurements);

#endif
