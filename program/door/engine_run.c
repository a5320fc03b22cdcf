/* SPDX-License-Identifier: GPL-3.0-or-later */
/* engine_run.c -- measuring by assay/engine.h: a session with the caller's ears.
 * Edge:     the calling process may be large (an interpreter), and a child cannot have a smaller peak than its parent: what
 *           is measured is started by a program of its own (launcher.h), which lies beside the library. */
#include "door/door.h"

#include <dlfcn.h>
#include <math.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/failure.h"
#include "design/design_request.h"
#include "session/session.h"

struct listener {
    const struct assay_engine_run_options *options;
};

/* ---- what is heard on the way ---- */

static bool hear_progress(void *context, const struct experiment_progress *progress)
{
    const struct listener *listener = context;
    const struct assay_engine_run_options *options = listener->options;
    return options->progress == NULL || options->progress(options->context, progress->done,
                                                          progress->planned, progress->left_s) == 0;
}

static void say(const struct listener *listener, const char *sentence)
{
    if (listener->options->log != NULL)
        listener->options->log(listener->options->context, sentence);
}

/* "3 commands failed" */
static void say_count(const struct listener *listener, size_t n, const char *what, const char *did)
{
    char sentence[256];
    (void)snprintf(sentence, sizeof sentence, "%zu %s%s %s", n, what, n == 1 ? "" : "s", did);
    say(listener, sentence);
}

static void hear_event(void *context, const struct session *session,
                       const struct session_event *event)
{
    const struct listener *listener = context;
    (void)session;
    switch (event->kind) {
    case SESSION_BUILDS_REUSED:
        say_count(listener, event->n, "build", "of an earlier run: used again");
        break;
    case SESSION_FAILURES:
        say_count(listener, event->n, "command", "failed and gave no values");
        break;
    case SESSION_TAKEN_UP:
        say_count(listener, event->n, "execution", "of the run that was cut short: kept");
        break;
    case SESSION_TIMED_OUT:
        say_count(listener, event->n, "unit", "measured: the time budget is used up");
        break;
    case SESSION_COMPLETE:
        say(listener, "the experiment is complete: nothing is left to run");
        break;
    case SESSION_PLANNED:
        say_count(listener, event->top_units, "unit",
                  "were the pilot: the rest is planned from it");
        break;
    case SESSION_REMARK:
    case SESSION_NOT_BESIDE:
    case SESSION_ORDER_CHOSEN:
        if (event->text != NULL)
            say(listener, event->text);
        break;
    default: break;
    }
}

/* ---- the launcher ---- */

/* Is it there? */
static char *if_there(char *path)
{
    FILE *file = path != NULL ? fopen(path, "re") : NULL;
    if (file != NULL) {
        fclose(file);
        return path;
    }
    free(path);
    return NULL;
}

/* Beside the library, or in the directory `assay` there. NULL: in neither. */
static char *find_launcher(void)
{
    static const char *const places[] = {"", "assay/"};
    Dl_info library;
    char *found = NULL;
    if (dladdr((const void *)(uintptr_t)&assay_engine_run, &library) == 0)
        return NULL;
    const char *slash = strrchr(library.dli_fname, '/');
    const int length = slash != NULL ? (int)(slash - library.dli_fname) + 1 : 0;
    for (size_t i = 0; i < 2 && found == NULL; i++) {
        char *path = NULL;
        if (asprintf(&path, "%.*s%sassay-launcher", length, library.dli_fname, places[i]) < 0)
            return NULL;
        found = if_there(path);
    }
    return found;
}

/* ---- the run ---- */

/* A run that goes on later may do so from another directory. */
static enum assay_status directory_of(struct door_call *call, const char *given, const char **out)
{
    OWNED char *directory = realpath(given != NULL ? given : ".", NULL);
    if (directory == NULL)
        return assay_fail(&call->error, ASSAY_USAGE, "there is no directory %s",
                          given != NULL ? given : "that one works in any more");
    *out = arena_copy(&call->memory, directory);
    return ASSAY_OK;
}

