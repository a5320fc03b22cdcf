/* SPDX-License-Identifier: GPL-3.0-or-later */
/* openmetrics.c -- a comparison as OpenMetrics text, for what watches numbers over time.
 * Source:   OpenMetrics 1.0.0: families one after the other, each with TYPE, UNIT and HELP before its points, label
 *           values with \\, \" and \n, numbers as Go reads them, # EOF at the end. A stateset for the verdict.
 * Edge:     an end of an interval that does not exist is +Inf or -Inf, what is undefined NaN.
 * Checked:  by Prometheus' own parser for Python (tests/versions/ci). */
#include <math.h>

#include "view/page/gate_report.h"
#include "view/text/markup.h"

static void put_labels(const struct markup *out, const struct system_pair *pair,
                       const struct comparison_finding *row)
{
    markup_write(out, "benchmark=\"%s\",metric=\"%s\",old=\"%s\",new=\"%s\"",
                 row->old_series->benchmark, row->old_series->metric, pair->old_system,
                 pair->new_system);
}

/* The gauges: one number a row each. */
enum gauge { RATIO, RATIO_LOWER, RATIO_UPPER, OLD, NEW, GAUGES };
static const struct {
    const char *name, *help;
} gauges[GAUGES] = {
    {"assay_ratio", "New divided by old: of the statistic that the label says."},
    {"assay_ratio_lower", "Lower end of the confidence interval of assay_ratio."},
    {"assay_ratio_upper", "Upper end of the confidence interval of assay_ratio."},
    {"assay_old", "What the old system gave, of this statistic and in this unit."},
    {"assay_new", "What the new system gave, of this statistic and in this unit: ratio times old."},
};

static double gauge_of(const struct comparison_finding *row, enum gauge gauge)
{
    const struct assay_interval *interval = &row->finding.ratio.interval;
    const bool ends = interval->kind == ASSAY_BOUNDED || interval->kind == ASSAY_RAY;
    switch (gauge) {
    case RATIO: return row->finding.ratio.estimate;
    case RATIO_LOWER: return ends ? interval->lower : -(double)INFINITY;
    case RATIO_UPPER: return ends ? interval->upper : (double)INFINITY;
    case OLD: return row->finding.old_value;
    default: return row->finding.new_value;
    }
}

static void put_gauge(const struct markup *out, const struct gate_report *report, enum gauge gauge)
{
    markup_write(out, "# TYPE %s gauge\n# HELP %s %s\n", gauges[gauge].name, gauges[gauge].name,
                 gauges[gauge].help);
    for (size_t i = 0; i < report->pairs->n; i++) {
        const struct system_pair *pair = &report->pairs->items[i];
        for (size_t k = 0; k < pair->n; k++) {
            char statistic[ASSAY_STATISTIC_TEXT];
            comparison_statistic(&pair->rows[k], statistic);
            markup_write(out, "%s{", gauges[gauge].name);
            put_labels(out, pair, &pair->rows[k]);
            markup_write(out, ",statistic=\"%s\"", statistic);
            if (gauge >= OLD)
                markup_write(out, ",unit=\"%s\"", pair->rows[k].old_series->unit);
            markup_write(out, "} ");
            const double value = gauge_of(&pair->rows[k], gauge);
            if (isnan(value))
                markup_write(out, "NaN\n");
            else if (isinf(value))
                markup_write(out, "%s\n", value > 0 ? "+Inf" : "-Inf");
            else
                markup_write(out, "%.17g\n", value);
        }
    }
}

void openmetrics_print(FILE *stream, const struct gate_report *report)
{
    const struct markup metrics = markup_metrics(stream), *out = &metrics;
    for (int gauge = 0; gauge < GAUGES; gauge++)
        put_gauge(out, report, (enum gauge)gauge);
    /* One point of a stateset a verdict that there could be. */
    static const enum assay_verdict verdicts[] = {ASSAY_FASTER, ASSAY_SLOWER, ASSAY_EQUIVALENT,
                                                  ASSAY_INCONCLUSIVE, ASSAY_MIXED};
    markup_write(out, "# TYPE assay_verdict stateset\n"
                      "# HELP assay_verdict What the comparison came to, beyond the margin.\n");
    for (size_t i = 0; i < report->pairs->n; i++) {
        const struct system_pair *pair = &report->pairs->items[i];
        for (size_t k = 0; k < pair->n; k++)
            for (size_t v = 0; v < sizeof verdicts / sizeof *verdicts; v++) {
                markup_write(out, "assay_verdict{");
                put_labels(out, pair, &pair->rows[k]);
                markup_write(out, ",assay_verdict=\"%s\"} %d\n", assay_verdict_name(verdicts[v]),
                             pair->rows[k].finding.verdict == verdicts[v]);
            }
    }
    markup_write(out, "# EOF\n");
}
