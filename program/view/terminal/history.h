/* SPDX-License-Identifier: GPL-3.0-or-later */
/* history.h -- the screen and the JSON of `assay history`. */
#pragma once

#include "finding/history_finding.h"
#include "finding/versions_finding.h"
#include "view/text/sentences.h"

/* "rises by +3.0 % from v1 to v60 (+2.6 … +3.4 %), +0.05 % a version, p 1e-20": to be freed; NULL: no memory. */
char *history_slope_words(const struct history_finding *history, const struct history_row *series);

/* Appends what a label does not tell, and what limits the finding. */
void history_notes_of(const struct history_finding *history, struct sentences *sentences);
struct history_view {
    const struct history_finding *finding;
    bool details, quiet; /* each change in a row of its own; no notes */
    bool stored;         /* its versions are the store's, where a change can be accepted */
    bool between;        /* commits that are not measured lie before the newest change */
    bool again;          /* its two commits can be measured beside each other here */
    bool beside;         /* the oldest and the newest version shared rounds */
    const struct versions_finding *search; /* which named a commit; NULL: none */
    const char *name; /* that a search has to be given, as the manifest here has none; NULL: it has */
};
void history_print(const struct terminal *terminal, const struct history_view *view);

/* Its part: what changed, at so many versions, and when; what would have been seen, and how often such an
 * answer is false. */
void history_title_print(const struct terminal *terminal, const struct history_view *view,
                         size_t events);

/* The change at the newest version that has one, and its series: of several one that nobody accepted, to the slower, and the largest; NULL: none. */
const struct assay_change *history_newest(const struct history_finding *history,
                                          const struct history_row **of);

/* Its sentences, to be freed; NULL: there is none. "2 changes at 1 version in 3 benchmarks over 12 versions"; "a step of 2.1 %
 * would have been found 8 times in 10", of all series; "measure v7 and v8 in one experiment", which tells more of the
 * newest change: none where there is none or it was accepted. */
char *history_count_words(const struct history_finding *history, size_t events);
char *history_detectable_words(const struct history_finding *history);
char *history_next_words(const struct history_view *view);
/* At how many versions something changed. */
size_t history_count_events(const struct history_finding *history);

/* Its part: what to do about the newest change, in one line; nothing where there is none or it was accepted. */
void history_next_print(const struct terminal *terminal, const struct history_view *view);

/* Its part: what changed at one version. */
void history_event_print(const struct terminal *terminal, const struct history_view *view,
                         size_t version);
