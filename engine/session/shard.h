/* SPDX-License-Identifier: GPL-3.0-or-later */
/* shard.h -- sessions that measure one machine of several. */
#pragma once

#include "session/session.h"

/* The name in the world of the experiment that the design's shards are of: made from its manifest, seed, margin
 * and version. ASSAY_USAGE when one of them is in the session's store. */
enum assay_status shard_name(const struct session *session, unsigned char uid[STORE_UID_BYTES],
                             struct assay_error *error);

/* Which shard the session's experiment is, into its design. ASSAY_INVALID when it is joined of several. */
enum assay_status shard_resume(struct session *session, struct assay_error *error);
