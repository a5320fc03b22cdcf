/* SPDX-License-Identifier: GPL-3.0-or-later */
/* reach.h -- whether what options name can be had, asked before anything is measured. */
#pragma once

#include "design/design_request.h"

/* A file that will be written: its directory is there and can be written to, or the file itself can.
 * ASSAY_USAGE names the option. Nothing is made or changed. */
enum assay_status reach_output(const char *option, const char *path, struct assay_error *error);
/* What a request names: input and output of the commands, processors. */
enum assay_status reach_request(const struct design_request *request, struct assay_error *error);
