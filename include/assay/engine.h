/* SPDX-License-Identifier: GPL-3.0-or-later */
/* engine.h -- experiments for other programs: measured, kept, read and judged by libassay-engine.
 *
 *     struct assay_engine *engine;
 *     struct assay_engine_error error = ASSAY_ENGINE_ERROR_DEFAULTS;
 *     struct assay_engine_source files = ASSAY_ENGINE_SOURCE_DEFAULTS;
 *     char *json;
 *     const char *names[] = {"old.json", "new.json", NULL};
 *     files.names = names;
 *     if (assay_engine_open(NULL, &engine, &error) == ASSAY_OK &&
 *         assay_engine_compare(engine, &files, NULL, &json, &error) == ASSAY_OK)
 *         puts(json);
 *
 * Findings are the JSON documents that docs/schema describes, as UTF-8 text: what `assay VERB --json` prints, to the
 * last bit of each number. Values are columns by the Arrow C data interface. Nothing is printed, and no function exits.
 *
 * Errors are values: a function gives an assay_status and fills the error (NULL: nobody asks). Where it fails, what it
 * would have given is NULL or 0.
 *
 * A handle is used by one thread at a time; several handles by several threads at once. Texts are UTF-8 and stay the
 * caller's; lists of texts end with NULL. What a function gives as `char **` is freed by assay_engine_free.
 *
 * docs/abi.md says what may change: an option struct grows at its end, and `size` tells the library how much of it the
 * caller knows, so begin each with its _DEFAULTS. */
#ifndef ASSAY_ENGINE_H
#define ASSAY_ENGINE_H

#include <stddef.h>
#include <stdint.h>

#include <assay/api.h>
#include <assay/status.h>

ASSAY_BEGIN_DECLS

/* ---- errors ---- */

struct assay_engine_error {
    size_t size;
    int status;      /* enum assay_status */
    uint64_t line;   /* of the file that could not be read, from 1; 0: none */
    char field[64];  /* its column or key; "": none */
    char text[1024]; /* one sentence without a newline; with a place it begins with that: "old.csv:12:seconds: …" */
};
#define ASSAY_ENGINE_ERROR_DEFAULTS                                                                \
    {                                                                                              \
        sizeof(struct assay_engine_error), 0, 0, "", ""                                            \
    }

/* ---- the handle ---- */

struct assay_engine;

struct assay_engine_options {
    size_t size;
    const char *store;  /* the store's file; NULL: as the program finds it (docs/store.md) */
    double confidence;  /* of intervals, in (0, 1) */
    uint64_t seed;      /* of what is drawn; counts where seed_given */
    int seed_given;     /* 0: as documented for each finding */
    size_t threads;     /* at most; 0: as many as there are processors */
    const char *launcher; /* the program that starts what is measured; NULL: beside the library, or where it was installed */
};
#define ASSAY_ENGINE_OPTIONS_DEFAULTS                                                              \
    {                                                                                              \
        sizeof(struct assay_engine_options), NULL, 0.95, 0, 0, 0, NULL                             \
    }

/* Options NULL: the defaults. Opens no file yet. ASSAY_INVALID: a confidence outside (0, 1). */
ASSAY_API enum assay_status assay_engine_open(const struct assay_engine_options *options,
                                              struct assay_engine **engine,
                                              struct assay_engine_error *error);
/* NULL is allowed. *engine becomes NULL. */
ASSAY_API void assay_engine_close(struct assay_engine **engine);

/* Ends a text that a function gave. */
ASSAY_API void assay_engine_free(char *text);

/* "0.1.0": of the library that is there, which may be newer than this header. */
ASSAY_API const char *assay_engine_version(void);

/* What the last call had to say beside its answer (what was left out of files, what no longer counts): sentences, each
 * with a newline at its end; "": nothing. The handle's, until its next call. */
ASSAY_API const char *assay_engine_remarks(const struct assay_engine *engine);

/* ---- what is read ---- */

