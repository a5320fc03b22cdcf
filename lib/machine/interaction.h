/* SPDX-License-Identifier: GPL-3.0-or-later */
/* interaction.h -- what the files of machines share. */
#pragma once

#include <assay/machine.h>

/* How much machines differ beyond their noise, from their d's variance s2; fills in borrowed v. */
struct assay_interaction interaction_of(struct assay_machine *machines, size_t m, double s2,
                                        double confidence);
