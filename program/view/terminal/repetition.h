/* SPDX-License-Identifier: GPL-3.0-or-later */
/* repetition.h -- an experiment against its repetition, as a screen. */
#pragma once

#include <stdint.h>

#include "finding/repetition_finding.h"
#include "view/text/terminal.h"

/* then: by what name it was asked for. */
void repetition_print(const struct terminal *terminal, const struct repetition *repetition,
                      int64_t experiment, const char *then);
/* What the ratios are, and what limits them. */
void repetition_print_notes(const struct terminal *terminal, const struct repetition *repetition);
