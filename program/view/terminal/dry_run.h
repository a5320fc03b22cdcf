/* SPDX-License-Identifier: GPL-3.0-or-later */
/* dry_run.h -- what a run would do, and how long it would take: as a screen and as a document. */
#pragma once

#include "session/session_expect.h"
#include "view/text/terminal.h"

/* Counts of `design` are those that the first rounds have. */
void dry_run_print(const struct terminal *terminal, const struct design *design, double confidence,
                   const struct run_expectation *expected);
