/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sweep_finding.h -- what a sweep of parameters says, as plain data. */
#pragma once

#include <assay/dataset.h>
#include <assay/factor.h>
#include <assay/machine.h>

#include "base/arena.h"

/* A parameter with two values or more. */
struct sweep_parameter {
    char *name;
    char **values; /* ascending where they are numbers, else as they appear */
    double *numbers;
    size_t n;
    bool numeric; /* numbers above 0 */
};

/* A system at one value of each parameter. */
struct sweep_cell {
    const struct assay_series *series;
    size_t system;
    size_t *level; /* of each parameter, the place of its value */
    double mean, log_mean;
    struct assay_effect
        mean_log;  /* of the logarithms of its own rounds, with an interval of its own */
    bool tied;     /* with the best */
    size_t *round; /* of each of its units of the rounds' level, the place among the rounds */
};

/* Two cells, `first` the one against which `second` is. */
struct sweep_pair {
    size_t first, second;
    struct assay_effect effect;
    struct assay_interaction between; /* units of the top level, in this; NaN: unknown */
};

/* One system against the first at each combination of values that has both. */
enum sweep_holds { SWEEP_OPEN, SWEEP_FASTER, SWEEP_SLOWER, SWEEP_CHANGES };
struct sweep_gain {
    size_t system;
    struct sweep_pair *at;
    size_t n;
    struct assay_effect mean;         /* over the combinations */
    struct assay_interaction between; /* units of the top level, in the mean; NaN: unknown */
    bool has_mean, has_interaction, has_crossover;
    struct assay_effect_test interaction;
    struct assay_crossover crossover;
    enum sweep_holds holds; /* certain at every combination */
};

/* How a system's values grow along the only parameter. */
struct sweep_growth {
    size_t system;
    struct assay_exponent exponent;
    struct assay_growth law;
    const double *sizes; /* of the parameter */
    size_t n;
};

/* Along rates, or sizes, up to which one a system's times stay short. */
struct sweep_reach {
    size_t system;
    struct assay_reach knee; /* twice those of the first size */
    double at_most;          /* 0: no limit was given */
    struct assay_reach limit;
};

/* A main effect or an interaction; bit 0 is the system where there are several, then the parameters. */
struct sweep_test {
    char *of;
    struct assay_effect_test test;
};

/* What a round is: value k of each cell where nothing is known of rounds. */
enum sweep_block { SWEEP_ROUNDS, SWEEP_MACHINES, SWEEP_VALUES };

/* One benchmark and metric. */
struct sweep_group {
    struct arena *memory; /* of the finding, in which all of it stands */
    char *
        benchmark; /* "" where its name is nothing but parameters; with the values of those of which
                        each is a sweep of its own */
    const char *metric, *unit;
    bool more_is_better;
    struct assay_told told; /* where no verdict may rest on it, no cell is the best */
    enum sweep_block block;
    size_t level; /* whose units the rounds are, among the series' levels */
    bool
        settings; /* parameters are what is chosen, not what the systems run on: one cell is sought;
                     never where `told` says too little for a best one */
    bool complete; /* every combination of every system is there */
    size_t rounds;
    char **systems;
    size_t n_systems;
    struct sweep_parameter *parameters;
    size_t n_parameters;
    struct sweep_cell *cells; /* systems, then parameters in their order, the last fastest */
    size_t n_cells;
    struct assay_best best;
    struct sweep_pair *pairs; /* what was asked for: all against a reference, or all pairs */
    size_t n_pairs;
    double spread; /* the largest residual sd of a cell over the smallest; NaN unknown */
    struct sweep_gain *gains;
    size_t n_gains;
    struct sweep_test *tests;
    size_t n_tests;
    struct sweep_growth *growth;
    size_t n_growth;
    struct sweep_reach *reach;
    size_t n_reach;
    double *z;         /* logarithms, [round * n_cells + cell]: the lower the better; NULL: none */
    char refusal[256]; /* why there is nothing beyond the cells' values; "" else */
};

/* The cells of some benchmark that no other beats in all metrics that were asked for together. */
struct sweep_front {
    const struct sweep_group **groups; /* one for each metric, with the same cells */
    size_t n;
    bool *kept; /* of each cell */
};

struct sweep_finding {
    struct sweep_group *groups;
    size_t n;
    struct sweep_front *fronts;
    size_t n_fronts;
    size_t
        looks; /* at which beaten cells were ended, the last one included: the confidence of each is
                     shared among them; 0: none */
    size_t families; /* sweeps that share the error; 0: each has it for itself */
    bool pooled;     /* one variance for all cells */
    double margin, confidence;
    struct arena memory; /* all of it but the series: end with sweep_finding_fini */
};
/* Whether a system is nowhere worse than the first by more than the margin, by the intervals of the gains. */
enum sweep_gate { SWEEP_GATE_NOTHING, SWEEP_GATE_PASSED, SWEEP_GATE_OPEN, SWEEP_GATE_FAILED };
/* The first with something to compare on which no verdict may rest; NULL: none. Nothing is decided then. */
const struct sweep_group *sweep_withheld(const struct sweep_finding *finding);
enum sweep_gate sweep_gate_of(const struct sweep_finding *finding);

/* "rounds", "machines", "values": what group->rounds counts. */
const char *sweep_blocks(const struct sweep_group *group);

void sweep_finding_fini(struct sweep_finding *finding);

/* The load that measured it was the bottleneck itself. */
bool sweep_cell_is_saturated(const struct sweep_cell *cell);
/* Its load did not reach the rate that was planned. */
bool sweep_cell_missed_rate(const struct sweep_cell *cell);

/* "level=6", "zstd, level=6": a cell among those of its group, to be freed; NULL: no memory. */
char *sweep_cell_name(const struct sweep_group *group, size_t cell);
