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

enum store_randomised store_layout_of(const struct store_layout *layout)
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
    json_t *record = json_loadb(line, n, 0, NULL);
    const char *ordered = json_string_value(json_object_get(record, "ordered"));
    const char *digest = json_string_value(json_object_get(record, "bytes"));
    const bool random = ordered != NULL && strcmp(ordered, "none") != 0;
    const json_t *dosed = json_object_get(record, "inlined");
    *inlined += (size_t)json_integer_value(dosed);
    if (json_object_get(record, "program") == NULL && json_object_get(record, "build") == NULL &&
        dosed == NULL)
        *bytes = digest != NULL ? hash_text(*bytes, digest) : hash_bytes(*bytes, line, n);
    json_decref(record);
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

static struct store_layout *find_or_add(struct store_layout **layouts, size_t *n,
                                        const char *system)
{
    if (*n > 0 && strcmp((*layouts)[*n - 1].system, system) == 0)
        return &(*layouts)[*n - 1];
    if (!array_resize(layouts, *n + 1))
        return NULL;
    (*layouts)[*n] = (struct store_layout){.system = strdup(system), .alike = true};
    return (*layouts)[*n].system != NULL ? &(*layouts)[(*n)++] : NULL;
}

static bool add_build(sqlite3_stmt *row, struct store_layout **layouts, size_t *n, uint64_t *first)
{
    struct store_layout *layout =
        find_or_add(layouts, n, (const char *)sqlite3_column_text(row, 0));
    uint64_t bytes;
    if (layout == NULL)
        return false;
    layout->random +=
        read_links((const char *)sqlite3_column_text(row, 1), &bytes, &layout->inlined);
    if (layout->builds++ == 0)
        *first = bytes;
    layout->alike = layout->alike && bytes == *first;
    return true;
}

enum assay_status store_layouts(struct store *store, int64_t experiment,
                                struct store_layout **layouts, size_t *n, struct assay_error *error)
{
    *layouts = NULL;
    *n = 0;
    sqlite3_stmt *row = NULL;
    static const char query[] = "SELECT s.name, b.layout FROM build b JOIN unit u ON u.id = b.unit"
                                " JOIN system s ON s.id = u.system WHERE u.experiment = ?1 AND"
                                " b.outcome = 0 ORDER BY s.id, b.unit";
    /* Old stores, which are read as they are, have no such column. */
    if (sqlite3_prepare_v2(store->db, "SELECT layout FROM build LIMIT 0", -1, &row, NULL) !=
        SQLITE_OK)
        return ASSAY_OK;
    (void)sqlite3_finalize(row);
    enum assay_status status = seal_demand(store, experiment, SEAL_TREE, error);
    row = status == ASSAY_OK ? store_prepare(store, query, error) : NULL;
    if (row == NULL)
        return status == ASSAY_OK ? ASSAY_SYSTEM : status;
    sqlite3_bind_int64(row, 1, experiment);
    int code;
    uint64_t first = 0;
    while ((code = sqlite3_step(row)) == SQLITE_ROW && status == ASSAY_OK)
        if (!add_build(row, layouts, n, &first))
            status = store_no_memory(error);
    if (status == ASSAY_OK && code != SQLITE_DONE)
        status = store_fail_sqlite(store, error);
    (void)sqlite3_finalize(row);
    if (status != ASSAY_OK) {
        store_layouts_free(layouts, *n);
        *n = 0;
    }
    return status;
}
