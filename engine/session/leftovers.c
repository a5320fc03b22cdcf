/* SPDX-License-Identifier: GPL-3.0-or-later */
/* leftovers.c -- directories of builds that killed runs left in $TMPDIR. */
#include "session/leftovers.h"

#include "measure/workspace_mark.h"

struct wanted {
    struct store *store;
    int64_t experiment; /* 0: any of the store */
};

static bool is_wanted(void *context, const unsigned char owner[WORKSPACE_OWNER_BYTES])
{
    const struct wanted *wanted = context;
    int64_t experiment;
    bool complete;
    return store_find_uid(wanted->store, owner, &experiment, &complete, NULL) == ASSAY_OK &&
           experiment != 0 && (wanted->experiment == 0 || experiment == wanted->experiment);
}

size_t leftovers_remove(struct store *store, int64_t experiment)
{
    struct wanted wanted = {store, experiment};
    return workspace_remove_dead(is_wanted, &wanted);
}
