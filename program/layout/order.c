/* SPDX-License-Identifier: GPL-3.0-or-later */
/* order.c -- the random order of functions. */
#include "layout/order.h"
#include "base/hash.h"

#include <stdlib.h>

#include <assay/random.h>

uint64_t layout_hash(const char *name)
{
    return hash_text(HASH_START, name);
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

uint64_t layout_key_of_names(uint64_t seed, uint64_t sum)
{
    return key_of(seed, sum);
}

size_t layout_pad(uint64_t seed, const char *name, size_t most)
{
    struct assay_random random = stream_of(seed, layout_hash(name));
    (void)assay_random_u64(&random); /* the key of its place */
    return (size_t)assay_random_below(&random, (uint64_t)most + 1);
}

/* Of one symbol. The usual section comes first. */
static int compare_sections(const char *a, const char *b)
{
    return a == NULL || b == NULL ? (a != NULL) - (b != NULL) : strcmp(a, b);
}

static int compare(const void *a, const void *b)
{
    const struct layout_item *x = a, *y = b;
    if (x->key != y->key)
        return x->key < y->key ? -1 : 1;
    int order = strcmp(x->symbol, y->symbol);
    return order != 0 ? order : compare_sections(x->section, y->section);
}

/* The least power of two that is not below n, as a shift of keys that leaves so many values. */
static unsigned shift_for(size_t n)
{
    unsigned bits = 0;
    while (bits < 32 && ((size_t)1 << bits) < n)
        bits++;
    return 64 - bits;
}

/* Counts what falls into each place, and makes ends[place] the first index of it. */
static void find_places(const struct layout_items *items, uint32_t *ends, size_t n_places,
                        unsigned shift)
{
    for (size_t i = 0; i < items->n; i++)
        ends[items->items[i].key >> shift]++;
    for (size_t place = 0, sum = 0; place < n_places; place++) {
        size_t count = ends[place];
        ends[place] = (uint32_t)sum;
        sum += count;
    }
}

/* Keys are uniform: by their highest bits nearly each item falls into a place of its own, and the
 * few of one place are sorted there. Ten times as fast as one qsort of 10 000. Done where they
 * stand: memory that nobody has touched yet costs more than moving. */
static void sort_by_key(struct layout_item *items, size_t n, uint32_t *nexts, uint32_t *ends,
                        size_t n_places, unsigned shift)
{
    memcpy(nexts, ends, n_places * sizeof *ends);
    for (size_t place = 0, begin = 0, end; place < n_places; place++, begin = end) {
        end = place + 1 < n_places ? ends[place + 1] : n;
        while (nexts[place] < end) {
            struct layout_item item = items[nexts[place]];
            for (size_t to; (to = (size_t)(item.key >> shift)) != place;) {
                struct layout_item other = items[nexts[to]];
                items[nexts[to]++] = item;
                item = other;
            }
            items[nexts[place]++] = item;
        }
        if (end - begin > 1)
            qsort(items + begin, end - begin, sizeof *items, compare);
    }
}

static bool is_same(const struct layout_item *a, const struct layout_item *b)
{
    return a->key == b->key && strcmp(a->symbol, b->symbol) == 0 &&
           compare_sections(a->section, b->section) == 0;
}

/* Of copies of a COMDAT group one is linked; other sections of one name stand side by side. */
static void merge(struct layout_item *item, const struct layout_item *other)
{
    if (item->comdat && other->comdat)
        return;
    item->functions += other->functions;
    item->alone += other->alone;
    item->sections += other->sections;
}

bool layout_sort(uint64_t seed, struct layout_items *items)
{
    if (items->n < 2) /* a shift by all 64 bits is none */
        return true;
    unsigned shift = shift_for(items->n);
    size_t n_places = (size_t)1 << (64 - shift), n = 0;
    uint32_t *ends = items->n < UINT32_MAX ? calloc(2 * n_places, sizeof *ends) : NULL;
    if (ends == NULL)
        return false;
    for (size_t i = 0; i < items->n; i++)
        items->items[i].key = key_of(seed, items->items[i].hash);
    find_places(items, ends, n_places, shift);
    sort_by_key(items->items, items->n, ends + n_places, ends, n_places, shift);
    free(ends);
    for (size_t i = 0; i < items->n; i++)
        if (n == 0 || !is_same(&items->items[n - 1], &items->items[i]))
            items->items[n++] = items->items[i];
        else
            merge(&items->items[n - 1], &items->items[i]);
    items->n = n;
    return true;
}

uint64_t layout_digest(const struct layout_items *items)
{
    uint64_t hash = HASH_START;
    for (size_t i = 0; i < items->n; i++)
        hash = hash_text(hash, items->items[i].symbol);
    return hash;
}
