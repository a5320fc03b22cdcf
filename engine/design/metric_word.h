/* SPDX-License-Identifier: GPL-3.0-or-later */
/* metric_word.h -- the names of metrics that a process has of itself. */
#pragma once

#include <stddef.h>

/* The one of an index; NULL behind the last. */
const char *metric_word(size_t index);
