/* SPDX-License-Identifier: GPL-3.0-or-later */
/* store.h -- every value, in one SQLite file. docs/store.md describes the schema.
 *
 * One commit for each execution, or for a group of short ones (measure/burst.h), in WAL mode: what
 * was committed outlives the process, however it dies. Summaries are never stored. A file of a newer schema, or a damaged one,
 * is not touched.
 */
#pragma once

#include <assay/dataset.h>

#include "base/randomised.h"
#include "base/remarks.h"
#include "design/design.h"
#include "measure/record.h"

struct store;

/* Errors: ASSAY_MISSING when there is no such store or experiment, else ASSAY_SYSTEM: disk full,
 * locked, read-only, damaged, of a newer schema. The sentence names the file and what to do. */

/* True when the file is a store, of whatever version, or belongs to one: writing over it would lose
 * what is stored. Ask before the store is open: closing the file here would drop the locks of a
 * connection of this process. */
bool store_claims(const char *path);
/* True when the file is a store, of whatever version. The same holds. */
bool store_is_file(const char *path);

enum store_mode {
    STORE_READ,
    STORE_READ_BESIDE, /* the same where this process may have the file open otherwise: looking into it would drop its locks */
    STORE_WRITE,       /* made when missing, 0600 */
    STORE_SALVAGE      /* to read what a damaged file still gives; nothing is promised */
};
enum assay_status store_open(const char *path, enum store_mode mode, struct store **out,
                             struct assay_error *error);
/* Copies the log into the file, as closing after writing does, and says when that fails: on a full
 * disk, what was stored is safe in the log and stays there. */
enum assay_status store_settle(struct store *store, struct assay_error *error);
void store_close(struct store **store);
/* Closes it without copying the log into the file: others may be reading, or copying, the two of
 * them. */
void store_leave(struct store **store);

/* Whether the store that was opened to be written still stands under its name. */
enum store_place { STORE_IN_PLACE, STORE_REMOVED, STORE_REPLACED };
enum store_place store_place(const struct store *store);
/* Copies all of it into a new store: beside it under a name of its own (PATH.rescued), else in the
 * directory for temporary files. *path is the caller's to free. */
enum assay_status store_rescue(struct store *store, char **path, struct assay_error *error);
/* Closes a store that has lost its name, and harms nothing that has it now. */
void store_abandon(struct store **store);

/* The path that docs/store.md says: given, else $ASSAY_STORE, else assay.db in directory. Without a
 * directory (no manifest was named): assay.db here when it or an assay.yaml is here, else
 * $XDG_DATA_HOME/assay/assay.db (directory made). The caller frees it. NULL: no memory. */
char *store_default_path(const char *given, const char *directory);
/* The same of who only reads: no directory is made. */
char *store_known_path(const char *given, const char *directory);
/* The same of a run: beside its manifest unless somebody says otherwise; NULL: there is none. */
char *store_path_beside(const char *given, const char *manifest);

/* ---- writing ---- */

/* Begins an experiment and takes the store's run lock for it (released by close or by the death of
 * the process). A store may hold several running experiments; one experiment is run by one process.
 * A handle writes one experiment at a time, and a process has one writing handle on a store.
 * design->manifest must be a text that gives the same design again when it is read from
 * design->source, but for seed, margin, quick and ignore_failure, which are kept beside it. beginning:
 * what is known besides; NULL: nothing. */
enum { STORE_UID_BYTES = 16 };
struct store_beginning {
    const char *host_json; /* facts of the host; NULL: none */
    const unsigned char
        *uid;            /* its name in the world, never twice in a store; NULL: a random one */
    bool here;           /* it is measured on this machine: keep which one that is */
    const char *machine; /* its name; NULL: as machine_identify finds it */
    const struct store_machine *machines; /* not here: those that are known of its units */
    size_t n_machines;
    size_t planned; /* executions; 0: not known */
};
enum assay_status store_begin(struct store *store, const struct design *design,
                              const struct store_beginning *beginning, int64_t *experiment,
                              struct assay_error *error);
/* Takes up an experiment again, finished or not; the design comes back from its manifest text
 * (store_find). ASSAY_SYSTEM when another process is running it. */
