/* SPDX-License-Identifier: GPL-3.0-or-later */
/* packed_stream.h -- a file that is packed on the way where its name says so. */
#pragma once

#include <stdio.h>

#include <assay/status.h>

/* Opens the file for writing: packed by gzip where it is called *.gz. What is called like a file of
 * another packer is refused. NULL with *error set. */
FILE *packed_stream_open(const char *path, struct assay_error *error);
