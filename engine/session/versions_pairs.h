/* SPDX-License-Identifier: GPL-3.0-or-later */
/* versions_pairs.h -- do two versions differ, by the rounds that they shared? */
#pragma once

#include "design/design.h"
#include "finding/comparison_finding.h"
#include "finding/versions_finding.h"
#include "git/git.h"
#include "store/store.h"

/* What a version's builds gave in the experiments that were read. */
struct versions_built {
    struct assay_program program; /* known: of the first */
    bool again;                   /* another experiment built the same */
};

/* Whose rounds. */
struct versions_rounds {
    const struct design *design;
    struct store *store;
    const struct git_commit *commits; /* the range */
    double error_again; /* of what fresh builds say of all steps together; 0: none are asked */
    struct versions_built *built; /* of each commit, noted by judging; NULL: not asked for */
};

/* What one row of a comparison says: by what it is of, and where that is wall time which is open and which nobody named, by
 * processor time that is much better known. */
struct versions_said {
    enum assay_verdict verdict;
    const struct assay_estimate *ratio;
    const char *metric;      /* processor time by its name; NULL: another */
    assay_warnings withheld; /* by which it is open, whatever the ratio says */
};

struct versions_said versions_said(const struct system_pair *pair, size_t row, bool named);

/* Judges a pair, at its error, by all complete experiments that measured both. */
enum assay_status versions_judge(const struct versions_rounds *rounds, struct versions_pair *pair,
                                 struct assay_error *error);

/* What experiments of several builds of each say of a step that was found between one build of each, where n_steps
 * are to be asked. Leaves a pair alone that is no such step. */
enum assay_status versions_judge_again(const struct versions_rounds *rounds, size_t n_steps,
                                       struct versions_pair *pair, struct assay_error *error);
/* Should fresh builds of it be measured? */
bool versions_wants_builds(const struct versions_rounds *rounds, const struct versions_pair *pair);
/* The confidence of the next experiment of them, of which so many have been judged. */
double versions_confidence_again(const struct versions_rounds *rounds, size_t n_steps,
                                 size_t n_judged);

/* The confidence of the next experiment of a pair that has this error, where so many have been judged. */
double versions_confidence(const struct design *design, double error, size_t n_together);
