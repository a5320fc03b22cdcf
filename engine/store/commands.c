/* SPDX-License-Identifier: GPL-3.0-or-later */
/* commands.c -- which systems that nothing builds are one program, as the manifest has them: they run the same.
 * Edge:     of one experiment alone. Its uid is part of the number, and they have no place: what the same words run at
 *           another time is not known. Of a manifest that cannot be read nothing is said: reading the experiment will.
 * Checked:  tests/golden/runs/same-command. */
#include "store/gather.h"

#include <string.h>

#include "base/hash.h"
#include "design/manifest.h"
#include "store/packed.h"

static bool stands_alone(const struct assay_program *program)
{
    return !program->known && !program->opened_known;
}

static size_t place_in(const struct design *design, const char *name)
{
    const struct design_system *system = design_system_named(design, name);
    return system != NULL ? (size_t)(system - design->systems) : design->n_systems;
}

/* The first system of the design that runs as this one; itself: none before it does. */
static size_t first_same(const struct design *design, size_t system)
{
    size_t first = 0;
    while (first < system && !design_runs_same(design, first, system))
        first++;
    return first;
}

static bool is_lone(const struct design *design, size_t system)
{
    for (size_t i = 0; i < design->n_systems; i++)
        if (i != system && design_runs_same(design, i, system))
            return false;
    return true;
}

static void add_programs(const struct design *design, const struct names *names,
                         struct assay_program *programs)
{
    for (size_t i = 0; i < names->n; i++) {
        const size_t system = place_in(design, names->items[i].name);
        if (system == design->n_systems || !stands_alone(&programs[i]) || is_lone(design, system))
            continue;
        const size_t first = first_same(design, system);
        programs[i].opened = hash_bytes(programs[i].experiment, (const char *)&first, sizeof first);
        programs[i].place = 0;
        programs[i].opened_known = true;
    }
}

static void read_manifest(const char *manifest, const char *source, const struct names *names,
                          struct assay_program *programs)
{
    struct design *design = NULL;
    struct assay_error ignored;
    if (manifest_parse(manifest, strlen(manifest), "", source != NULL ? source : "/", &design,
                       &ignored) == ASSAY_OK)
        add_programs(design, names, programs);
    design_free(&design);
}

enum assay_status store_commands(struct store *store, int64_t experiment, const struct names *names,
                                 struct assay_program *programs, struct assay_error *error)
{
    struct store_rows rows = store_ask(
        store, "SELECT manifest, source FROM experiment WHERE id = ?1", error, INTEGER(experiment));
    while (store_next(&rows)) {
        struct texts texts;
        if (!store_texts(store, rows.row, 0, &texts))
            continue;
        if (texts.n > 0)
            read_manifest(texts.items[0], (const char *)sqlite3_column_text(rows.row, 1), names,
                          programs);
        texts_fini(&texts);
    }
    return store_asked(&rows);
}
