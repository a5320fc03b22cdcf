/* SPDX-License-Identifier: GPL-3.0-or-later */
/* doctor_bug.h -- assay doctor --bug: what a report of a fault needs. */
#pragma once

#include <jansson.h>

#include "cli/verb.h"
#include "measure/health.h"

/* A page to fill in, as Markdown: version, machine, surroundings, the newest experiment in numbers. It names no host, path,
 * command or value of a variable. */
void doctor_bug_print(json_t *facts, const struct health_row *rows, size_t n,
                      const struct global_options *global);