struct assay_engine_source {
    size_t size;
    const char *const *names;      /* files, NAME=FILE, directories, experiments; NULL or none: the newest experiment */
    const char *const *systems;    /* patterns of those that count; NULL: all, here and below */
    const char *const *benchmarks;
    const char *const *metrics;    /* NULL: of each benchmark the primary one */
    int all_metrics;               /* where metrics is NULL: all of them */
    const char *format;            /* of the files; NULL: recognised */
    const char *level;             /* what a flat list of values repeats: "iteration", "execution", "build" */
    const char *level_of_files;    /* each file is one unit of this level */
    const char *declaration;       /* a file that says what files hold (assay.import.yaml) */
    const char *const *directions; /* "METRIC=less", "METRIC=more": which way is better */
    const char *statistic;         /* "mean", "median", "p99", "typical"; NULL: as the manifest says, or both */
    const char *warm_up;           /* "keep", "cut" or a number of iterations; NULL: nothing was said */
    int stored;                    /* names are experiments, whatever files lie here */
    int partial;                   /* of a file that is cut short the whole part is enough */
};
#define ASSAY_ENGINE_SOURCE_DEFAULTS                                                               \
    {                                                                                              \
        sizeof(struct assay_engine_source), NULL, NULL, NULL, NULL, 0, NULL, NULL, NULL, NULL,     \
            NULL, NULL, NULL, 0, 0                                                                 \
    }

/* ---- findings, as JSON ---- */

/* The experiments of the store: schema store. ASSAY_MISSING: there is no store. */
ASSAY_API enum assay_status assay_engine_list(struct assay_engine *engine, char **json,
                                              struct assay_engine_error *error);

/* What was measured, a system at a time: schema show. A source NULL is one of defaults, here and below. */
ASSAY_API enum assay_status assay_engine_show(struct assay_engine *engine,
                                              const struct assay_engine_source *source, char **json,
                                              struct assay_engine_error *error);

struct assay_engine_compare_options {
    size_t size;
    const char *old_system;         /* NULL: the first */
    const char *const *new_systems; /* NULL: all others */
    const char *method;             /* "auto", "fieller", "paired", "paper", "bootstrap", …; NULL: auto */
    double margin;                  /* the smallest change that matters, 0.01 is 1 %; NaN: the experiment's, else 0.01 */
    int allow_different_hosts;
    int allow_negative;
};
#define ASSAY_ENGINE_COMPARE_DEFAULTS                                                              \
    {                                                                                              \
        sizeof(struct assay_engine_compare_options), NULL, NULL, NULL, ASSAY_ENGINE_NAN, 0, 0      \
    }
/* Ratios, intervals and verdicts: schema compare. */
ASSAY_API enum assay_status
assay_engine_compare(struct assay_engine *engine, const struct assay_engine_source *source,
                     const struct assay_engine_compare_options *options, char **json,
                     struct assay_engine_error *error);

struct assay_engine_plan_options {
    size_t size;
    const double *precisions; /* relative half-widths of the interval, 0.01 is ± 1 % */
    size_t n_precisions;
    const double *budgets_s; /* seconds that may be spent */
    size_t n_budgets;        /* neither of both: 1 % and what the verdict needs */
    double margin;           /* NaN: none are planned for */
};
#define ASSAY_ENGINE_PLAN_DEFAULTS                                                                 \
    {                                                                                              \
        sizeof(struct assay_engine_plan_options), NULL, 0, NULL, 0, ASSAY_ENGINE_NAN               \
    }
/* The cheapest repetition counts by a pilot: schema plan. */
ASSAY_API enum assay_status
assay_engine_plan(struct assay_engine *engine, const struct assay_engine_source *source,
                  const struct assay_engine_plan_options *options, char **json,
                  struct assay_engine_error *error);

struct assay_engine_history_options {
    size_t size;
    const char *const *experiments; /* of the store, only those of these names; NULL: all */
    const char *branch;             /* only versions of this branch; NULL: any */
    size_t last;                    /* only so many versions, the newest; 0: all */
    double margin;                  /* 0: changes of any size */
};
#define ASSAY_ENGINE_HISTORY_DEFAULTS                                                              \
    {                                                                                              \
        sizeof(struct assay_engine_history_options), NULL, NULL, 0, 0                              \
    }
/* Which versions changed performance: schema history. Of names each system is a version; without names the experiments of
 * the store. */
ASSAY_API enum assay_status
assay_engine_history(struct assay_engine *engine, const struct assay_engine_source *source,
                     const struct assay_engine_history_options *options, char **json,
                     struct assay_engine_error *error);

/* Parameters as factors, which setting is best: schema sweep. margin NaN: the experiment's, else 0.05. */
ASSAY_API enum assay_status assay_engine_sweep(struct assay_engine *engine,
                                               const struct assay_engine_source *source,
                                               double margin, char **json,
                                               struct assay_engine_error *error);

