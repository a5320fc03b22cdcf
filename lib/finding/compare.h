/* SPDX-License-Identifier: GPL-3.0-or-later */
/* compare.h -- the methods that compare two samples: one table entry each. */
#pragma once

#include <assay/finding.h>

/* What a method gets: the samples as given and without the levels that were not repeated. */
struct compare_input {
    const struct assay_sample *old_given, *new_given;
    const struct assay_sample *old_sample, *new_sample; /* the levels that were repeated */
    const struct assay_compare_options *options;
    bool rounds_paired;  /* top unit j of old_sample and new_sample belongs to one round */
    size_t paired_level; /* of old_sample and new_sample: the lowest that rounds pair */
    double resolution;   /* what ticks hide of a log ratio */
    const bool *on_second; /* of each round of a duet; NULL: it is none */
    double cpu;            /* then: what the second processor does to a round's log ratio */
};

/* Estimates the ratio new / old at each of n confidences, into out[0 .. n - 1]. A method that
 * resamples draws once and reads all its intervals from the same replicates. */
typedef enum assay_status compare_ratio(const struct compare_input *input,
                                        const double *confidences, size_t n,
                                        struct assay_estimate *out, struct assay_error *error);

/* The verdict of a method that has a rule of its own (overlap of intervals); others leave it to
 * assay_verdict_of. */
typedef enum assay_status compare_verdict(const struct compare_input *input,
                                          const struct assay_comparison *comparison,
                                          enum assay_verdict *out, struct assay_error *error);

struct compare_method {
    const char *name; /* as --method names it */
    compare_ratio *ratio;
    compare_verdict *verdict; /* NULL: by margin */
    bool paired;
    bool quantiles; /* knows them too */
    bool pairs;     /* when the input's rounds are paired */
    bool looks;     /* its interval is the one that the rule of stopping allows */
};

/* The bootstrap in the mode that options->method names. */
compare_ratio compare_bootstrap;

/* Fills out->bootstrap where the samples allow it. */
enum assay_status compare_beside(const struct compare_input *input, bool paired,
                                 struct assay_comparison *out, struct assay_error *error);

/* Whether they are a duet, and what its processors do; before any method. */
enum assay_status compare_duet_begin(struct compare_input *input, struct assay_comparison *out,
                                     struct assay_error *error);
/* The ratio of a duet, its processors apart. */
enum assay_status compare_duet(const struct compare_input *input, double confidence,
                               struct assay_estimate *out, struct assay_error *error);
/* Takes out of the rounds' log ratios what their processors did. */
void compare_duet_level(const struct compare_input *input, double *changes);

/* The verdict of the paired means at a confidence of its own. */
enum assay_status compare_paired_verdict(const struct compare_input *input, double confidence,
                                         enum assay_verdict *out, struct assay_error *error);

/* Where rounds are paired and options->basis asks for it: the typical run beside the mean, which is in
 * out->ratio, and the verdict of both, or of the one that was asked for. */
enum assay_status compare_typical(const struct compare_input *input, struct assay_comparison *out,
                                  struct assay_error *error);

/* What far values and a tail to one side do to the change of the means, which is in out->ratio. */
enum assay_status compare_far(const struct compare_input *input, bool paired,
                              struct assay_comparison *out, struct assay_error *error);

/* What rounds that follow one another have in common: out->dependence and its warning. */
enum assay_status compare_dependence(const struct compare_input *input,
                                     struct assay_comparison *out, struct assay_error *error);
