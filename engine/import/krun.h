/* SPDX-License-Identifier: GPL-3.0-or-later */
/* krun.h -- what Krun's JSON and CSV share: "benchmark:VM:variant". */
#pragma once

#include "import/importer.h"

/* Names the benchmark and, behind the first colon, the system; both live as long as key. */
void krun_name(struct pull *json, const char *key, struct importer_series *series);
