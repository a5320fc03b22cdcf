/* SPDX-License-Identifier: GPL-3.0-or-later */
/* ordered.c -- numbers in ascending order, kept so as they come.
 * Source:   a B-tree of two levels (Bayer and McCreight 1972, Acta Informatica 1:173): blocks that are
 *           cut in two when they are full, and a list of blocks. A number that comes again is counted.
 * Assumes:  no NaN. -0 and 0 are one number.
 * Edge:     no memory: nothing is added.
 * Numbers:  the numbers themselves: those of sorting, bit for bit.
 * Checked:  tests/lib/descriptive/test_ordered.c: sorting, for orders, ties and lengths.
 */

#include <stdlib.h>
#include <string.h>

#include "descriptive/sorted.h"

/* The first of n ascending numbers that is not below x. */
static size_t first_from(const double *ascending, size_t n, double x)
{
    size_t below = 0;
    while (n > 0) {
        const size_t half = n / 2;
        const bool right = ascending[below + half] < x;
        below += right ? half + 1 : 0;
        n = right ? n - half - 1 : half;
    }
    return below;
}

/* The last block that begins at or before x, else the first one. */
static size_t block_of(const struct assay_ordered *ordered, double x)
{
    size_t low = 0, high = ordered->n_blocks;
    while (high - low > 1) {
        const size_t middle = low + (high - low) / 2;
        if (ordered->blocks[middle]->x[0] <= x)
            low = middle;
        else
            high = middle;
    }
    return low;
}

/* One more block at place `at`; NULL: no memory. */
static struct assay_ordered_block *put_block(struct assay_ordered *ordered, size_t at)
{
    if (ordered->n_blocks == ordered->room) {
        const size_t room = 2 * ordered->room + 8;
        struct assay_ordered_block **more = realloc(ordered->blocks, room * sizeof *more);
        if (more == NULL)
            return NULL;
        ordered->blocks = more;
        ordered->room = room;
    }
    struct assay_ordered_block **place = ordered->blocks + at, *block = malloc(sizeof *block);
    if (block == NULL)
        return NULL;
    memmove(place + 1, place, (ordered->n_blocks - at) * sizeof *place);
    block->n = block->total = 0;
    ordered->n_blocks++;
    return *place = block;
}

/* The upper half goes into a block of its own. */
static bool cut(struct assay_ordered *ordered, size_t at)
{
    struct assay_ordered_block *lower = ordered->blocks[at], *upper = put_block(ordered, at + 1);
    const size_t half = ORDERED_BLOCK / 2;
    if (upper == NULL)
        return false;
    memcpy(upper->x, lower->x + half, half * sizeof *upper->x);
    memcpy(upper->times, lower->times + half, half * sizeof *upper->times);
    lower->n = upper->n = half;
    for (size_t i = 0; i < half; i++)
        upper->total += upper->times[i];
    lower->total -= upper->total;
    return true;
}

bool assay_ordered_add(struct assay_ordered *ordered, double x)
{
    if (ordered->n_blocks == 0 && put_block(ordered, 0) == NULL)
        return false;
    size_t k = block_of(ordered, x);
    if (ordered->blocks[k]->n == ORDERED_BLOCK) {
        if (!cut(ordered, k))
            return false;
        k = block_of(ordered, x);
    }
    struct assay_ordered_block *block = ordered->blocks[k];
    const size_t at = first_from(block->x, block->n, x);
    if (at == block->n || block->x[at] != x) {
        memmove(block->x + at + 1, block->x + at, (block->n - at) * sizeof *block->x);
        memmove(block->times + at + 1, block->times + at, (block->n - at) * sizeof *block->times);
        block->x[at] = x;
        block->times[at] = 0;
        block->n++;
        ordered->distinct++;
    }
    block->times[at]++;
    block->total++;
    ordered->n++;
    return true;
}

double assay_ordered_at(const struct assay_ordered *ordered, size_t rank)
{
    size_t k = 0, i = 0;
    for (; rank >= ordered->blocks[k]->total; k++)
        rank -= ordered->blocks[k]->total;
    const struct assay_ordered_block *block = ordered->blocks[k];
    for (; rank >= block->times[i]; i++)
        rank -= block->times[i];
    return block->x[i];
}

double ordered_median(const struct assay_ordered *ordered)
{
    const double middle[2] = {assay_ordered_at(ordered, (ordered->n - 1) / 2),
                              assay_ordered_at(ordered, ordered->n / 2)};
    return sorted_median((struct assay_view){middle, 2});
}

void ordered_distinct(const struct assay_ordered *ordered, double *out)
{
    for (size_t k = 0; k < ordered->n_blocks; k++) {
        memcpy(out, ordered->blocks[k]->x, ordered->blocks[k]->n * sizeof *out);
        out += ordered->blocks[k]->n;
    }
}

void assay_ordered_fini(struct assay_ordered *ordered)
{
    for (size_t k = 0; k < ordered->n_blocks; k++)
        free(ordered->blocks[k]);
    free(ordered->blocks);
    *ordered = (struct assay_ordered){0};
}
