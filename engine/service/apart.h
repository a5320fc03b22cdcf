/* SPDX-License-Identifier: GPL-3.0-or-later */
/* apart.h -- services and what talks to them on processors of their own. */
#pragma once

#include "measure/places.h"

struct apart {
    processors service, load; /* all 0: any */
};

/* Of the services of a system that name none; and of the load. */
void apart_of(const struct design *design, size_t system, struct apart *out);
/* The processors that may be used, parted between cores (root: places.h): the first half and a core left over for the service.
 * False: one core. */
bool apart_part(const char *root, const processors allowed, struct apart *out);
