/* SPDX-License-Identifier: GPL-3.0-or-later */
/* design.h -- what is to be measured: the one description that a manifest and a quick command line
 * both become.
 *
 * Strings are owned by the design (one arena); NULL means "not given". Everything that a run needs
 * to be repeated is in here, so that (design, seed) names the schedule completely.
 *
 * Commands are templates: {dir}, {source}, {seed}, {system}, {benchmark}, {iterations}, {warmup} and the parameters of the
 * system and the benchmark are replaced, a doubled brace is a brace (template.h). A measured
 * command is split into words first (words.h) unless a shell was asked for; commands that are not
 * timed (build, setup, prepare, conclude, cleanup) always go through "sh -c".
 */
#pragma once

#include <stddef.h>

#include <assay/finding.h>

#include "design/service.h"
#include "design/value.h"

/* How a benchmark's values are read. */
enum value_source {
    VALUES_PROCESS, /* one value a metric and execution: the process as a whole */
    VALUES_HARNESS, /* iterations over the harness protocol */
    VALUES_REGEX,   /* iterations by a regular expression over standard output, one match a value */
    VALUES_FORMAT /* iterations from what another framework writes: Google Benchmark, pyperf … */
};

/* Commands around the units of a level; none is timed. Those of the level "execution" go by
 * hyperfine's words, and stand in the design's own prepare and conclude. */
struct design_hooks {
    char *setup;    /* for each system, before the first unit below a unit of the level above */
    char **prepare; /* before each unit; none, one for all, or one a system */
    size_t n_prepare;
    char **conclude; /* after each unit; none, one for all, or one a system */
    size_t n_conclude;
    char *cleanup; /* for each system, after the last unit below a unit of the level above */
};

/* The harness finds its own batch size. */
#define DESIGN_BATCH_AUTO SIZE_MAX

struct design_level {
    char *name;    /* "build", "execution", "iteration" */
    size_t count;  /* units for each unit of the level above */
    size_t warmup; /* iteration: iterations in front that are recorded but not live; execution:
                      whole executions */
    size_t batch;  /* iteration: repetitions of the work in each; 0: one, or as the program likes */
    struct design_hooks hooks; /* not of iterations; of executions setup and cleanup only */
};

struct design_system {
    char *name;
    char *build;    /* command made once for each unit of a level above execution; NULL: nothing to
                    build */
    char *run;      /* takes the place of the benchmark's command; NULL: the benchmark's */
    char *compiler; /* the program whose version is recorded; NULL: as the build command says */
    char *source;   /* its directory, absolute; NULL: the manifest's */
    char *
        commit; /* its sources are those of this commit of the repository there; NULL: as they lie there */
    /* The commit that its source is of, for words; NULL: as `commit` says */
    const char *built_from;
    char *version_of; /* the system that it is a version of, as histories know it; NULL: of none */
    char *tree;       /* where that is checked out, while a session lasts; NULL: nowhere */
    double
        dose; /* each value is made longer by this share of it; 0: as it is (docs/sensitivity.md) */
    char *
        dose_in; /* the function whose calls alone are made longer, in builds by assay cc; NULL: none */
    struct design_environment environment;
    struct design_environment parameters; /* replaced as {name} in commands, like {system} */
    struct design_services services;      /* in place of the design's; n 0: those */
    size_t place; /* in the manifest's list, where several values make several of one item */
};

