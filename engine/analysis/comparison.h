/* SPDX-License-Identifier: GPL-3.0-or-later */
/* comparison.h -- which systems are compared with which, and the findings. */
#pragma once

#include <math.h>

#include "analysis/metric_limits.h"
#include "finding/comparison_finding.h"
#include "source/input.h"

struct compare_request {
    const struct input *input;
    const char *old_system;       /* NULL: the first */
    struct name_list new_systems; /* none: all others */
    enum assay_compare_method method;
    double margin; /* NaN: the experiment's, else 0.01 */
    const struct metric_limits
        *limits;         /* margins of metrics by name, which the gate goes by; or NULL */
    bool jointly;        /* the metrics were named: those of a benchmark are decided together */
    bool by_wall;        /* processor time decides no pair: it does not decide all that are ranked */
    bool allow_negative; /* ratios of times, also where some are negative */
    bool allow_libc;     /* counts of two releases of libc, or of other GLIBC_TUNABLES */
    enum machines_across across; /* where the top level is machines */
    double confidence;
    uint64_t
        seed; /* of the bootstrap; not given: 0, so that the same values have the same interval everywhere */
    bool seed_given;
    size_t n_threads;   /* 0: as many as there are processors */
    bool keep_hopeless; /* pairs of which nothing can be compared are listed, not an error */
    size_t
        cut_values; /* comparisons from other iterations on may look at so many values; 0: none */
    bool with_distributions; /* what both samples of a row say as wholes */
    const char *store; /* the file that keeps the experiment, and its profiles; NULL: these are not looked for */
    /* Beside each interval the bootstrap's, also where another method is asked for: for whoever checks the method. */
    bool checked;
};
#define COMPARE_REQUEST_DEFAULTS                                                                   \
    {                                                                                              \
        .margin = NAN, .confidence = ASSAY_CONFIDENCE_DEFAULT                                      \
    }

/* By enum assay_compare_method, those that can be asked for; NULL behind the last. */
extern const char *const compare_methods[];

/* ASSAY_USAGE: this method does not answer the question. */
enum assay_status comparison_check_method(enum assay_compare_method method,
                                          const struct assay_question *question,
                                          struct assay_error *error);

/* The seed in force. */
uint64_t compare_seed(const struct compare_request *request);

/* Compares all that is asked for. Errors: ASSAY_UNDEFINED or ASSAY_MISSING when no benchmark of a pair
 * can be compared, ASSAY_USAGE when a system would be compared with itself. End with
 * comparison_fini in any case. */
enum assay_status compare_systems(const struct compare_request *request, struct comparison *pairs,
                                  struct assay_error *error);
/* Gives rows the functions that make their change, where the experiment of the request's input has profiles of their benchmark;
 * in a store that is open, or (NULL) at the request's path. What cannot be read leaves the rows as they are. */
void comparison_explain(const struct compare_request *request, struct store *store,
                        struct comparison *pairs);
/* Whether it is of one experiment, whose programs can be run again without what else they need. */
bool comparison_can_explain(const struct compare_request *request);
/* Sets the pair's suite from its rows of this metric. A suite that cannot be summarised is
 * none; ASSAY_NO_MEMORY is the only error. */
enum assay_status system_pair_summarise(struct system_pair *pair, const char *metric,
                                        double confidence, struct assay_error *error);

/* What a gate says of them: of metrics that were decided together by that, else by the primary metrics
 * of this input (NULL: by all). */
enum comparison_gate { COMPARISON_PASS, COMPARISON_SLOWER, COMPARISON_INCONCLUSIVE };
enum comparison_gate comparison_gate_of(const struct comparison *pairs,
                                        const struct input *primary);
/* The same, and nothing passes where all that one system ran of a benchmark failed. */
enum comparison_gate comparison_gate_measured(const struct comparison *pairs,
                                              const struct input *primary,
                                              const struct input *measured);
/* Of what a gate goes by the first that no verdict may rest on (assay_told_decides); NULL: none. Nothing is decided then. */
const struct assay_series *comparison_withheld(const struct comparison *pairs,
                                               const struct input *primary);
/* Whether something that the gate looks at got slower or faster. */
bool comparison_moves(const struct comparison *pairs, const struct input *primary);
/* What is open may be decided by further rounds: not where only the command is another one. */
bool comparison_can_decide(const struct comparison *pairs, const struct input *primary);

/* Whether the gate goes by this row, or by what it says together with others. */
bool comparison_is_gated(const struct system_pair *pair, size_t row, const struct input *primary);
/* Its verdict there. */
enum assay_verdict comparison_gated_verdict(const struct system_pair *pair, size_t row);

/* Numbers of different hosts say little about the systems: only on request, and then with a
 * warning in every finding. Files tell nothing of their hosts. ASSAY_INVALID when they differ and
 * that was not allowed. */
enum assay_status comparison_check_hosts(struct input *input, bool allow,
                                         struct assay_error *error);

/* Top units of the pilot whose values count and chose how many there are; 0: none did, or sources are several. */
size_t comparison_pilot(const struct input *input);

/* How measuring ended, for a comparison of series with so many top units. */
void comparison_stopping(const struct input *input, size_t units,
                         struct assay_compare_options *options);

void comparison_fini(struct comparison *pairs);