enum assay_status store_resume(struct store *store, int64_t experiment, struct assay_error *error);
/* Seconds that one execution of each of the experiment's benchmarks took on average, in the newest experiment of its name
 * that has executions of some; 0: there is none, or it is packed. */
enum assay_status store_expected(struct store *store, int64_t experiment, double *seconds,
                                 struct assay_error *error);
/* How many executions are planned, for people and progress, when the run finds another number. 0: not
 * known. */
enum assay_status store_plan(struct store *store, int64_t experiment, size_t executions,
                             struct assay_error *error);
/* Host facts (JSON) as they were before a round; store_begin has kept those of round 0. */
enum assay_status store_host(struct store *store, int64_t experiment, uint32_t round,
                             const char *facts_json, struct assay_error *error);
/* The experiment that this handle writes gets more units: its manifest's text, the counts of its
 * levels and the executions planned are those of the design from now on, and it is not finished. */
enum assay_status store_extend(struct store *store, int64_t experiment, const struct design *design,
                               size_t executions, struct assay_error *error);
/* Facts that move, as they were before a round; those that stand there already stay. */
enum assay_status store_host_state(struct store *store, int64_t experiment, uint32_t round,
                                   const char *facts_json, struct assay_error *error);
/* One build or execution, in one transaction. When it fails, nothing of it is stored and everything
 * before is; the same record may be appended again. */
enum assay_status store_append(struct store *store, int64_t experiment, const struct record *record,
                               struct assay_error *error);
/* Several in one transaction, all or none. */
enum assay_status store_append_all(struct store *store, int64_t experiment,
                                   const struct record *const *records, size_t n,
                                   struct assay_error *error);
enum assay_status store_finish(struct store *store, int64_t experiment, struct assay_error *error);

/* What is written between these two stands in the store as a whole or not at all, also after a kill and
 * on a full disk. Nobody else can write meanwhile. What fails between them must be handed to the end. */
enum assay_status store_together_begin(struct store *store, struct assay_error *error);
enum assay_status store_together_end(struct store *store, enum assay_status status,
                                     struct assay_error *error);

/* True when this step need not be done again: it is stored and went well, or it is an execution
 * that failed in an experiment that ignores failures. A failed step may be appended again: both
 * stay. */
bool store_has_step(struct store *store, int64_t experiment, const struct step *step);

/* Keeps who chose, after measuring, that the first `warmup` iterations of a benchmark's executions
 * on a system are warm-up; store_read then takes this in place of what was measured as warm-up. */
enum assay_status store_choose_live(struct store *store, int64_t experiment, const char *system,
                                    const char *benchmark, size_t warmup,
                                    enum assay_decided decided, struct assay_error *error);

/* All of these choices of an experiment as one text, to tell whether they changed; to be freed. */
enum assay_status store_choices(struct store *store, int64_t experiment, char **text,
                                struct assay_error *error);

/* ---- reading ---- */

/* Whether what a build made, as its record's lines say (measure/program.h), is what the builds of the experiment's system, by
 * place, were. Where these differ among each other without being drawn (`assay cc`), another one says nothing. */
enum store_built { STORE_BUILT_UNKNOWN, STORE_BUILT_SAME, STORE_BUILT_OTHER };
enum assay_status store_is_built(struct store *store, int64_t experiment, size_t system,
                                 const char *layout, enum store_built *built,
                                 struct assay_error *error);

/* Which version of the measured programs an experiment is of; what is not known is NULL or 0. */
struct store_version {
    char *label, *commit, *branch;
    bool dirty;       /* the work tree had changes beside the commit */
    int64_t commit_s; /* when the commit was made, seconds since 1970 UTC */
};

struct experiment_info {
    int64_t id;
    char *name; /* NULL: unnamed */
    char *manifest;
    char *source;
    char *host_json;
    char *assay_version;
    int64_t started_ns, finished_ns; /* CLOCK_REALTIME; finished 0 when it is not */
    uint64_t seed;
    double margin;
    bool quick, ignore_failure;
    size_t executions, failures;        /* as recorded, warm-up and every attempt counted */
    size_t planned;                     /* 0: not known */
    size_t pilot;                       /* the experiment that it was planned from; 0: none */
    unsigned char uid[STORE_UID_BYTES]; /* its name in the world */
    struct store_version version;       /* by store_find alone */
    char *
        opened; /* by store_find alone: {"SYSTEM": {"files": {"FILE": "DIGEST", …}, "not_followed": "WHY"}, …}: what
                     executions that were followed have opened, and why that is not all; NULL: nothing is known */
};
/* By id ("12"), name (the newest of that name), its name in the world (32 hexadecimal digits), or "latest": the newest that has
 * values; NULL: the newest, whatever came of it. Either is a copy that was kept for histories only where there is nothing else. The caller ends *info with experiment_info_fini; after a failure it holds nothing. */
