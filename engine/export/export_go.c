/* SPDX-License-Identifier: GPL-3.0-or-later */
/* export_go.c -- Go benchmark text, for benchstat and its kin.
 * Source:   golang.org/design/14313-benchmark-format: the name begins with Benchmark and then a
 *           letter that is not small; it holds no spaces.
 * Names:    a first letter is made a capital; before any other character stands X; a space becomes
 *           an underscore. With several systems the line "toolchain: SYSTEM" stands before theirs:
 *           benchstat -col toolchain.
 * Edge:     all levels are flattened; warm-up is left out. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/owned.h"
#include "export/export.h"
#include "import/go.h"

/* Controls that are blanks are blanks; the others stand as a terminal is shown them. */
static void write_word(FILE *stream, const char *text)
{
    OWNED char *visible = export_visible(text);
    for (const char *c = visible != NULL ? visible : "?"; *c != '\0'; c++)
        fputc(*c == ' ' ? '_' : *c, stream);
}

/* The unit as Go writes it, and the power of ten that a value is multiplied by. */
static const char *unit_of_series(const struct assay_series *series, int *power)
{
    *power = strcmp(series->unit, "s") == 0 ? 9 : 0;
    if (*power != 0)
        return "ns/op";
    for (size_t i = 0; go_metrics[i].unit != NULL; i++)
        if (strcmp(go_metrics[i].metric, series->metric) == 0)
            return go_metrics[i].unit;
    return series->unit;
}

/* Whether reading gives the metric its name back. */
static bool is_known(const struct assay_series *series)
{
    for (size_t i = 0; go_metrics[i].unit != NULL; i++)
        if (strcmp(go_metrics[i].metric, series->metric) == 0)
            return true;
    return strcmp(series->unit, "s") == 0;
}

static void write_unit(FILE *stream, const struct assay_series *series, const char *unit)
{
    if (strcmp(series->unit, "s") == 0 && !export_is_wall(series)) {
        write_word(stream, series->metric);
        fputc('-', stream);
    } else if (strcmp(unit, "byte") == 0) {
        write_word(stream, series->metric);
        unit = "-bytes";
    } else if (strcmp(unit, "1") == 0 || strpbrk(unit, " \t") != NULL) {
        unit = series->metric;
    }
    write_word(stream, unit);
}

static void write_series(FILE *stream, const struct assay_series *series)
{
    int power;
    const char *unit = unit_of_series(series, &power);
    for (size_t i = 0; i < export_n_live(series); i++) {
        const unsigned char first = (unsigned char)series->benchmark[0];
        fputs("Benchmark", stream);
        if (isalpha(first) == 0)
            fputc('X', stream);
        else
            fputc(toupper(first), stream);
        write_word(stream, series->benchmark + (isalpha(first) != 0));
        fprintf(stream, " 1 %s ", export_number_shifted(series->live.values[i], power).text);
        write_unit(stream, series, unit);
        fputc('\n', stream);
    }
}

static enum assay_status write_go(FILE *stream, const struct assay_series *series, size_t n,
                                  const struct export_options *options,
                                  struct export_report *report, struct assay_error *error)
{
    const bool one_system = export_has_one_system(series, n);
    const char *system = "";
    (void)options;
    for (size_t i = 0; i < n; i++) {
        if (!one_system && strcmp(series[i].system, system) != 0) {
            OWNED char *visible = export_visible(system = series[i].system);
            fprintf(stream, "toolchain: %s\n", visible != NULL ? visible : "?");
        }
        report->n_warmup += export_n_warmup(&series[i]);
        report->flattened |= series[i].live.shape.n_levels > 1;
        if (!is_known(&series[i]) && report->n_renamed++ == 0)
            report->renamed = series[i].metric;
        write_series(stream, &series[i]);
    }
    return export_end(stream, true, error);
}

extern const struct exporter exporter_go;
const struct exporter exporter_go = {"go", "Go benchmark text", write_go};
