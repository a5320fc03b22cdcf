/* SPDX-License-Identifier: GPL-3.0-or-later */
/* memory_ahead.h -- pages that a short program will touch, had in one call. */
#pragma once

#include <stddef.h>

/* The next so many bytes that malloc gives are touched without a page fault each. A wish: without memory, or where kernel or malloc
 * know nothing of it, nothing changes. */
void memory_ahead(size_t bytes);
