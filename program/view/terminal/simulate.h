/* SPDX-License-Identifier: GPL-3.0-or-later */
/* simulate.h -- what simulations found, as screens. */
#pragma once

#include "analysis/simulation_clt.h"
#include "view/text/terminal.h"

void simulate_screen(const struct terminal *terminal, const struct simulation_result *result,
                     bool quiet);
/* Coverages as tables over the two levels that vary; false, and nothing printed, when it is not two. */
bool simulate_matrices(const struct simulation_result *result, const struct terminal *terminal);
/* The published results beside those found. */
bool simulate_has_published(const struct simulation_result *result);
void simulate_screen_check(const struct simulation_result *result, const struct terminal *terminal);

/* ---- sizes of samples ---- */

void simulate_clt_screen(const struct terminal *terminal, const struct simulation_clt *clt);
void simulate_minimum_screen(const struct terminal *terminal, const struct assay_minimum_row *rows,
                             size_t n);
