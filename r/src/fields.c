/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fields.c -- lists of R become options of the engine, and what it answers a list. */
#include <string.h>

#include "assay.h"

static void end_held(SEXP owner)
{
    struct held *held = R_ExternalPtrAddr(owner);
    if (held == NULL)
        return;
    R_ClearExternalPtr(owner);
    assay_engine_free(held->json);
    assay_engine_close(&held->engine);
    if (held->schema.release != NULL)
        held->schema.release(&held->schema);
    if (held->array.release != NULL)
        held->array.release(&held->array);
    R_Free(held);
}

SEXP hold(struct held **held)
{
    SEXP owner = PROTECT(R_MakeExternalPtr(NULL, R_NilValue, R_NilValue));
    R_RegisterCFinalizerEx(owner, end_held, TRUE);
    *held = R_Calloc(1, struct held);
    R_SetExternalPtrAddr(owner, *held);
    UNPROTECT(1);
    return owner;
}

void let_go(SEXP owner)
{
    end_held(owner);
}

SEXP field(SEXP list, const char *name)
{
    SEXP names = Rf_getAttrib(list, R_NamesSymbol);
    for (R_xlen_t i = 0; i < Rf_xlength(names); i++)
        if (strcmp(CHAR(STRING_ELT(names, i)), name) == 0)
            return VECTOR_ELT(list, i);
    return R_NilValue;
}

const char *text_of(SEXP list, const char *name)
{
    SEXP value = field(list, name);
    return Rf_isString(value) && Rf_xlength(value) > 0 ? Rf_translateCharUTF8(STRING_ELT(value, 0))
                                                       : NULL;
}

const char *const *texts_of(SEXP list, const char *name)
{
    SEXP value = field(list, name);
    if (!Rf_isString(value))
        return NULL;
    const R_xlen_t n = Rf_xlength(value);
    const char **texts = (const char **)(void *)R_alloc((size_t)n + 1, sizeof *texts);
    for (R_xlen_t i = 0; i < n; i++)
        texts[i] = Rf_translateCharUTF8(STRING_ELT(value, i));
    texts[n] = NULL;
    return texts;
}

double number_of(SEXP list, const char *name, double otherwise)
{
    SEXP value = field(list, name);
    return Rf_xlength(value) > 0 ? Rf_asReal(value) : otherwise;
}

bool truth_of(SEXP list, const char *name)
{
    SEXP value = field(list, name);
    return Rf_xlength(value) > 0 && Rf_asLogical(value) == TRUE;
}

enum assay_status open_engine(struct held *held, SEXP given, struct assay_engine_error *error)
{
    struct assay_engine_options options = ASSAY_ENGINE_OPTIONS_DEFAULTS;
    options.store = text_of(given, "store");
    options.launcher = text_of(given, "launcher");
    options.confidence = number_of(given, "confidence", options.confidence);
    options.seed_given = field(given, "seed") != R_NilValue;
    options.seed = (uint64_t)number_of(given, "seed", 0);
    options.threads = (size_t)number_of(given, "threads", 0);
    return assay_engine_open(&options, &held->engine, error);
}

struct assay_engine_source source_of(SEXP list)
{
    struct assay_engine_source source = ASSAY_ENGINE_SOURCE_DEFAULTS;
    source.names = texts_of(list, "names");
    source.systems = texts_of(list, "systems");
    source.benchmarks = texts_of(list, "benchmarks");
    source.metrics = texts_of(list, "metrics");
    source.all_metrics = truth_of(list, "all_metrics");
    source.format = text_of(list, "format");
    source.level = text_of(list, "level");
    source.level_of_files = text_of(list, "level_of_files");
    source.declaration = text_of(list, "declaration");
    source.directions = texts_of(list, "directions");
    source.statistic = text_of(list, "statistic");
    source.warm_up = text_of(list, "warm_up");
    source.stored = truth_of(list, "stored");
    source.partial = truth_of(list, "partial");
    return source;
}

static SEXP utf8(const char *text)
{
    return Rf_ScalarString(Rf_mkCharCE(text, CE_UTF8));
}

SEXP answer(enum assay_status status, SEXP value, const struct held *held,
            const struct assay_engine_error *error)
{
    static const char *names[] = {"status", "value", "remarks", "text", "line", "field", ""};
    SEXP made = PROTECT(Rf_mkNamed(VECSXP, names));
    SET_VECTOR_ELT(made, 0, Rf_ScalarInteger((int)status));
    SET_VECTOR_ELT(made, 1, value);
    SET_VECTOR_ELT(made, 2,
                   utf8(held->engine != NULL ? assay_engine_remarks(held->engine) : ""));
    SET_VECTOR_ELT(made, 3, utf8(error->text));
    SET_VECTOR_ELT(made, 4, Rf_ScalarReal((double)error->line));
    SET_VECTOR_ELT(made, 5, utf8(error->field));
    UNPROTECT(1);
    return made;
}
