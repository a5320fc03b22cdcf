/* SPDX-License-Identifier: GPL-3.0-or-later */
/* openmetrics.c -- a comparison as OpenMetrics text, for what watches numbers over time.
 * Source:   OpenMetrics 1.0.0: families one after the other, each with TYPE, UNIT and HELP before its points, label
 *           values with \\, \" and \n, numbers as Go reads them, # EOF at the end. A stateset for the verdict.
 * Edge:     an end of an interval that does not exist is +Inf or -Inf, what is undefined NaN.
 * Checked:  by Prometheus' own parser for Python (tests/versions/ci). */
#include <math.h>
#include <stdlib.h>

#include "view/page/gate_report.h"
#include "view/text/terminal.h"
#include "view/text/view_memory.h"

static void put_value(FILE *stream, double value)
{
    if (isnan(value))
        fputs("NaN\n", stream);
    else if (isinf(value))
        fputs(value > 0 ? "+Inf\n" : "-Inf\n", stream);
    else
        fprintf(stream, "%.17g\n", value);
}

static void put_label(FILE *stream, const char *name, const char *value)
{
    char *safe = view_kept(terminal_name(value)); /* UTF-8, and no control character */
    fprintf(stream, "%s=\"", name);
    for (const char *c = safe != NULL ? safe : "?"; *c != '\0'; c++) {
        if (*c == '\\' || *c == '"')
            fputc('\\', stream);
        fputc(*c, stream);
    }
    fputc('"', stream);
    free(safe);
}

static void put_labels(FILE *stream, const struct system_pair *pair,
                       const struct comparison_finding *row)
{
    put_label(stream, "benchmark", row->old_series->benchmark);
    fputc(',', stream);
    put_label(stream, "metric", row->old_series->metric);
    fputc(',', stream);
    put_label(stream, "old", pair->old_system);
    fputc(',', stream);
    put_label(stream, "new", pair->new_system);
}

/* The gauges: one number a row each. */
enum gauge { RATIO, RATIO_LOWER, RATIO_UPPER, OLD, NEW, GAUGES };
static const struct {
    const char *name, *help;
} gauges[GAUGES] = {
    {"assay_ratio", "New divided by old: of the typical run, or of the statistic that decided."},
    {"assay_ratio_lower", "Lower end of the confidence interval of assay_ratio."},
    {"assay_ratio_upper", "Upper end of the confidence interval of assay_ratio."},
    {"assay_old", "What the old system gave, in the unit that the label says."},
    {"assay_new", "What the new system gave, in the unit that the label says."},
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

static void put_gauge(FILE *stream, const struct gate_report *report, enum gauge gauge)
{
    fprintf(stream, "# TYPE %s gauge\n# HELP %s %s\n", gauges[gauge].name, gauges[gauge].name,
            gauges[gauge].help);
    for (size_t i = 0; i < report->pairs->n; i++) {
        const struct system_pair *pair = &report->pairs->items[i];
        for (size_t k = 0; k < pair->n; k++) {
            fprintf(stream, "%s{", gauges[gauge].name);
            put_labels(stream, pair, &pair->rows[k]);
            if (gauge >= OLD) {
                fputc(',', stream);
                put_label(stream, "unit", pair->rows[k].old_series->unit);
            }
            fputs("} ", stream);
            put_value(stream, gauge_of(&pair->rows[k], gauge));
        }
    }
}

/* One point of a stateset a verdict that there could be. */
static void put_verdicts(FILE *stream, const struct gate_report *report)
{
    static const enum assay_verdict verdicts[] = {ASSAY_FASTER, ASSAY_SLOWER, ASSAY_EQUIVALENT,
                                                  ASSAY_INCONCLUSIVE, ASSAY_MIXED};
    fputs("# TYPE assay_verdict stateset\n"
          "# HELP assay_verdict What the comparison came to, beyond the margin.\n",
          stream);
    for (size_t i = 0; i < report->pairs->n; i++) {
        const struct system_pair *pair = &report->pairs->items[i];
        for (size_t k = 0; k < pair->n; k++)
            for (size_t v = 0; v < sizeof verdicts / sizeof *verdicts; v++) {
                fputs("assay_verdict{", stream);
                put_labels(stream, pair, &pair->rows[k]);
                fprintf(stream, ",assay_verdict=\"%s\"} %d\n", assay_verdict_name(verdicts[v]),
                        pair->rows[k].finding.verdict == verdicts[v]);
            }
    }
}

void openmetrics_print(FILE *stream, const struct gate_report *report)
{
    for (int gauge = 0; gauge < GAUGES; gauge++)
        put_gauge(stream, report, (enum gauge)gauge);
    put_verdicts(stream, report);
    fputs("# EOF\n", stream);
}
