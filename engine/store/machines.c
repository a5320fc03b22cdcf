/* SPDX-License-Identifier: GPL-3.0-or-later */
/* machines.c -- on which machines an experiment was measured.
 *
 * A row names the machine of one unit of the level "machine", and the run that measured it: 16 random
 * bytes, so that the same shard measured twice is told from the same run met twice (join.c).
 */
#include "store/store.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/failure.h"
#include "store/private.h"
#include "system/system.h"

enum { RUN_BYTES = 16 };

static enum assay_status draw_run(unsigned char run[RUN_BYTES], struct assay_error *error)
{
    if (system_random(run, RUN_BYTES))
        return ASSAY_OK;
    return assay_fail(error, ASSAY_SYSTEM, "no random bytes: %s", strerror(errno));
}

enum assay_status store_add_known_machines(struct store *store, int64_t experiment,
                                           const struct store_machine *machines, size_t n,
                                           struct assay_error *error)
{
    unsigned char run[RUN_BYTES];
    if (n > 0)
        TRY(draw_run(run, error));
    for (size_t i = 0; i < n; i++)
        TRY(store_put(store, SQL_ADD_MACHINE, error, INTEGER(experiment),
                      INTEGER(machines[i].place), BLOB(run, RUN_BYTES), TEXT(machines[i].identity),
                      TEXT(machines[i].name), TEXT(machines[i].model),
                      INTEGER(machines[i].processors), INTEGER(machines[i].nodes)));
    return ASSAY_OK;
}

enum assay_status store_add_machines(struct store *store, const struct design *design,
                                     int64_t experiment, const char *given,
                                     struct assay_error *error)
{
    const bool all = design->shard == 0 && design_has_machines(design);
    const size_t first = design->shard > 0 ? design->shard - 1 : 0;
    const size_t n = all ? design->levels[0].count : 1;
    unsigned char run[RUN_BYTES];
    TRY(draw_run(run, error));
    for (size_t place = first; place < first + n; place++) {
        struct machine machine;
        machine_identify(given, place + 1, &machine);
        TRY(store_put(store, SQL_ADD_MACHINE, error, INTEGER(experiment), INTEGER(place),
                      BLOB(run, RUN_BYTES), TEXT(machine.id), TEXT(machine.name),
                      TEXT(machine.model), INTEGER(machine.processors), INTEGER(machine.nodes)));
    }
    return ASSAY_OK;
}

enum assay_status store_unit_rounds(struct store *store, int64_t experiment, int64_t *rounds,
                                    struct assay_error *error)
{
    struct store_rows rows = store_ask(
        store, "SELECT name, count, warmup FROM main.level WHERE experiment = ?1 ORDER BY depth",
        error, INTEGER(experiment));
    bool below = false, done = false;
    *rounds = 1;
    while (!done && store_next(&rows)) {
        const unsigned char *name = sqlite3_column_text(rows.row, 0);
        const int64_t units = store_column_within(rows.row, 1, UINT32_MAX, 0) +
                              store_column_within(rows.row, 2, UINT32_MAX, 0);
        if (below && (units == 0 || *rounds > UINT32_MAX / units)) {
            (void)store_asked(&rows);
            return assay_fail(error, ASSAY_SYSTEM,
                              "%s: the store is damaged: experiment %lld has no such number of "
                              "units. Keep a copy of the file; assay store verify says more.",
                              store->path, (long long)experiment);
        }
        if (below)
            *rounds *= units;
        below = true;
        done = name != NULL && strcmp((const char *)name, "execution") == 0;
    }
    return store_asked(&rows);
}

struct list {
    struct store_machine *items;
    size_t n, room;
};

/* Units are called by their places, counted from 1, wherever they are read back. */
static char *label_of(size_t place)
{
    char *label;
    return asprintf(&label, "%zu", place + 1) < 0 ? NULL : label;
}

static enum assay_status take(void *context, sqlite3_stmt *row)
{
    struct list *list = context;
    if (!array_more(&list->items, list->n, &list->room))
        return ASSAY_NO_MEMORY;
    struct store_machine *machine = &list->items[list->n++];
    *machine = (struct store_machine){
        .place = (size_t)sqlite3_column_int64(row, 0),
        .label = label_of((size_t)sqlite3_column_int64(row, 0)),
        .identity = store_column_text(row, 1),
        .name = store_column_text(row, 2),
        .model = store_column_text(row, 3),
        .processors = (size_t)sqlite3_column_int64(row, 4),
        .nodes = (size_t)sqlite3_column_int64(row, 5),
        .started_ns = sqlite3_column_int64(row, 6),
        .finished_ns = sqlite3_column_int64(row, 7),
    };
    if (sqlite3_column_bytes(row, 8) == STORE_UID_BYTES)
        memcpy(machine->run, sqlite3_column_blob(row, 8), STORE_UID_BYTES);
    return machine->label != NULL && machine->identity != NULL && machine->name != NULL &&
                   machine->model != NULL
               ? ASSAY_OK
               : ASSAY_NO_MEMORY;
}

enum assay_status store_machines(struct store *store, int64_t experiment,
                                 struct store_machine **machines, size_t *n,
                                 struct assay_error *error)
{
    struct list list = {0};
    enum assay_status status = store_for_each(
        store,
        "SELECT place, identity, name, model, processors, nodes, started_ns, finished_ns, run"
        " FROM machine WHERE experiment = ?1 ORDER BY place",
        experiment, take, &list, error);
    if (status == ASSAY_NO_MEMORY)
        status = store_no_memory(error);
    if (status != ASSAY_OK)
        store_machines_free(&list.items, list.n);
    *machines = list.items;
    *n = status == ASSAY_OK ? list.n : 0;
    return status;
}

char *store_machine_class(const struct store_machine *machine)
{
    char *name = NULL, nodes[40] = "";
    if (machine->processors == 0 && machine->model[0] == '\0')
        return strdup("class not known");
    if (machine->processors == 0) /* as a file tells it */
        return strdup(machine->model);
    if (machine->nodes > 1)
        (void)snprintf(nodes, sizeof nodes, ", %zu nodes", machine->nodes);
    return asprintf(&name, "%s, %zu processor%s%s",
                    machine->model[0] != '\0' ? machine->model : "unknown model",
                    machine->processors, machine->processors == 1 ? "" : "s", nodes) < 0
               ? NULL
               : name;
}

void store_machines_free(struct store_machine **machines, size_t n)
{
    for (size_t i = 0; *machines != NULL && i < n; i++) {
        free((*machines)[i].label);
        free((*machines)[i].identity);
        free((*machines)[i].name);
        free((*machines)[i].model);
    }
    free(*machines);
    *machines = NULL;
}
