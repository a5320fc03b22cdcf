/* SPDX-License-Identifier: GPL-3.0-or-later */
/* dataset.h -- named samples: what the store and every importer hand to the analyses.
 *
 * A dataset is a list of series, one for each (system, benchmark, metric). It is filled value by
 * value or run by run, in any order of units, and finished once; then each series has its nested
 * samples. Equal labels under one parent are one unit. The order of first appearance is kept for
 * systems, benchmarks, metrics and units.
 */
#ifndef ASSAY_DATASET_H
#define ASSAY_DATASET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <assay/api.h>
#include <assay/sample.h>
#include <assay/status.h>
#include <assay/warning.h>

ASSAY_BEGIN_DECLS

struct assay_dataset; /* owns everything below */

#define ASSAY_LONGEST_NAME 65536 /* bytes, of a system, benchmark, metric or unit */

/* Who chose where the live values begin, when it was not the measurement itself. */
enum assay_decided { ASSAY_DECIDED_NOT, ASSAY_DECIDED_AUTOMATIC, ASSAY_DECIDED_BY_HAND };

/* The program that gave a series. Where executions of both were followed, two are the same when these opened the same.
 * Else they are when their code and data are, and what stands in the directories in which they ran: that is of no
 * matter in one place at one time. */
struct assay_program {
    uint64_t digest, beside, place;
    uint64_t opened;
    uint64_t experiment; /* equal: measured in the rounds of one experiment */
    bool known, beside_known, opened_known;
};
ASSAY_API bool assay_program_same(const struct assay_program *a, const struct assay_program *b);
/* The same, and measured in one experiment: what differs between their values is noise. Of two experiments
 * more can differ than the program: their values decide, and that it is the same one explains. */
ASSAY_API bool assay_program_decides(const struct assay_program *a, const struct assay_program *b);

/* Who says something of a series. What nobody says is no ground for a verdict. */
enum assay_teller {
    ASSAY_TOLD_BY_FORMAT, /* the tool whose file it is, or who measured */
    ASSAY_TOLD_BY_NAME,   /* a name, of which lists of words know what people mean by it */
    ASSAY_TOLD_BY_USER,   /* a declaration, or an option */
    ASSAY_TOLD_BY_NOBODY
};
/* "format", "name", "user", "nobody". */
ASSAY_API const char *assay_teller_name(enum assay_teller teller);
/* ASSAY_INVALID: no teller has that name. */
ASSAY_API enum assay_status assay_teller_parse(const char *name, enum assay_teller *out,
                                               struct assay_error *error);

/* All zero: the format says everything. */
struct assay_told {
    enum assay_teller unit;
    enum assay_teller direction; /* whether more is better, or less */
    enum assay_teller
        structure; /* which part of the file is the system, the benchmark, the value */
};
/* Whether a verdict may rest on such a series: somebody tells its unit and its direction. Who knows the
 * direction, and be it of a number without unit, knows what is measured; a name that says only the direction
 * leaves open whether two files count in the same unit. */
ASSAY_API bool assay_told_decides(const struct assay_told *told);

/* How the systems of a round were at work (order.h). What processor time is of, differs with it. */
enum assay_together { ASSAY_IN_ROUNDS, ASSAY_IN_SLICES, ASSAY_IN_DUET, ASSAY_IN_LOCKSTEP };

/* "rounds", "slices", "duet", "lockstep". */
ASSAY_API const char *assay_together_name(enum assay_together together);
/* ASSAY_INVALID: no order has that name. */
ASSAY_API enum assay_status assay_together_parse(const char *name, enum assay_together *out,
                                                 struct assay_error *error);

/* Of an execution at work at the same time as the others of its round; all zero: it was not, or nobody knows. */
struct assay_lane {
    double
        overlap; /* of its round: the shortest life over the longest, or of turns the fewest over the most */
    double slice_s;    /* of processor time at a turn; 0: as the kernel likes */
    int64_t processor; /* on which it ran, from 1 */
};

