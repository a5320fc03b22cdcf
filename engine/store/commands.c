/* SPDX-License-Identifier: GPL-3.0-or-later */
/* commands.c -- which systems that nothing builds are one program, as the manifest has them: they run the same.
 * Edge:     of one experiment alone. Its uid is part of the number, and they have no place: what the same words run at
 *           another time is not known. Of a manifest that cannot be read nothing is said: reading the experiment will.
 * Checked:  tests/golden/runs/same-command. */
#include "store/gather.h"

#include <string.h>

#include "base/hash.h"
#include "base/owned.h"
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

/* The first other system of the design that runs as this one; n_systems: none does. */
static size_t other_same(const struct design *design, size_t system)
{
    size_t other = 0;
    while (other < design->n_systems &&
           (other == system || !design_runs_same(design, other, system)))
        other++;
    return other;
}

static void add_programs(const struct design *design, const struct names *names,
                         struct assay_program *programs)
{
    for (size_t i = 0; i < names->n; i++) {
        const size_t system = place_in(design, names->items[i].name);
        if (system == design->n_systems || !stands_alone(&programs[i]))
            continue;
        const size_t other = other_same(design, system), first = other < system ? other : system;
        if (other == design->n_systems)
            continue;
        programs[i].opened = hash_bytes(programs[i].experiment, (const char *)&first, sizeof first);
        programs[i].place = 0;
        programs[i].opened_known = true;
    }
}

static void read_manifest(const char *manifest, const char *source, const struct names *names,
                          struct assay_program *programs)
{
    SCOPED(design_free) struct design *design = NULL;
    struct assay_error ignored;
    if (manifest_parse(manifest, strlen(manifest), "", source != NULL ? source : "/", &design,
                       &ignored) == ASSAY_OK)
        add_programs(design, names, programs);
}

enum assay_status store_commands(struct store *store, int64_t experiment, const struct names *names,
                                 struct assay_program *programs, struct assay_error *error)
{
    struct store_rows rows = store_ask(
        store, "SELECT manifest, source FROM experiment WHERE id = ?1", error, INTEGER(experiment));
    while (store_next(&rows)) {
        SCOPED(texts_fini) struct texts texts = {0};
        if (store_texts(store, rows.row, 0, &texts) && texts.n > 0)
            read_manifest(texts.items[0], (const char *)sqlite3_column_text(rows.row, 1), names,
                          programs);
    }
    return store_asked(&rows);
}