struct design_benchmark {
    char *name;
    char *run;       /* NULL only when every system has its own */
    char *directory; /* working directory with placeholders; NULL: the manifest's */
    char *input;     /* standard input: a file; NULL: /dev/null */
    char *output; /* standard output: "null", "pipe", "inherit" or a file; NULL: pipe, kept only on
                     failure */
    bool shell;   /* run through the shell */
    enum value_source source;
    char *regex; /* VALUES_REGEX: one group, the number; unit scaled to seconds when it is one of
                    time */
    char *regex_unit; /* as written after the group or in the manifest: "s", "ms", "us", "ns", or
                         any other; NULL: what is printed behind each number */
    enum better regex_better; /* VALUES_REGEX; unsaid: unit or name tell */
    char *
        format; /* VALUES_FORMAT: name of a format, or of a load generator; NULL: the one that recognises
                         the text */
    char *values_file;      /* VALUES_FORMAT: where the program writes; NULL: standard output */
    char *values_benchmark; /* VALUES_FORMAT: the one taken of those in the text; NULL: all, each a
                               part of this benchmark */
    double
        values_errors; /* VALUES_FORMAT: the share of requests that may fail; more fail the execution */
    char *statistic; /* what its verdicts rest on; NULL: the design's */
    size_t
        batch; /* executions one right after the other that make one value, side by side; 0: one */
    size_t units;                 /* takes part in so many of the first top units only; 0: in all */
    double timeout_s;             /* INFINITY: none */
    struct exit_codes exit_codes; /* an execution that ends with another one has failed */
    struct design_environment environment;
    struct design_environment parameters; /* as of a system; these win over the system's */
    size_t place;                         /* as of a system */
    char **metrics;                       /* never empty: its own, or the design's */
    size_t n_metrics;
};

/* The number of rounds found from the cost of the first ones, in place of the execution level's
 * count: as many as take time_s for each command, but no fewer than least, no more than most. */
struct design_rounds {
    bool find; /* false: the count stands */
    size_t least;
    size_t most; /* 0: no limit */
    double time_s;
};

/* When measuring ends. The levels' counts are the most that are measured. From STOP_PEEK on rules look
 * at the values. */
enum stop_rule {
    STOP_FIXED, /* at the counts */
    STOP_PILOT, /* at the counts; a design is planned from it */
    STOP_FRESH, /* at counts that were planned from another experiment, the pilot */
    STOP_CONTINUED, /* at a count that its own first units, the pilot, were planned from; or when its time is over */
    STOP_PEEK,     /* when the plain interval is narrow enough, as the papers do */
    STOP_ANYTIME,  /* when the anytime-valid interval is, or the verdict is clear */
    STOP_LOOKS,    /* at one of a few looks that were announced, when the verdict is clear */
    STOP_ELIMINATE /* of each setting, when another one is certainly better */
};
struct design_stop {
    enum stop_rule rule;
    double precision; /* relative half-width; 0: none, the verdict decides */
    double budget_s;  /* STOP_PILOT: of the pilot and what is planned from it; STOP_PEEK,
                         STOP_ANYTIME and STOP_CONTINUED: of the run; 0: none */
    bool share;       /* … which is a share of the time that all has; in a design only */
    bool told_after;  /* what it came to is said by who asked; in a design only */
    double
        took_s; /* … with STOP_CONTINUED and no pilot: what the least took beyond that; 0: it held */
    size_t expected; /* STOP_ANYTIME: top units expected before the first */
    size_t looks;    /* STOP_LOOKS, STOP_ELIMINATE */
    size_t pilot;    /* STOP_FRESH: the experiment that it was planned from */
    size_t
        pilot_units; /* STOP_CONTINUED: top units that were planned from; 0: none, the time alone decided */
    char **
        per; /* STOP_ELIMINATE: parameters of whose every value the best is sought; in a design only */
    size_t n_per;
};

/* The highest level of a design that is repeated: the one whose units are added. */
struct design;
size_t design_top_level(const struct design *design);
/* What is measured of processes where nothing is named; wall stands first. */
enum { DESIGN_PROCESS_METRICS = 8 };
extern char *design_process_metrics[DESIGN_PROCESS_METRICS];
/* The same for a design's order of measuring: side by side, processor time stands in wall's place. */
char **design_default_metrics(const struct design *design, bool of_harness, size_t *n);
/* Another order, and the metrics that go with it where none were named. */
struct design_order;
void design_set_order(struct design *design, const struct design_order *order);
/* Beside what harnesses tell themselves, which have processor time of their own: what tells whether others took it. */
enum { DESIGN_HARNESS_METRICS = 3 };
extern char *design_harness_metrics[DESIGN_HARNESS_METRICS];
/* What verdicts of a benchmark (of a part of it: "suite/part") rest on: both questions, unless it or the
 * design names a statistic. NULL: of all benchmarks alike, both where they are not. */
struct assay_question design_question(const struct design *design, const char *benchmark);
/* Whether that is a quantile for one at least, or was said at all. */
bool design_has_quantile(const struct design *design);
bool design_has_statistic(const struct design *design);
/* "fixed", "pilot", "fresh", "peek", "anytime", "looks", "eliminate". */
extern const char *const stop_rule_names[];

