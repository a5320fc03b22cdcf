/* SPDX-License-Identifier: GPL-3.0-or-later */
/* simulate_result.c -- rows of tallies: put together, and what they say. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/simulation_parts.h"
#include "base/failure.h"
#include "base/owned.h"

void simulation_result_fini(struct simulation_result *result)
{
    for (size_t i = 0; i < result->n; i++) {
        free(result->rows[i].about.name);
        for (size_t k = 0; k < ASSAY_MAX_LEVELS; k++)
            free(result->rows[i].about.level_name[k]);
    }
    free(result->rows);
    free(result->part);
    free(result->header.grid);
    *result = (struct simulation_result){0};
}

bool simulation_is_complete(const struct simulation_result *result)
{
    for (size_t i = 0; i < result->n_parts; i++)
        if (!result->part[i])
            return false;
    return true;
}

/* ---- put together ---- */

static bool same_header(const struct simulation_header *a, const struct simulation_header *b)
{
    return name_is(a->grid, b->grid) && a->confidence == b->confidence && a->seed == b->seed &&
           a->experiments == b->experiments && a->replicates == b->replicates &&
           strcmp(a->statistic, b->statistic) == 0 && a->coverage_only == b->coverage_only &&
           a->n_margins == b->n_margins &&
           memcmp(a->margins, b->margins, a->n_margins * sizeof *a->margins) == 0;
}

/* Fitted components and borrowed values are part of the identity: parts of simulations of two
 * experiments must not be put together. */
static bool same_case(const struct simulation_case *a, const struct simulation_case *b)
{
    const struct assay_simulate_design *x = &a->design, *y = &b->design;
    bool same = a->kind == b->kind && a->identity == b->identity && name_is(a->name, b->name) &&
                a->top_means == b->top_means && x->ratio == y->ratio && x->n_levels == y->n_levels;
    for (size_t k = 0; same && k < x->n_levels; k++)
        same = name_is(a->level_name[k], b->level_name[k]) &&
               x->old_system.count[k] == y->old_system.count[k] &&
               x->new_system.count[k] == y->new_system.count[k];
    return same;
}

static bool same_rows(const struct simulation_result *a, const struct simulation_result *b)
{
    if (a->n != b->n || a->n_parts != b->n_parts || !same_header(&a->header, &b->header))
        return false;
    for (size_t i = 0; i < a->n; i++)
        if (strcmp(a->rows[i].method, b->rows[i].method) != 0 ||
            !same_case(&a->rows[i].about, &b->rows[i].about))
            return false;
    return true;
}

enum assay_status simulate_result_add(struct simulation_result *sum,
                                      const struct simulation_result *part, const char *path,
                                      struct assay_error *error)
{
    if (!same_rows(sum, part))
        return assay_fail(error, ASSAY_INVALID,
                          "%s belongs to another simulation than the first file: "
                          "parts must come from the same options, seed, measurements and version",
                          path);
    for (size_t i = 0; i < sum->n_parts; i++)
        if (sum->part[i] && part->part[i])
            return assay_fail(error, ASSAY_INVALID, "part %zu of %zu is there twice, again in %s",
                              i + 1, sum->n_parts, path);
    for (size_t i = 0; i < sum->n_parts; i++)
        sum->part[i] |= part->part[i];
    for (size_t i = 0; i < sum->n; i++)
        assay_simulate_add(&sum->rows[i].tally, &part->rows[i].tally);
    return ASSAY_OK;
}

static enum assay_status read_finished(const char *path, simulation_reader *read,
                                       struct simulation_result *result, struct assay_error *error)
{
    TRY(read(path, result, error));
    return !result->unfinished
               ? ASSAY_OK
               : fail_naming(error, ASSAY_INVALID,
                             "%s is not finished; go on with @checkpoint=%s first", path, path);
}

enum assay_status simulation_merge(const char *const *paths, size_t n, simulation_reader *read,
                                   struct simulation_result *result, struct assay_error *error)
{
    TRY(read_finished(paths[0], read, result, error));
    for (size_t i = 1; i < n; i++) {
        SCOPED(simulation_result_fini) struct simulation_result part = {0};
        TRY(read_finished(paths[i], read, &part, error));
        TRY(simulate_result_add(result, &part, paths[i], error));
    }
    return ASSAY_OK;
}

/* ---- what rows say ---- */

double simulation_contour(const struct simulation_header *header, const struct simulation_row *row,
                          double rate)
{
    struct assay_simulate_summary summary = assay_simulate_summarise(&row->tally);
    for (size_t m = 0; m < header->n_margins; m++) {
        double here = summary.above[m] + summary.below[m];
        if (!(here <= rate))
            continue;
        if (m == 0)
            return header->margins[0];
        double before = summary.above[m - 1] + summary.below[m - 1];
        double share = (before - rate) / (before - here);
        return header->margins[m - 1] + share * (header->margins[m] - header->margins[m - 1]);
    }
    return NAN;
}

double simulation_distance(const struct simulation_row *row)
{
    double n = (double)(row->tally.experiments - row->tally.undefined), p = row->published;
    double found = (double)row->tally.covered / n;
    /* 0.05 points for the digits that were not printed */
    double se = hypot(hypot(sqrt(p * (1 - p) / n), row->published_se), 0.0005 / sqrt(3));
    return (found - p) / se;
}
