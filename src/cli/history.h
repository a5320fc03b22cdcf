/* SPDX-License-Identifier: GPL-3.0-or-later */
/* history.h -- series over versions, gathered from files or from the store. */
#ifndef CLI_HISTORY_H
#define CLI_HISTORY_H

#include "cli/input_options.h"
#include "render/history.h"

struct history_options {
    struct input_options input;
    int method, adjust, order;
    double margin;
    struct name_list experiments; /* only those of these names; none: all */
    const char *branch, *page;
    long last, window, permutations, recent;
    double max_p;
    bool gate;
};

enum history_order { HISTORY_ORDER_AUTO, HISTORY_ORDER_COMMIT, HISTORY_ORDER_TIME };

struct history {
    struct shown_version *versions; /* in order */
    size_t n_versions;
    struct shown_history *series;
    size_t n;
    size_t room;                 /* for series */
    size_t *buckets, n_buckets;  /* hash table of the series' names: 1 + index; 0: empty */
    size_t n_split, split[2];    /* series of one name in two units; the first two */
    struct store_entry *entries; /* of the store; the versions borrow from them */
    size_t n_entries;
    struct input input; /* of files; the series borrow from it */
    char **owned;       /* names copied from datasets that are gone */
    size_t n_owned, owned_room;
};

/* From files: each system is a version, in the order of appearance; of one system alone, each value
 * is one. Says on stderr what is wrong. */
enum exit_code history_from_files(struct history *history, const struct history_options *options,
                                  const struct option_arguments *arguments,
                                  const struct global_options *global);
/* From all experiments of the store. */
enum exit_code history_from_store(struct history *history, const struct history_options *options,
                                  const struct global_options *global);
void history_fini(struct history *history);

/* The series of these names and this unit, made when it is new; names are copied when `copy`. NULL:
 * no memory. */
struct shown_history *history_series(struct history *history, const char *system,
                                     const struct assay_series *series, bool copy);
/* Which intervals the means of versions have. */
struct history_intervals {
    double confidence;
    bool kt2006;
    size_t expected; /* anytime-valid, with so many units expected; 0: plain */
};

/* Adds what one version gave; the same version twice is one version with more units. */
enum exit_code history_add(struct shown_history *series, size_t version,
                           const struct assay_sample *sample,
                           const struct history_intervals *intervals);

/* The page of a history by the default rule: what report --history writes. */
enum exit_code history_page(const struct input_options *input, const char *output,
                            const struct option_arguments *arguments,
                            const struct global_options *global);

extern const struct verb verb_history;

#endif