/* What is drawn anew, seeded and recorded, so that no single value of it favours a system. */
struct design_randomise {
    size_t env_padding;      /* most bytes added to the environment of an execution; 0: none */
    size_t directory_length; /* most bytes added to the path of a build directory; 0: none */
    char **cpus;             /* numbers: one of them runs an execution; none: any */
    size_t n_cpus;
};

/* How measured commands are set apart from the rest of the machine. */
struct design_isolate {
    char *cpus;          /* "0-2,5": where they may run; NULL: anywhere */
    char *priority;      /* a niceness, -20 … 19; NULL: as assay's */
    double memory_bytes; /* limit of the address space; 0: none */
    double quiet_load;   /* wait before rounds until the load is below it; 0: never */
    double quiet_wait_s; /* give up waiting after this */
};

/* How the systems of a round are measured. */
enum design_order_by {
    ORDER_ROUNDS,   /* one after the other */
    ORDER_SLICES,   /* side by side on one processor, compared by processor time (METHODS I1) */
    ORDER_DUET,     /* at the same time on two processors, swapped between rounds (METHODS H3) */
    ORDER_LOCKSTEP, /* iterations of a harness in turn, never at the same time */
    ORDER_AUTO      /* what a pilot of both says needs less time */
};
extern const char *const order_names[];
#define ORDERS "rounds, slices, duet, lockstep or auto"
/* The systems of a round are there at the same time. */
bool order_is_beside(enum design_order_by by);
/* By a tenth, and by 256 KiB at least: then two programs may need the caches that they share unlike each other
 * (METHODS I1, "Bias"). False where one is NaN. */
bool order_memory_differs(double old_bytes, double new_bytes);
/* "slices say", "a duet says": of what was asked for, rounds meaning slices. */
const char *order_says(enum design_order_by by);
struct design_order {
    enum design_order_by by;
    double slice_s; /* of processor time, before another one's turn comes; 0: as the kernel likes */
    enum design_order_by asked; /* with because: what was asked for; rounds: slices */
    bool tried;  /* a trial has settled slice, batches, and whether that says anything */
    bool chosen; /* a pilot of both has chosen it */
    double
        long_s;   /* of every other pair of the pilot in place of slice_s; 0: all have one length */
    size_t pilot; /* chosen, or a duet that was tried: rounds of the pilot that do not count */
    double gain;  /* chosen: times less time that slices need than rounds; 0: not known */
    struct design_order_bias {         /* of slices against rounds, as shares: -0.01 is 1 % less */
        double estimate, lower, upper; /* 90 % */
        bool known;
    } bias;
    char *
        because; /* why what was asked for says nothing, or what the pilot said; NULL: nobody asked */
};

/* Rounds of each order in the pilot that chooses: 10, or the live rounds of the first units where these are fewer; once it
 * has chosen, what of it does not count; 0: no pilot, or too few for one. Of a duet: rounds before its pairs, one system
 * after the other, that tell whether they disturb each other. What does not count is measured beyond the count. */
enum { ORDER_PILOT_LEAST = 4, ORDER_PILOT_MOST = 10 };
struct design;
size_t design_pilot(const struct design *design);
/* Whether its systems have another one to be measured beside, where its order asks for that; asked once all are there:
 * ASSAY_USAGE. */
enum assay_status design_check_beside(const struct design *design, struct assay_error *error);
/* Its two systems or more run the command of each benchmark, or commands of one name. */
bool design_is_of_one_program(const struct design *design);
/* Nothing builds them, and both run the same words in the same directory, environment and hooks: they are one program. */
bool design_runs_same(const struct design *design, size_t a, size_t b);

/* Which executions are followed to see which files they open. */
enum design_trace {
    DESIGN_TRACE_SHORT, /* one behind each build, for some seconds */
    DESIGN_TRACE_WHOLE, /* one behind each build, to its end */
    DESIGN_TRACE_NONE
};

/* What counts instructions: the processor's counters in every timed execution, or valgrind in executions of their
 * own, apart from the timed ones. */
