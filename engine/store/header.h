/* SPDX-License-Identifier: GPL-3.0-or-later */
/* header.h -- the first bytes of a file, and what stands beside it, before SQLite opens it. */
#pragma once

#include "store/private.h"

/* True when these first bytes are those of a store, of whatever version. */
enum { STORE_HEADER_NEEDED = 72 };
bool store_header_is_ours(const unsigned char header[STORE_HEADER_NEEDED]);

/* Refuses what is no store, and a store of a newer version. Nothing is locked, recovered or made.
 * Through SQLite and not by read(2), since closing a descriptor of our own would drop the locks of
 * any other connection of this process. */
enum assay_status store_judge_header(const char *path, struct assay_error *error);
enum assay_status store_judge_version(const char *path, int64_t application, int64_t version,
                                      struct assay_error *error);

/* "file:" address with everything escaped that an address could misread. The caller frees it. */
char *store_file_address(const char *path, const char *query);
/* True when a file of this name and suffix ("-wal") is there and is not empty. */
bool store_file_holds(const char *file, const char *suffix);
