/* SPDX-License-Identifier: GPL-3.0-or-later */
/* modes.h -- how values cluster: the analysis behind `assay modes`. */
#ifndef CLI_MODES_H
#define CLI_MODES_H

#include "cli/input_options.h"
#include "render/modes.h"

struct modes_request {
    struct assay_mixture_options fit;
    bool no_test;
    size_t replicates; /* of the fit test; 0: as the library says */
    double delta, confidence;
    uint64_t seed;
    size_t n_threads;
};

struct modes_finding {
    struct shown_modes *rows;
    struct shown_mode_pair *pairs;
    struct shown_winner *winners;
    size_t n, n_pairs, n_winners;
};

/* Fits every series, compares those of one benchmark and metric. A sample that carries no mixture has
 * its refusal said in its row; when none carries one, the code is EXIT_DATA. Says on stderr what else
 * went wrong. */
enum exit_code modes_analyse(const struct input *input, const struct modes_request *request,
                             struct modes_finding *finding);
void modes_finding_fini(struct modes_finding *finding);

extern const struct verb verb_modes;

#endif