enum design_counts_by {
    COUNTS_AUTO, /* the processor's counters where they can be read, else valgrind */
    COUNTS_PERF,
    COUNTS_VALGRIND
};
extern const char *const counts_names[];
#define COUNTS "auto, perf or valgrind"
struct design_counts {
    enum design_counts_by by;
    bool
        of_iterations; /* valgrind counts live iterations of harnesses alone, all of an execution together */
    size_t
        executions; /* that count, in each unit above execution; 0: design_counted's own number */
};
/* What an execution of its own counts. */
enum counted_by {
    COUNTED_BY_VALGRIND, /* instructions, where the processor's counters do not */
    COUNTED_BY_HEAP,     /* what is asked of malloc */
    COUNTED_BY_CALLS,    /* system calls, and what is written by them */
    COUNTED_BY_LOADER,   /* relocations */
    COUNTED_WAYS
};
enum {
    COUNTED_INSTRUCTIONS,
    COUNTED_ALLOCATIONS,
    COUNTED_ALLOCATED_BYTES,
    COUNTED_PEAK_HEAP,
    COUNTED_SYSCALLS,
    COUNTED_BYTES_WRITTEN,
    COUNTED_RELOCATIONS,
    COUNTED_METRICS
};
extern const struct counted_metric {
    const char *name;
    enum counted_by by;
    const char *unit;
} counted_metrics[COUNTED_METRICS];
/* Is it always counted apart, whatever counts instructions? */
bool metric_is_counted(const char *name);
/* The one of the table; NULL: it is measured as the command is timed, or whoever asks for a batch that the clock decides gets
 * it from the program itself. */
const struct counted_metric *design_counted_metric(const struct design *design, const char *name);
bool design_asks_for(const struct design *design, size_t benchmark, const char *metric);
/* Does the benchmark ask for any that is counted in this way? */
bool design_counts_by(const struct design *design, size_t benchmark, enum counted_by by);

/* Asks any benchmark for instructions? */
bool design_has_counts(const struct design *design);
/* Executions of each system and benchmark that count, in each way, in each unit of the level above execution, before as
 * many of the timed ones; 0: it counts none. One for each build, for a build that is counted again gives no other
 * layout; where nothing stands above executions five, the fewest draws that an exact verdict may rest on (METHODS H8). */
enum { COUNTED_OF_BUILD = 1, COUNTED_ALONE = 5 };
size_t design_counted(const struct design *design);
/* Where counts of these differ, and nobody asked for a number, as many as this are: what moves them is an execution. Never more
 * than are timed. */
enum { COUNTED_MOST = 20 };
size_t design_counted_most(const struct design *design);
/* In the whole design: executions that count in this way, and timed ones that any others count for. */
size_t design_counted_in_all(const struct design *design, enum counted_by by);
size_t design_counted_steps(const struct design *design);

struct design {
    char *experiment;  /* name; NULL: unnamed */
    char *reported_as; /* what comments, summaries and test reports of it bear; NULL: the name */
    char *manifest;    /* text of the manifest as it stood; quick mode: an equivalent one */
    char *file;        /* its name in its directory; NULL: it was no file */
    bool changed;      /* the design is not what its manifest says any more: to be rewritten */
    char *source; /* absolute directory of the manifest, {source}; quick mode: the working directory
                   */
    char *shell;  /* command line of the shell for benchmarks with shell set: "sh", "bash --norc" */
    uint64_t seed;
    bool seed_given, seed_drawn;
    size_t shard; /* the one unit of the top level "machine" that is measured, from 1; 0: all */
    double margin;
    char *statistic; /* what verdicts rest on: "both", "typical", "p90"; NULL: nothing was said */
    char *
        decides; /* the metric that verdicts rest on, wherever a benchmark has it; NULL: wall, or the first */
    bool ignore_failure;
    bool quick;
    bool keep_builds; /* build directories stay, and are taken again for the same system and seed */
    enum design_trace trace;
    struct design_counts counts;
    size_t
        named_executions; /* the seeds of builds are those of a design with so many executions of each; 0: of this one */
    bool only_builds; /* nothing is executed: what builds cost and make is all that is measured */
    bool runtime_layout; /* environment, arguments and stack are moved by each execution's draws */

