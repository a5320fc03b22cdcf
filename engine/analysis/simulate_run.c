/* SPDX-License-Identifier: GPL-3.0-or-later */
/* simulate_run.c -- a grid, cell by cell: progress, checkpoint, interruption.
 *
 * Every cell's experiments are done in order, some at a time, so that a tally's own count says where
 * to go on.
 */
#include <errno.h>
#include <math.h>
#include <string.h>
#include <unistd.h>

#include "analysis/simulation_parts.h"
#include "base/clock.h"
#include "base/failure.h"
#include "base/owned.h"
#include "base/replace.h"
#include "measure/interrupt.h"

struct work {
    const struct simulate_grid *grid;
    const struct simulation_request *request;
    const struct simulation_watch *watch;
    struct simulation_result *result;
    double began_s, saved_s, told_s;
    uint64_t done, done_before, planned; /* experiments of this part, all cells */
};

static void tell_progress(struct work *work, size_t cell)
{
    const double now = clock_now_s();
    if (work->watch->progress == NULL || now - work->told_s < 0.2)
        return;
    work->told_s = now;
    const double fresh = (double)(work->done - work->done_before);
    const double left = (double)(work->planned - work->done);
    const struct simulation_progress progress = {
        .share = (double)work->done / (double)work->planned,
        .left_s = fresh > 0 ? (now - work->began_s) / fresh * left : (double)NAN,
        .cell = cell,
        .n_cells = work->grid->n};
    work->watch->progress(work->watch->context, &progress);
}

/* ---- checkpoint ---- */

/* Beside the old one first, then in its place: it is whole at any moment. */
static enum assay_status save(struct work *work, bool unfinished, struct assay_error *error)
{
    const char *path = work->request->checkpoint;
    struct replacement replacement;
    if (path == NULL)
        return ASSAY_OK;
    bool good = replace_begin(&replacement, path);
    if (good) {
        good = work->watch->write(replacement.stream, work->result, unfinished) &&
               fflush(replacement.stream) == 0 && fsync(fileno(replacement.stream)) == 0;
        good = replace_end(&replacement, good);
    }
    work->saved_s = clock_now_s();
    return good ? ASSAY_OK : assay_fail(error, ASSAY_SYSTEM, "%s: %s", path, strerror(errno));
}

static bool same_part(const struct simulation_result *a, const struct simulation_result *b)
{
    return a->n_parts == b->n_parts && memcmp(a->part, b->part, a->n_parts * sizeof *a->part) == 0;
}

/* Takes over what an earlier run had done. */
static enum assay_status resume(const char *path, simulation_reader *read,
                                struct simulation_result *result, struct assay_error *error)
{
    SCOPED(simulation_result_fini) struct simulation_result kept = {0};
    if (path == NULL || access(path, F_OK) != 0)
        return ASSAY_OK;
    TRY(read(path, &kept, error));
    if (!same_part(result, &kept))
        return assay_fail(error, ASSAY_INVALID, "%s holds another part of a simulation", path);
    /* The parts were compared first: adding refuses the same part twice. */
    memset(kept.part, 0, kept.n_parts * sizeof *kept.part);
    return simulate_result_add(result, &kept, path, error);
}

/* ---- the work ---- */

static uint64_t part_begin(const struct work *work, const struct simulate_cell *cell, size_t part)
{
    /* Rounded down at each border: parts are as equal as can be, and leave nothing out. */
    size_t n = cell->n_experiments, of = work->result->n_parts;
    return n / of * part + n % of * part / of;
}

