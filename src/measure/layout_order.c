/* SPDX-License-Identifier: GPL-3.0-or-later */
/* layout_order.c -- the random order of functions. */
#include "measure/layout_order.h"

#include <stdlib.h>
#include <string.h>

#include <assay/random.h>

static uint64_t hash_name(uint64_t hash, const char *name)
{
    for (;; name++) { /* the final zero too */
        hash = (hash ^ (unsigned char)*name) * 0x100000001b3u;
        if (*name == '\0')
            return hash;
    }
}

static const uint64_t hash_start = 0xcbf29ce484222325u;

uint64_t layout_hash(const char *name)
{
    return hash_name(hash_start, name);
}

static struct assay_random stream_of(uint64_t seed, uint64_t hash)
{
    struct assay_random random;
    assay_random_init(&random, seed, ASSAY_RANDOM_LAYOUT, (uint32_t)(hash >> 32), (uint32_t)hash);
    return random;
}

static uint64_t key_of(uint64_t seed, uint64_t hash)
{
    struct assay_random random = stream_of(seed, hash);
    return assay_random_u64(&random);
}

uint64_t layout_key(uint64_t seed, const char *name)
{
    return key_of(seed, layout_hash(name));
}

uint64_t layout_key_of_items(uint64_t seed, const struct layout_item *items, size_t n)
{
    uint64_t sum = n;
    for (size_t i = 0; i < n; i++)
        sum += items[i].hash;
    return key_of(seed, sum);
}

size_t layout_pad(uint64_t seed, const char *name, size_t most)
{
    struct assay_random random = stream_of(seed, layout_hash(name));
    (void)assay_random_u64(&random); /* the key of its place */
    return (size_t)assay_random_below(&random, (uint64_t)most + 1);
}

static int compare(const void *a, const void *b)
{
    const struct layout_item *x = a, *y = b;
    if (x->key != y->key)
        return x->key < y->key ? -1 : 1;
    int order = strcmp(x->symbol, y->symbol);
    return order != 0 ? order : strcmp(x->section, y->section);
}

/* The least power of two that is not below n, as a shift of keys that leaves so many values. */
static unsigned shift_for(size_t n)
{
    unsigned bits = 0;
    while (bits < 32 && ((size_t)1 << bits) < n)
        bits++;
    return 64 - bits;
}

/* Keys are uniform: by their highest bits nearly each item falls into a place of its own, and the
 * few of one place are sorted there. Ten times as fast as one qsort of 10 000. */
static void sort_by_key(struct layout_item *to, const struct layout_item *from, size_t n,
                        size_t *ends, unsigned shift)
{
    size_t n_places = (size_t)1 << (64 - shift), begin = 0;
    for (size_t i = 0; i < n; i++)
        ends[from[i].key >> shift]++;
    for (size_t place = 0, sum = 0; place < n_places; place++) {
        size_t count = ends[place];
        ends[place] = sum;
        sum += count;
    }
    for (size_t i = 0; i < n; i++)
        to[ends[from[i].key >> shift]++] = from[i];
    for (size_t place = 0; place < n_places; begin = ends[place++])
        if (ends[place] - begin > 1)
            qsort(to + begin, ends[place] - begin, sizeof *to, compare);
}

static bool is_same(const struct layout_item *a, const struct layout_item *b)
{
    return a->key == b->key && strcmp(a->symbol, b->symbol) == 0 &&
           strcmp(a->section, b->section) == 0;
}

bool layout_sort(uint64_t seed, struct layout_items *items)
{
    if (items->n < 2) /* a shift by all 64 bits is none */
        return true;
    unsigned shift = shift_for(items->n);
    struct layout_item *sorted = calloc(items->n, sizeof *sorted);
    size_t *ends = calloc((size_t)1 << (64 - shift), sizeof *ends), n = 0;
    if (sorted == NULL || ends == NULL) {
        free(sorted);
        free(ends);
        return false;
    }
    for (size_t i = 0; i < items->n; i++)
        items->items[i].key = key_of(seed, items->items[i].hash);
    sort_by_key(sorted, items->items, items->n, ends, shift);
    for (size_t i = 0; i < items->n; i++)
        if (n == 0 || !is_same(&sorted[n - 1], &sorted[i]))
            sorted[n++] = sorted[i];
    free(ends);
    free(items->items);
    items->items = sorted;
    items->capacity = items->n;
    items->n = n;
    return true;
}

uint64_t layout_digest(const struct layout_items *items)
{
    uint64_t hash = hash_start;
    for (size_t i = 0; i < items->n; i++)
        hash = hash_name(hash, items->items[i].symbol);
    return hash;
}
