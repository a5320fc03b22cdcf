/* SPDX-License-Identifier: GPL-3.0-or-later */
/* launcher.h -- a tiny process that starts every measured command.
 *
 * A child's peak memory cannot be smaller than its parent's was when it was started: the kernel
 * carries the parent's peak through vfork and exec. So the program forks the launcher before
 * anything else, while it is small, and the launcher never grows. It keeps nothing between two
 * commands, and between its two clock reads stands nothing but vfork, exec and waiting.
 *
 * Each command leads its own process group. Processes that it leaves behind, also those that fled
 * into other groups or sessions, are adopted by the launcher and killed. The launcher dies with
 * the program, and the running command with the launcher.
 */
#pragma once

#include <stdint.h>
#include <sys/types.h>

#include <assay/status.h>

#include "measure/burst.h"

struct launcher;

/* What a guard is to start. Its socket leads to the program; all of this lives in the guard's memory. */
struct guard_start {
    int socket;
    int listener; /* that it hands on; -1: none */
    const char *path, *directory;
    char **argv, **envp;
    const uint64_t *cpus; /* as in spawn_place */
};

/* What the launcher does for the rooms behind this one, in its process. */
struct launcher_duties {
    /* When the program is killed while commands run in a burst: with what had ended. NULL: nothing. */
    void (*rescue)(const struct burst *burst);
    /* In a process of its own that the launcher forks and leaves alone: it watches over a service
     * (service/guard.h). Never returns. SIGTERM: it has to end. */
    void (*guard)(const struct guard_start *start);
};

/* Forks the launcher. Call this first, before the program opens a store or reads a manifest. duties NULL: none. */
enum assay_status launcher_start(struct launcher **out, const struct launcher_duties *duties,
                                 struct assay_error *error);
void launcher_stop(struct launcher **launcher);

/* The same by a program of its own, for who is not small any more (an interpreter that has loaded a library): the file is
 * executed in the launcher's place and calls launcher_main with its arguments. ASSAY_MISSING: there is no such file. */
enum assay_status launcher_start_file(struct launcher **out, const char *file,
                                      struct assay_error *error);
/* The launcher, until the program that started it has closed its end; the exit code. */
int launcher_main(int argc, char **argv, const struct launcher_duties *duties);

/* Takes what a command writes, while it runs. */
struct spawn_reader {
    int fd; /* read end of a pipe, not blocking; -1: none */
    void (*take)(void *context, const char *bytes, size_t n);
    void *context;
};

enum { SPAWN_FILES = 4, SPAWN_READERS = 2 };
/* The descriptor at which a program asks for its turn (docs/harness.md): the last one that every shell can name. */
enum { SPAWN_TURN = 9 };

/* Where and how a command runs; zero: as the launcher itself. */
struct spawn_place {
    uint64_t cpus[16];    /* a set of bits; all 0: any */
    int64_t memory_bytes; /* limit of the address space; 0: none */
    int32_t priority;     /* niceness */
    uint32_t has_priority;
    uint32_t draw_addresses; /* the kernel draws them anew (ASLR), also where we run without */
    uint32_t
        dose; /* millionths of its time that end late: the launcher waits, busy, inside the window */
    uint32_t read_runnable; /* also how long it waited for a processor: some 20 us, after its end */
    uint32_t
        traced; /* the files that it opens are written to the burst's `opened`; its times mean nothing */
    uint32_t traced_ms; /* and then it is followed no more; 0: to its end */
};

struct spawn {
    const char *path; /* the program's file; no search is done */
    char *const *argv;
    char *const *envp;
    const char *directory;  /* working directory, absolute */
    int files[SPAWN_FILES]; /* what the child finds as 0, 1, 2 and 3; 3 may be -1: none */
    bool lasting_files;     /* the numbers mean the same open files in every spawn that says so */
    double timeout_s;       /* 0 or INFINITY: none */
    struct exit_codes exit_codes; /* with these it has ended well */
    struct spawn_place place;
    bool keep_survivors; /* leave background processes running (hooks that start a server) */
    const int
        *ends_with; /* one of them readable: the command is killed, for what it talks to is gone */
    size_t n_ends_with;
    struct spawn_reader readers[SPAWN_READERS];
};

