/* SPDX-License-Identifier: GPL-3.0-or-later */
/* ask.c -- questions: a verb, what it reads and its options become a document, or values. */
#include <R_ext/Rdynload.h>
#include <string.h>

#include "assay.h"

struct question {
    struct held *held;
    struct assay_engine_source source;
    SEXP options;
    struct assay_engine_error error;
};

static enum assay_status compare(struct question *q)
{
    struct assay_engine_compare_options options = ASSAY_ENGINE_COMPARE_DEFAULTS;
    options.old_system = text_of(q->options, "old_system");
    options.new_systems = texts_of(q->options, "new_systems");
    options.method = text_of(q->options, "method");
    options.margin = number_of(q->options, "margin", options.margin);
    options.allow_different_hosts = truth_of(q->options, "allow_different_hosts");
    options.allow_negative = truth_of(q->options, "allow_negative");
    return assay_engine_compare(q->held->engine, &q->source, &options, &q->held->json, &q->error);
}

static const double *numbers(SEXP list, const char *name, size_t *n)
{
    SEXP value = field(list, name);
    *n = (size_t)Rf_xlength(value);
    return *n > 0 ? REAL(value) : NULL;
}

static enum assay_status plan(struct question *q)
{
    struct assay_engine_plan_options options = ASSAY_ENGINE_PLAN_DEFAULTS;
    options.precisions = numbers(q->options, "precisions", &options.n_precisions);
    options.budgets_s = numbers(q->options, "budgets_s", &options.n_budgets);
    options.margin = number_of(q->options, "margin", options.margin);
    return assay_engine_plan(q->held->engine, &q->source, &options, &q->held->json, &q->error);
}

static enum assay_status history(struct question *q)
{
    struct assay_engine_history_options options = ASSAY_ENGINE_HISTORY_DEFAULTS;
    options.experiments = texts_of(q->options, "experiments");
    options.branch = text_of(q->options, "branch");
    options.last = (size_t)number_of(q->options, "last", 0);
    options.margin = number_of(q->options, "margin", 0);
    return assay_engine_history(q->held->engine, &q->source, &options, &q->held->json, &q->error);
}

static enum assay_status sweep(struct question *q)
{
    return assay_engine_sweep(q->held->engine, &q->source,
                              number_of(q->options, "margin", ASSAY_ENGINE_NAN), &q->held->json,
                              &q->error);
}

static enum assay_status show(struct question *q)
{
    return assay_engine_show(q->held->engine, &q->source, &q->held->json, &q->error);
}

static enum assay_status steady(struct question *q)
{
    return assay_engine_steady(q->held->engine, &q->source, &q->held->json, &q->error);
}

static enum assay_status modes(struct question *q)
{
    return assay_engine_modes(q->held->engine, &q->source, &q->held->json, &q->error);
}

static enum assay_status list(struct question *q)
{
    return assay_engine_list(q->held->engine, &q->held->json, &q->error);
}

static const struct {
    const char *name;
    enum assay_status (*ask)(struct question *q);
} verbs[] = {{"compare", compare}, {"plan", plan},     {"history", history}, {"sweep", sweep},
             {"show", show},       {"steady", steady}, {"modes", modes},     {"list", list}};

static enum assay_status ask(const char *verb, struct question *q)
{
    for (size_t i = 0; i < sizeof verbs / sizeof *verbs; i++)
        if (strcmp(verbs[i].name, verb) == 0)
            return verbs[i].ask(q);
    Rf_error("there is no question \"%s\"", verb);
}

/* The document's text, and as lists. */
static SEXP both_forms(const char *json)
{
    static const char *names[] = {"json", "document", ""};
    SEXP made = PROTECT(Rf_mkNamed(VECSXP, names));
    SET_VECTOR_ELT(made, 0, Rf_ScalarString(Rf_mkCharCE(json, CE_UTF8)));
    SET_VECTOR_ELT(made, 1, document_of(json));
    UNPROTECT(1);
    return made;
}

SEXP assay_r_ask(SEXP verb, SEXP engine, SEXP source, SEXP options)
{
    struct question q = {.options = options, .error = ASSAY_ENGINE_ERROR_DEFAULTS};
    SEXP owner = PROTECT(hold(&q.held));
    enum assay_status status = open_engine(q.held, engine, &q.error);
    if (status == ASSAY_OK) {
        q.source = source_of(source);
        status = ask(CHAR(STRING_ELT(verb, 0)), &q);
    }
    SEXP value = PROTECT(status == ASSAY_OK ? both_forms(q.held->json) : R_NilValue);
    SEXP made = PROTECT(answer(status, value, q.held, &q.error));
    let_go(owner);
    UNPROTECT(3);
    return made;
}

SEXP assay_r_values(SEXP engine, SEXP given)
{
    struct held *held;
    struct assay_engine_error error = ASSAY_ENGINE_ERROR_DEFAULTS;
    SEXP owner = PROTECT(hold(&held));
    enum assay_status status = open_engine(held, engine, &error);
    if (status == ASSAY_OK) {
        const struct assay_engine_source source = source_of(given);
        status = assay_engine_values(held->engine, &source, &held->schema, &held->array, &error);
    }
    SEXP value = PROTECT(status == ASSAY_OK ? frame_of(held) : R_NilValue);
    SEXP made = PROTECT(answer(status, value, held, &error));
    let_go(owner);
    UNPROTECT(3);
    return made;
}

SEXP assay_r_version(void)
{
    return Rf_mkString(assay_engine_version());
}

/* ---- registered ---- */

#define ROUTINE(name, n)                                                                           \
    {                                                                                              \
        #name, (DL_FUNC)(void (*)(void))name, n                                                    \
    }

void R_init_assay(DllInfo *info);
void R_init_assay(DllInfo *info)
{
    static const R_CallMethodDef routines[] = {ROUTINE(assay_r_version, 0),
                                               ROUTINE(assay_r_ask, 4),
                                               ROUTINE(assay_r_values, 2),
                                               ROUTINE(assay_r_run, 4),
                                               {NULL, NULL, 0}};
    R_registerRoutines(info, NULL, routines, NULL, NULL);
    R_useDynamicSymbols(info, FALSE);
    R_forceSymbols(info, TRUE);
}
