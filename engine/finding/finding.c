/* SPDX-License-Identifier: GPL-3.0-or-later */
/* finding.c -- what every view of a finding derives from it. */
#include "finding/finding.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "finding/machines_finding.h"
#include "finding/modes_finding.h"
#include "finding/steady_finding.h"
#include "text/unit.h"

/* What they doubt is the interval of a mean. */
static const assay_warnings of_means =
    ASSAY_WARNING(ASSAY_WARN_SKEWED) | ASSAY_WARNING(ASSAY_WARN_OUTLIERS) |
    ASSAY_WARNING(ASSAY_WARN_FEW_TOP_UNITS) | ASSAY_WARNING(ASSAY_WARN_UNBOUNDED);

bool series_counts(const struct assay_series *series)
{
    const struct assay_sample *live = &series->live;
    const size_t n = live->values != NULL ? assay_sample_size(live) : 0;
    bool whole = true;
    for (size_t i = 0; i < n && whole; i++)
        whole = live->values[i] == rint(live->values[i]);
    return whole && !unit_is_time(series->unit) && strchr(series->unit, '/') == NULL;
}

bool metric_is_processor_time(const char *metric)
{
    return strcmp(metric, "user+system") == 0 || strcmp(metric, "cpu") == 0;
}

size_t series_negative_times(const struct assay_series *series)
{
    const struct assay_sample *live = &series->live;
    const size_t n =
        unit_is_time(series->unit) && live->values != NULL ? assay_sample_size(live) : 0;
    size_t negative = 0;
    for (size_t i = 0; i < n; i++)
        negative += live->values[i] < 0;
    return negative;
}

/* Of other statistics than the mean what doubts its interval; and counts have no more digits to print. */
static assay_warnings never_of(const struct assay_series *series, bool of_mean)
{
    return (of_mean ? 0 : of_means) |
           (series_counts(series) ? ASSAY_WARNING(ASSAY_WARN_ROUNDED) : 0);
}

static bool is_constant(const struct assay_description *sample)
{
    return sample->n > 0 && sample->min == sample->max;
}

size_t comparison_exact_draws(const struct comparison_finding *row)
{
    const struct assay_series *old = row->old_series, *new = row->new_series;
    const struct assay_comparison *finding = &row->finding;
    if ((strcmp(old->unit, "1") != 0 && !metric_is_counted(old->metric)) ||
        !is_constant(&finding->old_sample) || !is_constant(&finding->new_sample) ||
        !series_counts(old) || !series_counts(new) || !(finding->old_sample.min > 0) ||
        isnan(finding->ratio.estimate))
        return 0;
    const size_t a = assay_shape_repeated(&old->live.shape),
                 b = assay_shape_repeated(&new->live.shape);
    return a < b ? a : b;
}

double finding_unseen_share(size_t draws, double confidence)
{
    return 1 - pow(1 - confidence, 1 / (double)draws);
}

const char *const count_and_time_names[] = {"none",      "agree",    "count only",
                                            "time only", "opposite", "time cannot tell"};

assay_warnings sample_warnings(const struct sample_finding *sample)
{
    const bool of_mean = sample->statistic.kind == ASSAY_STATISTIC_MEAN;
    return (sample->series->warnings | sample->description.warnings) &
           ~never_of(sample->series, of_mean);
}

assay_warnings told_warnings(const struct assay_told *told)
{
    if (told->direction == ASSAY_TOLD_BY_NOBODY)
        return ASSAY_WARNING(ASSAY_WARN_DIRECTION_UNKNOWN);
    return assay_told_decides(told) ? 0 : ASSAY_WARNING(ASSAY_WARN_UNIT_UNKNOWN);
}

/* What series say against any result; no frequency and no neighbour moves a count that no run changed. */
static assay_warnings of_series(const struct comparison_finding *comparison)
{
    const assay_warnings both = comparison->old_series->warnings | comparison->new_series->warnings;
    return comparison_exact_draws(comparison) == 0 ? both
                                                   : both & ~ASSAY_WARNING(ASSAY_WARN_HOST_DRIFT);
}

assay_warnings comparison_warnings(const struct comparison_finding *comparison)
{
    const struct assay_comparison *finding = &comparison->finding;
    const bool of_mean = finding->statistic.kind == ASSAY_STATISTIC_MEAN;
    return of_series(comparison) | told_warnings(&comparison->old_series->told) |
           told_warnings(&comparison->new_series->told) |
           ((finding->warnings | finding->ratio.warnings) &
            ~never_of(comparison->old_series, of_mean));
}

