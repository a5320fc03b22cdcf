/* SPDX-License-Identifier: GPL-3.0-or-later */
/* try.h -- steps that may fail, one after the other. */
#pragma once

#include <assay/status.h>

/* What fails ends the function: its status is returned as it is. Nothing that is to be freed may be held there. */
#define TRY(...)                                                                                   \
    do {                                                                                           \
        const enum assay_status tried = (__VA_ARGS__);                                             \
        if (tried != ASSAY_OK)                                                                     \
            return tried;                                                                          \
    } while (0)
