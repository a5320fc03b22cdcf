/* SPDX-License-Identifier: GPL-3.0-or-later */
/* run_judge.h -- what a run says against its baseline, and whether fresh rounds confirm it. */
#ifndef CLI_RUN_JUDGE_H
#define CLI_RUN_JUDGE_H

#include "cli/compare.h"
#include "cli/session.h"

/* What is compared, and what came of it. */
struct judged {
    struct input input;
    struct compare_request request;
    struct pairs pairs;
    enum exit_code code; /* as a gate's */
    char note[512];      /* what a reader must know besides; "": nothing */
};

/* Compares the experiment with its baseline, or (no baseline) its systems with one another. */
enum exit_code run_judge(const struct session *session, const struct global_options *global,
                         struct judged *out);
void judged_fini(struct judged *judged);

/* Prints the comparison and writes the summary; the gate's exit code. */
enum exit_code run_tell(const struct judged *judged, const struct run_options *options,
                        const struct global_options *global);

/* Measures again, in a fresh experiment, what seemed slower: both versions in paired rounds where
 * the baseline can be built again, else the new one alone, which the finding then says. */
enum exit_code run_confirm(struct session *session, const struct run_options *options,
                           const struct global_options *global, struct launcher *launcher,
                           const struct judged *first);

#endif
