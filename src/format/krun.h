/* SPDX-License-Identifier: GPL-3.0-or-later */
/* krun.h -- what Krun's JSON and CSV share: "benchmark:VM:variant". */
#ifndef FORMAT_KRUN_H
#define FORMAT_KRUN_H

#include "format/importer.h"

/* Names the benchmark and, behind the first colon, the system; both live as long as key. */
void krun_name(struct pull *json, const char *key, struct importer_series *series);

#endif
