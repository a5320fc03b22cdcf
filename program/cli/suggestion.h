/* SPDX-License-Identifier: GPL-3.0-or-later */
/* suggestion.h -- a mistyped word of a list, told on stderr. */
#pragma once

#include "base/suggestion.h"

/* On stderr "; did you mean NAME?" where one of the words is near: those of an index, NULL behind the
 * last. Whether one is. */
bool suggestion_say(const char *given, const char *(*word)(size_t index));