/* Where an execution stands, in time and beside others. */
struct assay_occasion {
    int64_t start_ns; /* since 1970, UTC */
    int64_t position; /* among the executions of its round, from 0 */
    double cost_s;    /* of all of it; NaN: unknown */
    struct assay_lane lane;
};

struct assay_series {
    const char *system, *benchmark, *metric;
    const char *unit;    /* "s", "byte", "1", "op/s" … as stored; rendering scales it */
    bool more_is_better; /* told.direction by nobody: not known */
    struct assay_told told;
    const char *level_name[ASSAY_MAX_LEVELS]; /* top to bottom, as many as live.shape.n_levels */
    double cost_s[ASSAY_MAX_LEVELS]; /* seconds to open one more unit of the level, METHODS section
                                        0; NaN unknown */
    struct assay_sample live;        /* live values */

    /* All values in order of measurement with warm-up in front, one unbalanced shape; n_warmup[u]
     * of the first values of lowest-but-one unit u are warm-up (of a one-level series: n_warmup[0]).
     * Equal to live when nothing was warm-up (n_warmup NULL). A unit without a live value is in
     * neither, and the series warns incomplete; a series without any has live.shape.count[0] = 0. */
    struct assay_sample all;
    const size_t *n_warmup;

    /* pair_key[j]: the round of top unit j. Two series whose keys are equal were measured in paired
     * rounds. NULL when nothing is known of rounds. */
    const int64_t *pair_key;

    /* Of each unit of the level that assay_series_paired_level names, in all: of each value, or of the
     * execution whose iterations are values. NULL unless they were asked for where they are known. */
    const struct assay_occasion *occasion;

    enum assay_decided decided;
    size_t live_from; /* decided: the first live iteration of each execution, from 0 */

    const char *const *unit_label[ASSAY_MAX_LEVELS -
                                  1]; /* labels of the units above the values, NULL when unknown */
    assay_warnings warnings;
    struct assay_program program; /* known: of all its values */
    enum assay_together together;
};
/* Whether both estimate the same, as far as the order of measuring goes: memory alone is what it is in any. */
ASSAY_API bool assay_series_alike(const struct assay_series *a, const struct assay_series *b);

/* An empty dataset; NULL: no memory. */
ASSAY_API struct assay_dataset *assay_dataset_new(void);
/* Also the samples of its series; *dataset becomes NULL. */
ASSAY_API void assay_dataset_free(struct assay_dataset **dataset);

/* What the values of a series are, and how they are nested. */
struct assay_series_key {
    const char *system, *benchmark, *metric;
    const char *unit;
    bool more_is_better;
    size_t n_levels;               /* 1 to ASSAY_MAX_LEVELS */
    const char *const *level_name; /* top to bottom, the lowest being the values themselves */
    struct assay_told told;
};

/* Finds the series of (system, benchmark, metric), or makes it. Copies the texts; everything else in
 * the key is fixed by the first call. Names have at most 65536 bytes. Returns the series' index in
 * *index. */
ASSAY_API enum assay_status assay_dataset_series(struct assay_dataset *dataset,
                                                 const struct assay_series_key *key, size_t *index,
                                                 struct assay_error *error);

/* Adds n values in order of measurement to the lowest unit named by labels[0 .. n_levels - 2] (top
 * to bottom). The first n_warmup of them are warm-up. A later call with the same labels appends. */
ASSAY_API enum assay_status assay_dataset_add(struct assay_dataset *dataset, size_t series,
                                              const char *const *labels, const double *values,
                                              size_t n, size_t n_warmup, struct assay_error *error);

/* The round of a top unit (for a one-level series: call once per value, label NULL, in order). */
ASSAY_API enum assay_status assay_dataset_pair(struct assay_dataset *dataset, size_t series,
                                               const char *top_label, int64_t round,
                                               struct assay_error *error);

