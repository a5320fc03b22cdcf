/* SPDX-License-Identifier: GPL-3.0-or-later */
/* common.c -- of two series the top units that were measured in the same rounds.
 * Source:   METHODS B5: what pairs are the rounds that both have; an execution that failed, or that an
 *           interruption cut off, takes its round with it and no other.
 * Edge:     rounds that are not known or do not ascend, or fewer than two in common: none.
 * Checked:  tests/lib/sample/test_common.c: against the same values measured without the round.
 */
#include <assay/dataset.h>

#include <stdlib.h>
#include <string.h>

static bool ascends(const struct assay_series *series)
{
    const size_t n = series->live.shape.count[0];
    for (size_t i = 1; series->pair_key != NULL && i < n; i++)
        if (series->pair_key[i] <= series->pair_key[i - 1])
            return false;
    return series->pair_key != NULL && n > 0;
}

/* The places of the common rounds in both; as many are returned. */
static size_t intersect(const struct assay_series *a, const struct assay_series *b, size_t *in_a,
                        size_t *in_b)
{
    const size_t n_a = a->live.shape.count[0], n_b = b->live.shape.count[0];
    size_t n = 0;
    for (size_t i = 0, j = 0; i < n_a && j < n_b;) {
        const int64_t x = a->pair_key[i], y = b->pair_key[j];
        if (x == y) {
            in_a[n] = i;
            in_b[n++] = j;
        }
        i += x <= y;
        j += y <= x;
    }
    return n;
}

/* ---- a sample of chosen top units ---- */

/* The offsets of one level's units, which begin[j] .. end[j] - 1 are of the j-th chosen one; those of
 * the next level take their place. */
static bool choose_level(const struct assay_shape *shape, size_t level, size_t n, size_t *begin,
                         size_t *end, size_t **first)
{
    size_t total = 0, at = 0, children = 0;
    for (size_t j = 0; j < n; j++)
        total += end[j] - begin[j];
    size_t *offsets = malloc((total + 1) * sizeof *offsets);
    for (size_t j = 0; offsets != NULL && j < n; j++) {
        size_t from = 0, to = 0, unused;
        for (size_t u = begin[j]; u < end[j]; u++) {
            size_t child, last;
            assay_shape_children(shape, level, u, &child, &last);
            offsets[at++] = children;
            children += last - child;
        }
        assay_shape_children(shape, level, begin[j], &from, &unused);
        assay_shape_children(shape, level, end[j] - 1, &unused, &to);
        begin[j] = from;
        end[j] = to;
    }
    if (offsets != NULL)
        offsets[at] = children;
    *first = offsets;
    return offsets != NULL;
}

static void make_balanced(struct assay_shape *shape)
{
    for (size_t k = 0; k + 1 < shape->n_levels; k++)
        shape->count[k + 1] = shape->first[k][1] - shape->first[k][0];
    for (size_t k = 0; k + 1 < shape->n_levels; k++)
        shape->first[k] = NULL;
}

static bool choose(const struct assay_sample *sample, const size_t *units, size_t n,
                   struct assay_chosen_sample *out)
{
    const struct assay_shape *shape = &sample->shape;
    size_t *begin = malloc(2 * n * sizeof *begin), *end = begin != NULL ? begin + n : NULL;
    size_t total = 0, at = 0;
    bool done = begin != NULL;
    for (size_t j = 0; done && j < n; j++) {
        begin[j] = units[j];
        end[j] = units[j] + 1;
    }
    out->sample.shape = (struct assay_shape){.n_levels = shape->n_levels, .count = {n}};
    for (size_t k = 0; done && k + 1 < shape->n_levels; k++) {
        done = choose_level(shape, k, n, begin, end, &out->first[k]);
        out->sample.shape.first[k] = out->first[k];
    }
    for (size_t j = 0; done && j < n; j++)
        total += end[j] - begin[j];
    out->values = done ? malloc(total * sizeof *out->values) : NULL;
    done = out->values != NULL;
    for (size_t j = 0; done && j < n; at += end[j] - begin[j], j++)
        memcpy(out->values + at, sample->values + begin[j],
               (end[j] - begin[j]) * sizeof *out->values);
    free(begin);
    out->sample.values = out->values;
    if (done && assay_shape_balanced(&out->sample.shape))
        make_balanced(&out->sample.shape);
    return done;
}

static void chosen_fini(struct assay_chosen_sample *chosen)
{
    for (size_t k = 0; k < ASSAY_MAX_LEVELS; k++)
        free(chosen->first[k]);
    free(chosen->values);
}

void assay_common_rounds_fini(struct assay_common_rounds *common)
{
    chosen_fini(&common->a);
    chosen_fini(&common->b);
    *common = (struct assay_common_rounds){.n = 0};
}

enum assay_status assay_series_common_rounds(const struct assay_series *a,
                                             const struct assay_series *b,
                                             struct assay_common_rounds *out,
                                             struct assay_error *error)
{
    *out = (struct assay_common_rounds){.n = 0};
    if (!ascends(a) || !ascends(b))
        return ASSAY_OK;
    const size_t n_a = a->live.shape.count[0], n_b = b->live.shape.count[0];
    size_t *places = malloc((n_a + n_b) * sizeof *places);
    bool done = places != NULL;
    const size_t n = done ? intersect(a, b, places, places + n_a) : 0;
    if (n >= 2) {
        done = choose(&a->live, places, n, &out->a) && choose(&b->live, places + n_a, n, &out->b);
        out->n = n;
        out->left_out = n_a + n_b - 2 * n;
    }
    free(places);
    if (done)
        return ASSAY_OK;
    assay_common_rounds_fini(out);
    return assay_fail(error, ASSAY_NO_MEMORY, "no memory for the rounds of %zu units", n_a + n_b);
}
