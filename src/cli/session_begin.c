/* SPDX-License-Identifier: GPL-3.0-or-later */
/* session_begin.c -- the store of a run is opened, and an experiment begun in it or gone on with. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/fail.h"
#include "cli/leftovers.h"
#include "cli/run_append.h"
#include "cli/run_rescue.h"
#include "cli/run_stop.h"
#include "cli/session.h"
#include "manifest/manifest.h"
#include "measure/host.h"
#include "measure/schedule.h"
#include "render/terminal.h"

static enum exit_code open_store(struct session *session)
{
    struct assay_error error;
    if (session->store_path == NULL)
        return fail_memory();
    if (store_open(session->store_path, STORE_WRITE, &session->store, &error) != ASSAY_OK)
        return fail_with(&error);
    return EXIT_DONE;
}

enum exit_code session_begin(struct session *session)
{
    struct assay_error error;
    session->begun = false;
    enum exit_code code = open_store(session);
    if (code != EXIT_DONE)
        return code;
    struct design *design = session->design;
    char *host = host_json(design_has_builds(design) ? design : NULL, design_has_builds(design));
    enum assay_status status =
        store_begin(session->store, design, host, &session->experiment, &error);
    free(host);
    if (status == ASSAY_OK)
        status = store_uid(session->store, session->experiment, session->uid, &error);
    if (status == ASSAY_OK && !design->rounds.find)
        status =
            store_plan(session->store, session->experiment, schedule_executions(design), &error);
    return status == ASSAY_OK ? EXIT_DONE : fail_with(&error);
}

/* The design as it was begun: the manifest's text and what the store keeps beside it. */
static enum exit_code design_from_store(struct session *session, const struct experiment_info *info)
{
    struct assay_error error;
    char name[64];
    (void)snprintf(name, sizeof name, "manifest of experiment %" PRId64, info->id);
    if (manifest_parse(info->manifest, strlen(info->manifest), name, info->source, &session->design,
                       &error) != ASSAY_OK) {
        terminal_complain("%s", error.text);
        return error.status == ASSAY_NO_MEMORY ? EXIT_SYSTEM : EXIT_DATA;
    }
    struct design *design = session->design;
    design->seed = info->seed;
    design->margin = info->margin;
    design->ignore_failure = info->ignore_failure;
    if (design->rounds.find && info->planned > 0) {
        struct design_level *level = &design->levels[design_execution_level(design)];
        level->count = info->planned / (design->n_systems * design->n_benchmarks) - level->warmup;
        design->rounds.find = false;
    }
    return EXIT_DONE;
}

/* A rule that looks ended it before its counts, which were the most: they are what was run now. */
static enum exit_code count_watched(struct design *design, const struct experiment_info *info)
{
    if (design->stop.rule == STOP_LOOKS) {
        terminal_complain("assay: experiment %" PRId64 " ended at a look that was announced: more "
                          "units are none of those. Run it afresh",
                          info->id);
        return EXIT_DATA;
    }
    struct design_level *top = &design->levels[design_top_level(design)];
    const bool watched = design->stop.rule == STOP_ANYTIME || design->stop.rule == STOP_PEEK;
    if (watched && info->planned > 0)
        while (top->count > 1 && schedule_executions(design) > info->planned)
            top->count--;
    return EXIT_DONE;
}

static enum exit_code append_units(struct session *session, const struct run_options *options,
                                   const struct experiment_info *info)
{
    struct assay_error error;
    struct design *design = session->design;
    if (info->finished_ns == 0) {
        terminal_complain("assay: experiment %" PRId64 " is not complete: first assay run --resume",
                          info->id);
        return EXIT_DATA;
    }
    enum exit_code code = count_watched(design, info);
    if (code != EXIT_DONE)
        return code;
    if (run_append(&options->design, design, &error) != ASSAY_OK)
        return fail_with(&error);
    session->appended = true;
    if (store_extend(session->store, info->id, design, schedule_executions(design), &error) !=
        ASSAY_OK)
        return fail_with(&error);
    return EXIT_DONE;
}

