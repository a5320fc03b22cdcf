/* SPDX-License-Identifier: GPL-3.0-or-later */
/* version.c -- which assay this is; the two strings come from the build. */
#include <assay/assay.h>

#include "version.h"

const char *assay_version(void)
{
    return ASSAY_VERSION;
}

const char *assay_commit(void)
{
    return ASSAY_COMMIT;
}