enum assay_status store_find(struct store *store, const char *which, struct experiment_info *info,
                             struct assay_error *error);
/* Demands that its name, manifest, levels, systems and host are as they were sealed: for who takes these and
 * reads no values. */
enum assay_status store_demand_facts(struct store *store, int64_t experiment,
                                     struct assay_error *error);
/* Its name in the world. */
enum assay_status store_uid(struct store *store, int64_t experiment,
                            unsigned char uid[STORE_UID_BYTES], struct assay_error *error);
/* By its name in the world; *experiment is 0 when there is none. */
enum assay_status store_find_uid(struct store *store, const unsigned char uid[STORE_UID_BYTES],
                                 int64_t *experiment, bool *complete, struct assay_error *error);
/* The newest experiment that was planned from this pilot; 0: none, or it cannot be told. */
int64_t store_planned_from(struct store *store, int64_t pilot);
enum assay_status store_list(struct store *store, struct experiment_info **infos, size_t *n,
                             struct assay_error *error);
void experiment_info_fini(struct experiment_info *info);
/* The numbers of all experiments, ascending; to be freed. */
enum assay_status store_ids(struct store *store, int64_t **ids, size_t *n,
                            struct assay_error *error);

/* ---- versions ---- */

enum assay_status store_set_version(struct store *store, int64_t experiment,
                                    const struct store_version *version, struct assay_error *error);

/* That of an experiment; nothing where the store is older than versions. End with store_version_fini. */
enum assay_status store_version_of(struct store *store, int64_t experiment,
                                   struct store_version *version, struct assay_error *error);
void store_version_fini(struct store_version *version);

/* What the gate that was asked for said of an experiment; and that it may be a baseline all the same. */
enum store_gate {
    STORE_GATE_PASSED,
    STORE_GATE_FAILED, /* something was slower beyond the margin, on the machine where it was measured */
    STORE_GATE_CONFIRMED, /* and on another machine, too */
    STORE_GATE_NONE,      /* none was asked for */
    STORE_GATE_HERE_ONLY /* slower where it was measured, and not on the other machine that was asked */
};
enum assay_status store_set_gate(struct store *store, int64_t experiment, enum store_gate gate,
                                 struct assay_error *error);
enum assay_status store_accept(struct store *store, int64_t experiment, struct assay_error *error);
/* As store_find; "branch:NAME" is the newest of the branch that is not of the version under test and did
 * not fail its gate. */
enum assay_status store_find_baseline(struct store *store, const char *which,
                                      const struct store_version *tested, int64_t *id,
                                      struct assay_error *error);

/* What people said of changes in a history. A later one holds in place of an earlier one. */
enum store_ruling_kind { RULING_ACCEPTED, RULING_REJECTED, RULING_RENAMED };
struct store_ruling {
    unsigned char uid[STORE_UID_BYTES];
    enum store_ruling_kind kind;
    char *version;                     /* at which the change is told; NULL: renamed */
    char *system, *benchmark, *metric; /* of the series; NULL: it has none, or renamed */
    double lower, upper;               /* the interval of the change's ratio; NaN: it has none */
    char *renamed;                     /* what the benchmark is called since then */
    char *why;                         /* NULL: not said */
    int64_t made_ns;
};
/* All of them or none; each gets its uid and its time. Their texts stay the caller's. */
enum assay_status store_rule(struct store *store, struct store_ruling *rulings, size_t n,
                             struct assay_error *error);
/* All, the oldest first. End with store_rulings_free. */
enum assay_status store_rulings(struct store *store, struct store_ruling **rulings, size_t *n,
                                struct assay_error *error);
void store_rulings_free(struct store_ruling **rulings, size_t n);

