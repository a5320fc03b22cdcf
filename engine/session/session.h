/* SPDX-License-Identifier: GPL-3.0-or-later */
/* session.h -- a campaign of measuring: an experiment between its design and its end.
 *
 * It is begun in a store or gone on with, runs until its rule of stopping ends it, and is read back
 * through the handle that it has open. What happens on the way is told to the caller as data:
 * nothing here says a word, and whatever ends it is the error that is returned. */
#pragma once

#include "design/design.h"
#include "design/design_request.h"
#include "git/git.h"
#include "measure/counting.h"
#include "measure/experiment.h"
#include "measure/values.h"
#include "source/input.h"

struct session;
struct plan_finding;
struct plan_target;
struct metric_limits;

enum session_event_kind {
    SESSION_BEGINS,        /* from here on executions of the design are run … */
    SESSION_ENDS,          /* … until here, whatever ended them */
    SESSION_NOT_COUNTED,   /* the metric `text`, for error_number: this machine does not count it */
    SESSION_BUILDS_REUSED, /* n, of an earlier run */
    SESSION_FAILURES,      /* n commands failed that were allowed to; they gave no values */
    SESSION_MOVED,         /* the store was not in its `place`; all of it is in another, as
                              session->left and session->store_path say */
    SESSION_TAKEN_UP,      /* n executions, that had ended when an earlier run was cut short */
    SESSION_COMPLETE,      /* nothing is left to run; `experiment` was planned from it, or 0 */
    SESSION_PLANNED, /* what follows the pilot, of `top_units`, for the target of the plan: a fresh run, or where
                              n > 0 the same one, whose n units of the pilot count */
    SESSION_UNREAD,       /* what is stored, for this error; the run goes on */
    SESSION_REMARK,       /* `text`, on what was left out of what was read */
    SESSION_HOPELESS,     /* the system `text` gave no value in n top units: the run ends */
    SESSION_TIMED_OUT,    /* after n top units, and the rule would still go on */
    SESSION_PILOT_JUDGED, /* all of the time was the pilot's, n top units: there is no fresh run */
    SESSION_SAME,         /* all are the same program, as n rounds tell: `left` are not measured */
    SESSION_ELIMINATED,   /* n cells ended after `top_units`; `left` go on */
    SESSION_NOT_REACHED,  /* all n top units are done, and the rule would still go on */
    SESSION_CONFIRMS,     /* what seemed slower is measured again, beside the baseline if paired */
    SESSION_NOT_BESIDE, /* rounds are measured one system after the other, for the reason `text` */
    SESSION_ORDER_CHOSEN, /* by a pilot of both, as `text` says */
    SESSION_OVERRUNS, /* the least of n top units, as long as the first, `unit_s`, takes `seconds`: more than `budget_s` */
    SESSION_DECIDES   /* what was inconclusive, or `slower` than values of another time, of n
                              benchmarks is measured on, for `seconds` */
};
struct session_event {
    enum session_event_kind kind;
    size_t n, top_units, left;
    const char *text;
    int error_number;
    enum store_place place;
    int64_t experiment;
    bool paired, apart;               /* apart: values of another time had a verdict */
    double seconds, unit_s, budget_s; /* budget_s: what is left of it as it begins */
    const struct plan_finding *plan;
    const struct plan_target *target;
    double half_width; /* planned: of all that counts then */
    const struct assay_error *error;
};

/* Each may be NULL. */
struct session_events {
    void *context;
    /* As in struct experiment_calls; false ends the run as an interrupt does. */
    bool (*progress)(void *context, const struct experiment_progress *progress);
    void (*kept)(void *context, const struct record *record); /* one that is stored now */
    void (*event)(void *context, const struct session *session, const struct session_event *event);
};

/* A sequential rule: it looks at the values while they come. */
struct sequential_rule {
    void *context;
    void (*take)(void *context, const struct record *record); /* one that was just kept */
    size_t (*go_on_to)(void *context, size_t units);          /* as in struct experiment_calls */
};

/* The sources of a commit, checked out. */
struct session_tree {
    char *commit, *repository;
    struct git_tree tree;
};

struct session {
    /* What is given; session_fini frees design and path. */
    struct design *design; /* NULL before session_resume */
    char *store_path;
    struct launcher *launcher; /* outlives the session; started with session_duties */
    bool ends_when_same; /* a gate asks: it ends once all that is compared is the same program */
    double confidence;   /* of rules that look and of plans */
    double budget_s; /* of the whole run, for which the design's counts are the fewest; 0: none */
    const char *version_label; /* of what is measured; NULL: none. A shard is named by it, too */
    const char *reported_as;   /* what further rounds are reported as; NULL: as the experiment */
    const char *machine;       /* the name of this machine; NULL: as machine_identify finds it */
    struct session_events events;
    const struct metric_limits
        *limits; /* what a sequential rule decides in place of the primary metrics, all
                                           at once, each by its margin; NULL or none: those */

