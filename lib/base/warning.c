/* SPDX-License-Identifier: GPL-3.0-or-later */
/* warning.c -- the stable codes of the warning bits. */
#include <assay/warning.h>

#include <stddef.h>

static const char *const codes[ASSAY_WARN_COUNT] = {
    [ASSAY_WARN_FEW_TOP_UNITS] = "few-top-units",
    [ASSAY_WARN_NO_HIGHER_LEVEL] = "no-higher-level",
    [ASSAY_WARN_CLOCK_TICK] = "clock-tick",
    [ASSAY_WARN_UNBOUNDED] = "unbounded",
    [ASSAY_WARN_UNPAIRED] = "unpaired",
    [ASSAY_WARN_PEEKED] = "peeked",
    [ASSAY_WARN_DIFFERENT_HOSTS] = "different-hosts",
    [ASSAY_WARN_FAILED_EXECUTIONS] = "failed-executions",
    [ASSAY_WARN_INCOMPLETE] = "incomplete",
    [ASSAY_WARN_NONPOSITIVE_MEAN] = "nonpositive-mean",
    [ASSAY_WARN_SEVERAL_MODES] = "several-modes",
    [ASSAY_WARN_SKEWED] = "skewed",
    [ASSAY_WARN_BOOTSTRAP_REFUSED] = "bootstrap-refused",
    [ASSAY_WARN_PAPER_METHOD] = "paper-method",
    [ASSAY_WARN_LEVEL_MERGED] = "level-merged",
    [ASSAY_WARN_COMPONENT_NEGATIVE] = "component-negative",
    [ASSAY_WARN_DEPENDENT_ITERATIONS] = "dependent-iterations",
    [ASSAY_WARN_NOT_STEADY] = "not-steady",
    [ASSAY_WARN_HOST_DRIFT] = "host-drift",
    [ASSAY_WARN_OUTLIERS] = "outliers",
    [ASSAY_WARN_DEPENDENT_VERSIONS] = "dependent-versions",
    [ASSAY_WARN_SHORT_ITERATIONS] = "short-iterations",
    [ASSAY_WARN_RESTLESS_VERSIONS] = "restless-versions",
    [ASSAY_WARN_DEPENDENT_ROUNDS] = "dependent-rounds",
    [ASSAY_WARN_FEW_FOR_QUANTILE] = "few-for-quantile",
    [ASSAY_WARN_ROUNDED] = "rounded",
    [ASSAY_WARN_SKEWED_ROUNDS] = "skewed-rounds",
    [ASSAY_WARN_DIRECTION_UNKNOWN] = "direction-unknown",
    [ASSAY_WARN_UNIT_UNKNOWN] = "unit-unknown",
    [ASSAY_WARN_LOAD_SATURATED] = "load-saturated",
    [ASSAY_WARN_LITTLE_OVERLAP] = "little-overlap",
    [ASSAY_WARN_DIFFERENT_ORDERS] = "different-orders",
    [ASSAY_WARN_INTERFERENCE] = "interference",
    [ASSAY_WARN_CLOSED_LOOP] = "closed-loop",
    [ASSAY_WARN_FAILED_REQUESTS] = "failed-requests",
    [ASSAY_WARN_FEW_REQUESTS] = "few-requests",
    [ASSAY_WARN_RATE_MISSED] = "rate-missed",
};

const char *assay_warning_code(enum assay_warning warning)
{
    return (unsigned)warning < ASSAY_WARN_COUNT ? codes[warning] : NULL;
}
