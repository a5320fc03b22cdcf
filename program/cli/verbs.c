/* SPDX-License-Identifier: GPL-3.0-or-later */
/* verbs.c -- the table of verbs, in the order of --help. */
#include "cli/verbs.h"

#include <stddef.h>

/* clang-format off */
const struct verb *const verbs[] = {
    &verb_run,
    &verb_plan,
    &verb_show,
    &verb_compare,
    &verb_steady,
    &verb_modes,
    &verb_sweep,
    &verb_speedup,
    &verb_history,
    &verb_simulate,
    &verb_report,
    &verb_serve,
    &verb_methods,
    &verb_reproduce,
    &verb_import,
    &verb_export,
    &verb_stat,
    &verb_store,
    &verb_fleet,
    &verb_explain,
    &verb_schema,
    &verb_doctor,
    &verb_sensitivity,
    &verb_cc,
    NULL,
};
/* clang-format on */
