/* SPDX-License-Identifier: GPL-3.0-or-later */
/* history_systems.c -- systems of an experiment that are of a commit of their own, as the baseline of a gate is.
 *
 * An experiment is of the version that lay in its directory. A system whose manifest names a commit is of that one, whatever lay
 * there, and what is built alike without a commit is the same program at the experiment's version.
 * Edge:     a manifest that cannot be read names no commit. Of a commit that git does not know, the time is that of the experiment.
 * Checked:  tests/golden/runs/own-commits. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/history_parts.h"
#include "base/array.h"
#include "base/failure.h"
#include "base/owned.h"
#include "design/manifest.h"
#include "git/git.h"

static struct design *design_of(struct store *store, const struct store_entry *entry)
{
    SCOPED(experiment_info_fini) struct experiment_info info = {0};
    struct design *design = NULL;
    struct assay_error none;
    char id[24];
    (void)snprintf(id, sizeof id, "%" PRId64, entry->id);
    if (store_find(store, id, &info, &none) != ASSAY_OK || info.manifest == NULL || info.quick ||
        manifest_parse(info.manifest, strlen(info.manifest), "",
                       info.source != NULL ? info.source : "/", &design, &none) != ASSAY_OK)
        design_free(&design);
    return design;
}

/* A copy that lives as long as the history; NULL: no memory. */
static const char *keep(struct history *history, const char *text)
{
    char *copy =
        array_more(&history->owned, history->n_owned, &history->owned_room) ? strdup(text) : NULL;
    if (copy != NULL)
        history->owned[history->n_owned++] = copy;
    return copy;
}

/* The program that it is a version of: what is built alike as the sources lie there. */
static const char *program_of(const struct design *design, const struct design_system *system)
{
    if (system->version_of != NULL)
        return system->version_of;
    for (size_t i = 0; i < design->n_systems; i++)
        if (design->systems[i].commit == NULL && name_is(design->systems[i].build, system->build) &&
            name_is(design->systems[i].run, system->run))
            return design->systems[i].name;
    return system->name;
}

static enum assay_status add(struct history *history, const struct store_entry *entry,
                             const struct design *design, const struct design_system *system,
                             struct history_systems *out, struct assay_error *error)
{
    struct git_commit commit;
    const char *source = system->source != NULL ? system->source : design->source;
    if (!array_more(&out->items, out->n, &out->room))
        return fail_no_memory(error);
    const bool known = git_resolve(source, system->commit, &commit);
    struct history_place *place = &out->items[out->n];
    *place =
        (struct history_place){.entry = entry,
                               .version = {.commit = (char *)(uintptr_t)keep(
                                               history, known ? commit.name : system->commit)},
                               .time_s = known ? commit.time_s : entry->started_ns / 1000000000,
                               .system = keep(history, system->name),
                               .of = keep(history, program_of(design, system))};
    if (place->version.commit == NULL || place->system == NULL || place->of == NULL)
        return fail_no_memory(error);
    out->n++;
    return ASSAY_OK;
}

static enum assay_status look(struct history *history, struct store *store,
                              const struct store_entry *entry, struct history_systems *out,
                              struct assay_error *error)
{
    struct design *design = design_of(store, entry);
    enum assay_status status = ASSAY_OK;
    const size_t before = out->n;
    for (size_t i = 0; design != NULL && i < design->n_systems && status == ASSAY_OK; i++)
        if (design->systems[i].commit != NULL)
            status = add(history, entry, design, &design->systems[i], out, error);
    const bool all = design != NULL && out->n - before == design->n_systems;
    for (size_t i = before; i < out->n; i++)
        out->items[i].alone = all;
    design_free(&design);
    return status;
}

enum assay_status history_find_systems(struct history *history, struct store *store,
                                       struct history_systems *out, struct assay_error *error)
{
    *out = (struct history_systems){0};
    for (size_t i = 0; i < history->n_entries; i++) {
        const struct store_entry *entry = &history->entries[i];
        if (entry->has_values && (entry->version.commit != NULL || entry->version.label != NULL) &&
            entry->systems != NULL && strchr(entry->systems, ',') != NULL)
            TRY(look(history, store, entry, out, error));
    }
    return ASSAY_OK;
}

const char *history_system_at(const struct history *history, const struct history_place *place,
                              const char *system)
{
    if (place->system != NULL)
        return strcmp(place->system, system) == 0 ? place->of : NULL;
    for (size_t i = 0; i < history->n_places; i++) {
        const struct history_place *other = &history->places[i];
        if (other->entry == place->entry && name_is(other->system, system))
            return NULL;
    }
    return system;
}
