/* SPDX-License-Identifier: GPL-3.0-or-later */
/* verbs.c -- the table of verbs, in the order of --help. */
#include "cli/verb.h"

#include <stddef.h>

#include "cli/cc.h"
#include "cli/compare.h"
#include "cli/doctor.h"
#include "cli/export.h"
#include "cli/history.h"
#include "cli/import.h"
#include "cli/modes.h"
#include "cli/plan.h"
#include "cli/report.h"
#include "cli/run_options.h"
#include "cli/schema.h"
#include "cli/show.h"
#include "cli/simulate.h"
#include "cli/speedup.h"
#include "cli/stat.h"
#include "cli/steady.h"
#include "cli/store.h"

/* clang-format off */
const struct verb *const verbs[] = {
    &verb_run,
    &verb_plan,
    &verb_show,
    &verb_compare,
    &verb_steady,
    &verb_modes,
    &verb_speedup,
    &verb_history,
    &verb_simulate,
    &verb_report,
    &verb_import,
    &verb_export,
    &verb_stat,
    &verb_store,
    &verb_schema,
    &verb_doctor,
    &verb_cc,
    NULL,
};
/* clang-format on */
