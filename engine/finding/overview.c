/* SPDX-License-Identifier: GPL-3.0-or-later */
/* overview.c -- the comparisons of one pair taken together.
 * Source:   the geometric mean of ratios (METHODS B8); ranks with ties averaged.
 * Edge:     a ratio that is not positive has no cost; its row counts under its verdict and comes last.
 *           A rate (of unit "…/s" or "op/…", more is better) is the twin of a time of the same benchmark.
 * Checked:  tests/engine/finding/test_overview.c. */
#include "finding/overview.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/owned.h"

/* ---- one row ---- */

bool comparison_is_withheld(const struct comparison_finding *row)
{
    return !assay_told_decides(&row->old_series->told) ||
           !assay_told_decides(&row->new_series->told);
}

assay_warnings comparison_beside_doubts(const struct comparison_finding *row)
{
    static const assay_warnings doubts =
        ASSAY_WARNING(ASSAY_WARN_LITTLE_OVERLAP) | ASSAY_WARNING(ASSAY_WARN_INTERFERENCE);
    return comparison_warnings(row) & doubts;
}

bool comparison_requests_hold(const struct comparison_finding *row)
{
    return (comparison_warnings(row) & ASSAY_WARNING(ASSAY_WARN_FAILED_REQUESTS)) == 0;
}

bool comparison_load_holds(const struct comparison_finding *row)
{
    return (comparison_warnings(row) & ASSAY_WARNING(ASSAY_WARN_LOAD_SATURATED)) == 0;
}

bool comparison_rate_holds(const struct comparison_finding *row)
{
    return (comparison_warnings(row) & ASSAY_WARNING(ASSAY_WARN_RATE_MISSED)) == 0;
}

bool comparison_order_holds(const struct comparison_finding *row)
{
    return comparison_beside_doubts(row) == 0 && comparison_requests_hold(row) &&
           comparison_load_holds(row) && comparison_rate_holds(row) &&
           (comparison_warnings(row) & ASSAY_WARNING(ASSAY_WARN_DIFFERENT_ORDERS)) == 0;
}

static double turned(const struct comparison_finding *comparison, double ratio)
{
    if (!(ratio > 0))
        return (double)NAN;
    return comparison->old_series->more_is_better ? 1 / ratio : ratio;
}

double comparison_cost(const struct comparison_finding *comparison)
{
    const double cost = turned(comparison, comparison->finding.ratio.estimate);
    return isfinite(cost) ? cost : (double)NAN;
}

/* What is measured is positive: below nothing there is no ratio. */
struct cost_range cost_range_of(const struct assay_estimate *ratio, bool more_is_better)
{
    const struct assay_interval *interval = &ratio->interval;
    double lower = fmax(interval->lower, 0), upper = interval->upper;
    if (interval->kind == ASSAY_ALL || interval->kind == ASSAY_OUTSIDE) {
        lower = 0;
        upper = (double)INFINITY;
    }
    if (isnan(interval->lower) || isnan(interval->upper) || !(upper > 0))
        return (struct cost_range){(double)NAN, (double)NAN};
    if (!more_is_better)
        return (struct cost_range){lower, upper};
    return (struct cost_range){1 / upper, lower > 0 ? 1 / lower : (double)INFINITY};
}

struct cost_range comparison_cost_range(const struct comparison_finding *comparison)
{
    return cost_range_of(&comparison->finding.ratio, comparison->old_series->more_is_better);
}

/* ---- one fact told twice ---- */

static bool is_rate(const struct assay_series *series)
{
    const size_t length = strlen(series->unit);
    return series->more_is_better && (strncmp(series->unit, "op/", 3) == 0 ||
                                      (length > 2 && strcmp(series->unit + length - 2, "/s") == 0));
}

struct named_row {
    const struct assay_series *series;
    size_t row;
};

static int by_benchmark(const void *a, const void *b)
{
    return strcmp(((const struct named_row *)a)->series->benchmark,
                  ((const struct named_row *)b)->series->benchmark);
}

/* Among the rows of one benchmark. */
static void find_twins_among(const struct named_row *rows, size_t n, struct pair_overview *out)
{
    bool timed = false;
    for (size_t i = 0; i < n; i++)
        timed = timed || (strcmp(rows[i].series->unit, "s") == 0 &&
                          strcmp(rows[i].series->metric, "wall") == 0);
    for (size_t i = 0; i < n; i++)
        if (timed && is_rate(rows[i].series)) {
            out->counted[rows[i].row] = false;
            out->n_twins++;
        }
}

static bool find_twins(const struct system_pair *pair, struct pair_overview *out)
{
    OWNED struct named_row *rows = calloc(pair->n + 1, sizeof *rows);
    if (rows == NULL)
        return false;
    for (size_t i = 0; i < pair->n; i++) {
        rows[i] = (struct named_row){pair->rows[i].old_series, i};
        out->counted[i] = true;
    }
    qsort(rows, pair->n, sizeof *rows, by_benchmark);
    for (size_t begin = 0, end; begin < pair->n; begin = end) {
        for (end = begin + 1; end < pair->n && by_benchmark(&rows[begin], &rows[end]) == 0;)
            end++;
        find_twins_among(rows + begin, end - begin, out);
    }
    return true;
}

