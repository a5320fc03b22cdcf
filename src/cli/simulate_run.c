/* SPDX-License-Identifier: GPL-3.0-or-later */
/* simulate_run.c -- a grid, cell by cell: progress, checkpoint, interruption.
 *
 * Every cell's experiments are done in order, some at a time, so that a tally's own count says where
 * to go on.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/replace.h"
#include "cli/run_progress.h"
#include "cli/simulate.h"
#include "measure/clock.h"
#include "measure/interrupt.h"
#include "render/json.h"

struct work {
    const struct simulate_grid *grid;
    const struct simulate_options *options;
    const struct global_options *global;
    struct simulate_result *result;
    size_t part;
    double began_s, saved_s, drawn_s;
    uint64_t done, done_before, planned; /* experiments of this part, all cells */
    bool draws, drawn;
};

/* ---- progress ---- */

static void clear_progress(struct work *work)
{
    if (work->drawn)
        fputs("\r\033[K", stderr);
    work->drawn = false;
}

static void draw_progress(struct work *work, size_t cell)
{
    double now = clock_now_s();
    if (!work->draws || now - work->drawn_s < 0.2)
        return;
    work->drawn_s = now;
    work->drawn = true;
    double share = (double)work->done / (double)work->planned;
    double fresh = (double)(work->done - work->done_before);
    char left[32] = "?";
    if (fresh > 0)
        run_format_duration((now - work->began_s) / fresh * (double)(work->planned - work->done),
                            left, sizeof left);
    const struct terminal terminal = terminal_of(stderr, (enum terminal_color)work->global->color);
    terminal_printf(&terminal, STYLE_PLAIN, "\r\033[K%5.1f %%  design %zu of %zu · %s left",
                    100 * share, cell + 1, work->grid->n, left);
    (void)fflush(stderr);
}

/* ---- checkpoint ---- */

static bool write_document(FILE *stream, const struct simulate_result *result, bool unfinished)
{
    json_t *document = simulate_document(result);
    if (unfinished)
        render_json_set(document, "unfinished", render_json_bool(true));
    render_json_print(stream, document);
    return fflush(stream) == 0 && fsync(fileno(stream)) == 0;
}

/* Beside the old one first, then in its place: it is whole at any moment. */
static enum exit_code save(struct work *work, bool unfinished)
{
    const char *path = work->options->checkpoint;
    struct replacement replacement;
    if (path == NULL)
        return EXIT_DONE;
    bool good = replace_begin(&replacement, path);
    if (good)
        good =
            replace_end(&replacement, write_document(replacement.stream, work->result, unfinished));
    if (!good) {
        clear_progress(work);
        terminal_complain("assay simulate: %s: %s", path, strerror(errno));
    }
    work->saved_s = clock_now_s();
    return good ? EXIT_DONE : EXIT_SYSTEM;
}

static bool same_part(const struct simulate_result *a, const struct simulate_result *b)
{
    if (a->n_parts != b->n_parts)
        return false;
    return memcmp(a->part, b->part, a->n_parts * sizeof *a->part) == 0;
}

/* Takes over what an earlier run had done. */
static enum exit_code resume(struct work *work)
{
    const char *path = work->options->checkpoint;
    struct simulate_result *result = work->result, kept;
    if (path == NULL || access(path, F_OK) != 0)
        return EXIT_DONE;
    enum exit_code code = simulate_result_read(path, &kept);
    if (code == EXIT_DONE) {
        /* The parts are compared first: adding refuses the same part twice. */
        bool same = same_part(result, &kept);
        memset(kept.part, 0, kept.n_parts * sizeof *kept.part);
        if (!same) {
            terminal_complain("assay simulate: %s holds another part of a simulation", path);
            code = EXIT_DATA;
        } else {
            code = simulate_result_add(result, &kept, path);
        }
    }
    simulate_result_fini(&kept);
    return code;
}

/* ---- the work ---- */

static uint64_t part_begin(const struct work *work, const struct simulate_cell *cell, size_t part)
{
    /* Rounded down at each border: parts are as equal as can be, and leave nothing out. */
    size_t n = cell->n_experiments, of = work->result->n_parts;
    return n / of * part + n % of * part / of;
}

static enum exit_code say_error(struct work *work, const struct simulate_cell *cell,
                                const struct assay_error *error)
{
    clear_progress(work);
    terminal_complain("assay simulate: %s%s%s", cell->name != NULL ? cell->name : "",
                      cell->name != NULL ? ": " : "", error->text);
    if (error->status == ASSAY_NO_MEMORY)
        return EXIT_SYSTEM;
    return error->status == ASSAY_UNDEFINED ? EXIT_DATA : EXIT_USAGE;
}

