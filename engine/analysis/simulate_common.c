/* SPDX-License-Identifier: GPL-3.0-or-later */
/* simulate_common.c -- from a request to what all cells of a grid share. */
#include <stdio.h>
#include <string.h>

#include "analysis/simulation_parts.h"
#include "base/failure.h"

static enum assay_status fail_method(const char *name, size_t length, struct assay_error *error)
{
    char known[256] = "all";
    for (size_t m = 0, n = 3; m < ASSAY_SIMULATE_METHODS && n < sizeof known; m++)
        n += (size_t)snprintf(known + n, sizeof known - n, ", %s",
                              assay_simulate_method_name((enum assay_simulate_method)m));
    return assay_fail(error, ASSAY_USAGE, "there is no method \"%.*s\"; there is %s", (int)length,
                      name, known);
}

static enum assay_status add_method(struct assay_simulate_options *options, const char *name,
                                    size_t length, struct assay_error *error)
{
    bool all = length == 3 && strncmp(name, "all", 3) == 0, found = false;
    for (size_t m = 0; m < ASSAY_SIMULATE_METHODS; m++) {
        const char *known = assay_simulate_method_name((enum assay_simulate_method)m);
        if (all ? !assay_simulate_method_knows((enum assay_simulate_method)m, &options->statistic)
                : strlen(known) != length || strncmp(known, name, length) != 0)
            continue;
        found = true;
        bool there = false;
        for (size_t i = 0; i < options->n_methods; i++)
            there |= options->methods[i] == (enum assay_simulate_method)m;
        if (!there)
            options->methods[options->n_methods++] = (enum assay_simulate_method)m;
    }
    return found ? ASSAY_OK : fail_method(name, length, error);
}

/* By default what has an answer to the statistic. */
static enum assay_status read_methods(const struct name_list *methods,
                                      struct assay_simulate_options *options,
                                      struct assay_error *error)
{
    static const char *const usual[] = {"fieller,paper,bootstrap"}, *const of_quantiles[] = {
                                                                        "bootstrap"};
    const bool mean = options->statistic.kind == ASSAY_STATISTIC_MEAN;
    const char *const *items = methods->n > 0 ? methods->items : mean ? usual : of_quantiles;
    const size_t n = methods->n > 0 ? methods->n : 1;
    enum assay_status status = ASSAY_OK;
    for (size_t i = 0; i < n; i++)
        for (const char *p = items[i]; p != NULL && status == ASSAY_OK;) {
            size_t length = strcspn(p, ",");
            status = add_method(options, p, length, error);
            p = p[length] == ',' ? p + length + 1 : NULL;
        }
    return status;
}

static enum assay_status read_distribution(const char *text, struct assay_simulate_design *design,
                                           struct assay_error *error)
{
    size_t n = 0;
    for (const char *p = text; p != NULL && n < ASSAY_MAX_LEVELS; n++) {
        size_t length = strcspn(p, ","), d = 0;
        for (; d < ASSAY_SIMULATE_RESAMPLED; d++) {
            const char *name =
                assay_simulate_distribution_name((enum assay_simulate_distribution)d);
            if (strlen(name) == length && strncmp(name, p, length) == 0)
                break;
        }
        if (d == ASSAY_SIMULATE_RESAMPLED)
            return simulate_bad_text(
                error, "distribution", text,
                "write normal, lognormal, gamma or bimodal, once or for each level");
        design->distribution[n] = (enum assay_simulate_distribution)d;
        p = p[length] == ',' ? p + length + 1 : NULL;
    }
    for (size_t k = 1; n == 1 && k < ASSAY_MAX_LEVELS; k++)
        design->distribution[k] = design->distribution[0];
    return ASSAY_OK;
}

static struct assay_simulate_design disturbances_of(const struct simulation_request *request)
{
    return (struct assay_simulate_design){
        .gamma_shape = request->gamma_shape,
        .drift = (enum assay_simulate_drift)request->drift,
        .drift_sd = request->drift == 0 ? 0 : request->drift_sd,
        .order = (enum assay_simulate_order)request->order,
        .tick = request->tick,
        .outlier_share = request->outlier_share,
        .outlier_size = request->outlier_share > 0 ? request->outlier_size : 0};
}

enum assay_status simulate_read_common(const struct simulation_request *request,
                                       struct simulate_cell *cell, struct assay_error *error)
{
    struct assay_simulate_options *to = &cell->options;
    *to = (struct assay_simulate_options){.confidence = request->confidence,
                                          .seed = request->seed,
                                          .n_threads = request->n_threads,
                                          .replicates = (size_t)request->replicates,
                                          .every_value = request->every_value,
                                          .coverage_only = request->coverage_only};
    cell->n_experiments = request->experiments > 0 ? (size_t)request->experiments : 1000;
    cell->about.design = disturbances_of(request);
    struct assay_error problem;
    if (request->statistic != NULL &&
        assay_statistic_parse(request->statistic, &to->statistic, &problem) != ASSAY_OK)
        return fail_naming(error, ASSAY_USAGE, "@statistic: %s", problem.text);
    TRY(simulate_read_shares("margin", request->margin != NULL ? request->margin : "0,0.01",
                             to->margins, ASSAY_SIMULATE_MOST_MARGINS, &to->n_margins, error));
    TRY(read_methods(&request->methods, to, error));
    if (request->distribution != NULL)
        TRY(read_distribution(request->distribution, &cell->about.design, error));
    return ASSAY_OK;
}
