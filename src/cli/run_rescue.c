/* SPDX-License-Identifier: GPL-3.0-or-later */
/* run_rescue.c -- what short commands gave before the program was killed, kept by the launcher. */
#include "cli/run_rescue.h"

#include <stdlib.h>

void run_rescue_begin(struct launcher *launcher, const struct run_task *task)
{
    struct ahead *ahead = launcher_ahead(launcher);
    /* The launcher changes its directory with every command. */
    if (realpath(task->store_path, ahead->store) == NULL)
        ahead->store[0] = '\0';
    ahead->experiment = task->experiment;
}

/* There is nobody left to tell what goes wrong here. */
void run_rescue(const struct ahead *ahead)
{
    struct store *store = NULL;
    struct assay_error error;
    struct ahead_record kept;
    if (ahead->store[0] == '\0' ||
        store_open(ahead->store, STORE_WRITE, &store, &error) != ASSAY_OK)
        return;
    bool on = store_resume(store, ahead->experiment, &error) == ASSAY_OK;
    for (uint32_t i = 0; on && i < ahead->done; i++)
        if (!ahead->items[i].result.interrupted && ahead_record(&ahead->items[i], &kept) &&
            !store_has_step(store, ahead->experiment, &kept.record.step))
            on = store_append(store, ahead->experiment, &kept.record, &error) == ASSAY_OK;
    store_leave(&store);
}