    struct store *store;
    char **left; /* paths where the store stood before, each of them gone */
    size_t n_left;
    struct assay_error lost; /* ASSAY_OK, or why the store is gone and what it held is not kept */
    int64_t experiment;
    unsigned char uid[STORE_UID_BYTES]; /* its name in the world */
    bool resumed;
    bool complete; /* resumed, and nothing is left to run */
    bool appended; /* units were added: all of them are run, whatever rule ended the run before */
    bool begun;    /* executions of the experiment may be in the store */
    char baseline[32]; /* what to compare with, settled before measuring; "": nothing */
    bool first;        /* there is nothing yet to compare with, and that was allowed */
    size_t recorded;   /* executions that a resumed run found and does not repeat */
    size_t stored;     /* executions in the store that ended well, this run's included */
    size_t failures;   /* of this run, under ignore_failure */
    bool told_not_followed;
    bool forgotten;           /* nothing ended well, and nothing is left of it in the store */
    bool cut_short;           /* by what the report tells; session_resume can go on */
    struct counting counting; /* what counts instructions */
    struct experiment_report report;          /* of what was run last */
    const struct sequential_rule *sequential; /* NULL: nobody looks */
    struct session_tree *trees;               /* of systems that are commits */
    size_t n_trees, trees_room;
};
#define SESSION_DEFAULTS                                                                           \
    {                                                                                              \
        .confidence = ASSAY_CONFIDENCE_DEFAULT                                                     \
    }

/* Opens the store and begins the experiment of the session's design. */
enum assay_status session_begin(struct session *session, struct assay_error *error);

/* Goes on with an experiment of the store: by id or name, NULL or "latest" the newest; of the request count
 * ignore_failure, append, and the benchmarks that this is for. */
enum assay_status session_resume(struct session *session, const char *which,
                                 const struct design_request *request, struct assay_error *error);

/* Runs the experiment by the rule of its design, and ends it. After a pilot the session holds the
 * fresh experiment. */
enum assay_status session_run(struct session *session, struct assay_error *error);

/* Runs the counts of the design, as many as are done by then on the clock (clock_now_s), and ends the
 * experiment. */
enum assay_status session_run_until(struct session *session, double end_s,
                                    struct assay_error *error);

/* Ends the handle of the store. */
enum assay_status session_close(struct session *session, struct assay_error *error);
void session_fini(struct session *session);

/* What is stored of the experiment, by the handle that is open, which the input borrows; of the
 * request count the choices. What was left out is told as events. */
enum assay_status session_input(const struct session *session, const struct source_request *request,
                                struct input *input, struct assay_error *error);

/* ---- for the parts of a session ---- */

/* The design of a stored experiment, as in session_resume, and the sources of its commits: for who runs something beside it, and
 * adds no execution. A store that is open already is taken as it is. */
enum assay_status session_open_stored(struct session *session, const char *which,
                                      struct assay_error *error);
/* Within it builds that are kept are the same. To be freed; NULL: none are taken. */
char *session_build_scope(const struct session *session);

void session_tell(const struct session *session, const struct session_event *event);
/* Each as an event; ends the list. */
void session_tell_remarks(const struct session *session, struct remarks *remarks);

/* Runs what is not stored yet, as far as the watcher says, and does not end the experiment. */
enum assay_status session_run_part(struct session *session, struct assay_error *error);
/* ASSAY_SYSTEM when the experiment of that number in the store is another one now: somebody else has
 * written into the file. */
enum assay_status session_check_uid(const struct session *session, struct assay_error *error);
/* Tells of commands that failed in the part that was run, unless it was cut short. */
void session_tell_failures(const struct session *session);
/* Ends it: it is complete. */
enum assay_status session_finish(struct session *session, struct assay_error *error);
/* Runs all that is not stored yet, and ends it. */
enum assay_status session_run_design(struct session *session, struct assay_error *error);

/* Looks whether the store still stands under its name. When it does not, everything stored so far
 * goes into a new store, which the session has from then on, and that is told. An error: it could
 * not, and the session is lost. */
enum assay_status run_place_keep(struct session *session, struct assay_error *error);

/* "was removed or moved", "was replaced by something else" */
const char *run_place_words(enum store_place place);

/* Errors: ASSAY_USAGE when a design names a format that there is not. */
enum assay_status run_values_check(const struct design *design, struct assay_error *error);

enum assay_status run_values_import(const struct design_benchmark *benchmark, const char *text,
                                    size_t size, struct values *values, struct assay_error *error);
