/* SPDX-License-Identifier: GPL-3.0-or-later */
/* burst.c -- records of commands that ran one right after the other. */
#include "measure/burst.h"

#include <math.h>
#include <sys/wait.h>

#include "measure/metric.h"

void spawn_result_decode(const struct spawn_result *result, struct record *record)
{
    record->start_ns = result->start_ns;
    record->duration_s = (double)result->wall_ns / 1e9;
    if (result->error_number != 0) {
        record->outcome = OUTCOME_NOT_STARTED;
        record->error_number = result->error_number;
    } else if (result->timed_out) {
        record->outcome = OUTCOME_TIMEOUT;
    } else if (WIFSIGNALED(result->status)) {
        record->outcome = OUTCOME_SIGNAL;
        record->signal = WTERMSIG(result->status);
    } else {
        record->outcome = result->expected ? OUTCOME_OK : OUTCOME_EXIT;
        record->exit_code = WEXITSTATUS(result->status);
    }
}

bool burst_set_metrics(struct burst_item *item, char *const *names, size_t n)
{
    if (n > BURST_METRICS)
        return false;
    for (size_t i = 0; i < n; i++) {
        const struct metric *metric = metric_find(names[i]);
        if (metric == NULL)
            return false;
        item->metrics[i] = (unsigned char)(metric - metrics);
    }
    item->n_metrics = (uint32_t)n;
    return true;
}

bool burst_record(const struct burst_item *item, struct burst_record *out)
{
    out->record = (struct record){.step = item->step, .series = out->series};
    draws_record(&item->draws, &out->record);
    spawn_result_decode(&item->result, &out->record);
    out->record.cost_s = (double)item->result.cost_ns / 1e9;
    if (out->record.outcome != OUTCOME_OK)
        return true;
    for (size_t i = 0; i < item->n_metrics; i++) {
        const struct metric *metric = metric_at(item->metrics[i]);
        if (metric == NULL)
            return false;
        const double value = metric->read(&item->result);
        const size_t k = out->record.n_series;
        if (isnan(value))
            continue;
        out->values[k] = value;
        out->record.n_series++;
        out->series[k] = (struct metric_values){.metric = metric->name,
                                                .unit = metric->unit,
                                                .values = &out->values[k],
                                                .n = 1,
                                                .batch = 1};
    }
    return true;
}
