/* SPDX-License-Identifier: GPL-3.0-or-later */
/* session_verdict.h -- which version a session measures, what it says against its baseline, and
 * whether fresh rounds confirm that. */
#pragma once

#include "analysis/comparison.h"
#include "session/session.h"

/* Keeps the version that is measured: the label (NULL: none), and commit, branch and dirty state of
 * the work tree around the design's source. branch: where that is on none; NULL: not known. */
struct session_version {
    const char *label, *branch;
};
enum assay_status session_set_version(const struct session *session,
                                      const struct session_version *version,
                                      struct assay_error *error);

/* Settles which experiment to compare with (NULL: none) before the new one can be mistaken for it:
 * as baseline_input has it; of a branch none of the version under test, and none that failed its gate. */
enum assay_status session_set_baseline(struct session *session, const char *which,
                                       const struct session_version *given,
                                       struct assay_error *error);
/* Is there nothing that the store calls by this name, or no store yet? A branch of which all is the version under test, or
 * failed its gate, is there. */
bool session_is_first(const struct session *session, const char *which);
/* Keeps what a gate that was asked for said; the handle of the store is `session`'s. */
enum assay_status session_set_gate(const struct session *session, int64_t experiment,
                                   enum store_gate gate, struct assay_error *error);

/* In what the manifest of the old sources differs from the one by which both were measured: while they are checked out.
 * One that is not there, or cannot be read, says nothing. */
enum assay_status session_take_manifest(const struct design *design, struct input *input,
                                        struct assay_error *error);

/* What is compared, and what came of it. */
struct verdict {
    struct input input;
    struct compare_request request;
    struct comparison pairs;
    enum comparison_gate gate;
    /* Of a confirmation: why the baseline was not measured again beside; NULL: it was, or it is
     * none. */
    const char *not_again;
    char baseline[256];    /* what people call it */
    const char *elsewhere; /* the store of another machine that it is of; NULL: of this one */
};

/* Compares the experiment with its baseline, or (no baseline) its systems with one another, as is
 * asked for but for input and margin. others_too: of what has no baseline. End with verdict_fini in
 * any case, before the session is closed. */
enum assay_status session_reach_verdict(const struct session *session,
                                        const struct compare_request *asked, bool others_too,
                                        struct verdict *out, struct assay_error *error);
void verdict_fini(struct verdict *verdict);

/* Measures again, in a fresh experiment, what seemed slower: both versions in paired rounds where the
 * baseline can be built again, else the new one alone. The session is closed first, since a process
 * has one writing handle; `again` holds the new experiment, also when it fails, and is for the caller
 * to close and end. */
struct confirmation {
    const struct verdict *first;
    struct session_version version;
    bool others_too;
    double end_s; /* on the clock (clock_now_s), by which a confirmation ends, at its fewest units; 0: when its counts are done */
};
enum assay_status session_confirm(struct session *session, const struct confirmation *asked,
                                  struct session *again, struct verdict *out,
                                  struct assay_error *error);

/* Goes on with what was inconclusive or slower, or with all: fresh paired rounds of both, by the anytime rule,
 * for so many seconds at most. Where the two cannot be measured in the same rounds nothing is measured: `again` and `out` stay
 * empty, the session is as it was, and *obstacle says why. Else as session_confirm. */
enum assay_status session_decide(struct session *session, const struct confirmation *asked,
                                 double budget_s, bool all, struct session *again,
                                 struct verdict *out, const char **obstacle,
                                 struct assay_error *error);
