/* SPDX-License-Identifier: GPL-3.0-or-later */
/* guard.h -- the process that starts a service, watches over it, and ends it; and what travels between it and the
 * program.
 *
 * Each service has a guard of its own, forked of the launcher. All that the service leaves behind comes to its guard
 * (PR_SET_CHILD_SUBREAPER), in whatever group or session it is. The guard ends with its launcher (a signal) and with
 * the program (its socket closes), and the service with its guard, whichever of them is killed.
 *
 * Packets of a SOCK_SEQPACKET pair: the program sends the settings first, then orders; each is answered. A service that
 * ends unasked is answered, too: the socket becomes readable.
 */
#pragma once

#include <stdint.h>

#include "design/service.h"
#include "measure/last_output.h"
#include "measure/launcher.h"
#include "service/usage.h"

enum { GUARD_READY_MOST = 8, GUARD_TEXT = 16384 };

struct guard_settings {
    double timeout_s, grace_s;
    int32_t stop_signal;
    uint32_t port;
    uint32_t watches; /* the load, too: of several guards one */
    uint32_t n_ready;
    uint32_t by[GUARD_READY_MOST]; /* enum service_ready_by */
    uint32_t what[GUARD_READY_MOST]; /* where in the text */
    char text[GUARD_TEXT];
};

enum guard_order {
    GUARD_WAKE,   /* let it run, and count from here */
    GUARD_READ,   /* what it has used since */
    GUARD_FREEZE, /* let it stand still, all of it */
    GUARD_STOP    /* end it; the guard goes, too */
};

struct guard_answer {
    int32_t to;    /* the order; -1: the settings, or nobody asked: it has ended */
    uint32_t well;
    double took_s; /* to be ready, to end */
    struct service_usage usage;
    double load_busy; /* GUARD_READ: share of its time that the busiest thread of the load was ready; -1: not known */
    char reason[320]; /* not well: how, behind the name of the service */
    char words[LAST_OUTPUT_SIZE + 1]; /* not well: its last ones */
};

void guard_serve(const struct guard_start *start);
