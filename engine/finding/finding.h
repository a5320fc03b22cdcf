/* SPDX-License-Identifier: GPL-3.0-or-later */
/* finding.h -- findings about samples, with the names that belong to them, as plain data. */
#pragma once

#include <assay/dataset.h>
#include <assay/descriptive.h>
#include <assay/finding.h>
#include <assay/interval.h>
#include <assay/order.h>
#include <assay/steady.h>
#include <assay/suite.h>

#include "base/randomised.h"
#include "finding/machines_finding.h"
#include "source/around.h"

/* What the executions of a series used and waited for: means an execution, NaN where not known. */
struct waited {
    double processor_s;         /* user + system */
    double processors;          /* that over wall */
    double pushed, gave_up;     /* times that others took its processor, that it did not want it */
    double faults, disk_faults; /* of pages, without a disk and with one */
    double runnable_s;          /* ready, and not running */
};

/* One sample described. */
/* What it computed, where other programs took part of its wall time. */
struct processor_beside {
    bool told, only_computes;
    bool fought;        /* as where processor time decides between two of these */
    const char *metric; /* "user+system", "cpu" (of iterations) */
    double share;       /* processors used */
    struct assay_estimate mean;
};

struct sample_finding {
    const struct assay_series *series;
    struct assay_description description;
    struct assay_statistic statistic; /* what of it stands first: the mean, or a quantile */
    struct assay_estimate value;      /* of that */
    /* Of single executions: the first stands apart from the others (assay_slow_first), whose mean is `rest` where the
     * mean stands first. */
    bool slow_first, has_rest;
    struct assay_others others;
    struct assay_estimate rest;
    struct waited waited;             /* of wall time; else nothing is known */
    struct processor_beside beside;   /* likewise */
    struct assay_build_effect builds; /* if asked for, of a series that has one */
    bool has_builds;
    enum randomised randomised; /* the builds of its system */
};

/* Live values that are not at rest. */
struct warm_up_finding {
    struct assay_warm_up old_sample, new_sample;
    bool moves;   /* one of them warms up, or still falls or rises */
    size_t until; /* iterations before the executions of both are steady; 0: no start-up was seen */
    bool seen;    /* the end is seen of all that move */
    size_t from,
        iterations; /* what follows is the last half of that: iterations [from, iterations) */
    bool has_rest;  /* compared from there on: once steady, or while still warming */
    struct assay_estimate ratio; /* seen: wider by what may still come */
    enum assay_verdict verdict;  /* also of what is not seen: what would stand if it went on */
    bool turns;                  /* the verdict of that is another one */
    bool matters;                /* that, or by much another change */
    bool open; /* and nobody has said which is meant, or it was cut where nothing is level: the
                  comparison's is inconclusive */
    bool cut;  /* the comparison is that of the rest */
};

/* What processor time says where wall time holds what others took; where it decides in the place of wall time, what that
 * says. */
struct waiting_finding {
    bool told;
    bool decides; /* the row is that of processor time */
    const struct assay_series *wall,
        *new_wall;                   /* decides: of either system, which the row was of */
    bool only_computes;              /* as far as is known: the rest of wall time is others' */
    bool parallel;                   /* both used more than one processor at once, sometimes */
    double old_share, new_share;     /* processor time over wall: processors used */
    const char *metric;              /* processor time: user+system, or cpu of iterations */
    double old_gave_up, new_gave_up; /* times an execution did not want its processor */
    struct assay_estimate ratio;     /* of processor time; decides: of wall time */
    enum assay_verdict verdict;
};

/* Compared from this live iteration of every execution on, counted from 1 with the warm-up. */
struct comparison_cut {
    size_t from;
    struct assay_estimate ratio;
    enum assay_verdict verdict;
};

/* What a request costs the server, where a latency of the load is open: of that the machine's other work is no part. */
struct request_cost_finding {
    const char
        *metric; /* "server.user+system/request"; NULL: nothing is asked, or it was not measured */
    struct assay_estimate ratio;
};

struct processor_series; /* engine/analysis/processor_decides.c */

/* One benchmark and metric compared. */
/* Of a duet: what its pairs say beyond what rounds of the same systems say (METHODS H3). */
struct interference_finding {
    bool known;
    struct assay_order_bias bias;        /* in log */
    double old_slow_down, new_slow_down; /* ln of the time beside the other one over that alone */
};

