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

#include "base/owned.h"
#include "cli/verb.h"
#include "source/number_file.h"
#include "view/document/json.h"

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

/* What was asked, and what comes of it. */
struct stat_answer {
    const struct stat_options *options;
    const struct global_options *global;
    double confidence;
    struct number_file sample[2];
    size_t n_samples;

    json_t *result;
    FILE *words;
    assay_warnings warnings;
    size_t n[2]; /* of the document */
    size_t n_sizes;
    struct assay_error error; /* why there is no answer; at first, that memory is out */
};

/* False when there is no answer: answer->error says why. */
typedef bool stat_run(struct stat_answer *answer);

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

struct assay_view stat_view(const struct number_file *file);

/* What was asked for cannot be meant; false. */
bool stat_usage(struct stat_answer *answer, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* The index of what --method names; SIZE_MAX: none. */
size_t stat_method_of(const char *name, const char *const *names, size_t n);

/* The "n" of the document, when it is not the sizes of the samples. */
void stat_size(struct stat_answer *answer, size_t n);

/* Sets fields of the result. */
#define stat_put(answer, ...) ((void)render_json_put((answer)->result, __VA_ARGS__))
/* A list of n numbers, each made from its index i. */
#define STAT_NUMBERS(i, n, number) JSON_LIST(i, n, render_json_number(number))
/* The fields of an estimate under its own key, with "lower" and "upper". */
#define STAT_ESTIMATE(key, estimate, lower_end, upper_end)                                         \
    JSON(key, estimate), JSON("lower", lower_end), JSON("upper", upper_end)

/* Words. A line "  label   number"; an interval "  95 % interval   [a, b]", where infinite ends are
 * open; and what follows from a p value at level 1 - confidence. */
void stat_say(struct stat_answer *answer, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
void stat_say_number(struct stat_answer *answer, const char *label, double x);
void stat_say_interval(struct stat_answer *answer, double confidence, double lower, double upper);
void stat_conclude(struct stat_answer *answer, double p, const char *rejected, const char *kept);

/* ---- the numbers of a file as a nested sample (stat_read.c) ---- */

/* The sample of one file, nested by a shape such as "3x2x2" (NULL: flat), which the option of this
 * name gave. Borrows the file's values. False when the shape does not fit: answer->error says why. */
bool stat_nested(const struct number_file *file, const char *option, const char *shape,
                 struct stat_answer *answer, struct assay_sample *sample);

/* The same without the levels that were not repeated, which are no levels. */
struct stat_repeated {
    struct assay_sample sample;
    struct assay_shape_owned owned;
    bool removed[ASSAY_MAX_LEVELS]; /* of the levels of the given sample */
    assay_warnings warnings;
};

/* Ends with stat_repeated_fini, also when it fails. */
enum assay_status stat_repeated_init(struct stat_repeated *repeated,
                                     const struct assay_sample *sample, struct assay_error *error);
void stat_repeated_fini(struct stat_repeated *repeated);