static enum assay_status request_of(struct door_call *call,
                                    const struct assay_engine_run_options *options,
                                    struct design_request *request)
{
    const bool commands = options->commands != NULL && options->commands[0] != NULL;
    const int given = (options->manifest != NULL) + (options->manifest_text != NULL) + commands;
    if (options->resume == NULL ? given > 1 : given > 0)
        return assay_fail(&call->error, ASSAY_USAGE,
                          "manifest, manifest_text, commands and resume say the same: give one");
    TRY(door_check_margin(call, options->margin));
    if (commands)
        request->arguments = door_names(call, options->commands);
    else if (options->manifest != NULL)
        request->arguments = door_names(call, (const char *const[]){options->manifest, NULL});
    request->manifest = options->manifest_text;
    if (options->manifest_text != NULL)
        TRY(directory_of(call, options->directory, &request->source));
    request->seed = call->engine->seed;
    request->seed_given = call->engine->seed_given;
    request->names = door_names(call, options->systems);
    request->name = options->name;
    request->runs = (long)options->runs;
    request->warmup = (long)options->warmup;
    request->time_budget_s = options->time_budget_s;
    request->precision = options->precision;
    request->margin = options->margin;
    request->order = options->order;
    return call->memory.lost ? fail_no_memory(&call->error) : ASSAY_OK;
}

static enum assay_status begin(struct door_call *call, struct session *session,
                               const struct assay_engine_run_options *options)
{
    struct design_request request = DESIGN_REQUEST_DEFAULTS;
    const char *manifest = NULL;
    TRY(request_of(call, options, &request));
    if (options->resume == NULL) {
        TRY(design_of(&request, &session->design, &manifest, &call->error));
        TRY(run_values_check(session->design, &call->error));
    }
    session->store_path = store_path_beside(call->engine->store, manifest);
    if (session->store_path == NULL)
        return fail_no_memory(&call->error);
    if (options->resume != NULL)
        return session_resume(session, options->resume, &request, &call->error);
    return session_begin(session, &call->error);
}

static enum assay_status measure(struct door_call *call, struct session *session,
                                 const struct assay_engine_run_options *options)
{
    OWNED char *found =
        call->engine->launcher == NULL ? find_launcher() : strdup(call->engine->launcher);
    if (found == NULL)
        return assay_fail(&call->error, ASSAY_MISSING,
                          "assay-launcher, which starts what is measured, is not beside the "
                          "library: name it as launcher of the engine");
    TRY(launcher_start_file(&session->launcher, found, &call->error));
    TRY(begin(call, session, options));
    return session->complete ? ASSAY_OK : session_run(session, &call->error);
}

enum assay_status assay_engine_run(struct assay_engine *engine,
                                   const struct assay_engine_run_options *given,
                                   int64_t *experiment, struct assay_engine_error *error)
{
    static atomic_flag running = ATOMIC_FLAG_INIT;
    if (engine == NULL || experiment == NULL)
        return door_lacks(error);
    struct door_call call = door_begin(engine, "run");
    struct assay_engine_run_options options = ASSAY_ENGINE_RUN_DEFAULTS;
    const struct listener listener = {&options};
    struct session session = SESSION_DEFAULTS;
    enum assay_status status = door_take(&call, &options, sizeof options, given);
    *experiment = 0;
    if (status != ASSAY_OK)
        return door_end(&call, status, error);
    if (atomic_flag_test_and_set(&running))
        return door_end(&call,
                        assay_fail(&call.error, ASSAY_INVALID,
                                   "another run goes on in this process: they would disturb each "
                                   "other"),
                        error);
    session.confidence = engine->confidence;
    session.events = (struct session_events){
        .context = (void *)(uintptr_t)&listener, .progress = hear_progress, .event = hear_event};
    status = measure(&call, &session, &options);
    if (session.begun && !session.forgotten)
        *experiment = session.experiment;
    if (status == ASSAY_OK && session.failures > 0)
        status =
            assay_fail(&call.error, ASSAY_FAILED, "%zu of the commands failed", session.failures);
    launcher_stop(&session.launcher);
    struct assay_error closing;
    if (session_close(&session, &closing) != ASSAY_OK && status == ASSAY_OK) {
        call.error = closing;
        status = closing.status;
    }
    session_fini(&session);
    atomic_flag_clear(&running);
    return door_end(&call, status, error);
}
