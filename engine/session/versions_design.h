/* SPDX-License-Identifier: GPL-3.0-or-later */
/* versions_design.h -- what a search measures of each version. */
#pragma once

#include "design/design.h"

/* Builds of each that a step is asked of: the first time, where fewer leave too much open, and where these did. */
enum { VERSIONS_BUILDS = 6, VERSIONS_MORE_BUILDS = 20 };

/* Few units of the level build would leave most answers open: each version is built once and run more often instead. How many
 * builds the manifest asks for; 0: the design is as it was. */
size_t versions_build_once(struct design *design);

/* Would versions_build_once change the design? */
bool versions_are_built_once(const struct design *design);

/* So many fresh builds of each with the manifest's executions of each, where so many experiments of them left it open. */
void versions_build_anew(struct design *design, size_t n_before);