assay_warnings withholding_warnings(void)
{
    return ASSAY_WARNING(ASSAY_WARN_LITTLE_OVERLAP) | ASSAY_WARNING(ASSAY_WARN_DIFFERENT_ORDERS) |
           ASSAY_WARNING(ASSAY_WARN_INTERFERENCE) | ASSAY_WARNING(ASSAY_WARN_DIRECTION_UNKNOWN) |
           ASSAY_WARNING(ASSAY_WARN_UNIT_UNKNOWN) | ASSAY_WARNING(ASSAY_WARN_FAILED_REQUESTS) |
           ASSAY_WARNING(ASSAY_WARN_LOAD_SATURATED) | ASSAY_WARNING(ASSAY_WARN_RATE_MISSED) |
           ASSAY_WARNING(ASSAY_WARN_UNBOUNDED);
}

void comparison_statistic(const struct comparison_finding *comparison,
                          char text[ASSAY_STATISTIC_TEXT])
{
    const struct machines_finding *machines = comparison->machines;
    if (comparison->of_typical_machine ||
        (machines != NULL && machines->n > 1 && machines->across != ACROSS_TOTAL))
        strcpy(text, "typical machine");
    else
        assay_comparison_statistic(&comparison->finding, text);
}

void comparisons_statistic(const struct comparison_finding *rows, size_t n, const char *metric,
                           char text[ASSAY_STATISTIC_TEXT])
{
    char other[ASSAY_STATISTIC_TEXT];
    text[0] = '\0';
    for (size_t i = 0; i < n; i++) {
        if (metric != NULL && strcmp(rows[i].old_series->metric, metric) != 0)
            continue;
        comparison_statistic(&rows[i], other);
        if (text[0] != '\0' && strcmp(other, text) != 0) {
            text[0] = '\0';
            return;
        }
        strcpy(text, other);
    }
}

struct change change_of(const struct assay_estimate *ratio)
{
    return (struct change){100 * (ratio->estimate - 1), 100 * (ratio->interval.lower - 1),
                           100 * (ratio->interval.upper - 1)};
}

double variation_percent(const struct assay_description *description, size_t level)
{
    double t2 = description->level[level].t2;
    if (!(t2 >= 0) || description->mean == 0)
        return NAN;
    return 100 * sqrt(t2) / fabs(description->mean);
}

const char *decided_name(enum assay_decided decided)
{
    return decided == ASSAY_DECIDED_BY_HAND     ? "by hand"
           : decided == ASSAY_DECIDED_AUTOMATIC ? "automatic"
                                                : NULL;
}

/* States of benchmarks, as plain data. */

bool steady_has_iterations(const struct assay_series *series)
{
    const struct assay_shape *shape = &series->all.shape;
    const size_t n = shape->n_levels;
    return n > 0 && series->level_name[n - 1] != NULL &&
           strcmp(series->level_name[n - 1], "iteration") == 0 &&
           (n == 1 || assay_shape_units(shape, n - 1) > assay_shape_units(shape, n - 2));
}

struct assay_view steady_values(const struct assay_series *series, size_t u)
{
    const struct assay_shape *shape = &series->all.shape;
    size_t begin = 0, end = assay_shape_units(shape, shape->n_levels - 1);
    if (shape->n_levels > 1)
        assay_shape_values(shape, shape->n_levels - 2, u, &begin, &end);
    return (struct assay_view){series->all.values + begin, end - begin};
}

void steady_finding_fini(struct steady_finding *finding)
{
    for (size_t i = 0; i < finding->n; i++)
        assay_benchmark_state_fini(&finding->rows[i].state);
    free(finding->rows);
    *finding = (struct steady_finding){0};
}

/* How values cluster, as plain data. */

const char *modes_level(const struct sample_modes *row)
{
    return row->modes.n > 1 ? row->series->level_name[row->attribution.level] : NULL;
}

assay_warnings modes_warnings(const struct sample_modes *row)
{
    assay_warnings warnings = row->series->warnings;
    if (row->refusal[0] == '\0' && row->fit.rounded)
        warnings |= ASSAY_WARNING(ASSAY_WARN_ROUNDED);
    /* Values of one unit of all levels above them: as show and compare say of them. */
    const struct assay_shape *shape = &row->series->live.shape;
    if (row->n > 1 && shape->n_levels > 1 && assay_shape_units(shape, shape->n_levels - 2) == 1)
        warnings |= ASSAY_WARNING(ASSAY_WARN_NO_HIGHER_LEVEL);
    return warnings;
}

void modes_finding_fini(struct modes_finding *finding)
{
    for (size_t i = 0; finding->rows != NULL && i < finding->n; i++)
        free(finding->rows[i].counts);
    free(finding->rows);
    free(finding->pairs);
    free(finding->winners);
    *finding = (struct modes_finding){0};
}

/* The end of what was found on several machines. */

void machines_finding_free(struct machines_finding **finding)
{
    if (*finding == NULL)
        return;
    for (size_t c = 0; c < (*finding)->n_classes; c++)
        free((*finding)->classes[c].name);
    free((*finding)->classes);
    free((*finding)->items);
    free(*finding);
    *finding = NULL;
}
