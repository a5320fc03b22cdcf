/* SPDX-License-Identifier: GPL-3.0-or-later */
/* input.h -- what an analysis reads: files, standard input, experiments of the store become the
 * selected series, under names that tell them apart. It need not know where they come from.
 */
#pragma once

#include <assay/finding.h>
#include <assay/steady.h>

#include "import/format.h"
#include "source/around.h"
#include "store/store.h"

/* What is to be read, and which of its series. All zero: the latest experiment, and of each benchmark
 * its primary metric. */
struct source_request {
    /* Files ("-": standard input; NAME=FILE), directories, archives, experiments of the store; none:
     * the latest experiment. */
    struct name_list arguments;
    struct name_list systems, benchmarks, metrics; /* patterns; none: all, of metrics see below */
    bool
        others_too; /* where none is named, behind the primary metrics: of these, nothing changes */
    const struct format *format; /* of the files; NULL: recognised */
    const char *level;          /* what one flat list of values repeats; NULL: as the format says */
    const char *level_of_files; /* each file is one unit of this level; NULL: of none */
    struct column_choices columns; /* of tables; all zero: nothing is said of them */
    const char
        *declaration; /* a file that says what files hold; NULL: the one beside them, if any */
    struct name_list directions; /* which way is better: direct.h */
    bool partial;                /* of a file that is cut short, the whole part is enough */
    bool stored;       /* arguments name experiments of the store, whatever files lie here */
    bool redact;       /* what looks like a secret in names and the manifest becomes *** */
    bool by_version;   /* files, and those of a lone directory, are versions: by time if known */
    const char *store; /* its path; NULL: the default one */
    const char *draws; /* of a lone experiment, what was drawn under this name; NULL: nothing */
    bool occasions;    /* of experiments, when each execution was measured */
    struct assay_question question; /* what verdicts rest on, in place of what manifests name */
    bool has_question;
};

/* How the systems of its rounds were measured. */
struct input_order {
    enum design_order_by by;
    enum design_order_by asked; /* where `because` is told: what was asked for */
    double slice_s;             /* of processor time at a turn; 0: as the kernel likes */
    bool chosen;                /* by a pilot of both */
    bool one_program;           /* the systems are versions of one */
    bool has_services;          /* that its programs need beside them */
    char because[480]; /* what the pilot said, or why that says nothing; "": nobody asked */
    double gain;       /* chosen: times less time that slices need than rounds; 0: not known */
    struct design_order_bias bias; /* chosen: of slices against rounds */
    double overlap; /* of a round, the shortest life over the longest: the median; NaN: not known */
    struct store_draw *places; /* of a duet: on which processor each execution ran */
    size_t n_places;
    struct store_draw *alone; /* of a duet: what its executions gave before the pairs, alone */
    size_t n_alone;
};

/* One file or experiment that was read. */
struct input_source {
    char *name; /* "old.csv", "fft-O1-O2" */
    struct assay_dataset *dataset;
    char command[96]; /* the only one that its file measured; "": none is known */
    struct format_origin origin;
    struct format_plan plan;            /* its manifest is NULL where none can be read */
    bool planned;                       /* an experiment, or a file that tells the plan */
    struct experiment_info *experiment; /* NULL: a file */
    struct design_stop stop;            /* planned: how its measuring ended */
    size_t stop_most;
    struct input_order order; /* as planned, or as its rows tell; else rounds */
    char decides[64]; /* planned: the metric that verdicts rest on in place of wall; "": none */
    bool decides_all; /* every benchmark is to be measured in it */
    char reported_as[128]; /* planned: what its reports bear in place of its name; "": that name */
    struct design *design; /* planned, where the manifest names a statistic; else NULL */
};

