/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fleet.h -- the shards of one experiment on many machines.
 *
 * All that is known of a fleet stands in its directory, which every machine sees:
 *
 *     plan.json        what is measured, and how shards are started
 *     cancel           there while nobody shall go on
 *     machine-ID       which shard a machine measures: K
 *     shard-K/lease    who may measure shard K: ATTEMPT PID STATE ASKED HOST BOOT START; a worker of an older attempt stops. PID is of
 *                      what was started for it, or of Slurm's job; HOST, BOOT and START say which process of that number
 *     shard-K/beat     the worker of ATTEMPT lives: touched every beat_s; holds ATTEMPT HOST
 *     shard-K/machine  where it is measured: ID NODE, the node's name in Slurm
 *     shard-K/end      what it came to: ATTEMPT HOW CODE SECONDS STORE HOST
 *     shard-K/log      what `assay run` said
 *     shard-K/held     locked by the worker that measures
 *     shard-K/N.db     its stores: another one only where another machine began it
 *
 * Times are compared on the clock of the file system, which machines share, never on their own.
 */
#pragma once

#include <assay/status.h>

#include "base/process_name.h"
#include "store/store.h"

enum fleet_state {
    FLEET_WAITING,   /* nobody was asked for it yet */
    FLEET_SUBMITTED, /* asked for, not begun */
    FLEET_RUNNING,
    FLEET_LOST,   /* begun or asked for, and given up without an end */
    FLEET_FAILED, /* ended, and would end so again */
    FLEET_DONE
};
enum { FLEET_STATES = 6 };
extern const char *const fleet_state_names[FLEET_STATES];

enum { FLEET_HOST = PROCESS_HOST, FLEET_NAME = 32, FLEET_WHY = 120 };

/* What starts the shards: a line for the shell that the user writes; ssh to hosts that are named; arrays of jobs. */
enum fleet_engine { FLEET_BY_COMMAND, FLEET_BY_SSH, FLEET_BY_SLURM };

struct fleet_shard {
    enum fleet_state state;
    size_t attempt;              /* the lease's; 0: none yet */
    struct process_name started; /* for it, by the coordinator of that time; pid 0: nothing */
    bool handed;                 /* what was started ended well: a scheduler has it */
    long job;                    /* that holds it, in Slurm; 0: none */
    bool stuck;                  /* its job waits for what will not come: another job would, too */
    bool taken;                  /* it met a machine that measures another shard */
    double down_s;               /* since when Slurm has no node that is up for it; 0: it has one */
    int code;                    /* of `assay run`, where it ended */
    double seconds;              /* since it was asked for; of one that is done, what it took */
    char store[FLEET_NAME];
    char host[FLEET_HOST];
    char asked[FLEET_HOST]; /* of which host it was asked for; empty: nobody said */
    char why
        [FLEET_WHY]; /* it is lost or failed, as the scheduler or the last line of the log says; may be empty */
};

/* A shard that is to be measured into its store. */
struct fleet_measuring {
    const char *store, *manifest;
    const char *seed, *label; /* NULL: none */
    size_t shard, n;          /* shard 1 … n */
    bool resumes;             /* what stands in the store goes on */
};

/* What the program is called with: only itself knows. Whoever has shards measured sets it in the fleet. */
enum { FLEET_WORDS = 16 };
struct fleet_calls {
    const char *version;   /* prints "assay VERSION" */
    const char *work;      /* a worker, before the shard's number */
    const char *directory; /* and behind it, before the fleet's directory */
    const char *store;     /* before the store of what is merged */
    /* The words that measure, behind the program's own name; NULL ends them. `text` is memory for one of them. */
    void (*measure)(const struct fleet_measuring *shard, const char *words[FLEET_WORDS],
                    char text[64]);
};

