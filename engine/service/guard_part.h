/* SPDX-License-Identifier: GPL-3.0-or-later */
/* guard_part.h -- what the files of guard.h share, in the guard's process. */
#pragma once

#include <regex.h>
#include <stdbool.h>
#include <sys/types.h>

#include "service/busiest.h"
#include "service/guard.h"

/* Where a process that asks for us leaves what it found. */
struct finding {
    char text[200];
};

struct guard {
    const struct guard_start *start;
    struct guard_settings settings;
    int signals; /* signalfd */
    int output, output_end;
    int notify;                /* NOTIFY_SOCKET; -1: none */
    int ready, ready_end;      /* ASSAY_READY_FD; -1: none */
    int trial;                 /* our connection at its socket; -1: none yet */
    pid_t server, asking;      /* 0: there is none */
    bool ended, orphaned;      /* the server; whom we serve */
    bool asked_well;           /* what was asking has ended, and said yes */
    bool notified, frozen;
    int status;                /* ended: as wait4 gives it */
    double ask_s;              /* not before */
    size_t held;               /* so many of the ways to be ready hold */
    bool line_seen[GUARD_READY_MOST];
    regex_t lines[GUARD_READY_MOST];
    char line[1024]; /* as far as it has come */
    size_t n_line;
    struct last_output words;
    struct service_usage dead, mark;
    struct finding *finding; /* shared with what is asking */
    struct busiest load;     /* looked at from GUARD_WAKE to GUARD_READ */
};

/* Waits for something to happen, so long at most; true: the program has sent something, or is gone. */
bool guard_wait(struct guard *guard, double most_s);
double guard_now_s(void);
const char *guard_text(const struct guard *guard, size_t way);
/* A reason, at once or at the end. */
void guard_say(struct guard_answer *answer, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* How the server ended, as part of a sentence. */
void guard_say_end(const struct guard *guard, struct guard_answer *answer, const char *when);

/* guard_start.c: the server is there; else why not. */
bool guard_begin(struct guard *guard, struct guard_answer *answer);
/* A process of the guard's own, which has nothing of its files but standard error. 0: in it; -1: none. */
pid_t guard_fork(struct guard *guard);

/* guard_ready.c */
bool guard_prepare_ready(struct guard *guard);
void guard_take_output(struct guard *guard, const char *bytes, size_t n);
/* Until all ways hold. False with a reason, or without one when the program wants it no more. */
bool guard_await_ready(struct guard *guard, struct guard_answer *answer);
