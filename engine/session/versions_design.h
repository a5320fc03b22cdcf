/* SPDX-License-Identifier: GPL-3.0-or-later */
/* versions_design.h -- what a search measures of each version. */
#pragma once

#include "design/design.h"
#include "finding/versions_finding.h"

/* Builds of each that a step is asked of: the first time, where fewer leave too much open, and where these did. */
enum { VERSIONS_BUILDS = 6, VERSIONS_MORE_BUILDS = 20 };

/* Executions of each version: from here on the median's interval is one of order statistics (METHODS H10). */
enum { VERSIONS_LEAST = 12 };

/* Few units of the level build would leave most answers open: each version is built once and run more often instead. How many
 * builds the manifest asks for; 0: the design is as it was. */
size_t versions_build_once(struct design *design);

/* Would versions_build_once change the design? */
bool versions_are_built_once(const struct design *design);

/* Rounds in which a change like that of the pair is told at this confidence, by what it varied by; from VERSIONS_LEAST on, at most
 * `most`. */
size_t versions_rounds_for(const struct versions_pair *pair, double margin, double confidence,
                           size_t most);

/* No more rounds than these where executions are the top level. */
void versions_limit_rounds(struct design *design, size_t rounds);

/* So many fresh builds of each with the manifest's executions of each, where so many experiments of them left it open. */
void versions_build_anew(struct design *design, size_t n_before);
