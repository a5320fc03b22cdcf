/* SPDX-License-Identifier: GPL-3.0-or-later */
/* renaissance.h -- what Renaissance calls the numbers of a repetition, in JSON and CSV. */
#pragma once

#include "import/importer.h"

/* Sets the series' metric and unit for the number of this name, which must live as long. False for
 * the time at which something happened, which is no result. */
bool renaissance_metric(const char *name, struct importer_series *series);
