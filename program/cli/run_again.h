/* SPDX-License-Identifier: GPL-3.0-or-later */
/* run_again.h -- a run of a design that another verb asks for. */
#ifndef CLI_RUN_AGAIN_H
#define CLI_RUN_AGAIN_H

#include "cli/verb.h"
#include "design/design_request.h"

/* As `assay run`: measures, stores, says what it means. */
enum exit_code run_again(const struct design_request *request, const struct global_options *global);

#endif
