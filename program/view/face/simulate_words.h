/* SPDX-License-Identifier: GPL-3.0-or-later */
/* simulate_words.h -- what a simulation says of one method. */
#pragma once

#include "analysis/simulation.h"

/* "5 × 10 × 10": the counts of old, and of new where they differ. To be freed. */
char *simulate_shape_of(const struct simulation_row *row);
/* One plain sentence on one row: is this interval to be trusted here? To be freed. */
char *simulate_sentence(const struct simulation_row *row, double confidence);
/* The bootstrap of so few units is refused, whatever their values. */
bool simulate_too_few(const struct simulation_row *row);
