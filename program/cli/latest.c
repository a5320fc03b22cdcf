/* SPDX-License-Identifier: GPL-3.0-or-later */
/* latest.c -- which experiment "latest" stands for, where the screen does not say it. */
#include "cli/latest.h"

#include <inttypes.h>
#include <stdlib.h>

#include "base/owned.h"
#include "source/read_source.h"
#include "view/text/terminal.h"

static size_t count_experiments(const char *path)
{
    struct store *store = NULL;
    struct assay_error error;
    OWNED int64_t *ids = NULL;
    size_t n = 0;
    if (store_open(path, STORE_READ, &store, &error) == ASSAY_OK &&
        store_ids(store, &ids, &n, &error) != ASSAY_OK)
        n = 0;
    store_close(&store);
    return n;
}

void latest_say(int64_t experiment, const struct global_options *global)
{
    OWNED char *path = global->quiet || global->json ? NULL : source_store_path(global->store);
    const size_t n = path != NULL ? count_experiments(path) : 0;
    if (n > 1)
        terminal_complain("assay: experiment %" PRId64 ", the latest of %zu", experiment, n);
}
