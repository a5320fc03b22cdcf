/* SPDX-License-Identifier: GPL-3.0-or-later */
/* repetition_json.h -- an experiment against its repetition, as JSON. */
#pragma once

#include <stdint.h>

#include <jansson.h>

#include "finding/repetition_finding.h"

/* The object "repetition" that docs/schema/reproduce.json describes. */
json_t *repetition_json(const struct repetition *repetition, int64_t experiment);