static enum assay_status run_some(struct work *work, const struct simulate_cell *cell, size_t row,
                                  uint64_t begin, uint64_t end, struct assay_error *error)
{
    const struct simulation_case *about = &cell->about;
    const struct assay_simulate_options *options = &cell->options;
    struct assay_simulate_tally tallies[ASSAY_SIMULATE_METHODS] = {0};
    struct assay_error problem;
    enum assay_status status;
    if (about->kind == SIMULATION_STOPPING)
        status = assay_simulate_stopping(&about->stopping, options, begin, end, tallies, &problem);
    else if (about->kind == SIMULATION_FIT_SIZE)
        status = assay_simulate_fit_size(&about->fit_size, options, begin, end, tallies, &problem);
    else if (about->kind == SIMULATION_MACHINES)
        status = assay_simulate_machines(&about->machines, options, begin, end, tallies, &problem);
    else if (about->kind == SIMULATION_SAMPLE)
        status = assay_simulate_aa(cell->sample, about->design.old_system.count[0], options, begin,
                                   end, tallies, &problem);
    else
        status = assay_simulate_run(&about->design, options, begin, end, tallies, &problem);
    if (status != ASSAY_OK) {
        /* What the library refuses was asked for, but where the values cannot support it. */
        const char *name = cell->about.name;
        const bool kept = problem.status == ASSAY_NO_MEMORY || problem.status == ASSAY_UNDEFINED;
        return assay_fail(error, kept ? problem.status : ASSAY_USAGE, "%s%s%s",
                          name != NULL ? name : "", name != NULL ? ": " : "", problem.text);
    }
    for (size_t m = 0; m < options->n_methods; m++)
        assay_simulate_add(&work->result->rows[row + m].tally, &tallies[m]);
    work->done += end - begin;
    return ASSAY_OK;
}

static enum assay_status interrupted(struct work *work, struct assay_error *error)
{
    const char *path = work->request->checkpoint;
    TRY(save(work, true, error));
    if (path == NULL)
        return fail_naming(error, ASSAY_INTERRUPTED,
                           "interrupted; nothing is kept without @checkpoint=FILE");
    return assay_fail(
        error, ASSAY_INTERRUPTED,
        "interrupted; what is done stands in %s. The same command goes on from there.", path);
}

/* About half a second at a time: often enough for progress and interruption, seldom enough that
 * starting threads costs nothing. */
static enum assay_status run_cell(struct work *work, size_t index, size_t row,
                                  struct assay_error *error)
{
    enum { FIRST_STEP = 16, SAVE_EVERY_S = 5 };
    const struct simulate_cell *cell = &work->grid->cells[index];
    const size_t part = work->request->part;
    uint64_t begin = part_begin(work, cell, part), step = FIRST_STEP;
    uint64_t end = part_begin(work, cell, part + 1);
    enum assay_status status = ASSAY_OK;
    for (uint64_t next = begin + work->result->rows[row].tally.experiments;
         status == ASSAY_OK && next < end;) {
        if (interrupt_requested())
            return interrupted(work, error);
        uint64_t stop = end - next < step ? end : next + step;
        double start = clock_now_s();
        status = run_some(work, cell, row, next, stop, error);
        next = stop;
        double took = clock_now_s() - start;
        step = took < 0.25 ? step * 4 : took > 1 && step > 1 ? step / 2 : step;
        tell_progress(work, index);
        if (status == ASSAY_OK && clock_now_s() - work->saved_s > SAVE_EVERY_S)
            status = save(work, true, error);
    }
    return status;
}

static void count_work(struct work *work)
{
    const size_t part = work->request->part;
    for (size_t i = 0, row = 0; i < work->grid->n; i++) {
        const struct simulate_cell *cell = &work->grid->cells[i];
        work->planned += part_begin(work, cell, part + 1) - part_begin(work, cell, part);
        work->done += work->result->rows[row].tally.experiments;
        row += cell->options.n_methods;
    }
    work->done_before = work->done;
}

enum assay_status simulation_run(const struct simulation_request *request,
                                 const struct simulation_watch *watch,
                                 struct simulation_result *result, struct remarks *remarks,
                                 struct assay_error *error)
{
    SCOPED(simulate_grid_fini) struct simulate_grid grid = {0};
    struct work work = {.grid = &grid, .request = request, .watch = watch, .result = result};
    *result = (struct simulation_result){0};
    TRY(simulate_grid_make(request, &grid, remarks, error));
    TRY(simulate_result_init(result, &grid, request, error));
    TRY(resume(work.request->checkpoint, work.watch->read, work.result, error));
    count_work(&work);
    work.began_s = work.saved_s = clock_now_s();
    if (!interrupt_begin())
        return assay_fail(error, ASSAY_SYSTEM, "cannot wait for signals: %s", strerror(errno));
    enum assay_status status = ASSAY_OK;
    for (size_t i = 0, row = 0; status == ASSAY_OK && i < work.grid->n; i++) {
        status = run_cell(&work, i, row, error);
        row += work.grid->cells[i].options.n_methods;
    }
    if (status == ASSAY_OK)
        status = save(&work, false, error);
    interrupt_end();
    return status;
}
