/* SPDX-License-Identifier: GPL-3.0-or-later */
/* export_pyperf.c -- JSON of pyperf 1.0.
 * Source:   psf/pyperf doc/json.rst.
 * Levels:   a run is an execution with its iterations, warm-up kept. Flat executions are a run
 *           each, flat iterations one run. Levels above execution are flattened.
 * Names:    what a name is made of stands in metadata, too, from which it is read back.
 * Edge:     units are second, byte and integer; series of other units are counted. */
#include <string.h>

#include "base/decimal.h"
#include "export/export.h"
#include "source/walk.h"

struct pyperf {
    FILE *stream;
    bool single; /* each value is a run */
    bool any;
};

static void write_values(FILE *stream, const double *x, size_t n)
{
    fputs("\"values\": [", stream);
    for (size_t i = 0; i < n; i++)
        fprintf(stream, "%s%s", i > 0 ? ", " : "", decimal_of(x[i]).text);
    fputc(']', stream);
}

static void write_run(struct pyperf *pyperf, const double *warmup, size_t n_warmup,
                      const double *values, size_t n)
{
    fputs(pyperf->any ? ",\n    {" : "\n    {", pyperf->stream);
    pyperf->any = true;
    write_values(pyperf->stream, values, n);
    if (n_warmup > 0) {
        fputs(", \"warmups\": [", pyperf->stream);
        for (size_t i = 0; i < n_warmup; i++)
            fprintf(pyperf->stream, "%s[1, %s]", i > 0 ? ", " : "", decimal_of(warmup[i]).text);
        fputc(']', pyperf->stream);
    }
    fputc('}', pyperf->stream);
}

static bool write_unit(void *context, const struct walk_unit *unit)
{
    struct pyperf *pyperf = context;
    const double *live = unit->values + unit->n_warmup;
    const size_t n = unit->n - unit->n_warmup;
    if (!pyperf->single) {
        write_run(pyperf, unit->values, unit->n_warmup, live, n);
        return ferror(pyperf->stream) == 0;
    }
    for (size_t i = 0; i < n; i++)
        write_run(pyperf, NULL, 0, live + i, 1);
    return ferror(pyperf->stream) == 0;
}

static const char *unit_of_series(const struct assay_series *series)
{
    if (strcmp(series->unit, "s") == 0)
        return "second";
    if (strcmp(series->unit, "byte") == 0)
        return "byte";
    return strcmp(series->unit, "1") == 0 ? "integer" : NULL;
}

/* What the name was made of: pyperf takes any metadata, and a suite wants names of their own. */
static void write_origin(FILE *stream, const struct assay_series *series, bool one_system)
{
    if (one_system && export_is_wall(series))
        return;
    fputs(", \"assay_benchmark\": ", stream);
    export_json_text(stream, series->benchmark);
    fputs(", \"assay_metric\": ", stream);
    export_json_text(stream, series->metric);
    if (one_system)
        return;
    fputs(", \"assay_system\": ", stream);
    export_json_text(stream, series->system);
}

static bool write_benchmark(FILE *stream, const struct assay_series *series, const char *unit,
                            bool one_system)
{
    const size_t n_levels = series->live.shape.n_levels;
    struct pyperf pyperf = {.stream = stream};
    pyperf.single = strcmp(series->level_name[n_levels - 1], "iteration") != 0;
    fputs("\n  {\"metadata\": {\"name\": ", stream);
    /* "SYSTEM: BENCHMARK [METRIC]", as much of it as tells series apart. */
    const bool wall = export_is_wall(series);
    export_json_joined(stream, (const char *const[]){one_system ? "" : series->system,
                                                     one_system ? "" : ": ", series->benchmark,
                                                     wall ? "" : " [", wall ? "" : series->metric,
                                                     wall ? "" : "]", NULL});
    write_origin(stream, series, one_system);
    fprintf(stream, ", \"unit\": \"%s\"},\n   \"runs\": [", unit);
    if (!walk_series(series, write_unit, &pyperf))
        return false;
    fputs("\n   ]}", stream);
    return true;
}

static enum assay_status write_pyperf(FILE *stream, const struct assay_series *series, size_t n,
                                      const struct export_options *options,
                                      struct export_report *report, struct assay_error *error)
{
    const bool one_system = export_has_one_system(series, n);
    bool any = false;
    (void)options;
    fputs("{\"version\": \"1.0\", \"metadata\": {},\n \"benchmarks\": [", stream);
    for (size_t i = 0; i < n; i++) {
        const char *unit = unit_of_series(&series[i]);
        if (unit == NULL) {
            report->n_series++;
            continue;
        }
        report->flattened |= series[i].live.shape.n_levels > 2;
        if (any)
            fputc(',', stream);
        any = true;
        if (!write_benchmark(stream, &series[i], unit, one_system))
            return export_end(stream, false, error);
    }
    fputs("\n ]}\n", stream);
    return export_end(stream, true, error);
}

extern const struct exporter exporter_pyperf;
const struct exporter exporter_pyperf = {"pyperf", "pyperf JSON", write_pyperf};
