/* SPDX-License-Identifier: GPL-3.0-or-later */
/* store_listing.h -- what the experiments of a store are. */
#pragma once

#include "store/store.h"

struct store_listing {
    struct store_entry *entries; /* n of them, each with the info of the same place */
    struct experiment_info *infos;
    size_t n;
    size_t n_entries, n_infos; /* owned: another process may add one between */
};

/* End with store_listing_fini in any case. */
enum assay_status store_listing_read(struct store *store, struct store_listing *listing,
                                     struct assay_error *error);
void store_listing_fini(struct store_listing *listing);
