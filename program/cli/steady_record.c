/* SPDX-License-Identifier: GPL-3.0-or-later */
/* steady_record.c -- keeping a choice of warm-up: in the store, and in the manifest. */
#include <stdlib.h>
#include <string.h>

#include "cli/fail.h"
#include "cli/steady.h"
#include "design/manifest.h"
#include "source/read_source.h"
#include "view/text/terminal.h"

/* ---- the store ---- */

enum exit_code steady_record(const struct input *input, size_t from,
                             const struct steady_finding *finding,
                             const struct global_options *global)
{
    if (input->experiment == NULL)
        return fail_saying(
            EXIT_USAGE,
            "assay: a choice of warm-up is kept in the store, and this was read from files; import "
            "them first, or name an experiment");
    struct store *store = NULL;
    struct remarks remarks = {0};
    struct assay_error error = {0};
    OWNED char *path = source_store_path(global->store);
    if (path == NULL)
        return fail_memory();
    enum assay_status status = store_open(path, STORE_WRITE, &store, &error);
    if (status == ASSAY_OK)
        status =
            steady_choose(store, input, from, finding, global->quiet ? NULL : &remarks, &error);
    return fail_closing(&store, conclude(status, &remarks, &error));
}

/* ---- the manifest ---- */

/* To be freed; NULL: no memory. */
static char *manifest_path(const struct steady_options *options, const struct input *input)
{
    char *path = NULL;
    if (options->manifest != NULL)
        return strdup(options->manifest);
    if (input->experiment == NULL || input->experiment->source == NULL)
        return strdup("assay.yaml");
    return asprintf(&path, "%s/assay.yaml", input->experiment->source) < 0 ? NULL : path;
}

enum exit_code steady_write(const struct steady_options *options, const struct input *input,
                            const struct steady_finding *finding, bool only_check)
{
    OWNED char *path = manifest_path(options, input);
    if (path == NULL)
        return fail_memory();
    const struct manifest_count count = steady_counts(finding, options->automatic);
    struct assay_error error;
    const enum assay_status status = only_check ? plan_check_counts(path, &count, 1, &error)
                                                : plan_write_counts(path, &count, 1, &error);
    if (status == ASSAY_OK && !only_check)
        terminal_complain("%s now says %zu iteration%s after %zu of warm-up.", path, count.count,
                          count.count == 1 ? "" : "s", count.warmup);
    return status == ASSAY_OK ? EXIT_DONE : fail_with(&error);
}
