/* SPDX-License-Identifier: GPL-3.0-or-later */
/* run.c -- measuring, with R's functions as ears.
 * Edge:     no jump of R may leave the engine's frames: what the ears do runs in a context of its own, and a jump out of it ends
 *           the run. */
#include "assay.h"

struct ears {
    SEXP progress, log;
};

/* What is told to R once. */
struct told {
    const struct ears *ears;
    uint64_t done, planned;
    double left_s;
    const char *sentence;
    bool ends;
};

static void tell_progress(void *data)
{
    struct told *told = data;
    SEXP done = PROTECT(Rf_ScalarReal((double)told->done)),
         planned = PROTECT(Rf_ScalarReal((double)told->planned)),
         left = PROTECT(Rf_ScalarReal(told->left_s)),
         call = PROTECT(Rf_lang4(told->ears->progress, done, planned, left));
    told->ends = Rf_asLogical(Rf_eval(call, R_GlobalEnv)) == TRUE;
    UNPROTECT(4);
}

static void tell_sentence(void *data)
{
    const struct told *told = data;
    SEXP sentence = PROTECT(Rf_ScalarString(Rf_mkCharCE(told->sentence, CE_UTF8))),
         call = PROTECT(Rf_lang2(told->ears->log, sentence));
    Rf_eval(call, R_GlobalEnv);
    UNPROTECT(2);
}

static int hear_progress(void *context, uint64_t done, uint64_t planned, double left_s)
{
    struct told told = {.ears = context, .done = done, .planned = planned, .left_s = left_s};
    return !R_ToplevelExec(tell_progress, &told) || told.ends;
}

static void hear_log(void *context, const char *sentence)
{
    struct told told = {.ears = context, .sentence = sentence};
    R_ToplevelExec(tell_sentence, &told);
}

static struct assay_engine_run_options options_of(SEXP list, struct ears *ears)
{
    struct assay_engine_run_options options = ASSAY_ENGINE_RUN_DEFAULTS;
    options.manifest = text_of(list, "manifest");
    options.manifest_text = text_of(list, "manifest_text");
    options.directory = text_of(list, "directory");
    options.commands = texts_of(list, "commands");
    options.systems = texts_of(list, "systems");
    options.name = text_of(list, "name");
    options.runs = (int64_t)number_of(list, "runs", -1);
    options.warmup = (int64_t)number_of(list, "warmup", -1);
    options.time_budget_s = number_of(list, "time_budget_s", ASSAY_ENGINE_NAN);
    options.precision = number_of(list, "precision", ASSAY_ENGINE_NAN);
    options.margin = number_of(list, "margin", ASSAY_ENGINE_NAN);
    options.order = text_of(list, "order");
    options.resume = text_of(list, "resume");
    options.progress = ears->progress != R_NilValue ? hear_progress : NULL;
    options.log = ears->log != R_NilValue ? hear_log : NULL;
    options.context = ears;
    return options;
}

SEXP assay_r_run(SEXP engine, SEXP given, SEXP progress, SEXP log)
{
    struct held *held;
    struct assay_engine_error error = ASSAY_ENGINE_ERROR_DEFAULTS;
    struct ears ears = {progress, log};
    int64_t experiment = 0;
    SEXP owner = PROTECT(hold(&held));
    enum assay_status status = open_engine(held, engine, &error);
    if (status == ASSAY_OK) {
        const struct assay_engine_run_options options = options_of(given, &ears);
        status = assay_engine_run(held->engine, &options, &experiment, &error);
    }
    SEXP value = PROTECT(Rf_ScalarReal((double)experiment));
    SEXP made = PROTECT(answer(status, value, held, &error));
    let_go(owner);
    UNPROTECT(3);
    return made;
}
