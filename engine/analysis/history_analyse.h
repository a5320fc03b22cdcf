/* SPDX-License-Identifier: GPL-3.0-or-later */
/* history_analyse.h -- which versions changed performance: the analysis behind `assay history`. */
#pragma once

#include "finding/history_finding.h"
#include "source/input.h"

enum history_order { HISTORY_ORDER_AUTO, HISTORY_ORDER_COMMIT, HISTORY_ORDER_TIME };
enum history_adjust { HISTORY_ADJUST_HOLM, HISTORY_ADJUST_BH, HISTORY_ADJUST_NONE };
extern const char *const history_adjustments[]; /* by enum history_adjust; NULL-terminated */

struct history_request {
    /* Files: each system is a version, in the order of appearance; of one system alone, each value is
     * one. Without arguments: the experiments of the store. */
    struct source_request source;
    struct assay_history_options rule;
    enum history_adjust adjust; /* of p values, for the number of series */
    enum history_order order;   /* of the store's versions */
    bool common; /* take out what the benchmarks of a version share (METHODS H5), where it helps */
    struct name_list experiments;     /* of the store, only those of these names; none: all */
    const char *branch;               /* only versions of this branch; NULL: any */
    struct assay_statistic statistic; /* of each version; all zero: the mean */
    enum warm_up_choice warm_up;      /* of iterations before executions are steady */
    size_t first;                     /* of WARM_UP_CUT_FIRST */
    size_t last;                      /* only so many versions, the newest; 0: all */
    size_t n_threads;                 /* 0: as many as there are processors */
};
#define HISTORY_REQUEST_DEFAULTS                                                                   \
    {                                                                                              \
        .rule = {.confidence = ASSAY_CONFIDENCE_DEFAULT, .seed = ASSAY_SEED_DEFAULT }              \
    }

/* An experiment of the store that gives values to a version. */
struct history_place {
    const struct store_entry *entry;
    size_t rank; /* the index of its version */
    int64_t time_s;
    size_t expected; /* of the version: by the rule that its first values were measured under */
    struct store_version
        version; /* that of the entry, or of the system; its texts are not its own */
    const char
        *system;    /* the only one that is of this version; NULL: those that no other place has */
    const char *of; /* of which it is a version */
    bool alone;     /* all systems of the entry have a version of their own */
};

struct history {
    struct history_finding finding;
    size_t room;                 /* for series */
    size_t *buckets, n_buckets;  /* hash table of the series' names: 1 + index; 0: empty */
    size_t n_split, split[2];    /* series of one name in two units; the first two */
    struct store_entry *entries; /* of the store; the versions borrow from them */
    size_t n_entries;
    struct history_place *places; /* those of them that values were taken from */
    size_t n_places;
    struct store_ruling *rulings; /* of the store; the findings borrow from them */
    size_t n_rulings;
    struct assay_program *programs; /* that versions were seen to have, each once an experiment */
    size_t n_programs, programs_room;
    struct input input;             /* of files; the series borrow from it */
    struct history_beside **beside; /* in what versions differ between which something changed */
    size_t n_beside, beside_room;
    char **owned; /* names copied from datasets that are gone */
    size_t n_owned, owned_room;
};

/* Gathers the series and finds their changes; a series that allows none says why. Errors:
 * ASSAY_UNDEFINED when none allows any, ASSAY_MISSING when there are no versions. End with history_fini
 * in any case. */
enum assay_status history_analyse(const struct history_request *request, struct history *history,
                                  struct remarks *remarks, struct assay_error *error);
void history_fini(struct history *history);

/* Asks the repository around the work tree for the subjects of the versions' commits. */
void history_subjects(struct history_finding *history);

/* Keeps in the store that the changes told at this version, of the benchmarks named (all, when none is), are
 * accepted or rejected, and why; *n: how many series. ASSAY_MISSING: there is no such change. */
enum assay_status history_rule(const struct history_request *request, enum store_ruling_kind kind,
                               const char *version, const struct name_list *benchmarks,
                               const char *why, size_t *n, struct assay_error *error);

/* Keeps that a benchmark has another name since then. ASSAY_MISSING: there are no values of one of the
 * two; ASSAY_INVALID: a version measured both. */
enum assay_status history_rename(const struct history_request *request, const char *before,
                                 const char *since, const char *why, struct assay_error *error);

/* The first series on which no verdict may rest, so that no gate decides; NULL: there is none. */
const struct history_row *history_withheld(const struct history_finding *history);

/* True when something became slower in the newest versions, so many: a step is told at the version
 * where it began, some versions after that. What was accepted does not count, nor a series whose warm-up was cut where no
 * end of it is seen. */
bool history_is_slower(const struct history_finding *history, size_t recent);

/* True when nobody knows whether something that the newest versions measured changed: it has too few of them, its warm-up was
 * cut where no end of it is seen, or no verdict rests on what its load said. */
bool history_is_undecided(const struct history_finding *history, size_t recent);
