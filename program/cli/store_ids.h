/* SPDX-License-Identifier: GPL-3.0-or-later */
/* store_ids.h -- which experiments an action of `assay store` is for. */
#pragma once

#include "cli/exit.h"
#include "store/store.h"

struct store_ids {
    int64_t *items; /* to be freed */
    size_t n, room;
};

/* Those of each argument: by id, name, version or "latest", or from one id to another, "3..7", of which
 * there must be one. What is wrong is said. */
enum exit_code store_ids_named(struct store *store, const char *const *arguments, size_t n,
                               struct store_ids *ids);

/* The same, of what shall be deleted; failed: and those in which no execution ended well. */
enum exit_code store_ids_to_delete(struct store *store, const char *const *arguments, size_t n,
                                   bool failed, struct store_ids *ids);

/* Whether to delete these: asked where people can answer, and where the experiments are not each named by
 * their ids or are all that there are. */
bool store_ids_confirm(struct store *store, const char *const *arguments, size_t n,
                       const struct store_ids *ids);
