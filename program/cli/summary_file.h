/* SPDX-License-Identifier: GPL-3.0-or-later */
/* summary_file.h -- a summary among others in one file. */
#pragma once

#include "cli/exit.h"
#include "view/page/gate_report.h"

/* Writes the summary to the top of the file, in place of what stands there of the same manifest and systems. All else
 * stays: summaries of other manifests and comparisons, and what others wrote there. A pipe, a device and "-" are
 * written to. Says what it cannot do. */
enum exit_code summary_file_write(const char *path, const struct gate_report *report);
