/* SPDX-License-Identifier: GPL-3.0-or-later */
/* speedup_input.c -- the benchmarks of a Speedup-Test from the store or from any files.
 *
 * The protocol wants independent values. Of nested measurements these are the means of the highest
 * level that was repeated; --observation names a lower level, as the paper's one execution, one
 * value.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/speedup_suite.h"
#include "base/failure.h"
#include "source/walk.h"

/* ---- which systems ---- */

static enum assay_status find_system(const struct input *input, const char *name,
                                     const char **found, struct assay_error *error)
{
    size_t at;
    TRY(input_find_system(input, name, &at, error));
    *found = input->systems.items[at];
    return ASSAY_OK;
}

static enum assay_status only_other(const struct input *input, const char *old_system,
                                    const char **found, struct assay_error *error)
{
    size_t n = 0;
    for (size_t i = 0; i < input->systems.n; i++) {
        if (strcmp(input->systems.items[i], old_system) == 0)
            continue;
        *found = input->systems.items[i];
        n++;
    }
    if (n == 1)
        return ASSAY_OK;
    return fail_naming(error, ASSAY_INVALID,
                       n == 0 ? "there is one system (%s); a speedup needs two"
                              : "several systems could be compared with %s; name one with @new",
                       old_system);
}

static enum assay_status choose_systems(const struct speedup_request *request,
                                        struct speedup_suite *suite, struct assay_error *error)
{
    struct speedup_finding *finding = &suite->finding;
    const struct input *input = &suite->input;
    enum assay_status status = ASSAY_OK;
    finding->old_system = input->systems.items[0];
    if (request->old_system != NULL)
        status = find_system(input, request->old_system, &finding->old_system, error);
    if (status == ASSAY_OK)
        status = request->new_system != NULL
                     ? find_system(input, request->new_system, &finding->new_system, error)
                     : only_other(input, finding->old_system, &finding->new_system, error);
    if (status != ASSAY_OK || strcmp(finding->old_system, finding->new_system) != 0)
        return status;
    return fail_naming(error, ASSAY_USAGE, "@old and @new are one system (%s)",
                       finding->old_system);
}

/* ---- benchmarks ---- */

static enum assay_status observe(const struct speedup_request *request,
                                 const struct assay_series *series, struct speedup_finding *finding,
                                 struct assay_view *sample, struct assay_error *error)
{
    struct observation found;
    TRY(observation_of(series, request->observation, &found, error));
    *sample = found.means;
    finding->observation = found.level;
    finding->pooled = finding->pooled || found.pooled;
    return ASSAY_OK;
}

static enum assay_status check_pair(const struct assay_series *old_series,
                                    const struct assay_series *new_series,
                                    struct assay_error *error)
{
    if (strcmp(old_series->unit, new_series->unit) != 0)
        return assay_fail(error, ASSAY_INVALID, "%s: the units differ: %s and %s",
                          old_series->benchmark, old_series->unit, new_series->unit);
    if (!assay_told_decides(&old_series->told) || !assay_told_decides(&new_series->told))
        return fail_naming(error, ASSAY_INVALID,
                           "of %s on %s nobody says that it is a time: the Speedup-Test compares "
                           "times. Say it: @direction=METRIC=less",
                           old_series->metric, old_series->benchmark);
    if (!assay_series_alike(old_series, new_series))
        return assay_fail(error, ASSAY_INVALID,
                          "%s: one system was measured side by side, the other in rounds; measure "
                          "both in one run",
                          old_series->benchmark);
    if (!old_series->more_is_better)
        return ASSAY_OK;
    return assay_fail(error, ASSAY_INVALID,
                      "of %s more is better; the Speedup-Test compares times. assay compare takes "
                      "any metric",
                      old_series->metric);
}

static enum assay_status add_benchmark(const struct speedup_request *request,
                                       const struct assay_series *old_series,
                                       struct speedup_suite *suite, struct assay_error *error)
{
    struct speedup_row row = {.name = old_series->benchmark};
    struct assay_speedup_benchmark benchmark = {.confidence = (double)NAN,
                                                .coefficient = (double)NAN};
    const struct assay_series *new_series = input_find(&suite->input, suite->finding.new_system,
                                                       old_series->benchmark, old_series->metric);
    enum assay_status status = ASSAY_OK;
    row.warnings = old_series->warnings;
    if (new_series != NULL) {
        row.warnings |= new_series->warnings;
        status = check_pair(old_series, new_series, error);
        if (status == ASSAY_OK)
            status = observe(request, old_series, &suite->finding, &benchmark.x, error);
        if (status == ASSAY_OK)
            status = observe(request, new_series, &suite->finding, &benchmark.y, error);
        benchmark.paired = benchmark.x.n == assay_shape_units(&old_series->live.shape, 0) &&
                           assay_series_paired(old_series, new_series);
    }
    speedup_suite_add(suite, &row, &benchmark);
    return status;
}

/* What has another metric only, or is the new system's alone. */
static void tell_left_out(const struct speedup_suite *suite, const struct assay_series *series,
                          struct remarks *remarks)
{
    const struct input *input = &suite->input;
    const bool is_old = strcmp(series->system, suite->finding.old_system) == 0,
               is_new = strcmp(series->system, suite->finding.new_system) == 0,
               is_timed = strcmp(series->metric, input->primary_metric) == 0;
    if (is_old && !is_timed && input_is_primary(input, series))
        remark(remarks, "%s has no %s and is left out", series->benchmark, input->primary_metric);
    if (is_new && is_timed &&
        input_find(input, suite->finding.old_system, series->benchmark, series->metric) == NULL)
        remark(remarks, "%s was measured for %s only and is left out", series->benchmark,
               series->system);
}

enum assay_status speedup_suite_from_input(const struct speedup_request *request,
                                           struct speedup_suite *suite, struct remarks *remarks,
                                           struct assay_error *error)
{
    const struct input *input = &suite->input;
    enum assay_status status = choose_systems(request, suite, error);
    if (status == ASSAY_OK)
        status = speedup_suite_reserve(suite, input->n, error);
    for (size_t i = 0; i < input->n && status == ASSAY_OK; i++) {
        const struct assay_series *series = &input->series[i];
        if (strcmp(series->system, suite->finding.old_system) == 0 &&
            strcmp(series->metric, input->primary_metric) == 0)
            status = add_benchmark(request, series, suite, error);
        else
            tell_left_out(suite, series, remarks);
    }
    if (status != ASSAY_OK || suite->b > 0)
        return status;
    return assay_fail(error, ASSAY_MISSING, "no benchmark was measured for both %s and %s",
                      suite->finding.old_system, suite->finding.new_system);
}
