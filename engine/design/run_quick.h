/* SPDX-License-Identifier: GPL-3.0-or-later */
/* run_quick.h -- commands on the command line become a design. */
#pragma once

#include "design/design_request.h"

/* Makes a design of commands given on the command line. */
enum assay_status run_quick_design(const struct design_request *request,
                                   const struct name_list *commands, struct design **out,
                                   struct assay_error *error);

/* Which part of the request does not fit, or which command is none. */
enum assay_status run_quick_check(const struct design_request *request,
                                  const struct name_list *commands, struct assay_error *error);