/* What a count says beside the time of the same units (METHODS H8). */
enum count_and_time {
    COUNT_WITHOUT_TIME,    /* nothing to put beside it, or neither moves */
    COUNT_AND_TIME_AGREE,  /* both beyond their margins, to the same side */
    COUNT_ONLY,            /* time is equivalent */
    TIME_ONLY,             /* the count is equivalent */
    COUNT_AND_TIME_OPPOSE, /* both beyond their margins, to opposite sides */
    TIME_CANNOT_TELL       /* time is inconclusive, the count is not */
};
extern const char *const count_and_time_names[];

struct comparison_finding {
    const struct assay_series *old_series, *new_series;
    enum count_and_time beside_time; /* of instructions */
    struct assay_comparison finding;
    size_t left_out; /* top units of a round that the other system does not have */
    struct warm_up_finding warm_up;
    struct waiting_finding waiting;
    struct processor_series *processor; /* waiting.decides: what the series stand in; else NULL */
    struct comparison_cut *cuts;        /* as far as they were asked for; ascending */
    size_t n_cuts;
    struct machines_finding *machines; /* where the top level is machines; else NULL */
    const struct comparison_distribution *distribution; /* NULL: nobody looked at it */
    struct interference_finding interference;
    struct request_cost_finding request_cost;
    bool
        offers_slices; /* inconclusive by processor time in rounds: versions of one program may be told apart sooner so */
    bool of_typical_machine; /* as a saved document says it, which keeps no machines */
    struct why_finding
        *why; /* which functions make its change, where executions were sampled; else NULL */
    const struct around
        *around;       /* of two experiments: in what they differ beside the program; or NULL */
    bool same_program; /* both ran equal code on equal data */
    bool settled; /* and in the rounds of one experiment: what differs is noise, and the verdict is
                          equivalent, whatever the values say */
    bool otherwise; /* settled, and the manifest of the old version runs it otherwise: how versions are used was not compared */
};

/* The benchmarks of one metric as a whole. */
struct suite_finding {
    struct assay_suite_summary summary;
    const char *metric;
    char statistic[ASSAY_STATISTIC_TEXT]; /* of the benchmarks; "": each of its own */
};

/* All that the series' source and the analysis have to say against a result. */
assay_warnings sample_warnings(const struct sample_finding *sample);
/* Whole numbers of no time and no rate: their grid is no clock's. */
bool series_counts(const struct assay_series *series);
/* Counts that were equal in all draws of either side: they differ by what they differ, and no interval has a width (METHODS
 * H8). Of how many draws on the side that has fewer; 0: not exact. */
size_t comparison_exact_draws(const struct comparison_finding *row);
/* The share of further draws that may differ unseen by so many that were equal, at this confidence. */
double finding_unseen_share(size_t draws, double confidence);
/* Processor time, of executions or of iterations, by its name. */
bool metric_is_processor_time(const char *metric);
/* How many of its live values are times below zero. */
size_t series_negative_times(const struct assay_series *series);
assay_warnings comparison_warnings(const struct comparison_finding *comparison);
/* Those by which a verdict is withheld, whatever the values say: what is left is inconclusive. */
assay_warnings withholding_warnings(void);
/* Where a series is compared, or shown so that it can be: that nobody says which way is better, or the unit. */
assay_warnings told_warnings(const struct assay_told *told);

/* What the numbers that a comparison begins with are of: as assay_comparison_statistic; "typical machine" where every
 * machine, or every class of them, counts alike. */
void comparison_statistic(const struct comparison_finding *comparison,
                          char text[ASSAY_STATISTIC_TEXT]);
/* The same of several rows, or those of one metric (NULL: all); "" where they are not of one statistic. */
void comparisons_statistic(const struct comparison_finding *rows, size_t n, const char *metric,
                           char text[ASSAY_STATISTIC_TEXT]);

/* "automatic" or "by hand": who chose the warm-up in force after measuring; NULL: nobody. */
const char *decided_name(enum assay_decided decided);

/* 100 (ratio - 1): estimate, lower and upper end. */
struct change {
    double estimate, lower, upper;
};
struct change change_of(const struct assay_estimate *ratio);

/* 100 sqrt(t2) / mean of a level; NaN when t2 is negative or undefined, or the mean is zero. */
double variation_percent(const struct assay_description *description, size_t level);

/* Executions grouped by what was drawn for them, as plain data. */
struct grouping_finding {
    const struct assay_series *series;
    struct assay_grouping grouping;                   /* n 0: nothing was drawn for the series */
    struct assay_interval interval[ASSAY_GROUPS_MAX]; /* of each group's mean … */
    bool has_interval[ASSAY_GROUPS_MAX];              /* … unless it is one execution */
};
