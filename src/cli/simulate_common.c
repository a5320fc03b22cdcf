/* SPDX-License-Identifier: GPL-3.0-or-later */
/* simulate_common.c -- from options to what all cells of a grid share. */
#include <string.h>

#include "cli/simulate.h"
#include "render/terminal.h"

static bool add_method(struct simulate_cell *cell, const char *name, size_t length)
{
    struct assay_simulate_options *options = &cell->options;
    bool all = length == 3 && strncmp(name, "all", 3) == 0, found = false;
    for (size_t m = 0; m < ASSAY_SIMULATE_METHODS; m++) {
        const char *known = assay_simulate_method_name((enum assay_simulate_method)m);
        if (!all && (strlen(known) != length || strncmp(known, name, length) != 0))
            continue;
        found = true;
        bool there = false;
        for (size_t i = 0; i < options->n_methods; i++)
            there |= options->methods[i] == (enum assay_simulate_method)m;
        if (!there)
            options->methods[options->n_methods++] = (enum assay_simulate_method)m;
    }
    if (found)
        return true;
    fputs("assay simulate: there is no method \"", stderr);
    terminal_say_name(name, length);
    fputs("\"; there is all", stderr);
    for (size_t m = 0; m < ASSAY_SIMULATE_METHODS; m++)
        fprintf(stderr, ", %s", assay_simulate_method_name((enum assay_simulate_method)m));
    fputc('\n', stderr);
    return false;
}

/* By default all that has an answer to the statistic. */
static bool read_methods(const struct name_list *methods, struct simulate_cell *cell)
{
    for (size_t i = 0; i < methods->n; i++)
        for (const char *p = methods->items[i];; p++) {
            size_t length = strcspn(p, ",");
            if (!add_method(cell, p, length))
                return false;
            p += length;
            if (*p == '\0')
                break;
        }
    if (methods->n > 0)
        return true;
    if (cell->options.statistic.kind != ASSAY_STATISTIC_MEAN)
        return add_method(cell, "bootstrap", 9);
    return add_method(cell, "fieller", 7) && add_method(cell, "paper", 5) &&
           add_method(cell, "bootstrap", 9);
}

static bool read_distribution(const char *text, struct simulate_cell *cell)
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
            return simulate_bad_list(
                "distribution", text,
                "write normal, lognormal, gamma or bimodal, once or for each level");
        cell->design.distribution[n] = (enum assay_simulate_distribution)d;
        p = p[length] == ',' ? p + length + 1 : NULL;
    }
    for (size_t k = 1; n == 1 && k < ASSAY_MAX_LEVELS; k++)
        cell->design.distribution[k] = cell->design.distribution[0];
    return true;
}

bool simulate_read_common(const struct simulate_options *options,
                          const struct global_options *global, struct simulate_cell *cell)
{
    struct assay_simulate_options *to = &cell->options;
    struct assay_error error;
    *to = (struct assay_simulate_options){.confidence = global->confidence,
                                          .seed = simulate_seed(global),
                                          .n_threads = (size_t)global->threads,
                                          .replicates = (size_t)options->replicates,
                                          .every_value = options->every_value,
                                          .coverage_only = options->coverage_only};
    cell->n_experiments = options->experiments > 0 ? (size_t)options->experiments : 1000;
    cell->design.gamma_shape = options->gamma_shape;
    cell->design.drift = (enum assay_simulate_drift)options->drift;
    cell->design.drift_sd = options->drift == 0 ? 0 : options->drift_sd;
    cell->design.order = (enum assay_simulate_order)options->order;
    cell->design.tick = options->tick;
    cell->design.outlier_share = options->outlier_share;
    cell->design.outlier_size = options->outlier_share > 0 ? options->outlier_size : 0;
    if (options->statistic != NULL &&
        assay_statistic_parse(options->statistic, &to->statistic, &error) != ASSAY_OK) {
        terminal_complain("assay simulate: --statistic: %s", error.text);
        return false;
    }
    return simulate_read_shares("margin", options->margin != NULL ? options->margin : "0,0.01",
                                to->margins, ASSAY_SIMULATE_MOST_MARGINS, &to->n_margins) &&
           read_methods(&options->methods, cell) &&
           (options->distribution == NULL || read_distribution(options->distribution, cell));
}