/* What the store recorded beside the values. */
struct input_record {
    struct store_hook *hooks; /* that failed */
    size_t n_hooks;
    struct store_failure *failures; /* of executions and builds; of several experiments, of all */
    size_t n_failures;
    struct store_layout *layouts; /* of the systems with builds */
    size_t n_layouts;
    struct store_machine *machines; /* on which it was measured; a file may tell them, too */
    size_t n_machines;
    double pressure; /* share of the time in which something waited for a processor; NaN: unknown */
    struct store_draw *draws; /* those that are asked for; batches: of iterations alone */
    size_t n_draws;
};

/* How measuring was planned and ended, as the only source tells it. */
struct input_told {
    const struct format_plan *plan; /* NULL: it tells none */
    const struct design *design;    /* of that plan, where its manifest names a statistic */
    struct design_stop stop;        /* how measuring ended */
    size_t stop_most;               /* the most top units that it might have measured */
};

/* The processor time of a series' iterations without those that the series is without. */
struct processor_cut {
    struct assay_series series; /* its metric is NULL where nobody told one */
    struct assay_cut_sample sample;
};

/* What was found out about the warm-up of live values. */
struct input_warm_up {
    struct assay_cut_sample *cuts;   /* of the series, where live values were cut; NULL: of none */
    struct processor_cut *processor; /* likewise, beside wall time that was cut */
    struct assay_warm_up *looked;    /* of the series, before that; NULL: nobody looked */
    bool settled;                    /* it was said what is meant by live */
};

struct input {
    /* The selected series, in the order of the sources; the text of `system` may differ from the
     * dataset's when two sources use one name. Borrows from the sources. */
    struct assay_series *series;
    size_t n;
    struct name_list systems, benchmarks, metrics; /* of the selected series, as they appear */
    const struct assay_series **by_name;           /* sorted, for input_find */
    const char *decides;        /* the metric that the plans put before wall; NULL: none */
    const char *primary_metric; /* that one, else wall, or the first one */
    const char *unlike,
        *unlike_metric; /* a second system that has no metric in common with the first, and what it has; NULL: none */
    bool *primary;              /* of each series: it is in the primary metric of its benchmark */
    bool
        primary_only; /* the others are none that is asked for: benchmarks differ in what decides */
    struct assay_question question; /* asked for in place of what manifests name */
    bool has_question;

    struct experiment_info *experiment; /* where everything comes from one; else NULL */
    struct input_record record;         /* of that experiment */
    struct input_told told;
    struct input_warm_up warm_up;

    /* Of two experiments: in what they differ beside the program, from the first to the second, and from the
     * second to the first; else empty. */
    struct around around[2];
    bool has_around;

    struct format_versions versions; /* that files told of */
    struct input_source *sources;
    size_t n_sources;
    void **owned; /* names and values that were made up */
    size_t n_owned;
};

/* What is meant where live values still warm up. */
enum warm_up_choice {
    WARM_UP_ASK,  /* nothing was said */
    WARM_UP_KEEP, /* all live values */
    WARM_UP_CUT,  /* the last half of what follows the warm-up: of each benchmark the same ones */
    WARM_UP_CUT_FIRST /* those after so many iterations */
};
/* "keep", "cut" or a number of iterations, NULL: nothing was said. False: it is none of them. */
bool warm_up_parse(const char *text, enum warm_up_choice *choice, size_t *first);
/* Leaves out of the series' live values what the choice says; `first` of WARM_UP_CUT_FIRST. ASSAY_INVALID
 * where nothing would be left of an execution. */
enum assay_status input_settle_warm_up(struct input *input, enum warm_up_choice choice,
                                       size_t first, struct assay_error *error);

/* Does the series' live sample change before it is steady? By its processor time, too, where the input has
 * that of the same iterations (metric cpu). */
enum assay_status input_warm_up(const struct input *input, const struct assay_series *series,
                                double margin, struct assay_warm_up *out,
                                struct assay_error *error);
/* The processor time that is told of a series' iterations, cut where the series is; NULL: there is none. */
const struct assay_series *input_processor_series(const struct input *input,
                                                  const struct assay_series *series);