/* An experiment without its manifest and its counts: quick for thousands of them. */
struct store_entry {
    int64_t id, started_ns, finished_ns;
    unsigned char uid[STORE_UID_BYTES];
    char *name, *note, *source;
    struct store_version version;
    bool pilot;           /* measured to plan from */
    int64_t planned_from; /* the pilot of a fresh run; 0: none */
    enum store_gate gate;
    bool watched;    /* ended by a rule that looked at the values: peek, anytime or looks */
    size_t expected; /* top units that an anytime rule expected before the first; 0: another rule */
    /* Where it was measured, NULL in stores of before version 10: the identities of its machines, the first
     * one's name, and its class for people ("Xeon 8375C, 8 processors"). */
    char *machines, *machine, *machine_class;
    bool has_values;            /* an execution of it ended well, or what it was to build */
    char *systems, *benchmarks; /* their names in the order of the design: "O1, O2" */
};
/* All, by id. End with store_entries_free. */
enum assay_status store_entries(struct store *store, struct store_entry **entries, size_t *n,
                                struct assay_error *error);
void store_entries_free(struct store_entry **entries, size_t n);

/* Was a system of this name part of a complete experiment of that name, whether it gave values or not? */
bool store_tried(struct store *store, const char *experiment, const char *system);
/* The newest complete experiment of that name of which the system was part beside others; 0: there is none. */
enum assay_status store_beside(struct store *store, const char *experiment, const char *system,
                               int64_t *id, struct assay_error *error);
/* The complete experiments of that name of which both systems were part, the oldest first: to be freed. */
enum assay_status store_together(struct store *store, const char *experiment, const char *system,
                                 const char *other, int64_t **ids, size_t *n,
                                 struct assay_error *error);

/* What people call the version: its label, else the short commit (with "-dirty"), else the
 * experiment's name, else "#12". */
void store_entry_label(const struct store_entry *entry, char *text, size_t size);

/* ---- keeping house ---- */

/* A name (NULL: none) that store_find knows it by, and a note for people. */
enum assay_status store_rename(struct store *store, int64_t experiment, const char *name,
                               struct assay_error *error);
enum assay_status store_annotate(struct store *store, int64_t experiment, const char *note,
                                 struct assay_error *error);
/* Is a process measuring it? To be asked of a store that is read: one that runs experiments would lose its own lock. */
bool store_is_run(struct store *store, int64_t experiment);
/* Removes an experiment with all its values. ASSAY_SYSTEM when a process is running it. */
enum assay_status store_delete(struct store *store, int64_t experiment, struct assay_error *error);
/* Copies every experiment of the other store that is not here yet (by its uid), and joins shards of one
 * experiment, in any order. Remarks: machines that were measured twice.
 * ASSAY_INVALID: a shard of another design or seed than those that wait here for their others. */
struct store_merged {
    size_t added, known; /* experiments */
    size_t machines;     /* that joined experiments which were here */
    int64_t experiment;  /* the last one that shards came to; 0: none */
};
enum assay_status store_merge(struct store *store, const char *other, struct store_merged *merged,
                              struct remarks *remarks, struct assay_error *error);
/* Makes a new store with a copy of this one experiment. */
enum assay_status store_extract(struct store *store, int64_t experiment, const char *path,
                                struct assay_error *error);
/* Which machines of an experiment of several are missing, and which are one. */
enum assay_status store_tell_shards(struct store *store, int64_t experiment,
                                    struct remarks *remarks, struct assay_error *error);
/* Packs every experiment that is complete and not being run: few bytes in place of rows. Going on
 * (store_resume) unpacks it. One that is damaged is left as it is and told at the end. */
enum assay_status store_pack_all(struct store *store, size_t *n_packed, struct assay_error *error);
/* Gives freed pages back to the file system; bytes before and after. */
enum assay_status store_vacuum(struct store *store, int64_t *before, int64_t *after,
                               struct assay_error *error);

/* As store_read, of a damaged store: leaves out what does not fit its checksum or cannot be read,
 * and counts such executions. */
enum assay_status store_salvage(struct store *store, int64_t experiment,
                                struct assay_dataset *dataset, size_t *n_lost,
                                struct assay_error *error);

/* The live values of each (system, benchmark, metric) of an experiment, by metric, and nothing that
 * store_read adds: quick for thousands of experiments. The sample lasts until `take` returns, which
 * goes on or not. */
