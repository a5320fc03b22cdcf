/* SPDX-License-Identifier: GPL-3.0-or-later */
/* randomised.h -- whether the builds of a system had their code in random order (assay cc). */
#pragma once

enum randomised {
    RANDOMISED_UNKNOWN, /* there are no builds, or nothing is known of them */
    RANDOMISED_NONE,
    RANDOMISED_SOME,
    RANDOMISED_ALIKE, /* all, and they are the same bytes */
    RANDOMISED_ALL
};
