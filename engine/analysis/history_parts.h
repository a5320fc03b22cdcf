/* SPDX-License-Identifier: GPL-3.0-or-later */
/* history_parts.h -- what the files of history_analyse.h share. */
#pragma once

#include "analysis/history_analyse.h"
#include "store/store.h"

enum assay_status history_from_files(struct history *history, const struct history_request *request,
                                     struct remarks *remarks, struct assay_error *error);
enum assay_status history_from_store(struct history *history, const struct history_request *request,
                                     struct assay_error *error);

/* Room for n versions, without labels yet. */
enum assay_status history_make_versions(struct history *history, size_t n,
                                        struct assay_error *error);

struct assay_history_intervals history_intervals_of(const struct history_request *request);

/* The series of these names and this unit, made when it is new; names are copied when `copy`. NULL:
 * no memory. */
struct history_row *history_series(struct history *history, const char *system,
                                   const struct assay_series *series, bool copy);

/* What one version gave. */
struct history_given {
    size_t version;
    const struct assay_sample *live;
    bool has_iterations;
    struct assay_history_intervals intervals;
    const struct assay_program *program; /* NULL: not known */
    assay_warnings doubts;               /* by which no verdict rests on it */
};
/* Adds that, without what the request leaves out of warm-up; the same version twice is one version with
 * more units. A sample without a value tells nothing. Errors: ASSAY_NO_MEMORY, and ASSAY_INVALID where
 * nothing is left of an execution. */
enum assay_status history_add(struct history *history, const struct history_request *request,
                              struct history_row *series, const struct history_given *given,
                              struct assay_error *error);

/* Notes by what no verdict rests on the newest point. ASSAY_NO_MEMORY. */
enum assay_status history_doubt(struct history *history, struct history_row *series,
                                assay_warnings doubts, struct assay_error *error);
/* Of warnings those of a load by which no verdict rests on what it says. */
assay_warnings history_load_doubts(assay_warnings warnings);

/* Notes which program the newest point is of. */
enum assay_status history_note_program(struct history *history, struct history_row *series,
                                       const struct history_given *given,
                                       struct assay_error *error);
/* Leaves no change between versions of the same program that were measured in one experiment, and tells what
 * versions of the same program differ by. */
enum assay_status history_settle_same(const struct history_finding *history,
                                      struct history_row *series, struct assay_error *error);

/* The name under which a benchmark's values are joined: its own, or the one that it was given. */
const char *history_name_of(struct history *history, const char *benchmark);
/* Lays the rulings of the store beside the changes that they are of. */
enum assay_status history_apply_rulings(struct history *history, struct assay_error *error);

/* Of each change what else changed. */
enum assay_status history_look_around(struct history *history,
                                      const struct history_request *request,
                                      struct assay_error *error);
void history_beside_free(struct history *history);

/* Where others took the processor of programs that only compute, judges user + system in the place of wall
 * time. ASSAY_NO_MEMORY, or what the store says. */
enum assay_status history_judge_processor_time(struct history *history,
                                               const struct history_request *request,
                                               struct assay_error *error);
/* Of each series of wall time: did all of its versions only compute, and lack a processor, as that by which a comparison takes
 * processor time? Asks no series whose metric something else has taken the place of. ASSAY_NO_MEMORY, or what the store says. */
enum assay_status history_mark_lacking(struct history *history,
                                       const struct history_request *request, bool *lacks,
                                       struct assay_error *error);
/* Adds what one experiment of an open store gave, as the version place->rank. */
enum assay_status history_read_place(struct history *history, const struct history_request *request,
                                     struct store *store, const struct history_place *place,
                                     struct assay_error *error);
/* Puts steps where the experiments that measured several versions say they lie. */
enum assay_status history_place_by_rounds(struct history *history,
                                          const struct history_request *request,
                                          struct assay_error *error);
/* Of these leaves out what is no larger than what a busy machine does to several versions. */
void history_leave_lasting(struct history_row *series);

/* Asks the other benchmarks about series of two or three versions, by which nothing is known of the noise between
 * versions; finds changes of the newest version only. NULL: p values stay as they are. */
enum assay_status history_judge_few(struct history_finding *history,
                                    const enum assay_adjustment *adjustment,
                                    struct assay_error *error);

/* Takes out what the benchmarks of a version share, and looks for the changes of these series again. */
enum assay_status history_take_common(struct history_finding *history, struct assay_error *error);

/* Systems that have a version of their own. */
struct history_systems {
    struct history_place *items;
    size_t n, room;
};
/* Of all experiments of several systems; items is the caller's to free, in any case. */
enum assay_status history_find_systems(struct history *history, struct store *store,
                                       struct history_systems *out, struct assay_error *error);
/* The name of the system's series at that place; NULL: its values belong to another one. */
const char *history_system_at(const struct history *history, const struct history_place *place,
                              const char *system);

/* The experiments asked for, in the order of their versions, which are labelled; the caller frees the
 * list. */
enum assay_status history_places(struct history *history, const struct history_request *request,
                                 struct store *store, struct history_place **places, size_t *n,
                                 struct assay_error *error);
