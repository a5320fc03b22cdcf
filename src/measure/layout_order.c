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

static struct assay_random stream_of(uint64_t seed, uint64_t hash)
{
    struct assay_random random;
    assay_random_init(&random, seed, ASSAY_RANDOM_LAYOUT, (uint32_t)(hash >> 32), (uint32_t)hash);
    return random;
}

uint64_t layout_key(uint64_t seed, const char *name)
{
    struct assay_random random = stream_of(seed, hash_name(hash_start, name));
    return assay_random_u64(&random);
}

uint64_t layout_key_of_items(uint64_t seed, const struct layout_item *items, size_t n)
{
    uint64_t sum = n;
    for (size_t i = 0; i < n; i++)
        sum += hash_name(hash_start, items[i].symbol);
    struct assay_random random = stream_of(seed, sum);
    return assay_random_u64(&random);
}

size_t layout_pad(uint64_t seed, const char *name, size_t most)
{
    struct assay_random random = stream_of(seed, hash_name(hash_start, name));
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

void layout_sort(uint64_t seed, struct layout_items *items)
{
    for (size_t i = 0; i < items->n; i++)
        items->items[i].key = layout_key(seed, items->items[i].symbol);
    if (items->n > 1)
        qsort(items->items, items->n, sizeof *items->items, compare);
    size_t n = 0;
    for (size_t i = 0; i < items->n; i++)
        if (n == 0 || strcmp(items->items[n - 1].symbol, items->items[i].symbol) != 0 ||
            strcmp(items->items[n - 1].section, items->items[i].section) != 0)
            items->items[n++] = items->items[i];
    items->n = n;
}

uint64_t layout_digest(const struct layout_items *items)
{
    uint64_t hash = hash_start;
    for (size_t i = 0; i < items->n; i++)
        hash = hash_name(hash, items->items[i].symbol);
    return hash;
}
