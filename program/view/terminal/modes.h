/* SPDX-License-Identifier: GPL-3.0-or-later */
/* modes.h -- how values cluster, as a screen and as JSON. */
#pragma once

#include "finding/modes_finding.h"
#include "view/text/terminal.h"

struct modes_view {
    const struct modes_finding *finding;
    double confidence;
    bool quiet;
};

void modes_view_print(const struct terminal *terminal, const struct modes_view *view);
/* The part of it on several versions, if there are. */
void modes_versions_print(const struct terminal *terminal, const struct modes_view *view);
