/* SPDX-License-Identifier: GPL-3.0-or-later */
/* simulate.h -- `assay simulate`. */
#ifndef CLI_SIMULATE_H
#define CLI_SIMULATE_H

extern const struct verb verb_simulate;

#endif
