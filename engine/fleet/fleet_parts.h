/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fleet_parts.h -- what the files of this room share. */
#pragma once

#include <stdio.h>

#include "fleet/fleet.h"

enum { FLEET_PATH = 4096, FLEET_LINE = 256 };

/* DIRECTORY/shard-K/NAME, or DIRECTORY/NAME for shard 0. ASSAY_SYSTEM: too long. */
enum assay_status fleet_path(const struct fleet *fleet, size_t shard, const char *name,
                             char path[FLEET_PATH], struct assay_error *error);
/* Only a directory of ours alone is a fleet's: what stands in it is executed. */
enum assay_status fleet_trust(const char *directory, struct assay_error *error);
/* The first line of a file; false: there is none. */
bool fleet_read_line(const char *path, char line[FLEET_LINE]);
/* Takes the place of the file whole. */
enum assay_status fleet_write_line(const char *path, const char *line, struct assay_error *error);
/* ASSAY_INTERRUPTED: "WHAT, and nothing is lost. Go on with: assay fleet ACTION …" */
enum assay_status fleet_fail_stopped(const struct fleet *fleet, const char *what,
                                     const char *action, struct assay_error *error);
/* "assay: what failed there, and why" */
enum assay_status fleet_fail_file(const char *path, struct assay_error *error);

/* How often a worker shows that it lives. */
double fleet_beat_s(const struct fleet *fleet);
bool fleet_cancelled(const struct fleet *fleet);
/* The attempt that may measure a shard; 0: none. */
size_t fleet_leased(const struct fleet *fleet, size_t shard);
/* Writes the lease as the shard has it. */
enum assay_status fleet_lease(const struct fleet *fleet, size_t shard, struct assay_error *error);

/* A line more in the shard's log, which says why it is lost. */
void fleet_note(const struct fleet *fleet, size_t shard, const char *line);

/* ---- machines ---- */

/* Makes this machine that of the shard, unless it is another shard's: *other, else 0. That is told by the machine's identity,
 * whatever name it is asked for by. */
enum assay_status fleet_claim(const struct fleet *fleet, size_t shard, const char *machine,
                              size_t *other, struct assay_error *error);
/* Slurm's names of the nodes that are of shards for which there is no place in `among`, parted by commas; NULL: of none. */
char *fleet_nodes_but_of(const struct fleet *fleet, const size_t *among, size_t n);

/* ---- hosts ---- */

/* ASSAY_USAGE for a name that is none. */
enum assay_status fleet_check_hosts(const char *hosts, struct assay_error *error);
/* Each once. */
size_t fleet_count_hosts(const char *hosts);
/* Of which host to ask for a shard: one that nobody was asked of yet, else the one where it was, else, where hosts are shared, another
 * that is free. False: all are busy. A fleet without hosts asks nobody. */
bool fleet_choose_host(struct fleet *fleet, size_t shard);
/* The line for ssh; NULL: no memory. */
char *fleet_ssh_line(const char *options);
/* A copy of this program in the fleet's directory, for machines that have none or another version. */
enum assay_status fleet_copy_program(const struct fleet *fleet, struct assay_error *error);

/* ---- Slurm ---- */

char *fleet_sbatch_line(const char *options);
/* Submits these shards, which are leased, as arrays of jobs; each that was submitted has its job then. fleet->away: the controller did not
 * answer, which may pass. */
enum assay_status slurm_submit(struct fleet *fleet, const size_t *shards, size_t n,
                               struct assay_error *error);
/* It did not answer, and is not asked again yet. */
bool slurm_rests(const struct fleet *fleet);
/* Asks for all jobs, not more often than its controller bears. */
void slurm_ask(struct fleet *fleet);
enum slurm_state {
    SLURM_UNKNOWN,
    SLURM_PENDING,
    SLURM_DOWN,  /* pending, while the nodes for it are down or drained */
    SLURM_STUCK, /* pending: somebody holds it, or nothing here satisfies it */
    SLURM_RUNNING,
    SLURM_ENDED,
    SLURM_HOPELESS
};
/* What became of a shard's job; why: in its words. */
enum slurm_state slurm_look(const struct fleet *fleet, size_t shard, char why[FLEET_WHY]);
/* Takes the job of a shard away, or all that have not begun. */
void slurm_cancel(const struct fleet *fleet, size_t shard);
void slurm_cancel_pending(const struct fleet *fleet);

/* ---- the engine "command" ---- */

/* One word of the shell. */
void command_write_quoted(FILE *out, const char *text);
/* The program's path, and what its calls say of a worker; shard is put in as it stands. By ssh, of this version's program wherever it is. */
char *command_worker(const struct fleet *fleet, const char *shard);

/* Starts the line for a shard, which is *started then. */
enum assay_status command_engine_start(const struct fleet *fleet, size_t shard,
                                       struct process_name *started, struct assay_error *error);
/* What became of it. COMMAND_GONE: it ended while nobody of this process waited for it. COMMAND_UNKNOWN: another host or boot
 * started it. */
enum command_end { COMMAND_RUNS, COMMAND_WELL, COMMAND_BADLY, COMMAND_GONE, COMMAND_UNKNOWN };
enum command_end command_engine_look(const struct process_name *started);