/* ---- groups ---- */

static void add(struct verdict_group *group, double cost, size_t row)
{
    group->n++;
    if (isnan(cost))
        return;
    const bool first = isnan(group->least);
    if (first || cost < group->least) {
        group->least = cost;
        group->best = row;
    }
    if (first || cost > group->most) {
        group->most = cost;
        group->worst = row;
    }
    group->mean = (first ? 0 : group->mean) + log(cost); /* the sum until it is divided */
}

static void add_all(const struct system_pair *pair, struct pair_overview *out,
                    enum assay_verdict verdict, bool every, struct verdict_group *group)
{
    size_t n = 0;
    *group = (struct verdict_group){.mean = (double)NAN, .least = (double)NAN, .most = (double)NAN};
    for (size_t i = 0; i < pair->n; i++) {
        if (!out->counted[i] || (!every && pair->rows[i].finding.verdict != verdict))
            continue;
        const double cost = comparison_cost(&pair->rows[i]);
        n += isnan(cost) ? 0 : 1;
        add(group, cost, i);
    }
    if (n > 0)
        group->mean = exp(group->mean / (double)n);
}

static int worst_first(const void *a, const void *b, void *pair)
{
    const struct comparison_finding *rows = ((const struct system_pair *)pair)->rows;
    const size_t left = *(const size_t *)a, right = *(const size_t *)b;
    const double x = comparison_cost(&rows[left]), y = comparison_cost(&rows[right]);
    if (isnan(x) != isnan(y))
        return isnan(x) ? 1 : -1;
    if (!isnan(x) && x != y)
        return x < y ? 1 : -1;
    return (left > right) - (left < right);
}

bool pair_overview_of(const struct system_pair *pair, struct pair_overview *out)
{
    *out = (struct pair_overview){.order = calloc(pair->n + 1, sizeof *out->order),
                                  .counted = calloc(pair->n + 1, sizeof *out->counted)};
    if (out->order == NULL || out->counted == NULL || !find_twins(pair, out)) {
        pair_overview_fini(out);
        return false;
    }
    for (size_t i = 0; i < pair->n; i++)
        out->order[i] = i;
    qsort_r(out->order, pair->n, sizeof *out->order, worst_first, (void *)pair);
    for (size_t k = 0; k < OVERVIEW_VERDICTS; k++)
        add_all(pair, out, (enum assay_verdict)k, false, &out->verdict[k]);
    add_all(pair, out, ASSAY_INCONCLUSIVE, true, &out->all);
    return true;
}

void pair_overview_fini(struct pair_overview *overview)
{
    free(overview->order);
    free(overview->counted);
    *overview = (struct pair_overview){.order = NULL};
}

/* ---- ranks ---- */

/* The row of this benchmark and metric, looked for from where the last one was found; NULL: none. */
static const struct comparison_finding *find_row(const struct system_pair *pair,
                                                 const struct assay_series *series, size_t *from)
{
    for (size_t k = 0; k < pair->n; k++) {
        const size_t at = (*from + k) % pair->n;
        const struct comparison_finding *row = &pair->rows[at];
        if (strcmp(row->old_series->benchmark, series->benchmark) == 0 &&
            strcmp(row->old_series->metric, series->metric) == 0) {
            *from = at + 1;
            return row;
        }
    }
    return NULL;
}

static double rank_among(const double *costs, size_t n, size_t at)
{
    double below = 0, ties = 0;
    for (size_t i = 0; i < n; i++) {
        below += costs[i] < costs[at];
        ties += i != at && costs[i] == costs[at];
    }
    return 1 + below + ties / 2;
}

/* False: a system lacks this benchmark, or nobody says which way is better. */
static bool costs_of(const struct system_pair *pairs, size_t n, size_t row, size_t *from,
                     double *costs)
{
    for (size_t p = 0; p < n; p++) {
        const struct comparison_finding *found =
            p == 0 ? &pairs[0].rows[row]
                   : find_row(&pairs[p], pairs[0].rows[row].old_series, &from[p]);
        costs[p] = found != NULL && !comparison_is_withheld(found) && comparison_order_holds(found)
                       ? comparison_cost(found)
                       : (double)NAN;
        if (isnan(costs[p]))
            return false;
    }
    costs[n] = 1;
    return true;
}

size_t system_ranks(const struct system_pair *pairs, size_t n, double *ranks)
{
    size_t shared = 0;
    OWNED size_t *from = calloc(n + 1, sizeof *from);
    OWNED double *costs = calloc(n + 1, sizeof *costs);
    for (size_t p = 0; p <= n; p++)
        ranks[p] = 0;
    for (size_t i = 0; from != NULL && costs != NULL && n > 0 && i < pairs[0].n; i++) {
        if (!costs_of(pairs, n, i, from, costs))
            continue;
        shared++;
        for (size_t p = 0; p <= n; p++)
            ranks[p] += rank_among(costs, n + 1, p);
    }
    for (size_t p = 0; p <= n; p++)
        ranks[p] = shared > 0 ? ranks[p] / (double)shared : (double)NAN;
    return shared;
}
