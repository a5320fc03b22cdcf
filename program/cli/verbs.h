/* SPDX-License-Identifier: GPL-3.0-or-later */
/* verbs.h -- the verbs, each in a file of its name. */
#pragma once

#include "cli/verb.h"

extern const struct verb verb_run, verb_plan, verb_show, verb_compare, verb_steady, verb_modes,
    verb_sweep, verb_speedup, verb_history, verb_simulate, verb_report, verb_import, verb_export,
    verb_stat, verb_store, verb_fleet, verb_serve, verb_schema, verb_explain, verb_doctor, verb_sensitivity, verb_cc,
    verb_methods, verb_reproduce;