static enum exit_code run_some(struct work *work, const struct simulate_cell *cell, size_t row,
                               uint64_t begin, uint64_t end)
{
    struct assay_simulate_tally tallies[ASSAY_SIMULATE_METHODS] = {0};
    struct assay_error error;
    enum assay_status status;
    if (cell->kind == SIMULATE_STOPPING)
        status =
            assay_simulate_stopping(&cell->stopping, &cell->options, begin, end, tallies, &error);
    else if (cell->kind == SIMULATE_FIT_SIZE)
        status =
            assay_simulate_fit_size(&cell->fit_size, &cell->options, begin, end, tallies, &error);
    else if (cell->sample != NULL)
        status = assay_simulate_aa(cell->sample, cell->design.old_system.count[0], &cell->options,
                                   begin, end, tallies, &error);
    else
        status = assay_simulate_run(&cell->design, &cell->options, begin, end, tallies, &error);
    if (status != ASSAY_OK)
        return say_error(work, cell, &error);
    for (size_t m = 0; m < cell->options.n_methods; m++)
        assay_simulate_add(&work->result->rows[row + m].tally, &tallies[m]);
    work->done += end - begin;
    return EXIT_DONE;
}

static enum exit_code interrupted(struct work *work)
{
    enum exit_code code = save(work, true);
    clear_progress(work);
    if (work->options->checkpoint != NULL && code == EXIT_DONE)
        terminal_complain("assay simulate: interrupted; what is done stands in %s. The same "
                          "command goes on from there.",
                          work->options->checkpoint);
    else if (code == EXIT_DONE)
        terminal_complain("assay simulate: interrupted; nothing is kept without --checkpoint FILE");
    return code == EXIT_DONE ? EXIT_INTERRUPTED : code;
}

/* About half a second at a time: often enough for progress and interruption, seldom enough that
 * starting threads costs nothing. */
static enum exit_code run_cell(struct work *work, size_t index, size_t row)
{
    enum { FIRST_STEP = 16, SAVE_EVERY_S = 5 };
    const struct simulate_cell *cell = &work->grid->cells[index];
    uint64_t begin = part_begin(work, cell, work->part), step = FIRST_STEP;
    uint64_t end = part_begin(work, cell, work->part + 1);
    for (uint64_t next = begin + work->result->rows[row].tally.experiments; next < end;) {
        if (interrupt_requested())
            return interrupted(work);
        uint64_t stop = end - next < step ? end : next + step;
        double start = clock_now_s();
        enum exit_code code = run_some(work, cell, row, next, stop);
        if (code != EXIT_DONE)
            return code;
        next = stop;
        double took = clock_now_s() - start;
        step = took < 0.25 ? step * 4 : took > 1 && step > 1 ? step / 2 : step;
        draw_progress(work, index);
        if (clock_now_s() - work->saved_s > SAVE_EVERY_S && (code = save(work, true)) != EXIT_DONE)
            return code;
    }
    return EXIT_DONE;
}

static void count_work(struct work *work)
{
    for (size_t i = 0, row = 0; i < work->grid->n; i++) {
        const struct simulate_cell *cell = &work->grid->cells[i];
        work->planned +=
            part_begin(work, cell, work->part + 1) - part_begin(work, cell, work->part);
        work->done += work->result->rows[row].tally.experiments;
        row += cell->options.n_methods;
    }
    work->done_before = work->done;
}

enum exit_code simulate_run_grid(const struct simulate_grid *grid,
                                 const struct simulate_options *options,
                                 const struct global_options *global,
                                 struct simulate_result *result)
{
    struct work work = {.grid = grid,
                        .options = options,
                        .global = global,
                        .result = result,
                        .draws = isatty(STDERR_FILENO) != 0 && !global->quiet};
    while (!result->part[work.part])
        work.part++;
    enum exit_code code = resume(&work);
    if (code != EXIT_DONE)
        return code;
    count_work(&work);
    work.began_s = work.saved_s = clock_now_s();
    if (!interrupt_begin())
        return EXIT_SYSTEM;
    for (size_t i = 0, row = 0; code == EXIT_DONE && i < grid->n; i++) {
        code = run_cell(&work, i, row);
        row += grid->cells[i].options.n_methods;
    }
    if (code == EXIT_DONE)
        code = save(&work, false);
    clear_progress(&work);
    interrupt_end();
    return code;
}
