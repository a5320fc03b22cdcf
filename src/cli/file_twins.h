/* SPDX-License-Identifier: GPL-3.0-or-later */
/* file_twins.h -- the same results in several formats. */
#ifndef CLI_FILE_TWINS_H
#define CLI_FILE_TWINS_H

#include "cli/file_list.h"
#include "format/format.h"

/* Of files found in one directory that are called the same but for their suffixes, and are of several
 * formats, the one that holds most stays (JSON before tables and logs). Unless quiet the others are
 * said to be left out. options: how they will be read. False when memory is out. */
bool file_twins_drop(struct files *files, const struct format_options *options, bool quiet);

#endif
