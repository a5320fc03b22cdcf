/* SPDX-License-Identifier: GPL-3.0-or-later */
/* document.c -- documents of the engine as lists of R. */
#include <jansson.h>

#include "assay.h"

static SEXP value_of(json_t *value);

static SEXP text_value(const json_t *text)
{
    return Rf_mkCharLenCE(json_string_value(text), (int)json_string_length(text), CE_UTF8);
}

static SEXP object_of(json_t *object)
{
    const R_xlen_t n = (R_xlen_t)json_object_size(object);
    SEXP made = PROTECT(Rf_allocVector(VECSXP, n)), names = PROTECT(Rf_allocVector(STRSXP, n));
    const char *key;
    json_t *item;
    R_xlen_t i = 0;
    json_object_foreach (object, key, item) {
        SET_STRING_ELT(names, i, Rf_mkCharCE(key, CE_UTF8));
        SET_VECTOR_ELT(made, i++, value_of(item));
    }
    Rf_setAttrib(made, R_NamesSymbol, names);
    UNPROTECT(2);
    return made;
}

/* The type that all items of a list have as a vector; VECSXP: none. */
static SEXPTYPE type_of(json_t *array)
{
    SEXPTYPE type = NILSXP;
    size_t i;
    json_t *item;
    json_array_foreach (array, i, item) {
        const SEXPTYPE own = json_is_number(item)    ? REALSXP
                             : json_is_string(item)  ? STRSXP
                             : json_is_boolean(item) ? LGLSXP
                                                     : VECSXP;
        if (own == VECSXP || (type != NILSXP && type != own))
            return VECSXP;
        type = own;
    }
    return type != NILSXP ? type : VECSXP;
}

static SEXP array_of(json_t *array)
{
    const SEXPTYPE type = type_of(array);
    SEXP made = PROTECT(Rf_allocVector(type, (R_xlen_t)json_array_size(array)));
    size_t i;
    json_t *item;
    json_array_foreach (array, i, item) {
        const R_xlen_t at = (R_xlen_t)i;
        if (type == REALSXP)
            REAL(made)[at] = json_number_value(item);
        else if (type == STRSXP)
            SET_STRING_ELT(made, at, text_value(item));
        else if (type == LGLSXP)
            LOGICAL(made)[at] = json_is_true(item);
        else
            SET_VECTOR_ELT(made, at, value_of(item));
    }
    UNPROTECT(1);
    return made;
}

static SEXP value_of(json_t *value)
{
    switch (json_typeof(value)) {
    case JSON_OBJECT: return object_of(value);
    case JSON_ARRAY: return array_of(value);
    case JSON_STRING: {
        SEXP text = PROTECT(text_value(value)), made = Rf_ScalarString(text);
        UNPROTECT(1);
        return made;
    }
    case JSON_INTEGER:
    case JSON_REAL: return Rf_ScalarReal(json_number_value(value));
    case JSON_TRUE: return Rf_ScalarLogical(TRUE);
    case JSON_FALSE: return Rf_ScalarLogical(FALSE);
    default: return R_NilValue;
    }
}

static void end_document(SEXP owner)
{
    json_decref(R_ExternalPtrAddr(owner));
    R_ClearExternalPtr(owner);
}

SEXP document_of(const char *json)
{
    json_error_t error;
    SEXP owner = PROTECT(R_MakeExternalPtr(NULL, R_NilValue, R_NilValue));
    R_RegisterCFinalizerEx(owner, end_document, TRUE);
    json_t *document = json_loads(json, 0, &error);
    if (document == NULL)
        Rf_error("the engine's document is no JSON: %s", error.text);
    R_SetExternalPtrAddr(owner, document);
    SEXP made = PROTECT(value_of(document));
    end_document(owner);
    UNPROTECT(2);
    return made;
}
