/* SPDX-License-Identifier: GPL-3.0-or-later */
/* why_files.c -- files that `assay why` writes beside its answer. */
#include "cli/why_files.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "base/failure.h"
#include "base/replace.h"
#include "cli/fail.h"
#include "profile/profile_write.h"
#include "profile/stacks.h"
#include "view/document/documents.h"
#include "view/document/json.h"
#include "view/page/why_flame.h"
#include "view/text/view_memory.h"

static bool ends_with(const char *path, const char *end)
{
    const size_t n = strlen(path), size = strlen(end);
    return n > size && strcmp(path + n - size, end) == 0;
}

static bool is_packed(const char *path)
{
    return ends_with(path, ".pb.gz");
}

bool why_can_export(const char *path)
{
    return is_packed(path) || ends_with(path, ".pb") || ends_with(path, ".json");
}

static struct profile_sides sides_of(const struct why_request *request)
{
    return (struct profile_sides){{request->old_system, request->new_system},
                                  {request->old_name, request->new_name}};
}

/* ---- what is written ---- */

struct writing {
    const char *path;
    struct profile *profile;
    const struct why_request *request;
};

static enum assay_status write_flame(const struct writing *writing, FILE *stream,
                                     struct assay_error *error)
{
    enum { MOST_BOXES = 500 };
    SCOPED(why_tree_fini) struct why_tree tree = {0};
    struct why_request request = *writing->request;
    request.how.most_functions = MOST_BOXES;
    TRY(why_analyse_stacks(writing->profile, &request, &tree, error));
    why_flame_print(stream, &tree);
    return ASSAY_OK;
}

static enum assay_status write_export(const struct writing *writing, FILE *stream,
                                      struct assay_error *error)
{
    const struct profile_sides sides = sides_of(writing->request);
    profile_complete_stacks(writing->profile);
    if (writing->profile->memory.lost)
        return fail_no_memory(error);
    if (!ends_with(writing->path, ".json"))
        return profile_write_pprof(writing->profile, &sides, is_packed(writing->path), stream, error);
    json_t *document = why_firefox(writing->profile, &sides);
    if (document == NULL)
        return fail_no_memory(error);
    render_json_print(stream, document);
    return ASSAY_OK;
}

static enum exit_code write_file(const struct writing *writing,
                                 enum assay_status (*write)(const struct writing *writing,
                                                            FILE *stream, struct assay_error *error))
{
    struct replacement file;
    struct assay_error error = {.status = ASSAY_OK};
    bool done = replace_begin(&file, writing->path);
    if (done) {
        const enum assay_status status = write(writing, file.stream, &error);
        done = replace_end(&file, status == ASSAY_OK && view_whole());
        if (status != ASSAY_OK)
            return fail_with(&error);
    }
    return done ? EXIT_DONE
                : fail_saying(EXIT_SYSTEM, "assay: cannot write %s: %s", writing->path,
                              strerror(errno));
}

enum exit_code why_write_files(const struct why_files *files, struct profile *profile,
                               const struct why_request *request)
{
    enum exit_code code = EXIT_DONE;
    if (files->flame != NULL)
        code = write_file(&(struct writing){files->flame, profile, request}, write_flame);
    if (code == EXIT_DONE && files->export != NULL)
        code = write_file(&(struct writing){files->export, profile, request}, write_export);
    return code;
}
