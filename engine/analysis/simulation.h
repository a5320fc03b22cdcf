/* SPDX-License-Identifier: GPL-3.0-or-later */
/* simulation.h -- grids of simulated experiments: a request → cells → rows of tallies. */
#pragma once

#include <stdio.h>

#include <assay/simulate_checks.h>

#include "source/input.h"

/* What is to be simulated. Fields are named after what they set; messages name them as the command
 * line spells them. */
struct simulation_request {
    /* Where the designs come from: one of these. */
    const char *shape; /* "5x10x10", lists make a grid; with aa: counts of top units, or NULL */
    const char *paper, *check; /* name of a grid */
    const char *from, *aa;     /* what people call `input`, whose designs or values are taken */
    const struct input *input; /* of those two; borrowed */

    const char *shape_new;                /* NULL: as shape */
    const char *sd, *sd_new;              /* a share for each level; sd_new NULL: as sd */
    const char *ratio, *margin;           /* shares; NULL: as usual */
    const char *distribution, *statistic; /* NULL: normal; the mean */
    struct name_list methods;             /* "fieller,paper"; none: as usual */
    double gamma_shape, drift_sd, tick, outlier_share, outlier_size;
    int drift, order;                   /* enum assay_simulate_drift, _order */
    long experiments, replicates, thin; /* 0: as usual */
    bool every_value, coverage_only, resampled;

    double confidence;
    uint64_t seed;
    size_t n_threads;       /* 0: as many as there are processors */
    size_t part, n_parts;   /* part < n_parts <= SIMULATION_MOST_PARTS */
    const char *checkpoint; /* a file to go on from and to keep; NULL: none */
};
#define SIMULATION_REQUEST_DEFAULTS                                                                \
    {                                                                                              \
        .drift_sd = 0.02, .outlier_size = 1, .confidence = ASSAY_CONFIDENCE_DEFAULT,               \
        .seed = ASSAY_SEED_DEFAULT, .n_parts = 1                                                   \
    }

enum { SIMULATION_MOST_PARTS = 100000 };

/* What a cell's experiments are about. */
enum simulation_kind {
    SIMULATION_DESIGN,
    SIMULATION_SAMPLE, /* A/A on values that were measured */
    SIMULATION_STOPPING,
    SIMULATION_FIT_SIZE,
    SIMULATION_MACHINES
};

/* One design as a document tells it: names are owned, nothing else is held. */
struct simulation_case {
    enum simulation_kind kind;
    char *name; /* "FFT NA OPT"; NULL when there is but one */
    char *level_name[ASSAY_MAX_LEVELS];
    struct assay_simulate_design design; /* of the other kinds only what to show: counts, ratio */
    struct assay_stopping_design stopping;
    struct assay_fit_size_design fit_size;
    struct assay_machines_design machines;
    size_t top_units; /* of the sample */
    bool top_means;   /* no more was drawn of each experiment */
    uint64_t identity;
};

/* One method on one design. */
struct simulation_row {
    struct simulation_case about;
    const char *method;
    double published, published_se; /* coverage; NaN: none */
    struct assay_simulate_tally tally;
};

/* What must agree for parts to belong together, beside the rows' cases. */
struct simulation_header {
    char *grid; /* name of the paper's grid, "from", "aa" or "design" */
    double confidence;
    uint64_t seed;
    size_t experiments, replicates;       /* replicates 0: as the method needs */
    char statistic[ASSAY_STATISTIC_TEXT]; /* "": not all cells have the same */
    bool coverage_only;
    double margins[ASSAY_SIMULATE_MOST_MARGINS];
    size_t n_margins;
};

/* A simulation, or some parts of one. */
struct simulation_result {
    struct simulation_header header;
    struct simulation_row *rows;
    size_t n;
    bool *part; /* [n_parts]: those it holds */
    size_t n_parts;
    bool unfinished; /* a checkpoint on its way */
};
void simulation_result_fini(struct simulation_result *result);
bool simulation_is_complete(const struct simulation_result *result);

struct simulation_progress {
    double share;  /* of the experiments, done */
    double left_s; /* NaN: not known yet */
    size_t cell, n_cells;
};

/* The word of a document for what was drawn. */
#define SIMULATION_TOP_MEANS "top means"

/* The name of method m of such cells; NULL past the end. */
const char *simulation_method(enum simulation_kind kind, size_t m);

/* Reads what simulation_watch.write wrote; what it read of it, simulation_result_fini ends in any case. */
typedef enum assay_status simulation_reader(const char *path, struct simulation_result *result,
                                            struct assay_error *error);

/* Who looks while it runs. */
struct simulation_watch {
    void *context;
    void (*progress)(void *context, const struct simulation_progress *progress); /* NULL: nobody */
    /* Of a checkpoint alone. Writes what read understands; false: not all of it could be made. */
    bool (*write)(FILE *stream, const struct simulation_result *result, bool unfinished);
    simulation_reader *read;
};

/* Makes the grid and runs what is not yet done of the part; remarks are what could not be simulated.
 * Errors: ASSAY_INVALID, ASSAY_UNDEFINED of what was measured and of the checkpoint, ASSAY_USAGE,
 * ASSAY_SYSTEM, ASSAY_INTERRUPTED. End with simulation_result_fini in any case. */
enum assay_status simulation_run(const struct simulation_request *request,
                                 const struct simulation_watch *watch,
                                 struct simulation_result *result, struct remarks *remarks,
                                 struct assay_error *error);

/* Reads the documents of parts and puts them together; n > 0. */
enum assay_status simulation_merge(const char *const *paths, size_t n, simulation_reader *read,
                                   struct simulation_result *result, struct assay_error *error);

/* How many standard errors lie between what was found and what was published; NaN: nothing was. */
double simulation_distance(const struct simulation_row *row);

/* The smallest margin at which a method's alarms in designs of ratio 1 stay at or below a rate, by
 * linear interpolation between the margins (TR Figure 3); NaN when none of them does. */
double simulation_contour(const struct simulation_header *header, const struct simulation_row *row,
                          double rate);
