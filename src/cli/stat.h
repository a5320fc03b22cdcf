/* SPDX-License-Identifier: GPL-3.0-or-later */
/* stat.h -- the methods of `assay stat`: one small function each, in one table.
 *
 * A method takes plain numbers and typed options, calls libassay, and answers twice: as a JSON
 * object with the fields that docs/stat.md names, and in words.
 */
#ifndef CLI_STAT_H
#define CLI_STAT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include <assay/assay.h>
#include <jansson.h>

#include "cli/option.h"
#include "cli/verb.h"

extern const struct verb verb_stat;

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

/* The numbers of one file. */
struct stat_sample {
    const char *name; /* as given; "standard input" for "-" */
    double *values;
    size_t *line; /* of each value */
    size_t n;
};

struct stat_request {
    const struct stat_options *options;
    const struct global_options *global;
    struct stat_sample sample[2];
    size_t n_samples;
};

struct stat_answer {
    json_t *result;
    FILE *words;
    assay_warnings warnings;
    size_t n[2]; /* the "n" of the document, when it is not the sizes of the samples */
    size_t n_sizes;
    enum exit_code code; /* why there is no answer; the method has said it on stderr */
};

/* False when there is no answer: answer->code says why, and stderr has the sentence. */
typedef bool stat_run(const struct stat_request *request, struct stat_answer *answer);

struct stat_method {
    const char *name;
    const char *question; /* for --help */
    size_t fewest_files, most_files;
    const char *options; /* names of the options it takes, each between blanks */
    stat_run *run;
};
extern const struct stat_method stat_describe_methods[]; /* each ends with a NULL name */
extern const struct stat_method stat_test_methods[];
extern const struct stat_method stat_component_methods[];
extern const struct stat_method stat_ratio_methods[];
extern const struct stat_method stat_mixture_methods[];

/* Reads one number a line, or the column of a CSV when column is not NULL. Says on stderr, with
 * file and line, what is wrong. */
enum exit_code stat_sample_read(const char *path, const char *column, struct stat_sample *sample);
void stat_sample_fini(struct stat_sample *sample);
struct assay_view stat_view(const struct stat_sample *sample);

/* "0.25,50%,1e-3": numbers split by commas; "3x2x2": counts. They report on stderr what is wrong
 * with option `name`. The caller frees the numbers. */
bool stat_read_list(const char *name, const char *text, double **numbers, size_t *n);
bool stat_read_shape(const char *name, const char *text, size_t counts[ASSAY_MAX_LEVELS],
                     size_t *n_levels);

/* Fails with a sentence on stderr: "assay stat METHOD: …". Both return false. */
bool stat_usage(struct stat_answer *answer, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
bool stat_fail(struct stat_answer *answer, const struct assay_error *error);

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

#endif
