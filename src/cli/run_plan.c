/* SPDX-License-Identifier: GPL-3.0-or-later */
/* run_plan.c -- `assay run --dry-run`: what would be done, and how long it would take. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <assay/dataset.h>

#include "cli/run_progress.h"
#include "cli/run_task.h"
#include "measure/schedule.h"

/* ---- what costs how much ---- */

/* Units of a level in the whole experiment, for one system and benchmark. */
static double units_of(const struct design *design, const char *level, bool live_only)
{
    double units = 1;
    for (size_t i = 0; i < design->n_levels; i++) {
        units *= (double)(design->levels[i].count + (live_only ? 0 : design->levels[i].warmup));
        if (strcmp(design->levels[i].name, level) == 0)
            return units;
    }
    return 0;
}

/* Seconds that one series takes by the costs that an earlier experiment measured; NaN when one is
 * unknown. A build serves all benchmarks, so only the first counts it. */
static double series_time(const struct design *design, const struct assay_series *series,
                          bool counts_builds)
{
    double total = 0;
    for (size_t i = 0; i < series->live.shape.n_levels; i++) {
        const char *level = series->level_name[i];
        bool is_upper = strcmp(level, "execution") != 0 && strcmp(level, "iteration") != 0;
        if (is_upper && !counts_builds)
            continue;
        double units = units_of(design, level, false);
        if (units > 0)
            total += units * series->cost_s[i];
    }
    return total;
}

double run_expected_time(const struct design *design, const struct assay_dataset *dataset)
{
    double total = 0;
    for (size_t s = 0; s < design->n_systems; s++) {
        for (size_t b = 0; b < design->n_benchmarks; b++) {
            const struct assay_series *series =
                assay_dataset_find(dataset, design->systems[s].name, design->benchmarks[b].name,
                                   design->benchmarks[b].metrics[0]);
            if (series == NULL)
                return NAN;
            total += series_time(design, series, b == 0);
        }
    }
    return total;
}

static double time_from_store(const struct design *design, const char *store_path, int64_t *id)
{
    struct store *store = NULL;
    struct store_error error;
    struct experiment_info info = {0};
    if (store_open(store_path, STORE_READ, &store, &error) != STORE_OK)
        return NAN;
    double result = NAN;
    struct assay_dataset *dataset = assay_dataset_new();
    if (dataset != NULL && store_find(store, design->experiment, &info, &error) == STORE_OK) {
        *id = info.id;
        if (store_read(store, info.id, dataset, &error) == STORE_OK &&
            assay_dataset_finish(dataset, NULL) == ASSAY_OK)
            result = run_expected_time(design, dataset);
        experiment_info_fini(&info);
    }
    assay_dataset_free(&dataset);
    store_close(&store);
    return result;
}

/* ---- what would be done ---- */

static void write_levels(FILE *out, const struct design *design)
{
    for (size_t i = 0; i < design->n_levels; i++) {
        const struct design_level *level = &design->levels[i];
        fprintf(out, "%s%zu %s%s", i > 0 ? " × " : "", level->count, level->name,
                level->count == 1 ? "" : "s");
        if (level->warmup > 0)
            fprintf(out, " (after %zu to warm up)", level->warmup);
    }
    if (design->rounds.find)
        fputs(" or more", out);
}

static void write_title(FILE *out, const struct design *design)
{
    if (design->experiment != NULL)
        fprintf(out, "%s · ", design->experiment);
    fprintf(out, "%zu system%s × %zu benchmark%s · ", design->n_systems,
            design->n_systems == 1 ? "" : "s", design->n_benchmarks,
            design->n_benchmarks == 1 ? "" : "s");
    write_levels(out, design);
    fprintf(out, " · margin %g %%", 100 * design->margin);
}

/* The first steps in the order in which they would come. */
static void write_order(FILE *out, const struct design *design)
{
    enum { SHOWN = 8 };
    struct schedule *schedule = schedule_new(design);
    if (schedule == NULL)
        return;
    struct step step;
    for (size_t i = 0; schedule_next(schedule, &step); i++) {
        const char *system = design->systems[step.system].name;
        fputs(i > 0 ? ", " : "", out);
        if (i == SHOWN) {
            fputs("…", out);
            break;
        }
        if (step.kind == STEP_BUILD)
            fprintf(out, "build %s", system);
        else if (design->n_benchmarks > 1)
            fprintf(out, "%s on %s", design->benchmarks[step.benchmark].name, system);
        else
            fputs(system, out);
    }
    schedule_free(&schedule);
}