struct store_sample {
    const char *system, *benchmark, *metric, *unit;
    bool more_is_better;
    struct assay_told told;
    size_t n_systems;    /* of the experiment */
    bool passed_over;    /* another is preferred, and this one comes for `also` alone */
    bool has_iterations; /* live's lowest level, below one that rounds pair */
    struct assay_program program;
    struct assay_sample live;
};
enum { STORE_PREFERRED = 2, STORE_ALSO = 3 };
struct store_filter {
    /* Other metrics only where a benchmark has neither, the second only where it has not the first; NULL: no wish. */
    const char *prefer[STORE_PREFERRED];
    const char *also[STORE_ALSO]; /* these come whatever is preferred; NULL: no more */
    bool (*wants)(void *context, const struct store_sample *sample); /* by its names; no values */
    bool (*take)(void *context, const struct store_sample *sample);
    void *context;
    bool builds; /* what builds cost, too */
};
enum assay_status store_samples(struct store *store, int64_t experiment,
                                const struct store_filter *filter, struct assay_error *error);

/* What was drawn for each execution, beside its mean: the executions of one experiment that went
 * well, in the order of measuring. Ends with store_draws_free. */
struct store_draw {
    char *system, *benchmark, *metric, *unit;
    int64_t round;
    double drawn, mean;
};
enum assay_status store_draws(struct store *store, int64_t experiment, const char *name,
                              struct store_draw **draws, size_t *n, struct assay_error *error);
/* Of an experiment of pairs, what its executions that ran alone and do not count gave, as means; nothing is drawn. */
enum assay_status store_alone(struct store *store, int64_t experiment, struct store_draw **values,
                              size_t *n, struct assay_error *error);
void store_draws_free(struct store_draw **draws, size_t n);
/* The median of those of this benchmark (NULL: of all), and of whatever metric; NaN: there are none, or no memory. */
double store_draws_median(const struct store_draw *draws, size_t n, const char *benchmark);

/* Of one of them: as that name was drawn in the round for the execution of this system and benchmark; NaN: it was not. */
double store_draws_find(const struct store_draw *draws, size_t n, const char *system,
                        const char *benchmark, int64_t round);

/* What an imported execution of a duet has: a store of one of its systems knows it by that. */
#define STORE_DUET_DRAW "duet"

/* How the systems of the rounds that count were at work: what was so at the same time has an overlap. An experiment with
 * wall time is asked only where its manifest names an order: hardly any does. */
enum assay_status store_order_of(struct store *store, int64_t experiment, bool has_wall,
                                 enum assay_together *together, struct assay_error *error);

/* Of an experiment that is being run, each execution that went well and has one value of the metric. */
struct store_pilot_value {
    size_t system, benchmark; /* their places */
    int64_t round;
    bool beside; /* measured side by side with the others of its round */
    bool
        longer; /* in slices of the pilot's other length, as the schedule says, which the store does not know */
    double cost_s, value;
};
/* Those from a round on, in the order of measuring; to be freed. What is set aside is among them: a run that was killed before
 * it kept its choice chooses the same again. */
enum assay_status store_pilot_values(struct store *store, int64_t experiment, const char *metric,
                                     size_t first_round, struct store_pilot_value **values,
                                     size_t *n, struct assay_error *error);
/* Of the rounds from a first one on those that are set aside become warm-up: kept, and without a say; the others count. */
enum assay_status store_set_aside(struct store *store, int64_t experiment, size_t first_round,
                                  const bool *aside, size_t n_rounds, struct assay_error *error);

/* A command around units that failed. Ends with store_hooks_free. */
struct store_hook {
    char *system, *name; /* "setup", "prepare", "conclude", "cleanup" */
    int64_t round, position;
    enum outcome outcome;
    int code;         /* exit code, signal, or errno */
    char *last_words; /* NULL: none */
};
enum assay_status store_hooks(struct store *store, int64_t experiment, struct store_hook **hooks,
                              size_t *n, struct assay_error *error);
void store_hooks_free(struct store_hook **hooks, size_t n);

/* Executions, or builds, that came to one bad end and that no later attempt made up for. Ends with
 * store_failures_free. */
