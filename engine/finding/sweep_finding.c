/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sweep_finding.c -- what a sweep of parameters says, as plain data. */
#include "finding/sweep_finding.h"

#include <math.h>

#include "base/text_buffer.h"

const char *sweep_blocks(const struct sweep_group *group)
{
    static const char *const names[] = {
        [SWEEP_ROUNDS] = "rounds", [SWEEP_MACHINES] = "machines", [SWEEP_VALUES] = "values"};
    return names[group->block];
}

/* By how much worse, at the least and at the most, in logarithms; what is exact has no interval. */
static enum sweep_gate gate_at(const struct assay_effect *effect, bool more_is_better,
                               double margin)
{
    const double sign = more_is_better ? -1 : 1, limit = log1p(margin);
    const double a = sign * (effect->exact ? effect->estimate : effect->lower),
                 b = sign * (effect->exact ? effect->estimate : effect->upper);
    return fmin(a, b) > limit    ? SWEEP_GATE_FAILED
           : fmax(a, b) <= limit ? SWEEP_GATE_PASSED
                                 : SWEEP_GATE_OPEN;
}

const struct sweep_group *sweep_withheld(const struct sweep_finding *finding)
{
    for (size_t i = 0; i < finding->n; i++)
        if (finding->groups[i].n_systems > 1 && !assay_told_decides(&finding->groups[i].told))
            return &finding->groups[i];
    return NULL;
}

enum sweep_gate sweep_gate_of(const struct sweep_finding *finding)
{
    enum sweep_gate worst = SWEEP_GATE_NOTHING;
    for (size_t i = 0; i < finding->n; i++) {
        const struct sweep_group *group = &finding->groups[i];
        if (group->refusal[0] != '\0' && group->n_systems > 1 && worst < SWEEP_GATE_OPEN)
            worst = SWEEP_GATE_OPEN;
        for (size_t k = 0; k < group->n_gains; k++)
            for (size_t j = 0; j < group->gains[k].n; j++) {
                const enum sweep_gate one =
                    gate_at(&group->gains[k].at[j].effect, group->more_is_better, finding->margin);
                worst = one > worst ? one : worst;
            }
    }
    return worst;
}

void sweep_finding_fini(struct sweep_finding *finding)
{
    arena_fini(&finding->memory);
    *finding = (struct sweep_finding){0};
}

bool sweep_cell_is_saturated(const struct sweep_cell *cell)
{
    return (cell->series->warnings & ASSAY_WARNING(ASSAY_WARN_LOAD_SATURATED)) != 0;
}

bool sweep_cell_missed_rate(const struct sweep_cell *cell)
{
    return (cell->series->warnings & ASSAY_WARNING(ASSAY_WARN_RATE_MISSED)) != 0;
}

char *sweep_cell_name(const struct sweep_group *group, size_t cell)
{
    const struct sweep_cell *one = &group->cells[cell];
    struct text_buffer buffer;
    FILE *out = text_buffer_open(&buffer);
    const char *separator = "";
    if (out != NULL && group->n_systems > 1) {
        fputs(group->systems[one->system], out);
        separator = ", ";
    }
    for (size_t i = 0; out != NULL && i < group->n_parameters; i++) {
        const struct sweep_parameter *parameter = &group->parameters[i];
        fprintf(out, "%s%s=%s", separator, parameter->name, parameter->values[one->level[i]]);
        separator = ", ";
    }
    return text_buffer_close(&buffer);
}
