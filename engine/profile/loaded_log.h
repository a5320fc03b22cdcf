/* SPDX-License-Identifier: GPL-3.0-or-later */
/* loaded_log.h -- reads a log that programs wrote (sample_log.h). */
#pragma once

#include <stddef.h>

#include "profile/code_map.h"
#include "profile/sample_log.h"

/* What is no code that is loaded, in its place among it; NULL: nobody asks. */
typedef void (*loaded_log_take)(void *context, struct code_map *map,
                                const struct sample_log_slot *slot);

/* Tells a map of the log's n slots, the head included: of programs, children and code that they load. */
void loaded_log_tell(const struct sample_log_slot *slots, size_t n, struct code_map *map,
                     loaded_log_take take, void *context);
