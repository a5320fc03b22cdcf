/* SPDX-License-Identifier: GPL-3.0-or-later */
/* archive.h -- tar and zip archives among the arguments: each is unpacked into a private directory, which
 * is read in its place. */
#pragma once

#include <assay/status.h>

#include "base/name_list.h"

struct archives {
    const char **items; /* the arguments, directories in the place of archives */
    char **made;        /* texts among them that are ours */
    char **roots;       /* directories to be removed */
    size_t n, n_made, n_roots;
};

/* Archives are known by their names: .tar, .tar.gz, .tgz, .tar.bz2, .tar.xz, .tar.zst, .tar.lzma,
 * .zip. Their directory is called as they are, without these. End with archives_fini in any case. */
enum assay_status archives_open(struct archives *archives, const struct name_list *arguments,
                                struct assay_error *error);
/* Of a text that names files of an archive: their names in it, in the place of paths that are gone soon. */
void archives_name(const struct archives *archives, char *text);
void archives_fini(struct archives *archives);