struct store_failure {
    char *system, *benchmark; /* benchmark NULL: builds */
    enum outcome outcome;
    int code;         /* exit code, signal, or errno */
    char *last_words; /* of the first; NULL: none */
    size_t n;
};
/* In the order of measuring, builds first. Whether they fit the seal is asked by who reads the values. */
enum assay_status store_failures(struct store *store, int64_t experiment,
                                 struct store_failure **failures, size_t *n,
                                 struct assay_error *error);
void store_failures_free(struct store_failure **failures, size_t n);
/* "ended with exit code 3" */
void store_failure_say(const struct store_failure *failure, char *text, size_t size);

struct store_layout {
    char *system;
    size_t builds, random; /* that went well; of these, those whose code was moved */
    size_t inlined;        /* calls of a function that was to be slowed down, of the last build */
    bool alike;            /* what was recorded of their programs is the same */
};
enum randomised store_layout_of(const struct store_layout *layout);
/* An entry for each system with builds. Ends with store_layouts_free. */
enum assay_status store_layouts(struct store *store, int64_t experiment,
                                struct store_layout **layouts, size_t *n,
                                struct assay_error *error);
void store_layouts_free(struct store_layout **layouts, size_t n);

/* Looks through the whole file: SQLite's own structure, then every execution, build and array of
 * values against its checksum, every complete experiment against its seal. Each defect is told to report as a sentence; *n_defects counts them.
 * ASSAY_OK also when there are defects. */
bool store_has_seals(struct store *store); /* false: of version 6 or before, which covers less */
/* Whether this experiment has a seal, which it may fit or not. */
enum assay_status store_is_sealed(struct store *store, int64_t experiment, bool *sealed,
                                  struct assay_error *error);
typedef void (*store_reporter)(void *context, const char *sentence);
enum assay_status store_check(struct store *store, store_reporter report, void *context,
                              size_t *n_defects, struct assay_error *error);
/* Whether the file is a store that this program reads, without a defect: for who could not merge it. */
bool store_file_is_whole(const char *path);

/* Adds the experiment's series to the dataset (not finished by this call): level names, costs,
 * rounds, warm-up, labels and warnings included. Failed executions are left out and give
 * ASSAY_WARN_FAILED_EXECUTIONS. */
enum assay_status store_read(struct store *store, int64_t experiment, struct assay_dataset *dataset,
                             struct assay_error *error);
/* The same with what is asked for besides: behind it what builds cost and how large they made the program,
 * the benchmark "build" with metrics whose names begin with BUILD_METRIC, one value a build; and when each
 * execution was measured. */
#define BUILD_METRIC "build_"
enum { STORE_BUILDS = 1, STORE_OCCASIONS = 2 };
enum assay_status store_read_also(struct store *store, int64_t experiment, unsigned also,
                                  struct assay_dataset *dataset, struct assay_error *error);

/* What the experiments of a store are. */
struct store_listing {
    struct store_entry *entries; /* n of them, each with the info of the same place */
    struct experiment_info *infos;
    size_t n;
    size_t n_entries, n_infos; /* owned: another process may add one between */
};

/* End with store_listing_fini in any case. */
enum assay_status store_listing_read(struct store *store, struct store_listing *listing,
                                     struct assay_error *error);
void store_listing_fini(struct store_listing *listing);

/* One row for each unit of the level "machine", or one for an experiment without it. Texts are owned. */
struct store_machine {
    size_t place;   /* of the unit, from 0 */
    char *label;    /* of the unit: its place, counted from 1, or as a file calls it */
    char *identity; /* equal: the same machine */
    char *name, *model;
    size_t processors, nodes;           /* 0: not known */
    int64_t started_ns, finished_ns;    /* finished 0: it is not */
    unsigned char run[STORE_UID_BYTES]; /* which run measured it */
};

/* In the order of their places; of a file of version 8 and before, none. Ends with store_machines_free. */
enum assay_status store_machines(struct store *store, int64_t experiment,
                                 struct store_machine **machines, size_t *n,
                                 struct assay_error *error);
/* "EPYC 7763, 64 processors, 2 nodes"; one node goes without saying. To be freed; NULL: no memory. */
char *store_machine_class(const struct store_machine *machine);
void store_machines_free(struct store_machine **machines, size_t n);
