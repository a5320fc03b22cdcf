/* SPDX-License-Identifier: GPL-3.0-or-later */
/* em.h -- one EM step and the iteration, on standardised values.
 *
 * A problem is what does not change while fitting: the values, their weights and the floor of the
 * standard deviations. Values are padded to a multiple of EM_LANES with weight 0.
 */
#pragma once

#include <assay/mixture.h>
#include <stdalign.h>

enum {
    EM_LANES = 8, /* partial sums side by side, whatever the width of the processor's vectors */
    EM_TILE = 64, /* values worked on at a time: all parts of them stay in the first cache */
    EM_MAX = ASSAY_MIXTURE_MAX
};

#if defined(__x86_64__) && defined(__GNUC__)
#define EM_X86_64 1
#else
#define EM_X86_64 0
#endif

/* The E step's sums of part k over all values: of the responsibility r, of r z and of r z^2, with
 * z = (x - mean) / sd. */
struct em_sums {
    double r[EM_MAX], rz[EM_MAX], rzz[EM_MAX];
};

/* The logarithm of a part's height to base 2 is log_height - ((x - mean) scale)^2. */
#define EM_SCALE 0.84932180028801904272 /* sqrt(log2(e) / 2) */
struct em_parts {
    size_t k;
    double log_height[EM_MAX], mean[EM_MAX], scale[EM_MAX];
};

/* The parts that show between two values: the others are everywhere lower than one of them by more
 * than a double can tell. */
struct em_near {
    size_t n;
    size_t part[EM_MAX];
};
void em_near_parts(const struct em_parts *parts, double low, double high, struct em_near *near);

/* Returns the sum over values of log sum_k height_k exp(-z^2 / 2), without the constant. All paths
 * give the same bits. */
typedef double em_expect(const struct em_parts *parts, const double *x, const double *weight,
                         size_t n_padded, struct em_sums *sums);

struct em_path {
    const char *name;
    bool (*usable)(void);
    em_expect *expect;
};
extern const struct em_path em_path_portable, em_path_avx2, em_path_avx512;
extern const struct em_path *const em_paths[];
extern const size_t n_em_paths;
const struct em_path *em_path_best(void);

struct em_problem {
    const double *x;      /* ascending */
    const double *weight; /* 1, and 0 for padding; rounded: how often the value occurs */
    size_t n_padded;      /* rounded: number of different values */
    double total;         /* sum of the weights */
    double floor;         /* of the standard deviations */
    double tick;          /* rounded likelihood when > 0 */
    const struct em_path *path;
};

/* One EM step from *from to *to, which may be the same; returns the log-likelihood of *from. */
double em_step(const struct em_problem *problem, const struct assay_mixture *from,
               struct assay_mixture *to);

/* The E step of rounded values. */
double em_expect_rounded(const struct em_problem *problem, const struct assay_mixture *mixture,
                         struct em_sums *sums);

/* When an iteration ends: after most_steps EM steps; or when a cycle gains less than tolerance *
 * (1 + |loglik|) twice in a row; or when `patience` cycles that gain as much as the last would still
 * end below `bar`, and so change nothing (bar -HUGE_VAL: never). */
struct em_effort {
    size_t most_steps;
    double tolerance, patience;
};

/* Iterates, accelerated. Returns the log-likelihood of *mixture. */
double em_run(const struct em_problem *problem, struct assay_mixture *mixture,
              const struct em_effort *effort, double bar);
