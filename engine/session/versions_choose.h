/* SPDX-License-Identifier: GPL-3.0-or-later */
/* versions_choose.h -- which commits of a range are measured now, by what the store has of them. */
#pragma once

#include "git/git.h"
#include "session/versions_run.h"

/* Leaves in commits, in their order, those that are measured now; *n: of how many, and then how many they are.
 * *n_known: those of the range, or of its sample, that the store has, measured or failed. Errors: of reading and
 * comparing versions when the request bisects. */
enum assay_status versions_choose(const struct design *design,
                                  const struct versions_request *request,
                                  struct git_commit *commits, size_t *n, size_t *n_known,
                                  struct assay_error *error);
