/* SPDX-License-Identifier: GPL-3.0-or-later */
/* machines.h -- on which machines an experiment was measured. */
#pragma once

#include "store/store.h"

/* One row for each unit of the level "machine", or one for an experiment without it. Texts are owned. */
struct store_machine {
    size_t place;   /* of the unit, from 0 */
    char *identity; /* equal: the same machine */
    char *name, *model;
    size_t processors, nodes;        /* 0: not known */
    int64_t started_ns, finished_ns; /* finished 0: it is not */
    unsigned char run[STORE_UID_BYTES]; /* which run measured it */
};

/* In the order of their places; of a file of version 8 and before, none. Ends with store_machines_free. */
enum assay_status store_machines(struct store *store, int64_t experiment,
                                 struct store_machine **machines, size_t *n,
                                 struct assay_error *error);
/* "EPYC 7763, 64 processors, 2 nodes"; one node goes without saying. To be freed; NULL: no memory. */
char *store_machine_class(const struct store_machine *machine);
void store_machines_free(struct store_machine **machines, size_t n);
