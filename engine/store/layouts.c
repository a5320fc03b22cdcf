/* SPDX-License-Identifier: GPL-3.0-or-later */
/* layouts.c -- which builds had their code in random order, as assay cc recorded it.
 * Edge:     a build of which nothing was recorded, or whose links moved nothing, was not randomised. */
#include "base/array.h"
#include "store/seal.h"

#include <stdlib.h>

#include <jansson.h>

#include "base/hash.h"

void store_layouts_free(struct store_layout **layouts, size_t n)
{
    for (size_t i = 0; *layouts != NULL && i < n; i++)
        free((*layouts)[i].system);
    free(*layouts);
    *layouts = NULL;
}

enum randomised store_layout_of(const struct store_layout *layout)
{
    if (layout->random == 0)
        return RANDOMISED_NONE;
    if (layout->random < layout->builds)
        return RANDOMISED_SOME;
    return layout->builds > 1 && layout->alike ? RANDOMISED_ALIKE : RANDOMISED_ALL;
}

/* What one link did. Adds the digest of its program. Lines about the whole build or a function are none. */
static bool read_link(const char *line, size_t n, uint64_t *bytes, size_t *inlined)
{
    json_auto_t *record = json_loadb(line, n, 0, NULL);
    const char *ordered = json_string_value(json_object_get(record, "ordered"));
    const char *digest = json_string_value(json_object_get(record, "bytes"));
    const bool random = ordered != NULL && strcmp(ordered, "none") != 0;
    const json_t *dosed = json_object_get(record, "inlined");
    *inlined += (size_t)json_integer_value(dosed);
    if (json_object_get(record, "program") == NULL && json_object_get(record, "build") == NULL &&
        dosed == NULL)
        *bytes = digest != NULL ? hash_text(*bytes, digest) : hash_bytes(*bytes, line, n);
    return random;
}

/* The links of one build, in the order in which they ended, which may differ: digests are added up. */
static bool read_links(const char *text, uint64_t *bytes, size_t *inlined)
{
    bool random = false;
    *bytes = 0;
    *inlined = 0;
    for (size_t n; text != NULL && *text != '\0'; text += n + (text[n] != '\0')) {
        uint64_t digest = HASH_START;
        n = strcspn(text, "\n");
        random |= read_link(text, n, &digest, inlined);
        *bytes += digest;
    }
    return random;
}

struct layout_list {
    struct store_layout *items;
    size_t n;
    uint64_t first; /* the first build of the last system */
    struct assay_error *error;
};

static struct store_layout *find_or_add(struct layout_list *list, const char *system)
{
    if (list->n > 0 && strcmp(list->items[list->n - 1].system, system) == 0)
        return &list->items[list->n - 1];
    if (!array_resize(&list->items, list->n + 1))
        return NULL;
    list->items[list->n] = (struct store_layout){.system = strdup(system), .alike = true};
    return list->items[list->n].system != NULL ? &list->items[list->n++] : NULL;
}

static enum assay_status add_build(void *context, sqlite3_stmt *row)
{
    struct layout_list *list = context;
    struct store_layout *layout = find_or_add(list, (const char *)sqlite3_column_text(row, 0));
    uint64_t bytes;
    if (layout == NULL)
        return store_no_memory(list->error);
    layout->random +=
        read_links((const char *)sqlite3_column_text(row, 1), &bytes, &layout->inlined);
    if (layout->builds++ == 0)
        list->first = bytes;
    layout->alike = layout->alike && bytes == list->first;
    return ASSAY_OK;
}

enum assay_status store_layouts(struct store *store, int64_t experiment,
                                struct store_layout **layouts, size_t *n, struct assay_error *error)
{
    struct layout_list list = {.error = error};
    enum assay_status status = ASSAY_OK;
    if (store_has(store, "build", "layout")) { /* old stores are read as they are */
        status = seal_demand(store, experiment, SEAL_TREE, error);
        if (status == ASSAY_OK && (store_holds(store, experiment) & STORE_HOLDS_UNITS) != 0)
            status = store_for_each(
                store,
                "SELECT s.name, b.layout FROM build b JOIN unit u ON u.id = b.unit"
                " JOIN system s ON s.id = u.system WHERE u.experiment = ?1 AND b.outcome = 0"
                " ORDER BY s.id, b.unit",
                experiment, add_build, &list, error);
    }
    if (status != ASSAY_OK) {
        store_layouts_free(&list.items, list.n);
        list.n = 0;
    }
    *layouts = list.items;
    *n = list.n;
    return status;
}
