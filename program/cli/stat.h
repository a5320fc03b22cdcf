/* SPDX-License-Identifier: GPL-3.0-or-later */
/* stat.h -- the methods of `assay stat`: one small function each, in one table.
 *
 * A method takes plain numbers and typed options, calls libassay, and answers twice: as a JSON
 * object with the fields that docs/stat.md names, and in words.
 */
#pragma once

#include <stddef.h>
#include <stdio.h>

#include <assay/assay.h>
#include <jansson.h>

#include "cli/verb.h"
#include "source/number_file.h"

struct stat_options {
    const char *column, *probability, *type, *method, *shape, *shape_new;
    bool equal_variance, paired;
    int alternative; /* enum assay_alternative */
    int exact;       /* enum assay_exact */
    int correct;     /* 0 yes, 1 no */
    int df;          /* enum assay_ratio_df */
    double mu, low, high, precision;
    long successes, trials, lags;    /* -1: not given */
    long replicates;                 /* 0: as the method needs */
    long components, max_components; /* 0: not given */
    int likelihood;                  /* enum assay_likelihood */
    int bic;                         /* 0 (3K - 1) log n, 1 as printed in the paper */
    const char *x, *y;
    struct name_list others;
    double delta;
};

struct stat_request {
    const struct stat_options *options;
    const struct global_options *global;
    struct number_file sample[2];
    size_t n_samples;
    json_t *object; /* of a method that reads one, from the file object_name */
    const char *object_name;
};

struct stat_answer {
    json_t *result;
    FILE *words;
    assay_warnings warnings;
    size_t n[2]; /* the "n" of the document, when it is not the sizes of the samples */
    size_t n_sizes;
    struct assay_error error; /* why there is no answer; at first, that memory is out */
};

/* False when there is no answer: answer->error says why. */
typedef bool stat_run(const struct stat_request *request, struct stat_answer *answer);

struct stat_method {
    const char *name;
    const char *question; /* for --help */
    size_t fewest_files, most_files;
    const char *options; /* names of the options it takes, each between blanks */
    stat_run *run;
    bool reads_object; /* the file holds one JSON object */
};
extern const struct stat_method stat_describe_methods[]; /* each ends with a NULL name */
extern const struct stat_method stat_test_methods[];
extern const struct stat_method stat_component_methods[];
extern const struct stat_method stat_ratio_methods[];
extern const struct stat_method stat_mixture_methods[];
extern const struct stat_method stat_object_methods[];
extern const struct stat_method stat_machine_methods[];
extern const struct stat_method stat_factor_methods[];
extern const struct stat_method stat_scaling_methods[];

struct assay_view stat_view(const struct number_file *file);

/* What was asked for cannot be meant; false. */
bool stat_usage(struct stat_answer *answer, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Setting fields of the result. */
void stat_number(struct stat_answer *answer, const char *key, double x);
/* The estimate under its own key, with "lower" and "upper". */
void stat_estimate(struct stat_answer *answer, const char *key, double estimate, double lower,
                   double upper);
void stat_bool(struct stat_answer *answer, const char *key, bool flag);
void stat_count(struct stat_answer *answer, const char *key, size_t n);
void stat_numbers(struct stat_answer *answer, const char *key, const double *x, size_t n);

/* Words. A line "  label   number"; an interval "  95 % interval   [a, b]", where infinite ends are
 * open; and what follows from a p value at level 1 - confidence. */
void stat_say(struct stat_answer *answer, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
void stat_say_number(struct stat_answer *answer, const char *label, double x);
void stat_say_interval(struct stat_answer *answer, double confidence, double lower, double upper);
void stat_conclude(struct stat_answer *answer, double p, double confidence, const char *rejected,
                   const char *kept);
