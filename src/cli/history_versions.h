/* SPDX-License-Identifier: GPL-3.0-or-later */
/* history_versions.h -- what versions from files and from the store have in common. */
#ifndef CLI_HISTORY_VERSIONS_H
#define CLI_HISTORY_VERSIONS_H

#include "cli/history.h"
#include "store/store.h"

/* Room for n versions, without labels yet. */
enum exit_code history_make_versions(struct history *history, size_t n);

struct history_intervals history_intervals_of(const struct history_options *options,
                                              double confidence);

/* An experiment of the store that gives values to a version. */
struct history_place {
    const struct store_entry *entry;
    size_t rank; /* the index of its version */
    int64_t time_s;
    size_t expected; /* of the version: by the rule that its first values were measured under */
};

/* The experiments asked for, in the order of their versions, which are labelled; the caller frees the
 * list. Says on stderr what is wrong. */
enum exit_code history_places(struct history *history, const struct history_options *options,
                              struct history_place **places, size_t *n);

#endif