/* What had ended when the run and its launcher were killed, or the disk was full. */
static enum exit_code take_up(struct session *session)
{
    struct assay_error error;
    size_t n;
    if (run_rescue_take_up(session, &n, &error) != ASSAY_OK)
        return fail_with(&error);
    session->stored += n;
    if (n > 0)
        fprintf(stderr,
                "assay: %zu execution%s had ended when the run was cut short, and %s stored now\n",
                n, n == 1 ? "" : "s", n == 1 ? "is" : "are");
    return EXIT_DONE;
}

static enum exit_code resume_found(struct session *session, const struct run_options *options,
                                   const struct experiment_info *info)
{
    struct assay_error error;
    session->experiment = info->id;
    session->resumed = true;
    session->stored = info->executions - info->failures;
    enum exit_code code = design_from_store(session, info);
    if (code != EXIT_DONE)
        return code;
    session->design->ignore_failure =
        session->design->ignore_failure || options->design.ignore_failure;
    if (store_resume(session->store, info->id, &error) != ASSAY_OK ||
        store_uid(session->store, info->id, session->uid, &error) != ASSAY_OK)
        return fail_with(&error);
    (void)leftovers_remove(session->store, info->id);
    code = take_up(session);
    if (code != EXIT_DONE)
        return code;
    session->recorded = session->stored + (session->design->ignore_failure ? info->failures : 0);
    return options->design.append != NULL ? append_units(session, options, info) : EXIT_DONE;
}

/* Nothing is left, unless it is a pilot that died before what was planned from it began. */
static void resume_finished(struct session *session)
{
    const struct design_stop *stop = &session->design->stop;
    const bool planning = stop->rule == STOP_PILOT && (stop->precision > 0 || stop->budget_s > 0);
    const int64_t fresh = planning ? session_fresh_of(session->store, session->experiment) : 0;
    if (planning && fresh == 0)
        return;
    session->complete = true;
    fprintf(stderr, "assay: experiment %" PRId64 " is complete; nothing is left to run",
            session->experiment);
    if (fresh > 0)
        fprintf(stderr, " (experiment %" PRId64 " was planned from it)", fresh);
    fputc('\n', stderr);
}

/* The first option given that would change what was begun, or NULL. */
static const char *option_against(const struct run_options *options)
{
    const char *other = design_commands_only(&options->design);
    if (other == NULL && options->design.runs >= 0)
        other = "--runs";
    if (other == NULL && options->design.append == NULL && options->design.benchmarks.n > 0)
        other = "--benchmark";
    if (other == NULL && options->design.keep_builds)
        other = "--keep-builds";
    if (other == NULL && options->design.name != NULL)
        other = "--name";
    if (other == NULL && !isnan(options->design.margin))
        other = "--margin";
    return other;
}

enum exit_code session_resume(struct session *session, const struct run_options *options,
                              const struct option_arguments *arguments)
{
    struct assay_error error;
    struct experiment_info info = {0};
    const char *other = option_against(options);
    if (other != NULL || arguments->n > 1) {
        terminal_complain("assay: %s goes on as the experiment was begun: leave out %s",
                          options->design.append != NULL ? "--append" : "--resume",
                          other != NULL ? other : arguments->items[1]);
        return EXIT_USAGE;
    }
    enum exit_code code = open_store(session);
    if (code != EXIT_DONE)
        return code;
    if (store_find(session->store, arguments->n > 0 ? arguments->items[0] : "latest", &info,
                   &error) != ASSAY_OK)
        return fail_with(&error);
    code = resume_found(session, options, &info);
    if (code == EXIT_DONE && info.finished_ns != 0 && options->design.append == NULL)
        resume_finished(session);
    experiment_info_fini(&info);
    return code;
}
