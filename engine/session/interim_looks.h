/* SPDX-License-Identifier: GPL-3.0-or-later */
/* interim_looks.h -- what a sequential rule knows of the values at an interim look. */
#pragma once

#include <assay/stopping.h>

#include "session/session.h"
#include "session/session_medians.h"
#include "session/session_units.h"

/* A series that decides. */
struct look_series {
    const struct assay_series *series;
    struct assay_question question; /* what decides; of one system by itself a statistic */
    struct assay_running_mean mean;
    struct run_units units;     /* that rounds were not made of yet */
    struct run_medians medians; /* where the verdict rests on the typical run, or a quantile */
};

struct look_pair {
    size_t old_at, new_at; /* places in series */
    bool in_rounds;        /* each unit of one has its partner */
    struct assay_running_pair running;
    bool typical; /* the changes are those of all rounds; false: there is no typical run */
    struct assay_ordered changes; /* the logarithms of new / old by round */
};

enum { INTERIM_BASES = ASSAY_BASIS_BOTH + 1 };
struct interim_looks {
    const struct session *session;
    struct assay_stopping_rule rule;                    /* when to look */
    struct assay_stopping_rule by_basis[INTERIM_BASES]; /* by what a verdict rests on */
    struct input input; /* as last read: the series, and which of them decide */
    struct look_series *series;
    size_t n_series;
    struct look_pair *pairs;
    size_t n_pairs;
    bool whole;   /* every system has something in common with the old one */
    bool current; /* what was read and the values since then are all that is stored */
};

/* The rule of the session's design. */
enum assay_status interim_looks_init(struct interim_looks *looks, const struct session *session,
                                     struct assay_error *error);
void interim_looks_fini(struct interim_looks *looks);

/* A record that was just kept. */
void interim_looks_take(struct interim_looks *looks, const struct record *record);

/* Brings the sums up to the values that are stored, all of them of whole top units. Reads the store
 * when nothing was read yet, or when values came of what had none. False: they cannot be had. */
bool interim_looks_gather(struct interim_looks *looks);
/* The systems that have values; after interim_looks_gather. */
const struct name_list *interim_looks_systems(const struct interim_looks *looks);
/* Whether the rule ends the run: of one system by its mean or quantile, of several by their ratios and what
 * the verdict rests on. */
bool interim_looks_done(const struct interim_looks *looks);
