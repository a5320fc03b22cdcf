/* SPDX-License-Identifier: GPL-3.0-or-later */
/* run_report.c -- what a finished run leaves: the finding, exported files, the next steps. */
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cli/compare.h"
#include "cli/fail.h"
#include "cli/run.h"
#include "export/export.h"
#include "session/session_verdict.h"
#include "view/text/terminal.h"

static enum exit_code write_export(const struct session *session, const char *exporter,
                                   const char *path, const struct assay_dataset *dataset)
{
    const struct export_options options = {.design = session->design};
    const size_t n = assay_dataset_count(dataset);
    struct assay_error error;
    OWNED struct assay_series *series = calloc(n + 1, sizeof *series);
    if (series == NULL)
        return fail_memory();
    for (size_t i = 0; i < n; i++)
        series[i] = *assay_dataset_get(dataset, i);
    const bool named = strcmp(path, "-") != 0;
    struct replacement file = {.stream = stdout};
    enum assay_status status = named && !replace_begin(&file, path)
                                   ? export_end(stdout, false, &error)
                                   : export_series(exporter_named(exporter), file.stream, series, n,
                                                   &options, NULL, &error);
    if (named && file.stream != NULL && !replace_end(&file, status == ASSAY_OK) &&
        status == ASSAY_OK)
        status = export_end(stdout, false, &error);
    if (status == ASSAY_SYSTEM)
        return fail_saying(EXIT_SYSTEM, "assay: %s: %s", path, strerror(errno));
    return status == ASSAY_OK ? EXIT_DONE : fail_with(&error);
}

const struct run_export run_exports[RUN_EXPORTS] = {{"export-json", "hyperfine"},
                                                    {"export-csv", "hyperfine-csv"},
                                                    {"export-markdown", "hyperfine-markdown"},
                                                    {"export-asciidoc", "hyperfine-asciidoc"},
                                                    {"export-orgmode", "hyperfine-orgmode"}};

bool run_exports_any(const struct run_options *options)
{
    for (size_t i = 0; i < RUN_EXPORTS; i++)
        if (options->exports[i] != NULL)
            return true;
    return false;
}

/* The files that were asked for beside the screen. */
static enum exit_code export_all(const struct session *session, const struct run_options *options)
{
    if (!run_exports_any(options))
        return EXIT_DONE;
    struct assay_error problem = {ASSAY_NO_MEMORY, "out of memory"};
    struct assay_error error;
    SCOPED(assay_dataset_free) struct assay_dataset *dataset = assay_dataset_new();
    enum exit_code code = EXIT_SYSTEM;
    if (dataset == NULL)
        terminal_complain("assay: %s", problem.text);
    else if (store_read(session->store, session->experiment, dataset, &error) != ASSAY_OK)
        code = fail_with(&error);
    else if (assay_dataset_finish(dataset, &problem) != ASSAY_OK)
        terminal_complain("assay: %s", problem.text);
    else
        code = EXIT_DONE;
    for (size_t i = 0; i < RUN_EXPORTS && code == EXIT_DONE; i++)
        if (options->exports[i] != NULL)
            code = write_export(session, run_exports[i].exporter, options->exports[i], dataset);
    return code;
}

struct why_slower run_why(const struct session *session, const struct run_options *options)
{
    return (struct why_slower){.launcher = session->launcher,
                               .store_path = session->store_path,
                               .store = session->store,
                               .most_s = options->why.most_s,
                               .as_built = true};
}

/* A manifest's experiment, as `assay compare` or, of one system, `assay show` presents it. */
static enum exit_code present(const struct session *session, const struct input *input,
                              const struct run_options *options, const char **next,
                              const struct global_options *global)
{
    struct compare_request request = compare_request_of(input, global);
    const struct why_slower why = run_why(session, options);
    request.store = session->store_path;
    request.limits = &options->metric_limits;
    request.jointly = options->metric_limits.metrics.n > 0;
    return input->systems.n > 1
               ? compare_present(&request,
                                 options->gate ? compare_gate_ends(COMPARE_GATE_PRIMARY, true)
                                               : COMPARE_NO_GATE,
                                 NULL, options->why.wanted ? &why : NULL, next, global)
               : show_present(input, global);
}

static enum exit_code present_stored(const struct session *session, bool as_quick,
                                     const struct run_options *options, const char **next,
                                     const struct global_options *global)
{
    const struct quick_choice choice = {
        .reference = options->reference, .sort = options->sort, .store = session->store_path};
    const struct source_request request = {.stored = true,
                                           .metrics = options->metric_limits.metrics,
                                           .others_too = global->json,
                                           .draws = global->json ? "batch" : NULL};
    struct assay_error error;
    SCOPED(input_fini) struct input input = {0};
    if (session_input(session, &request, &input, &error) != ASSAY_OK)
        return fail_with(&error);
    return session_take_manifest(session->design, &input, &error) != ASSAY_OK ? fail_with(&error)
           : as_quick ? compare_present_quick(&input, &choice, global)
                      : present(session, &input, options, next, global);
}

/* The screen of quick mode says this itself. */
static void print_next(const struct session *session, const char *next,
                       const struct global_options *global)
{
    if (global->json || global->quiet)
        return;
    const struct terminal terminal = terminal_of(stdout, (enum terminal_color)global->color);
    OWNED char *place = terminal_place(session->store_path);
    terminal_sentence(&terminal, "\n  ",
                      "kept as experiment %" PRId64 " in %s \u00b7 next: assay %s %" PRId64,
                      session->experiment, place != NULL ? place : "?", next, session->experiment);
}

enum exit_code run_report(const struct session *session, const struct run_options *options,
                          const struct global_options *global)
{
    enum exit_code exported = EXIT_DONE;
    /* All failed, and failures were to be ignored. */
    if (session->stored == 0 && !session->design->only_builds)
        return fail_saying(EXIT_COMMAND,
                           "assay: no execution gave values; there is nothing to show.");
    exported = export_all(session, options);
    const bool as_quick = session->design->quick && session->design->n_benchmarks == 1 &&
                          !options->gate && !options->why.wanted;
    const char *next = "show";
    const enum exit_code code = present_stored(session, as_quick, options, &next, global);
    if (!as_quick)
        print_next(session, next, global);
    return code == EXIT_DONE ? exported : code;
}