/* Its process number. */
pid_t launcher_process(const struct launcher *launcher);

/* Who is told, once for each message that takes so many seconds: the commands go on. */
struct launcher_patience {
    double seconds;
    void (*over)(void *context, double seconds); /* NULL: nobody */
    void *context;
};
void launcher_be_patient(struct launcher *launcher, const struct launcher_patience *patience);

/* Lasting files sent so far have been closed: their numbers may mean others now. */
void launcher_forget_files(struct launcher *launcher);

/* Runs one command to its end. Fails only when the launcher itself has died or memory is short: a
 * command that fails is a result. Asks interrupt_requested() while it waits and then kills the
 * command. */
enum assay_status launcher_run(struct launcher *launcher, const struct spawn *spawn,
                               struct spawn_result *result, struct assay_error *error);

/* Several commands with the same lasting files, one right after the other, until one does not end
 * well. Compose them with begin and add; run gives how many have ended in launcher_burst()->done,
 * and their results there. add returns false when there is no room for one more. */
struct burst *launcher_burst(struct launcher *launcher);
void launcher_begin(struct launcher *launcher);
bool launcher_add(struct launcher *launcher, const struct spawn *spawn);
enum assay_status launcher_run_added(struct launcher *launcher, const struct spawn *files,
                                     struct assay_error *error);

/* Several commands side by side on the processors that their places name, released together in this order.
 * Each is run `runs` times, one right after the other, and its result is that of all its runs. As soon as one
 * does not end well all the others are killed. What else is known of command i stands in
 * launcher_burst()->lanes[i]. Each command's time limit counts for `runs`
 * times all of them. */
struct spawn_beside {
    uint32_t runs;
    int64_t slice_ns; /* before another one's turn comes; 0: as the kernel likes */
    uint32_t
        in_turn; /* one at a time, iteration by iteration, as they ask for it (launcher_turns.h) */
};
enum assay_status launcher_run_beside(struct launcher *launcher, const struct spawn *spawns,
                                      size_t n, const struct spawn_beside *beside,
                                      struct spawn_result *results, struct assay_error *error);

/* Has a guard forked for a service; of the command count path, words, environment, directory and processors. The
 * guard has the other end of the socket, and the listener, if any (else -1). */
enum assay_status launcher_guard(struct launcher *launcher, const struct spawn *spawn, int socket,
                                 int listener, struct assay_error *error);

/* The server's side, in the launcher process; returns when the program closed the socket. */
void launcher_serve(int socket, int program, struct burst *burst,
                    const struct launcher_duties *duties);

/* What travels through the socket: a head with the files attached, then for each command a head of
 * its own and the strings, each ended by a zero byte: path, directory, arguments, environment. When
 * all have ended a byte comes back. */
struct spawn_message {
    uint64_t bytes; /* that follow */
    uint32_t n_commands;
    uint32_t n_files; /* attached: 3 or 4; 0: as they were for the last command */
    int32_t number;   /* of the message, from 1: an interrupt names the one that it means */
    uint32_t keep_survivors;
    uint32_t side_by_side; /* all at once, each with four files of its own */
    uint32_t guarded;      /* a service for a guard, its socket attached */
    struct spawn_beside beside;
};
struct spawn_head {
    uint64_t bytes; /* of the strings, padded to whole heads' alignment */
    uint32_t n_arguments, n_environment;
    int64_t timeout_ns; /* 0: none */
    struct exit_codes exit_codes;
    struct spawn_place place;
    uint32_t has_fourth; /* side by side: a file 3 */
};
