/* SPDX-License-Identifier: GPL-3.0-or-later */
/* simulate.h -- the verb `simulate`: options → grid of cells → rows of tallies → document. */
#ifndef CLI_SIMULATE_H
#define CLI_SIMULATE_H

#include <assay/simulate.h>
#include <assay/stopping.h>
#include <jansson.h>

#include "cli/input_options.h"
#include "render/terminal.h"

extern const struct verb verb_simulate;

struct simulate_options {
    struct input_options input;
    const char *shape, *shape_new, *sd, *sd_new, *ratio, *margin, *distribution, *statistic;
    struct name_list methods;
    double gamma_shape, drift_sd, tick, outlier_share, outlier_size;
    int drift, order;
    long experiments, replicates, thin; /* 0: as usual */
    bool every_value, coverage_only, resampled;
    const char *paper, *check, *from, *aa, *clt, *part, *checkpoint, *csv;
    bool merge;
};

/* What a cell's experiments are about. */
enum simulate_kind { SIMULATE_DESIGN, SIMULATE_STOPPING, SIMULATE_FIT_SIZE };

/* One design with the methods that examine it. */
struct simulate_cell {
    enum simulate_kind kind;
    char *name; /* of the case: "FFT NA OPT"; NULL when there is but one */
    struct assay_simulate_design design;
    const char *level_names[ASSAY_MAX_LEVELS];
    struct assay_simulate_options options;
    size_t n_experiments;
    const struct assay_sample *sample;     /* A/A on these values instead of the design */
    struct assay_stopping_design stopping; /* of that kind; the design only says what to show */
    struct assay_fit_size_design fit_size;
    bool has_published; /* coverage by method, NaN where there is none */
    double published[ASSAY_SIMULATE_METHODS], published_se;
};
/* The name of a cell's method m; NULL past the end. */
const char *simulate_method_of(enum simulate_kind kind, size_t m);

struct simulate_grid {
    const char *name; /* of the paper's grid, "from", "aa" or "design" */
    struct simulate_cell *cells;
    size_t n;
    struct assay_simulate_fit *fits; /* what designs borrow from */
    size_t n_fits;
    struct input input; /* what fits and samples borrow from */
    bool has_input;
};
void simulate_grid_fini(struct simulate_grid *grid);

/* Adds a copy of a cell; name is copied. False when memory is out. */
bool simulate_grid_add(struct simulate_grid *grid, const struct simulate_cell *cell);

/* The grid that the options ask for. Says on stderr what is wrong with them. */
enum exit_code simulate_grid_make(const struct simulate_options *options,
                                  const struct global_options *global, struct simulate_grid *grid);
enum exit_code simulate_grid_paper(const struct simulate_options *options,
                                   const struct simulate_cell *common, struct simulate_grid *grid);
enum exit_code simulate_grid_stored(const struct simulate_options *options,
                                    const struct global_options *global,
                                    const struct simulate_cell *common, struct simulate_grid *grid);
enum exit_code simulate_grid_check(const struct simulate_options *options,
                                   const struct simulate_cell *common, struct simulate_grid *grid);
/* Puts into a cell what all cells share, whatever their designs. Says on stderr what is wrong. */
bool simulate_read_common(const struct simulate_options *options,
                          const struct global_options *global, struct simulate_cell *cell);

/* Says on stderr what an option's text should be; false. */
bool simulate_bad_list(const char *option, const char *text, const char *what);
/* A list of shares ("0.05,10%") or of counts; *n <= most. Says on stderr what is wrong. */
bool simulate_read_shares(const char *option, const char *text, double *numbers, size_t most,
                          size_t *n);
/* "3,5,10x10x100": for each level a list of counts. */
enum { SIMULATE_MOST_COUNTS = 128 };
struct simulate_shape {
    size_t n_levels;
    size_t n[ASSAY_MAX_LEVELS];
    size_t count[ASSAY_MAX_LEVELS][SIMULATE_MOST_COUNTS];
};
bool simulate_read_shape(const char *option, const char *text, struct simulate_shape *shape);

/* One method on one design: what the document holds. */
struct simulate_row {
    json_t *design; /* owned */
    const char *method;
    double ratio;
    size_t top;                     /* count of old's highest repeated level */
    double published, published_se; /* coverage; NaN: none */
    struct assay_simulate_tally tally;
};

/* A simulation, or some parts of one. */
struct simulate_result {
    json_t *header; /* owned: what must agree for parts to belong together */
    double confidence;
    double margins[ASSAY_SIMULATE_MOST_MARGINS];
    size_t n_margins;
    struct simulate_row *rows;
    size_t n;
    bool *part; /* [n_parts]: those it holds */
    size_t n_parts;
    bool unfinished; /* a checkpoint on its way */
};
void simulate_result_fini(struct simulate_result *result);

/* The result of a grid with nothing done yet. */
bool simulate_result_init(struct simulate_result *result, const struct simulate_grid *grid,
                          const struct global_options *global, size_t part, size_t n_parts);
bool simulate_result_complete(const struct simulate_result *result);

/* Reads a document that --json or --checkpoint wrote. Says on stderr what is wrong. */
enum exit_code simulate_result_read(const char *path, struct simulate_result *result);
/* EXIT_DATA, said on stderr, for a checkpoint that is not finished. */
enum exit_code simulate_result_finished(const struct simulate_result *result, const char *path);
/* Adds another part; says on stderr when they do not belong together. */
enum exit_code simulate_result_add(struct simulate_result *sum, const struct simulate_result *part,
                                   const char *path);

/* The JSON document; the terminal's view; CSV. */
json_t *simulate_document(const struct simulate_result *result);
void simulate_screen(const struct simulate_result *result, const struct global_options *global);
/* Coverages as tables over the two levels that vary; false, and nothing printed, when it is not two. */
bool simulate_matrices(const struct simulate_result *result, const struct terminal *terminal);
bool simulate_csv(const struct simulate_result *result, const char *path);

/* How many standard errors lie between what was found and what was published; NaN: nothing was. */
double simulate_distance(const struct simulate_row *row);
/* The published results beside those found. */
bool simulate_has_published(const struct simulate_result *result);
void simulate_screen_check(const struct simulate_result *result, const struct terminal *terminal);

/* "5 × 10 × 10": the counts of old, and of new where they differ. To be freed. */
char *simulate_shape_of(const struct simulate_row *row);

/* One plain sentence on one row: is this interval to be trusted here? To be freed. */
char *simulate_sentence(const struct simulate_row *row, double confidence);

/* The smallest margin at which a method's alarms in designs of ratio 1 stay at or below a rate, by
 * linear interpolation between the margins (TR Figure 3); NaN when none of them does. */
double simulate_contour(const struct simulate_result *result, const struct simulate_row *row,
                        double rate);

/* Runs what is not yet done of one part, and keeps the checkpoint. */
enum exit_code simulate_run_grid(const struct simulate_grid *grid,
                                 const struct simulate_options *options,
                                 const struct global_options *global,
                                 struct simulate_result *result);

/* --clt and --paper st-table1: whole verbs of their own. */
enum exit_code simulate_clt(const struct simulate_options *options,
                            const struct global_options *global);
enum exit_code simulate_minimum(const struct simulate_options *options,
                                const struct global_options *global);

/* The seed asked for, or 1. */
uint64_t simulate_seed(const struct global_options *global);

#endif
