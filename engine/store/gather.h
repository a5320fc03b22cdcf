/* SPDX-License-Identifier: GPL-3.0-or-later */
/* gather.h -- an experiment's values as they stand in the file, by system, benchmark and metric. */
#pragma once

#include "store/packed.h"
#include "store/seal.h"

/* Of experiment x: executions that ended well, in rows or packed; or builds, where these alone were to be measured. */
#define STORE_HAS_VALUES                                                                           \
    "(EXISTS (SELECT 1 FROM execution WHERE execution.experiment = x.id AND outcome = 0)"          \
    " OR EXISTS (SELECT 1 FROM packed_execution p WHERE p.experiment = x.id"                       \
    " AND p.executions > p.failures)"                                                              \
    " OR (finished_ns IS NOT NULL"                                                                 \
    " AND NOT EXISTS (SELECT 1 FROM execution WHERE execution.experiment = x.id)"                  \
    " AND NOT EXISTS (SELECT 1 FROM packed_execution p WHERE p.experiment = x.id)"                 \
    " AND EXISTS (SELECT 1 FROM build JOIN unit ON unit.id = build.unit"                           \
    " WHERE unit.experiment = x.id AND build.outcome = 0)))"

/* The tree of units above the executions, as read back. */
struct tree_unit {
    int64_t id, parent, place;
};
struct unit_tree {
    struct tree_unit *items; /* by id */
    size_t n, room;
};

enum { UNIT_LABEL_BYTES = 24 };

/* Labels "1", "2", … of the n_levels units from the top down to unit id. False: the tree is not
 * that deep, or a unit is missing. */
bool unit_tree_labels(const struct unit_tree *units, int64_t id, size_t n_levels,
                      char labels[][UNIT_LABEL_BYTES]);

/* Names with the ids that executions know them by, in the order of the design. */
struct names {
    struct name {
        int64_t id;
        char *name, *unit; /* unit, direction and part of the benchmark ("": all): metrics */
        char *part;
        bool more_is_better;
        int told; /* store_told gives what it says */
    } * items;
    size_t n;
};

/* As many executions as follow each other in place and round, with equally many values: of a
 * hundred thousand of one unit, one. */
struct gathered_execution {
    int64_t unit, place, round; /* of the first */
    size_t n, n_warmup;         /* of each */
    size_t count;
};

/* What one (system, benchmark, metric) gave. */
struct gathered {
    struct gathered_execution *executions;
    double *values;
    size_t n_executions, executions_capacity; /* entries, each for one execution or more */
    struct assay_occasion *occasions;         /* of each execution; NULL: not asked for */
    size_t n_occasions, occasions_room;
    size_t n_values, values_capacity;
    size_t n_live;
    bool iterated;
};

/* What the executions of one (system, benchmark) cost. */
struct cost {
    double execution_s, live_s; /* sums */
    size_t n;
    bool failed; /* an execution failed and was not made up for */
};

/* Where live values begin, when that was chosen after measuring. */
struct choice {
    enum assay_decided decided;
    size_t warmup;
};

/* What an execution cost: counted with the first of its arrays that is met. */
struct spent {
    double cost_s, live_s;
    bool counted;
};
struct spent_cell {
    struct spent *items;
    size_t n, room;
    struct assay_occasion *occasions; /* of each; NULL: not asked for */
    size_t occasions_room;
};

struct reader {
    struct store *store;
    struct assay_dataset *dataset;
    struct assay_error *error;
    int64_t experiment;
    bool complete;
    assay_warnings host_warnings;
    double clock_cost_s;        /* of reading the clock; 0: not looked up yet, nor are: */
    struct store_draw *batches; /* how often iterations repeated their work */
    size_t n_batches;
    struct store_lanes lanes; /* of executions that were at work at the same time */
    unsigned also;            /* STORE_BUILDS, STORE_OCCASIONS */
    bool salvage;             /* leave out what is damaged */
    size_t n_lost;
    struct names levels, systems, benchmarks, metrics;
    size_t execution_level;
    struct unit_tree units;
    struct gathered *grid;          /* [system][benchmark][metric] */
    struct cost *costs;             /* [system][benchmark] */
    double *build_s;                /* [system] */
    struct assay_program *programs; /* [system]; NULL: not looked for */
    struct choice *choices;         /* [system][benchmark] */
    struct spent_cell *spent;       /* [system][benchmark], of a packed experiment */
    int64_t first_unit;             /* of the experiment */
    struct cell cell;               /* decoded into, again and again */
    struct seal_sum sealed;         /* of the values that stand in rows */
};

/* Reads design, units and executions; reader holds store, error and experiment before. */
enum assay_status reader_gather(struct reader *reader);
void reader_fini(struct reader *reader);

/* Puts the metrics of builds into the dataset. */
enum assay_status reader_put_builds(struct reader *reader);

/* Index of a (system, benchmark) in costs and, times the number of metrics, in grid. */
size_t reader_cell(const struct reader *reader, size_t system, size_t benchmark);

/* ---- for the files that gather ---- */

enum assay_status reader_gather_rows(struct reader *reader);
enum assay_status reader_gather_packed(struct reader *reader);

/* Counts it when salvaging, else fails. */
enum assay_status reader_damaged(struct reader *reader, int64_t execution);

/* Steps through a query with the experiment's id as ?1, giving each row to take. */
typedef enum assay_status (*row_taker)(struct reader *reader, sqlite3_stmt *row, void *context);
enum assay_status reader_for_each(struct reader *reader, const char *sql, row_taker take,
                                  void *context);

/* The place of an id; names->n when there is none. */
size_t names_place(const struct names *names, int64_t id);

/* Room for one more execution of n values, which stand where it says; NULL: no memory. Then counts
 * it. */
double *gathered_room(struct gathered *gathered, size_t n);
void gathered_add(struct gathered *gathered, const struct gathered_execution *execution);
/* When the execution added last was measured; false: no memory. */
bool gathered_occasion(struct gathered *gathered, const struct assay_occasion *occasion);
void gathered_fini(struct gathered *gathered);

/* How many of an execution's n values are warm-up by the choice, which holds for metrics of
 * iterations, and the live time that is left. */
size_t choice_warmup(const struct choice *choice, size_t n, size_t n_warmup, double *live_s);

/* What executions behind each system's first build have opened, as experiment_info has it; NULL: nothing is known. */
enum assay_status store_opened(struct store *store, int64_t experiment, char **out,
                               struct assay_error *error);
/* Which program each system's builds gave: programs[i] is that of systems[i]; of a system without
 * builds, or of an older store, none is known. The caller has looked at the experiment's seal. */
enum assay_status store_programs(struct store *store, int64_t experiment, const int64_t *systems,
                                 size_t n, struct assay_program *programs,
                                 struct assay_error *error);
/* Those of systems that nothing builds, and that run the same as another one. Names are those of the systems. */
enum assay_status store_commands(struct store *store, int64_t experiment, const struct names *names,
                                 struct assay_program *programs, struct assay_error *error);
