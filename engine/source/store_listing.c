/* SPDX-License-Identifier: GPL-3.0-or-later */
/* store_listing.c -- what the experiments of a store are. */
#include "source/store_listing.h"

#include <stdlib.h>

enum assay_status store_listing_read(struct store *store, struct store_listing *listing,
                                     struct assay_error *error)
{
    *listing = (struct store_listing){0};
    enum assay_status status = store_entries(store, &listing->entries, &listing->n_entries, error);
    if (status == ASSAY_OK)
        status = store_list(store, &listing->infos, &listing->n_infos, error);
    listing->n = listing->n_entries < listing->n_infos ? listing->n_entries : listing->n_infos;
    return status;
}

void store_listing_fini(struct store_listing *listing)
{
    for (size_t i = 0; i < listing->n_infos; i++)
        experiment_info_fini(&listing->infos[i]);
    free(listing->infos);
    store_entries_free(&listing->entries, listing->n_entries);
}
