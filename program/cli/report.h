/* SPDX-License-Identifier: GPL-3.0-or-later */
/* report.h -- `assay report`. */
#ifndef CLI_REPORT_H
#define CLI_REPORT_H

#include "cli/verb.h"

extern const struct verb verb_report;

#endif
