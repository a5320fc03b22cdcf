/* SPDX-License-Identifier: GPL-3.0-or-later */
/* tied.c -- the permutation distribution of Wilcoxon's W given the ties, by dynamic programming.
 * Source:   Streitberg & Roehmel 1986, Statistical Software Newsletter 12:10-17 (shift algorithm on
 *           twice the midranks); states that can no longer end in the wanted tail are left out.
 * Assumes:  n <= m; every choice of n of the n + m values equally likely.
 * Edge:     all sums of positive terms, so that the smallest tail keeps its digits. Where the table
 *           would be large, fourier.c takes over.
 * Checked:  tests/data/wilcoxon.json (rational permutation p), enumeration, untied.c. */
#include <Rmath.h>
#include <math.h>
#include <stdlib.h>

#include "base/try.h"
#include "test/fourier.h"

/* Measured: a table entry costs 0.06 ns for each of the n + m values. Counts start at 2^-1000, so that 1e600 ways fit. */
static const double TABLE_NS = 0.06, TABLE_ALWAYS_NS = 1e6, LONGEST_NS = 2e10;
static const double TABLE_ENTRIES = 2.5e7, TABLE_LOG_CHOICES = 1380;

static int64_t common_divisor(int64_t a, int64_t b)
{
    while (b != 0) {
        int64_t rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

enum assay_status tied_init(struct tied *tied, size_t n, size_t m, size_t n_groups, size_t *size,
                            struct assay_error *error)
{
    int64_t *score = malloc(n_groups * sizeof *score);
    if (score == NULL)
        return assay_fail(error, ASSAY_NO_MEMORY, "no memory for %zu groups", n_groups);
    int64_t before = 0, divisor = 0;
    for (size_t g = 0; g < n_groups; g++) {
        score[g] = 2 * before + (int64_t)size[g] - (int64_t)size[0];
        before += (int64_t)size[g];
        divisor = common_divisor(score[g], divisor);
    }
    divisor = divisor > 0 ? divisor : 1;
    for (size_t g = 0; g < n_groups; g++)
        score[g] /= divisor;
    *tied = (struct tied){n, m, n_groups, size, score, divisor};
    return ASSAY_OK;
}

void tied_fini(struct tied *tied)
{
    free(tied->score);
    tied->score = NULL;
}

/* smallest[k]: the sum of the k smallest scores, k = 0 .. n + m. */
static int64_t *smallest_sums(const struct tied *tied)
{
    int64_t *smallest = malloc((tied->n + tied->m + 1) * sizeof *smallest);
    if (smallest == NULL)
        return NULL;
    size_t k = 0;
    smallest[0] = 0;
    for (size_t g = 0; g < tied->n_groups; g++)
        for (size_t e = 0; e < tied->size[g]; e++, k++)
            smallest[k + 1] = smallest[k] + tied->score[g];
    return smallest;
}

/* The table: row i, entry s counts the choices of i values among the groups so far with sum
 * smallest[i] + s. */
struct table {
    const struct tied *tied;
    const int64_t *smallest;
    int64_t limit; /* the tail: sums up to here */
    size_t width;
    double *count;
};

/* Entries of row i that can still end in the tail when `seen` values have passed; <= 0: none. */
static int64_t live_entries(const struct table *table, size_t i, size_t seen)
{
    size_t needed = table->tied->n - i;
    if (seen + needed > table->tied->n + table->tied->m)
        return 0;
    int64_t rest = table->smallest[seen + needed] - table->smallest[seen];
    return table->limit - rest - table->smallest[i] + 1;
}

/* Adds `ways` times row i, moved up, to row i + taken. */
static void add_row(struct table *table, size_t i, size_t taken, size_t group, size_t seen,
                    double ways)
{
    int64_t shift = table->smallest[i] + (int64_t)taken * table->tied->score[group] -
                    table->smallest[i + taken];
    int64_t from = live_entries(table, i, seen);
    int64_t to = live_entries(table, i + taken, seen + table->tied->size[group]) - shift;
    int64_t entries = from < to ? from : to;
    const double *restrict source = table->count + i * table->width;
    double *restrict target = table->count + (i + taken) * table->width + shift;
    for (int64_t s = 0; s < entries; s++)
        target[s] += ways * source[s];
}

/* One group: from every row to those above it, C(size, taken) ways each. Rows run downwards, so
 * that each is read before it is added to. */
static void pass_group(struct table *table, size_t group, size_t seen)
{
    size_t n = table->tied->n, size = table->tied->size[group];
    for (size_t i = (seen < n ? seen : n) + 1; i-- > 0;) {
        double ways = 1;
        for (size_t taken = 1; taken <= size && i + taken <= n; taken++) {
            ways *= (double)(size - taken + 1) / (double)taken;
            add_row(table, i, taken, group, seen, ways);
        }
    }
}

static double choices(size_t n, size_t m, double start)
{
    for (size_t i = 1; i <= n; i++)
        start *= (double)(m + i) / (double)i;
    return start;
}

static struct tail table_tail(struct table *table)
{
    const struct tied *tied = table->tied;
    const double start = 0x1p-1000; /* counts up to 1e600 fit */
    table->count[0] = start;
    size_t seen = 0;
    for (size_t g = 0; g < tied->n_groups; g++) {
        pass_group(table, g, seen);
        seen += tied->size[g];
    }
    const double *row = table->count + tied->n * table->width;
    double sum = 0, all = choices(tied->n, tied->m, start);
    for (size_t s = 0; s < table->width; s++)
        sum += row[s];
    return (struct tail){fmin(sum / all, 1), row[table->width - 1] / all};
}

static enum assay_status tail_by_table(const struct tied *tied, const int64_t *smallest,
                                       int64_t limit, struct tail *out, struct assay_error *error)
{
    size_t width = (size_t)(limit - smallest[tied->n]) + 1;
    OWNED double *count = calloc((tied->n + 1) * width, sizeof *count);
    if (count == NULL)
        return assay_fail(error, ASSAY_NO_MEMORY, "no memory for %zu sums", width);
    struct table table = {tied, smallest, limit, width, count};
    *out = table_tail(&table);
    return ASSAY_OK;
}

/* By the table where it is small or the characteristic function has too many peaks, else by that. */
static enum assay_status tail_by_either(const struct tied *tied, const int64_t *smallest,
                                        int64_t limit, int64_t greatest, struct tail *out,
                                        struct assay_error *error)
{
    size_t all = tied->n + tied->m;
    double entries = ((double)tied->n + 1) * (double)(limit - smallest[tied->n] + 1);
    double table_ns = entries * (double)all * TABLE_NS;
    if (table_ns < TABLE_ALWAYS_NS)
        return tail_by_table(tied, smallest, limit, out, error);
    SCOPED(fourier_fini) struct fourier fourier = {0};
    TRY(fourier_init(&fourier, tied, limit, smallest[tied->n], greatest, error));
    double fourier_ns = fourier_cost(&fourier);
    bool table_fits =
        entries < TABLE_ENTRIES && lchoose((double)all, (double)tied->n) < TABLE_LOG_CHOICES;
    enum assay_status status = ASSAY_OK;
    if (fmin(fourier_ns, table_fits ? table_ns : (double)INFINITY) > LONGEST_NS)
        status = assay_fail(error, ASSAY_INVALID,
                            "the exact Wilcoxon test would take %.0f s for these ties: the normal "
                            "approximation is as good here",
                            fourier_ns / 1e9);
    else if (table_fits && table_ns < fourier_ns)
        status = tail_by_table(tied, smallest, limit, out, error);
    else
        status = fourier_tail(&fourier, out, error);
    return status;
}

/* P(sum of the scores of x <= limit). */
static enum assay_status tail(const struct tied *tied, int64_t limit, struct tail *out,
                              struct assay_error *error)
{
    OWNED int64_t *smallest = smallest_sums(tied);
    if (smallest == NULL)
        return assay_fail(error, ASSAY_NO_MEMORY, "no memory for %zu values", tied->n + tied->m);
    int64_t greatest = smallest[tied->n + tied->m] - smallest[tied->m];
    enum assay_status status = ASSAY_OK;
    if (limit < smallest[tied->n])
        *out = (struct tail){0, 0};
    else if (limit >= greatest)
        *out = (struct tail){1, limit == greatest ? (double)NAN : 0};
    else
        status = tail_by_either(tied, smallest, limit, greatest, out, error);
    return status;
}

static int64_t floor_divide(int64_t a, int64_t b)
{
    return a >= 0 ? a / b : -((b - 1 - a) / b);
}

enum assay_status tied_lower(const struct tied *tied, int64_t twice_w, struct tail *out,
                             struct assay_error *error)
{
    /* Twice the rank sum is 2 W + n (n + 1); scores count from the first group's, size[0] + 1. */
    int64_t n = (int64_t)tied->n;
    int64_t sum = twice_w + n * (n - (int64_t)tied->size[0]);
    return tail(tied, floor_divide(sum, tied->divisor), out, error);
}

enum assay_status tied_upper(const struct tied *tied, int64_t twice_w, struct tail *out,
                             struct assay_error *error)
{
    size_t n_groups = tied->n_groups;
    OWNED size_t *size = malloc(n_groups * sizeof *size);
    if (size == NULL)
        return assay_fail(error, ASSAY_NO_MEMORY, "no memory for %zu groups", n_groups);
    for (size_t g = 0; g < n_groups; g++)
        size[g] = tied->size[n_groups - 1 - g];
    struct tied mirrored;
    enum assay_status status = tied_init(&mirrored, tied->n, tied->m, n_groups, size, error);
    if (status == ASSAY_OK) {
        status = tied_lower(&mirrored, 2 * (int64_t)(tied->n * tied->m) - twice_w, out, error);
        tied_fini(&mirrored);
    }
    return status;
}