/* Where in time what assay_dataset_add added last stands; for all values of a series, or none. Values
 * that are no iterations are added one by one then. */
ASSAY_API enum assay_status assay_dataset_occasion(struct assay_dataset *dataset, size_t series,
                                                   const struct assay_occasion *occasion,
                                                   struct assay_error *error);

/* Cost of a level in seconds, and warnings known at the source. */
ASSAY_API void assay_dataset_cost(struct assay_dataset *dataset, size_t series, size_t level,
                                  double cost_s);
ASSAY_API void assay_dataset_warn(struct assay_dataset *dataset, size_t series,
                                  assay_warnings warnings);

/* Says which way is better, whatever the series' key said. */
ASSAY_API void assay_dataset_direct(struct assay_dataset *dataset, size_t series,
                                    bool more_is_better, enum assay_teller teller);

/* Says how the systems of its rounds were at work; a series of which nobody does was measured in rounds. */
ASSAY_API void assay_dataset_together(struct assay_dataset *dataset, size_t series,
                                      enum assay_together together);

/* Tells who chose the warm-up of a series' values (added with it), and the first live iteration. */
ASSAY_API void assay_dataset_decided(struct assay_dataset *dataset, size_t series,
                                     enum assay_decided decided, size_t live_from);

/* Tells which program gave values of the series, after them; another one than before: none is known. */
ASSAY_API void assay_dataset_program(struct assay_dataset *dataset, size_t series,
                                     const struct assay_program *program);

/* What somebody says of a series whose source does not: its unit, and the values in it are those added so
 * far * times / over. */
struct assay_declared {
    const char *unit;
    double times, over;
    bool more_is_better;
};
ASSAY_API enum assay_status assay_dataset_declare(struct assay_dataset *dataset, size_t series,
                                                  const struct assay_declared *declared,
                                                  struct assay_error *error);

/* Builds the samples. After it nothing can be added. */
ASSAY_API enum assay_status assay_dataset_finish(struct assay_dataset *dataset,
                                                 struct assay_error *error);

/* The series of a finished dataset, in order of appearance; index < count. */
ASSAY_API size_t assay_dataset_count(const struct assay_dataset *dataset);
ASSAY_API const struct assay_series *assay_dataset_get(const struct assay_dataset *dataset,
                                                       size_t index);

/* The lowest level whose units follow the rounds in order: that of executions, of which iterations are
 * values; else the lowest. */
ASSAY_API size_t assay_series_paired_level(const struct assay_series *series);

/* The series of (system, benchmark, metric), or NULL. */
ASSAY_API const struct assay_series *assay_dataset_find(const struct assay_dataset *dataset,
                                                        const char *system, const char *benchmark,
                                                        const char *metric);

/* True when both series have as many live top units, measured in the same rounds in the same order:
 * what assay_compare_options.rounds_paired asks. */
ASSAY_API bool assay_series_paired(const struct assay_series *a, const struct assay_series *b);

/* The live values of some of a sample's top units, in memory of its own. */
struct assay_chosen_sample {
    struct assay_sample sample;
    double *values;
    size_t *first[ASSAY_MAX_LEVELS];
};
/* Where an interruption or a failure left rounds to one of two series: what both have. */
struct assay_common_rounds {
    struct assay_chosen_sample a, b;
    size_t n;        /* rounds in common; 0: none, or fewer than two, or rounds are not known */
    size_t left_out; /* top units of either without their partner */
};
/* End with assay_common_rounds_fini. ASSAY_NO_MEMORY is the only error. */
ASSAY_API enum assay_status assay_series_common_rounds(const struct assay_series *a,
                                                       const struct assay_series *b,
                                                       struct assay_common_rounds *out,
                                                       struct assay_error *error);
ASSAY_API void assay_common_rounds_fini(struct assay_common_rounds *common);

ASSAY_END_DECLS

#endif