static void write_amount(FILE *out, const struct design *design)
{
    size_t builds = schedule_builds(design);
    if (builds > 0)
        fprintf(out, "%zu build%s and ", builds, builds == 1 ? "" : "s");
    fprintf(out, "%zu%s executions in random rounds, seed %" PRIu64 ".",
            schedule_executions(design), design->rounds.find ? " or more" : "", design->seed);
}

/* One paragraph, folded, in what the terminal can show; names from outside made safe. */
static void print_paragraph(const struct terminal *terminal, const char *lead,
                            void (*write)(FILE *out, const struct design *design),
                            const struct design *design)
{
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    if (out == NULL)
        return;
    write(out, design);
    char *safe = fclose(out) == 0 ? terminal_name(text) : NULL;
    if (safe != NULL)
        terminal_paragraph(terminal, lead, safe);
    free(safe);
    free(text);
}

static void print_text(const struct terminal *terminal, const char *lead, const char *text)
{
    char *safe = terminal_name(text);
    if (safe != NULL)
        terminal_paragraph(terminal, lead, safe);
    free(safe);
}

static void print_systems(const struct terminal *terminal, const struct design *design)
{
    for (size_t i = 0; i < design->n_systems; i++) {
        const struct design_system *system = &design->systems[i];
        bool is_old = i == 0 && design->n_systems > 1;
        print_text(terminal, is_old ? "  old system  " : "  system      ", system->name);
        if (system->build != NULL)
            print_text(terminal, "    build     ", system->build);
        if (system->run != NULL && strcmp(system->run, system->name) != 0)
            print_text(terminal, "    run       ", system->run);
    }
}

static void print_benchmarks(const struct terminal *terminal, const struct design *design)
{
    for (size_t i = 0; i < design->n_benchmarks; i++) {
        const struct design_benchmark *benchmark = &design->benchmarks[i];
        if (benchmark->run == NULL && design->n_benchmarks == 1)
            continue;
        print_text(terminal, "  benchmark   ", benchmark->name);
        if (benchmark->run != NULL)
            print_text(terminal, "    run       ", benchmark->run);
    }
}

static void print_time(const struct design *design, const char *store_path)
{
    int64_t id = 0;
    double seconds = time_from_store(design, store_path, &id);
    char text[32];
    if (isfinite(seconds) && !design->rounds.find) {
        run_format_duration(seconds, text, sizeof text);
        printf("Expected: about %s, by the costs of experiment %" PRId64 ".\n", text, id);
    } else if (design->rounds.find) {
        run_format_duration(design->rounds.time_s * (double)design->n_systems *
                                (double)design->n_benchmarks,
                            text, sizeof text);
        printf("Expected: about %s, or the time of %zu rounds when that is more.\n", text,
               design->rounds.least);
    } else {
        puts("Expected: unknown, nothing of this was measured before; the run itself will tell.");
    }
}

/* What the rule of stopping makes of the executions above. */
static void write_stop(FILE *out, const struct design *design)
{
    switch (design->stop.rule) {
    case STOP_PILOT:
        fputs("This is the pilot: it tells how many executions the fresh run behind it has.", out);
        break;
    case STOP_LOOKS:
        fprintf(out, "The run may end sooner, at each of %zu looks.", design->stop.looks);
        break;
    default: fputs("The run ends sooner, as soon as its values say enough.", out);
    }
}

void run_print_plan(const struct design *design, const struct global_options *global,
                    const char *store_path)
{
    struct terminal terminal = terminal_of(stdout, (enum terminal_color)global->color);
    struct design planned = *design;
    if (design->rounds.find)
        planned.levels[design_execution_level(design)].count = design->rounds.least;
    print_paragraph(&terminal, "", write_title, &planned);
    putchar('\n');
    print_systems(&terminal, design);
    print_benchmarks(&terminal, design);
    print_paragraph(&terminal, "  order       ", write_order, &planned);
    putchar('\n');
    print_paragraph(&terminal, "", write_amount, &planned);
    if (design->stop.rule != STOP_FIXED)
        print_paragraph(&terminal, "", write_stop, &planned);
    print_time(&planned, store_path);
}
