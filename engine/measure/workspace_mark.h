/* SPDX-License-Identifier: GPL-3.0-or-later */
/* workspace_mark.h -- directories of builds whose run was killed together with its launcher: which
 * are ours and dead is told by a mark in each.
 *
 * The mark names the experiment, the process and the boot of the machine, and is locked by the
 * process as long as it lives. It is locked before it appears under its name: a mark that can be
 * locked, of this very boot, is a dead process's. Whatever else has such a name is left alone.
 */
#pragma once

#include "measure/workspace.h"

enum { WORKSPACE_OWNER_BYTES = 16 };

/* Into a workspace that is ours. Without it the directory stays where nobody closes it. */
void workspace_mark(struct workspace *workspace, const unsigned char owner[WORKSPACE_OWNER_BYTES]);

/* Removes, in $TMPDIR (else /tmp), those of dead processes whose experiments is_ours says yes to;
 * how many. */
typedef bool (*workspace_judge)(void *context, const unsigned char owner[WORKSPACE_OWNER_BYTES]);
size_t workspace_remove_dead(workspace_judge is_ours, void *context);
