/* SPDX-License-Identifier: GPL-3.0-or-later */
/* execution_group.c -- short commands, several at a time (burst.h). */
#include <string.h>

#include "measure/executor.h"
#include "measure/schedule.h"

static bool uses_lasting_files(const struct prepared *p)
{
    return p->input == NULL &&
           (p->output == NULL || strcmp(p->output, "pipe") == 0 || strcmp(p->output, "null") == 0);
}

/* What a command of the group writes cannot be told from what another one wrote, and what is read
 * while they run disturbs them: only for those that wrote nothing the last time. Nor in which of them a function ran. */
bool executor_can_group(const struct executor *e, const struct step *step, const char *dir)
{
    const struct prepared *p =
        &e->prepared[step->system * e->design->n_benchmarks + step->benchmark];
    const struct design_benchmark *b = &e->design->benchmarks[step->benchmark];
    return step->kind == STEP_EXECUTE && e->reach.page == NULL && b->source == VALUES_PROCESS &&
           p->ready && prepared_is_for(p, dir) && !p->seeded && !e->design->runtime_layout &&
           p->path != NULL && p->silent && p->expected_s <= BURST_COMMAND_S &&
           uses_lasting_files(p);
}

void executor_begin_group(struct executor *e)
{
    launcher_begin(e->launcher);
    struct burst *burst = launcher_burst(e->launcher);
    __atomic_store_n(&burst->done, 0, __ATOMIC_RELEASE);
    burst->n = burst->kept = 0;
    e->group_s = 0;
}

bool executor_add_to_group(struct executor *e, const struct step *step, const char *dir)
{
    struct burst *burst = launcher_burst(e->launcher);
    const struct design_benchmark *b = &e->design->benchmarks[step->benchmark];
    const struct command_place place = {e->design, step->system, step->benchmark, dir,
                                        schedule_seed(e->design, step)};
    struct prepared *p = &e->prepared[step->system * e->design->n_benchmarks + step->benchmark];
    const struct draws draws = draws_of(e->design, step);
    struct assay_error error;
    struct spawn spawn;
    if (burst->n == BURST_MAX || (burst->n > 0 && e->group_s + p->expected_s > BURST_S) ||
        prepared_update(p, &place, &draws, &error) != ASSAY_OK)
        return false;
    struct execution unused;
    executor_make_spawn(p, b, &spawn);
    if (!executor_open_files(e, p, b, &spawn, &unused.record) ||
        (burst->n > 0 && memcmp(spawn.files, e->group.files, sizeof spawn.files) != 0) ||
        !burst_set_metrics(&burst->items[burst->n], b->metrics, b->n_metrics) ||
        !launcher_add(e->launcher, &spawn))
        return false;
    e->group = spawn;
    e->group_s += p->expected_s;
    burst->items[burst->n].draws = draws;
    burst->items[burst->n++].step = *step;
    return true;
}

enum assay_status executor_run_group(struct executor *e, struct assay_error *error)
{
    struct burst *burst = launcher_burst(e->launcher);
    last_output_clear(&e->out_tail);
    last_output_clear(&e->err_tail);
    e->last_words[0] = '\0';
    enum assay_status status = launcher_run_added(e->launcher, &e->group, error);
    const bool silent = e->out_tail.n == 0 && e->err_tail.n == 0;
    for (uint32_t i = 0; i < burst->n; i++) {
        struct burst_item *item = &burst->items[i];
        struct prepared *p =
            &e->prepared[item->step.system * e->design->n_benchmarks + item->step.benchmark];
        p->silent = silent;
        item->result.stdout_bytes = e->group.files[1] == e->out.write && silent ? 0 : -1;
        if (i < burst->done)
            p->expected_s = (double)item->result.wall_ns * 1e-9;
    }
    if (!silent)
        executor_keep_words(e);
    return status;
}