/* When benchmarks are warm, and whether iterations are independent: schema steady. */
ASSAY_API enum assay_status assay_engine_steady(struct assay_engine *engine,
                                                const struct assay_engine_source *source,
                                                char **json, struct assay_engine_error *error);

/* How values cluster: schema modes. */
ASSAY_API enum assay_status assay_engine_modes(struct assay_engine *engine,
                                               const struct assay_engine_source *source,
                                               char **json, struct assay_engine_error *error);

/* ---- values, as columns ---- */

/* The Arrow C data interface, as its specification has it. */
#ifndef ARROW_C_DATA_INTERFACE
#define ARROW_C_DATA_INTERFACE
struct ArrowSchema {
    const char *format, *name, *metadata;
    int64_t flags, n_children;
    struct ArrowSchema **children;
    struct ArrowSchema *dictionary;
    void (*release)(struct ArrowSchema *);
    void *private_data;
};
struct ArrowArray {
    int64_t length, null_count, offset, n_buffers, n_children;
    const void **buffers;
    struct ArrowArray **children;
    struct ArrowArray *dictionary;
    void (*release)(struct ArrowArray *);
    void *private_data;
};
#endif

/* A row a value, in order of measurement, warm-up included: system, benchmark, metric, unit, direction ("less", "more" or
 * null: nobody says), a column for each level above the values (labels), the lowest level's number from 1 in its unit,
 * warm_up, round and position from 1 (null: not known), started (nanoseconds since 1970, UTC) and cost_s of its execution, value.
 * Texts are dictionaries. Both structs are the caller's, who calls their release; they live on without the handle.
 * ASSAY_INVALID: series whose levels do not fit one table. Metrics as the source says. */
ASSAY_API enum assay_status assay_engine_values(struct assay_engine *engine,
                                                const struct assay_engine_source *source,
                                                struct ArrowSchema *schema,
                                                struct ArrowArray *array,
                                                struct assay_engine_error *error);

/* ---- measuring ---- */

struct assay_engine_run_options {
    size_t size;
    const char *manifest;          /* its path; NULL: commands, or its text */
    const char *manifest_text;     /* a manifest as text; paths in it are of `directory` */
    const char *directory;         /* NULL: this one */
    const char *const *commands;   /* each one a system; NULL: a manifest */
    const char *const *systems;    /* names of the commands; NULL: the commands */
    const char *name;              /* of the experiment; NULL: as the manifest says, or quick */
    int64_t runs;                  /* executions of each; negative: found, or as the manifest says */
    int64_t warmup;                /* executions before; negative: not given */
    double time_budget_s;          /* NaN: none */
    double precision;              /* relative half-width to reach; NaN: none */
    double margin;                 /* NaN: the manifest's, or 0.01 */
    const char *order;             /* "rounds", "slices", "duet", "lockstep", "auto"; NULL: not given */
    const char *resume;            /* an experiment that was cut short, "latest": goes on; else NULL */
    /* Called between executions (of short ones, between some dozens), in the calling thread: so many are done of `planned`,
     * and about left_s are left (NaN: not known). Not 0 ends the run as an interrupt does: what had ended is kept. NULL:
     * nobody watches. */
    int (*progress)(void *context, uint64_t done, uint64_t planned, double left_s);
    /* A sentence on the way. NULL: nobody hears. */
    void (*log)(void *context, const char *sentence);
    void *context;
};
#define ASSAY_ENGINE_RUN_DEFAULTS                                                                  \
    {                                                                                              \
        sizeof(struct assay_engine_run_options), NULL, NULL, NULL, NULL, NULL, NULL, -1, -1,       \
            ASSAY_ENGINE_NAN, ASSAY_ENGINE_NAN, ASSAY_ENGINE_NAN, NULL, NULL, NULL, NULL, NULL     \
    }

/* Measures and keeps every value. *experiment: its number in the store, also where the run was cut short after it began
 * (0: it never did). ASSAY_INTERRUPTED: by `progress` or by a signal; `resume` goes on. ASSAY_FAILED: a command failed.
 * While it runs SIGINT, SIGTERM and SIGHUP end the run in good order; a second one is the caller's handler's. One run at a time in a process. */
ASSAY_API enum assay_status assay_engine_run(struct assay_engine *engine,
                                             const struct assay_engine_run_options *options,
                                             int64_t *experiment, struct assay_engine_error *error);

/* Not a number, without <math.h>. */
#define ASSAY_ENGINE_NAN (0.0 / 0.0)

ASSAY_END_DECLS

#endif
