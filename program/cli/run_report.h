/* SPDX-License-Identifier: GPL-3.0-or-later */
/* run_report.h -- what a finished run leaves: the finding, exported files, the next steps. */
#pragma once

#include "cli/run_options.h"
#include "session/session.h"

enum exit_code run_report(const struct session *session, const struct run_options *options,
                          const struct global_options *global);