struct fleet {
    const struct fleet_calls *calls;
    char *directory; /* absolute */
    char *manifest, *program;
    char *checksum; /* of the manifest's text */
    enum fleet_engine engine;
    char *
        command; /* how a shard is started: a line for the shell, {} being the worker's command; by Slurm: the call of sbatch */
    char *hosts; /* parted by commas, for {host}; NULL: none */
    char *label; /* of the version; NULL: none */
    char *seed;  /* NULL: the manifest's */
    const char *store; /* that somebody named, for the line that goes on; NULL: none was */
    size_t n;          /* machines of the design */
    size_t attempts, at_once;
    double limit_s; /* of one shard; 0: none */
    double lost_s;  /* without a beat so long it is lost */
    double start_s; /* asked for and not begun within this it is lost */
    bool shared;    /* a machine may measure several shards, one after the other */
    struct fleet_shard *shards;
    char *queue; /* what Slurm last said of its jobs; NULL: nothing yet, or it did not answer */
    double queue_s, submitted_s;
    bool away; /* Slurm's controller did not answer when jobs were submitted */
};

/* What `fleet run` is asked for. NULL, 0 and negative: as the fleet was begun, else as said here. */
struct fleet_request {
    const char *directory; /* NULL: "NAME.fleet" beside the manifest */
    const char *manifest;
    const char *program; /* this program's path, as other machines find it */
    const char *command, *label, *seed;
    int engine;                  /* below 0: as it was begun */
    const char *hosts, *options; /* options: words for ssh or sbatch */
    long attempts;               /* 3 */
    long
        at_once; /* how many of what is started may run at the same time: 1, as many as hosts, all of Slurm */
    double limit_s; /* none */
    double lost_s;  /* 60 */
    double start_s; /* a day */
    bool shared;
};

/* Where the fleet of a manifest is when nobody says so, and its absolute path. In memory of the caller. */
char *fleet_directory(const char *given, const char *manifest, struct assay_error *error);

/* Begins a fleet of n machines, or takes it up again: then the manifest must be the same. ASSAY_USAGE where it is not. */
enum assay_status fleet_begin(const struct fleet_request *request, size_t n, struct fleet *fleet,
                              struct assay_error *error);
/* The fleet that stands in a directory. ASSAY_MISSING where there is none. */
enum assay_status fleet_open(const char *directory, struct fleet *fleet, struct assay_error *error);
void fleet_fini(struct fleet *fleet);

/* Where all shards stand now. */
enum assay_status fleet_look(struct fleet *fleet, struct assay_error *error);

struct fleet_progress {
    size_t of[FLEET_STATES];
    double left_s; /* NaN: not known before one is done */
};
struct fleet_progress fleet_progress_of(const struct fleet *fleet);

/* Leases every shard that is not done, again where it is lost, and returns when nothing is left to wait for: all done, failed, or
 * leased as often as allowed. tell is called after each look. ASSAY_INTERRUPTED leaves the shards going; ASSAY_SYSTEM also where
 * another process watches this fleet. */
typedef void (*fleet_teller)(void *context, const struct fleet *fleet);
enum assay_status fleet_run(struct fleet *fleet, fleet_teller tell, void *context,
                            struct assay_error *error);

/* Has all workers stop, what they measured being kept; fleet_run goes on with it. *n: how many shards were under way. */
enum assay_status fleet_cancel(struct fleet *fleet, size_t *n, struct assay_error *error);

/* Merges what is done into the store at path, which is made where there is none. *experiment: the one that they are of; 0: nothing is
 * done yet. ASSAY_SYSTEM with the name of a shard that is damaged, and ASSAY_INTERRUPTED, leave the others merged. */
enum assay_status fleet_collect(const struct fleet *fleet, const char *path, int64_t *experiment,
                                struct remarks *remarks, struct assay_error *error);

/* Measures shard K as the lease that stands: what a scheduler starts on another machine. hopeless: whether a run that ended with this code
 * would end so again. *code: what it came to. */
enum assay_status fleet_work(const struct fleet *fleet, size_t shard, bool (*hopeless)(int code),
                             int *code, struct assay_error *error);
