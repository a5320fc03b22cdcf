/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sweep_finding.c -- what a sweep of parameters says, as plain data. */
#include "finding/sweep_finding.h"

#include <stdlib.h>

#include "base/text_buffer.h"

void sweep_parameter_fini(struct sweep_parameter *parameter)
{
    for (size_t i = 0; parameter->values != NULL && i < parameter->n; i++)
        free(parameter->values[i]);
    free(parameter->values);
    free(parameter->numbers);
    free(parameter->name);
}

void sweep_group_fini(struct sweep_group *group)
{
    for (size_t i = 0; group->parameters != NULL && i < group->n_parameters; i++)
        sweep_parameter_fini(&group->parameters[i]);
    for (size_t i = 0; group->systems != NULL && i < group->n_systems; i++)
        free(group->systems[i]);
    for (size_t i = 0; group->cells != NULL && i < group->n_cells; i++)
        free(group->cells[i].level);
    for (size_t i = 0; group->gains != NULL && i < group->n_gains; i++)
        free(group->gains[i].at);
    for (size_t i = 0; group->tests != NULL && i < group->n_tests; i++)
        free(group->tests[i].of);
    free(group->parameters);
    free(group->systems);
    free(group->cells);
    free(group->gains);
    free(group->tests);
    free(group->growth);
    free(group->pairs);
    free(group->benchmark);
    *group = (struct sweep_group){0};
}

void sweep_finding_fini(struct sweep_finding *finding)
{
    for (size_t i = 0; finding->groups != NULL && i < finding->n; i++)
        sweep_group_fini(&finding->groups[i]);
    free(finding->groups);
    *finding = (struct sweep_finding){0};
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
