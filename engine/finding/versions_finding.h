/* SPDX-License-Identifier: GPL-3.0-or-later */
/* versions_finding.h -- what a search among versions came to: where performance changed, or why that is not known. */
#pragma once

#include <assay/interval.h>
#include <assay/warning.h>
#include <stdbool.h>
#include <stddef.h>

enum versions_say { VERSIONS_OPEN, VERSIONS_ALIKE, VERSIONS_DIFFER };

enum { VERSIONS_BENCHMARK = 128, VERSIONS_METRIC = 32, VERSIONS_WORDS = 128 };

/* In what the manifest by which rounds were measured differs from the one that is here. */
struct versions_manifest {
    char kind[16]; /* as around_kind_name; "": in nothing that bears on them */
    char there[VERSIONS_WORDS], here[VERSIONS_WORDS];
};

/* What fresh builds of both say of a step that was found between one build of each. */
struct versions_again {
    bool asked;    /* it rests on one build of each */
    size_t builds; /* of each; 0: none were measured */
    size_t n;      /* experiments of them */
    bool same;     /* built anew each is the program that it was: more builds say no more */
    double ratio, lower, upper, confidence;
    enum assay_verdict verdict;
};

/* Two versions in rounds that they shared. */
struct versions_pair {
    size_t older, newer; /* places in the range */
    size_t unknown;      /* versions between them that were not measured and did not fail */
    enum versions_say say;
    size_t n_together; /* complete experiments of both */
    /* Of the benchmark that says it; "": nothing was measured of both. */
    char benchmark[VERSIONS_BENCHMARK];
    char metric[VERSIONS_METRIC]; /* … and in which, where wall time could not say it */
    double ratio, lower, upper;   /* new over old */
    enum assay_verdict verdict;
    assay_warnings withheld; /* … by these, whatever the interval says */
    assay_warnings
        doubts; /* by what an experiment of both, side by side, said nothing: rounds are measured */
    struct versions_manifest manifest;
    size_t held_from,
        held_to; /* the narrowest two around both that differ, where these do not; both 0: none do */
    double error; /* that all looks at it have of the search's */
    double
        error_halves; /* … and that each of its halves has, when it differs; 0: nothing is between */
    double confidence; /* of this interval: all of the search hold together */
    size_t builds;     /* of each, on which it rests; 0: one */
    size_t rounds;     /* of executions or builds */
    struct versions_again again;
};

struct versions_finding {
    char **commits;  /* the oldest first */
    char **subjects; /* of each; NULL where not known */
    size_t n, n_measured, n_failed;
    struct versions_pair *pairs; /* neighbours among those measured */
    size_t n_pairs;
    struct versions_pair ends; /* the first and the last of those measured; n_pairs > 0 */
    bool
        whole; /* each two neighbours are alike, or stand side by side and differ; and if all are alike, the ends are not open */
    bool decided;      /* that, or a step is found (versions_finding_settle) */
    double confidence; /* of all comparisons together */
};

/* Between neighbours of which each was measured. */
bool versions_is_step(const struct versions_pair *pair);
/* Of one build of each, and no fresh builds say the same. */
bool versions_is_of_one_build(const struct versions_pair *pair);
/* Does what is known of this pair leave the search undecided? */
bool versions_is_open(const struct versions_pair *pair);
/* Whether what is withheld by these is so of whatever else is measured. */
bool versions_never_told(assay_warnings withheld);

struct versions_finding;
/* Does a change lie at, or around, these two that no two neighbours show? */
bool versions_is_lost(const struct versions_finding *finding, const struct versions_pair *pair);
/* Is it told, and do fresh builds not leave it open? */
bool versions_is_found(const struct versions_pair *pair);
size_t versions_count_found(const struct versions_finding *finding);
/* May the ends differ by no more than the steps that are found? The intervals of both hold together: where they do not meet
 * something else changed. True where that cannot be said: of other benchmarks or metrics, or of builds that differ. */
bool versions_is_explained(const struct versions_finding *finding);
/* Is it decided, and can nothing that is open hide a step as large as the smallest one found, by its interval? */
bool versions_is_enough(const struct versions_finding *finding);
/* Fills whole and decided from the pairs: a step is found, each two that differ stand side by side, and the steps may be
 * all that the ends differ by. */
void versions_finding_settle(struct versions_finding *finding);

void versions_finding_fini(struct versions_finding *finding);
