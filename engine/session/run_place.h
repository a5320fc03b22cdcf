/* SPDX-License-Identifier: GPL-3.0-or-later */
/* run_place.h -- the store of a run goes away underway. */
#pragma once

#include "session/session.h"

/* Looks whether the store still stands under its name. When it does not, everything stored so far
 * goes into a new store, which the session has from then on, and that is told. An error: it could
 * not, and the session is lost. */
enum assay_status run_place_keep(struct session *session, struct assay_error *error);

/* "was removed or moved", "was replaced by something else" */
const char *run_place_words(enum store_place place);
