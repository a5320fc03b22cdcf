/* SPDX-License-Identifier: GPL-3.0-or-later */
/* bootstrap_statistic.c -- the statistic of a sample as it stands.
 * Source:   METHODS section 0 (grand mean), Hyndman & Fan 1996 (quantiles).
 * Edge:     a probability outside [0, 1] or an unknown type -> ASSAY_INVALID.
 * Checked:  against assay_quantiles and the unit means.
 */
#include <assay/bootstrap.h>
#include <assay/descriptive.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/sum.h"
#include "base/try.h"

/* Digits with at most one point: strtod would also read "0x1", "1e1" and what the locale allows. */
static bool read_percent(const char *text, double *percent)
{
    double value = 0, unit = 1;
    bool point = false;
    for (const char *c = text; *c != '\0'; c++) {
        if (*c == '.' && !point && c[1] != '\0') {
            point = true;
        } else if (*c >= '0' && *c <= '9') {
            value = 10 * value + (*c - '0');
            unit *= point ? 10 : 1;
        } else {
            return false;
        }
    }
    *percent = value / unit;
    return *text != '\0' && *percent <= 100;
}

enum assay_status assay_statistic_parse(const char *text, struct assay_statistic *out,
                                        struct assay_error *error)
{
    double percent = 50;
    if (strcmp(text, "mean") == 0) {
        *out = (struct assay_statistic){0};
        return ASSAY_OK;
    }
    if (strcmp(text, "median") != 0 && !(text[0] == 'p' && read_percent(text + 1, &percent)))
        return assay_fail(error, ASSAY_INVALID,
                          "a statistic is mean, median or pNN (p0 to p100, as p99 or p99.9), not "
                          "\"%.40s\"",
                          text);
    *out = (struct assay_statistic){ASSAY_STATISTIC_QUANTILE, percent / 100, 7};
    return ASSAY_OK;
}

void assay_statistic_name(const struct assay_statistic *statistic, char text[ASSAY_STATISTIC_TEXT])
{
    if (statistic->kind == ASSAY_STATISTIC_MEAN)
        (void)snprintf(text, ASSAY_STATISTIC_TEXT, "mean");
    else if (statistic->probability == 0.5)
        (void)snprintf(text, ASSAY_STATISTIC_TEXT, "median");
    else
        (void)snprintf(text, ASSAY_STATISTIC_TEXT, "p%.10g", 100 * statistic->probability);
}

static enum assay_status grand_mean(const struct assay_sample *sample, double *out,
                                    struct assay_error *error)
{
    const size_t n = sample->shape.count[0];
    double *means = malloc(n * sizeof *means), least, most;
    if (means == NULL)
        return assay_fail(error, ASSAY_NO_MEMORY, "no memory for %zu means", n);
    enum assay_status status = assay_sample_unit_means(sample, 0, means, error);
    if (status == ASSAY_OK && !sum_scan(means, n, &least, &most))
        status = assay_fail(error, ASSAY_UNDEFINED, "a mean lies outside the range of doubles");
    if (status == ASSAY_OK) {
        double scale = sum_scale(least, most);
        *out = sum_moments_of(means, n, scale).mean.high / scale;
    }
    free(means);
    return status;
}

enum assay_status assay_statistic_of(const struct assay_sample *sample,
                                     const struct assay_statistic *statistic, double *out,
                                     struct assay_error *error)
{
    TRY(assay_sample_check(sample, error));
    const struct assay_shape *shape = &sample->shape;
    struct assay_view view = {sample->values, assay_shape_units(shape, shape->n_levels - 1)};
    int type = statistic->quantile_type == 0 ? 7 : statistic->quantile_type;
    switch (statistic->kind) {
    case ASSAY_STATISTIC_MEAN: return grand_mean(sample, out, error);
    case ASSAY_STATISTIC_QUANTILE:
        return assay_quantiles(view, &statistic->probability, 1, type, out, error);
    }
    return assay_fail(error, ASSAY_INVALID, "statistics are 0 (mean) and 1 (quantile), is %d",
                      (int)statistic->kind);
}
