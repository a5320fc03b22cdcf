/* SPDX-License-Identifier: GPL-3.0-or-later */
/* machines.h -- sentences on several machines, for the terminal and for pages alike. */
#pragma once

#include "finding/machines_finding.h"
#include "store/store.h"

/* "6 machines: node1, node2, … · EPYC 7763, 64 processors", names made harmless, to be freed. NULL: one machine alone, nothing is known
 * of them, or no memory. */
char *machines_measured_on(const struct store_machine *machines, size_t n);

/* "a new machine would see −4.0 … −0.2 % (95 % prediction)." Of two machines and more, and so the next one; to be freed. */
char *machines_new_words(const struct machines_finding *machines);
/* "The machines differ by 0.8 % (…)." or that it is not seen. */
char *interaction_words(const struct assay_interaction *between, const char *unit);
