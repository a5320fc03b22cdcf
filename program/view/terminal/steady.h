/* SPDX-License-Identifier: GPL-3.0-or-later */
/* steady.h -- states of benchmarks as a screen and as JSON. */
#pragma once

#include "finding/steady_finding.h"
#include "view/text/terminal.h"

struct steady_view {
    const struct steady_finding *finding;
    bool plots; /* draw every execution, however many there are */
    bool quiet;
};

void steady_view_print(const struct terminal *terminal, const struct steady_view *view);

/* The run sequences of a benchmark on a system, an execution a line, and their range above. */
void steady_print_sequences(const struct terminal *terminal, const struct sample_state *row);
