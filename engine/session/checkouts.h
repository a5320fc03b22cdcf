/* SPDX-License-Identifier: GPL-3.0-or-later */
/* checkouts.h -- the work trees of systems that are commits. */
#pragma once

#include "session/session.h"

/* Puts the whole name in place of what people call a commit, which may be another one tomorrow; the manifest is
 * written anew. ASSAY_MISSING: git knows none of that name. */
enum assay_status checkouts_name(struct design *design, struct assay_error *error);

/* Checks out what the design's systems ask for, once each. */
enum assay_status checkouts_make(struct session *session, struct assay_error *error);
void checkouts_remove(struct session *session);
