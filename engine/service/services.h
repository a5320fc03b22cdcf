/* SPDX-License-Identifier: GPL-3.0-or-later */
/* services.h -- the services of an experiment's systems, around its executions. */
#pragma once

#include "measure/experiment.h"

struct services;

/* The first service that is known to be ready by a line alone, which says so too early; NULL: none is. */
const char *services_ready_by_line(const struct design *design);
/* NULL without an error: the design has none. */
enum assay_status services_new(const struct design *design, struct launcher *launcher,
                               struct services **out, struct assay_error *error);
/* What is still there ends. */
void services_free(struct services **services);
/* For experiment_run; of NULL: no calls. */
struct experiment_services services_calls(struct services *services);
