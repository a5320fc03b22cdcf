/* SPDX-License-Identifier: GPL-3.0-or-later */
/* frame.c -- Arrow columns of values as a data.frame.
 * Types:    texts are factors; counts integers, numeric where one does not fit; instants POSIXct, whose seconds as a double end
 *           at a quarter of a microsecond.
 * Memory:   a column of Arrow ends as soon as its copy is there, so that both are never there at once as a whole. */
#include <limits.h>
#include <stdint.h>
#include <string.h>

#include "assay.h"

static bool known(const struct ArrowArray *column, R_xlen_t i)
{
    const unsigned char *bits = column->buffers[0];
    return bits == NULL || (bits[i / 8] >> (i % 8) & 1) != 0;
}

static SEXP words_of(const struct ArrowArray *words)
{
    const int32_t *ends = words->buffers[1];
    const char *text = words->buffers[2];
    SEXP made = PROTECT(Rf_allocVector(STRSXP, (R_xlen_t)words->length));
    for (int64_t i = 0; i < words->length; i++)
        SET_STRING_ELT(made, (R_xlen_t)i,
                       Rf_mkCharLenCE(text + ends[i], ends[i + 1] - ends[i], CE_UTF8));
    UNPROTECT(1);
    return made;
}

static SEXP factor_of(const struct ArrowArray *column)
{
    const int32_t *items = column->buffers[1];
    SEXP made = PROTECT(Rf_allocVector(INTSXP, (R_xlen_t)column->length));
    int *codes = INTEGER(made);
    for (R_xlen_t i = 0; i < (R_xlen_t)column->length; i++)
        codes[i] = known(column, i) ? items[i] + 1 : NA_INTEGER;
    Rf_setAttrib(made, R_LevelsSymbol, words_of(column->dictionary));
    Rf_setAttrib(made, R_ClassSymbol, Rf_mkString("factor"));
    UNPROTECT(1);
    return made;
}

static SEXP numbers_of(const struct ArrowArray *column)
{
    const double *items = column->buffers[1];
    SEXP made = PROTECT(Rf_allocVector(REALSXP, (R_xlen_t)column->length));
    double *numbers = REAL(made);
    for (R_xlen_t i = 0; i < (R_xlen_t)column->length; i++)
        numbers[i] = known(column, i) ? items[i] : NA_REAL;
    UNPROTECT(1);
    return made;
}

static SEXP scaled(const struct ArrowArray *column, double unit)
{
    const int64_t *items = column->buffers[1];
    SEXP made = PROTECT(Rf_allocVector(REALSXP, (R_xlen_t)column->length));
    double *numbers = REAL(made);
    for (R_xlen_t i = 0; i < (R_xlen_t)column->length; i++)
        numbers[i] = known(column, i) ? (double)items[i] / unit : NA_REAL;
    UNPROTECT(1);
    return made;
}

static SEXP counts_of(const struct ArrowArray *column)
{
    const int64_t *items = column->buffers[1];
    for (int64_t i = 0; i < column->length; i++)
        if (items[i] > INT_MAX || items[i] <= INT_MIN)
            return scaled(column, 1);
    SEXP made = PROTECT(Rf_allocVector(INTSXP, (R_xlen_t)column->length));
    int *counts = INTEGER(made);
    for (R_xlen_t i = 0; i < (R_xlen_t)column->length; i++)
        counts[i] = known(column, i) ? (int)items[i] : NA_INTEGER;
    UNPROTECT(1);
    return made;
}

static SEXP instants_of(const struct ArrowArray *column)
{
    SEXP made = PROTECT(scaled(column, 1e9)), kinds = PROTECT(Rf_allocVector(STRSXP, 2));
    SET_STRING_ELT(kinds, 0, Rf_mkChar("POSIXct"));
    SET_STRING_ELT(kinds, 1, Rf_mkChar("POSIXt"));
    Rf_setAttrib(made, R_ClassSymbol, kinds);
    Rf_setAttrib(made, Rf_install("tzone"), Rf_mkString("UTC"));
    UNPROTECT(2);
    return made;
}

static SEXP truths_of(const struct ArrowArray *column)
{
    const unsigned char *bits = column->buffers[1];
    SEXP made = PROTECT(Rf_allocVector(LGLSXP, (R_xlen_t)column->length));
    int *truths = LOGICAL(made);
    for (R_xlen_t i = 0; i < (R_xlen_t)column->length; i++)
        truths[i] = known(column, i) ? bits[i / 8] >> (i % 8) & 1 : NA_LOGICAL;
    UNPROTECT(1);
    return made;
}

static SEXP column_of(const struct ArrowSchema *schema, const struct ArrowArray *column)
{
    if (column->dictionary != NULL)
        return factor_of(column);
    switch (schema->format[0]) {
    case 'g': return numbers_of(column);
    case 'l': return counts_of(column);
    case 'b': return truths_of(column);
    case 't': return instants_of(column);
    default:
        Rf_error("column %s has the format %s, which this package is too old for", schema->name,
                 schema->format);
    }
}

SEXP frame_of(struct held *held)
{
    const int n = (int)held->schema.n_children;
    const int rows = (int)held->array.length;
    if (held->array.length > INT_MAX)
        Rf_error("there are more values than a data.frame has rows; name fewer systems or metrics");
    SEXP made = PROTECT(Rf_allocVector(VECSXP, n)), names = PROTECT(Rf_allocVector(STRSXP, n));
    for (int i = 0; i < n; i++) {
        const struct ArrowSchema *schema = held->schema.children[i];
        struct ArrowArray *column = held->array.children[i];
        SET_STRING_ELT(names, i, Rf_mkCharCE(schema->name, CE_UTF8));
        SET_VECTOR_ELT(made, i, column_of(schema, column));
        column->release(column);
    }
    SEXP rows_of = PROTECT(Rf_allocVector(INTSXP, 2));
    INTEGER(rows_of)[0] = NA_INTEGER;
    INTEGER(rows_of)[1] = -rows;
    Rf_setAttrib(made, R_NamesSymbol, names);
    Rf_setAttrib(made, R_RowNamesSymbol, rows_of);
    Rf_setAttrib(made, R_ClassSymbol, Rf_mkString("data.frame"));
    UNPROTECT(3);
    return made;
}
