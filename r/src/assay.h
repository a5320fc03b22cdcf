/* SPDX-License-Identifier: GPL-3.0-or-later */
/* assay.h -- what the files of this package share: what R gives becomes structs of assay/engine.h, and back.
 * Memory: whatever of the engine lives while R allocates is of a `held`, which R ends where an error jumps. */
#ifndef ASSAY_R_H
#define ASSAY_R_H

#define R_NO_REMAP
#define STRICT_R_HEADERS
#include <R.h>
#include <Rinternals.h>
#include <stdbool.h>

#include <assay/engine.h>

/* ---- what a call holds of the engine ---- */

struct held {
    struct assay_engine *engine;
    char *json;
    struct ArrowSchema schema;
    struct ArrowArray array;
};
/* To be protected; ended by `let_go`, else with the garbage. */
SEXP hold(struct held **held);
void let_go(SEXP owner);

/* ---- fields of a list; without one, or where it is NULL: nothing ---- */

SEXP field(SEXP list, const char *name);
const char *text_of(SEXP list, const char *name);
const char *const *texts_of(SEXP list, const char *name);
double number_of(SEXP list, const char *name, double otherwise);
bool truth_of(SEXP list, const char *name);

/* ---- calls ---- */

enum assay_status open_engine(struct held *held, SEXP options, struct assay_engine_error *error);
struct assay_engine_source source_of(SEXP list);
/* list(status, value, remarks, text, line, field). */
SEXP answer(enum assay_status status, SEXP value, const struct held *held,
            const struct assay_engine_error *error);

/* A document as lists: objects by name; of numbers, texts or truths alone a vector; null: NULL. */
SEXP document_of(const char *json);
/* The columns as a data.frame; each of Arrow's is released as soon as it is copied. */
SEXP frame_of(struct held *held);

/* ---- what R calls ---- */

SEXP assay_r_version(void);
SEXP assay_r_ask(SEXP verb, SEXP engine, SEXP source, SEXP options);
SEXP assay_r_values(SEXP engine, SEXP source);
SEXP assay_r_run(SEXP engine, SEXP options, SEXP progress, SEXP log);

#endif
