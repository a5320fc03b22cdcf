/* SPDX-License-Identifier: GPL-3.0-or-later */
/* workspace.c -- private directories for builds. */
#include "measure/workspace.h"

#include <errno.h>
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/private_directory.h"

static int remove_entry(const char *path, const struct stat *info, int type, struct FTW *where)
{
    /* The mark goes last: whoever is killed meanwhile leaves what a later run still knows. */
    if (type == FTW_F && where->level == 1 && strcmp(path + where->base, WORKSPACE_MARK) == 0)
        return 0;
    if (type == FTW_DNR && chmod(path, info->st_mode | S_IRWXU) == 0)
        return 0;
    (void)remove(path); /* what cannot be removed stays: no reason to stop */
    return 0;
}

void workspace_remove(const char *path)
{
    char *mark = NULL;
    (void)nftw(path, remove_entry, 16, FTW_DEPTH | FTW_PHYS | FTW_MOUNT);
    if (asprintf(&mark, "%s/" WORKSPACE_MARK, path) >= 0 && unlink(mark) == 0)
        (void)rmdir(path);
    free(mark);
}

static enum assay_status cannot_make(const char *path, struct assay_error *error)
{
    return assay_fail(error, ASSAY_INVALID, "cannot make the directory %.150s: %s", path,
                      strerror(errno));
}

enum assay_status workspace_open(struct workspace *workspace, const char *asked,
                                 struct assay_error *error)
{
    *workspace = (struct workspace){.mark = -1};
    if (asked == NULL) {
        workspace->path = temporary_directory(temporary_parent_of_commands(), error);
        workspace->ours = true;
        return workspace->path != NULL ? ASSAY_OK : error->status;
    }
    if (mkdir(asked, S_IRWXU) != 0 && errno != EEXIST)
        return cannot_make(asked, error);
    workspace->path = realpath(asked, NULL);
    return workspace->path != NULL ? ASSAY_OK : cannot_make(asked, error);
}

void workspace_close(struct workspace *workspace)
{
    if (workspace->path != NULL && workspace->ours)
        workspace_remove(workspace->path);
    if (workspace->path != NULL && workspace->mark >= 0)
        close(workspace->mark);
    free(workspace->path);
    *workspace = (struct workspace){.mark = -1};
}

enum assay_status workspace_unit(const struct workspace *workspace, uint32_t system, uint32_t build,
                                 uint32_t padding, char **path, struct assay_error *error)
{
    char *made;
    char more[256];
    if (padding >= sizeof more)
        padding = sizeof more - 1;
    memset(more, 'x', padding);
    more[padding] = '\0';
    if (asprintf(&made, "%s/build-%06u-%03u%s", workspace->path, build, system, more) < 0)
        return assay_fail(error, ASSAY_NO_MEMORY, "not enough memory for a path");
    bool is_new = mkdir(made, S_IRWXU) == 0;
    if (!is_new && errno == EEXIST) {
        workspace_remove(made);
        is_new = mkdir(made, S_IRWXU) == 0; /* else somebody's: nothing is built there */
    }
    if (!is_new) {
        enum assay_status status = cannot_make(made, error);
        free(made);
        return status;
    }
    *path = made;
    return ASSAY_OK;
}