    /* Top to bottom. The levels above "execution" are repeated by building again; "execution" is
     * always there; "iteration" is the last one when values come from inside the process. */
    struct design_level levels[ASSAY_MAX_LEVELS];
    size_t n_levels;

    struct design_system *systems; /* the first is the old one */
    size_t n_systems;
    struct design_benchmark *benchmarks; /* at least one */
    size_t n_benchmarks;
    char **metrics; /* "wall", "user", "system_time", "max_rss", harness metrics by their names:
                       all that any benchmark asks for */
    size_t n_metrics;
    struct design_hooks hooks;       /* setup and cleanup of the experiment; prepare and conclude of
                                  executions */
    struct design_services services; /* there while a system is measured that has none of its own */
    struct design_randomise randomise;
    struct design_isolate isolate;
    struct design_order order;
    bool decides_by_order;       /* nobody said what decides: the order of measuring does */
    struct design_rounds rounds; /* only without a level above execution */

    struct design_stop stop;
    size_t *
        ended; /* STOP_ELIMINATE: system by system, of each benchmark the units of the highest repeated
                      level after which it ended, 0: it has not; NULL: another rule */

    struct design_block *blocks; /* the arena */
};

/* Units of the highest repeated level that a system has on a benchmark, of those that there are. */
size_t design_units(const struct design *design, size_t system, size_t benchmark);

/* The directory of a system's sources: what {source} says, and where its commands run. */
const char *design_source(const struct design *design, size_t system);

/* True when the top level is "machine": each of its units is measured on a machine of its own. */
bool design_has_machines(const struct design *design);

/* By name; NULL: there is none, or no design. */
struct design_system *design_system_named(const struct design *design, const char *name);
struct design_benchmark *design_benchmark_named(const struct design *design, const char *name);
/* Where it is noted that a benchmark of a system ended; NULL: there is no such pair. */
size_t *design_ended_of(const struct design *design, const char *system, const char *benchmark);

/* Index of the level "execution". */
size_t design_execution_level(const struct design *design);
/* Whether a time alone says how many top units there will be. */
bool design_ends_by_time(const struct design *design);

/* A batch that a harness finds by its clock is another one wherever its time is. */
bool design_follows_clock(const struct design *design);
/* Executions that the counts make, warm-up too. One experiment holds at most DESIGN_MOST_EXECUTIONS:
 * more are a slip of the finger, not a plan. */
enum { DESIGN_MOST_EXECUTIONS = 100000000 };
double design_executions(const struct design *design);
/* True when the design has a level below "execution". */
bool design_has_iterations(const struct design *design);
/* Live iterations and those in front of them, of one execution; without the level 1 and 0. */
size_t design_iterations(const struct design *design);
size_t design_warmup(const struct design *design);

/* True for a metric that kernel or processor count, where they can: instructions, energy,
 * event:NAME. */
bool metric_is_counter(const char *name);

/* True for a metric of a service: server.max_rss. */
bool metric_is_of_service(const struct design *design, const char *name);

/* None, one for all, or one for each system: the one of a system, or NULL. */
const char *design_hook(char *const *commands, size_t n, size_t system);

/* The services that are there while a system is measured. */
const struct design_services *design_services_of(const struct design *design, size_t system);
bool design_has_services(const struct design *design);

/* True when a system is built. */
bool design_has_builds(const struct design *design);

/* The measured command's template for one system and benchmark. */
const char *design_command(const struct design *design, size_t system, size_t benchmark);

/* The text with its placeholders replaced, in memory of the caller; dir is the unit's own build
 * directory (NULL: no build, {dir} is then the source). NULL when memory is out. */
struct design_place {
    size_t system, benchmark;
    const char *dir;
    uint64_t seed;
    const struct design_ports
        *ports; /* of its services; NULL: not known, and {port} stays as it stands */
};
char *design_expand(const struct design *design, const struct design_place *place,
                    const char *text);

/* An empty design, and memory and strings that live as long as it does; NULL when memory is out. */
struct design *design_new(void);
void *design_alloc(struct design *design, size_t size); /* zeroed */
char *design_string(struct design *design, const char *text);
void design_free(struct design **design);

/* The one of an index; NULL behind the last. */
const char *metric_word(size_t index);
