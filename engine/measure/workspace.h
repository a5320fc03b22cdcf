/* SPDX-License-Identifier: GPL-3.0-or-later */
/* workspace.h -- private directories for builds, one for each unit, all paths equally long (the
 * length of a path shifts the stack of a program, and so its speed). */
#pragma once

#include <stdint.h>

#include <assay/status.h>

#define WORKSPACE_MARK ".assay" /* workspace_mark.c */

struct workspace {
    char *path;
    bool ours; /* made by us under a fresh name: removed at the end */
    int mark;  /* says so to later runs (workspace_mark.c); -1: none */
};

/* A fresh directory (base/private_directory.h), or the asked one, made when it is missing and never
 * removed. */
enum assay_status workspace_open(struct workspace *workspace, const char *asked,
                                 struct assay_error *error);
void workspace_close(struct workspace *workspace);

/* An empty directory for one build, its path longer by padding bytes; what stood there is removed. The caller frees *path. */
enum assay_status workspace_unit(const struct workspace *workspace, uint32_t system, uint32_t build,
                                 uint32_t padding, char **path, struct assay_error *error);

/* Removes a directory and everything in it; symbolic links are not followed. */
void workspace_remove(const char *path);

/* Directories of builds whose run was killed together with its launcher: which
 * are ours and dead is told by a mark in each.
 *
 * The mark names the experiment, the process and the boot of the machine, and is locked by the
 * process as long as it lives. It is locked before it appears under its name: a mark that can be
 * locked, of this very boot, is a dead process's. Whatever else has such a name is left alone.
 */
enum { WORKSPACE_OWNER_BYTES = 16 };

/* Into a workspace that is ours. Without it the directory stays where nobody closes it. */
void workspace_mark(struct workspace *workspace, const unsigned char owner[WORKSPACE_OWNER_BYTES]);

/* Removes those of dead processes whose experiments is_ours says yes to; how many. */
typedef bool (*workspace_judge)(void *context, const unsigned char owner[WORKSPACE_OWNER_BYTES]);
size_t workspace_remove_dead(workspace_judge is_ours, void *context);