/* The same of all its iterations, those of the warm-up too, and as many in each execution. */
const struct assay_sample *input_processor_of_all(const struct input *input,
                                                  const struct assay_series *series);

/* What builds cost is read where it is asked for by name, or all is; and where nothing else was measured. */
bool source_wants_builds(const struct name_list *metrics);

/* Reads what the request names and selects. ASSAY_OK when there is at least one series; remarks are
 * what was left out on the way. */
enum assay_status input_read(const struct source_request *request, struct input *input,
                             struct remarks *remarks, struct assay_error *error);
/* The same from a finished dataset, which it takes over also when it fails. */
enum assay_status input_of_dataset(const struct source_request *request,
                                   struct assay_dataset *dataset, const char *name,
                                   struct input *input, struct remarks *remarks,
                                   struct assay_error *error);
/* The same of an experiment of a store that is open, which the input borrows. Of the request count
 * the choices among its series. */
enum assay_status input_of_experiment(const struct source_request *request, struct store *store,
                                      int64_t experiment, struct input *input,
                                      struct remarks *remarks, struct assay_error *error);
/* Writes what was taken for what in the one file of the request, as a declaration (import/declaration.h). */
enum assay_status input_explain(const struct source_request *request, FILE *out,
                                struct remarks *remarks, struct assay_error *error);
void input_fini(struct input *input);
/* A series of processor time costs what wall time passes meanwhile, where nothing else is known. */
void input_cost_as_wall(const struct input *input, struct assay_series *series);

/* Tells in what the two experiments differ beside the program, of an input that was read from both. */
enum assay_status input_take_around(struct input *input, const struct experiment_info *first,
                                    const struct experiment_info *second,
                                    struct assay_error *error);

/* Fills the lists of names from the series, which is done for whoever reads. False: no memory. */
bool input_note_names(struct input *input);

/* The system's place in the list; ASSAY_MISSING. */
enum assay_status input_find_system(const struct input *input, const char *name, size_t *at,
                                    struct assay_error *error);

/* True when the series, one of the input's, is what its benchmark is judged by where nobody names a
 * metric: what its plan puts before wall, wall, or the first metric of a benchmark that has no wall. */
bool input_is_primary(const struct input *input, const struct assay_series *series);

/* The metric that should decide everywhere, where a benchmark has no value of it and another one stands in: no gate
 * goes by that. NULL: there is none such. */
const char *input_missed(const struct input *input);

/* Whether the builds of the system had their code in random order. */
enum randomised input_randomised(const struct input *input, const char *system);

/* The selected series of this name, or NULL. */
const struct assay_series *input_find(const struct input *input, const char *system,
                                      const char *benchmark, const char *metric);

/* What verdicts of a benchmark rest on; NULL: of all alike, both questions where they are not. */
struct assay_question input_question(const struct input *input, const char *benchmark);

/* The seed of the plan, or of the rule that a lone file tells; 0: none is told. */
uint64_t input_seed(const struct input *input);

/* The margin of the plan; otherwise when there is none. */
double input_margin(const struct input *input, double otherwise);

/* The machine of the unit of the level "machine" that is called so; NULL: nothing is known but the label. */
const struct store_machine *input_machine(const struct input *input, const char *label);
/* Below the level of paired rounds. */
static inline bool input_has_iterations(const struct assay_series *series)
{
    return assay_series_paired_level(series) + 1 < series->live.shape.n_levels;
}

/* The top level of the series is "machine", and a unit of it has a number alone: nobody says which machine that was, so
 * several units may be one. */
bool input_hides_machines(const struct input *input, const struct assay_series *series);
/* How many different machines gave the units of that level; 0: as many as there are units, which have names, or there is no
 * such level; SIZE_MAX: nobody knows. */
/* Peak memory of the system that differs most from the first one, over that of it; 1: alike, or not known. */
double source_peak_memory(const struct input_source *source);
size_t input_count_machines(const struct input *input);

/* Of what everything was measured of: the label of a version, else its commit; NULL: not known. */
const char *input_version(const struct input *input);
