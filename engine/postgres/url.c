/* SPDX-License-Identifier: GPL-3.0-or-later */
/* url.c -- which texts name an archive. */
#include <string.h>

#include "postgres/postgres.h"

bool postgres_is_url(const char *text)
{
    return strncmp(text, "postgresql://", 13) == 0 || strncmp(text, "postgres://", 11) == 0;
}
