/* SPDX-License-Identifier: GPL-3.0-or-later */
/* service.h -- the program's side: one service, from its start until it has ended. */
#pragma once

#include "measure/command.h"
#include "measure/launcher.h"
#include "service/guard.h"
#include "service/port.h"

/* What a service finds in its environment, and where. */
#define SERVICE_NOTIFY "NOTIFY_SOCKET"
#define SERVICE_LISTEN_PID "LISTEN_PID"
enum { SERVICE_SOCKET_FD = 3, SERVICE_READY_FD = 4 };

struct service {
    const struct design_service *design;
    int socket; /* to its guard; -1: it is not there */
    struct port port;
    const uint64_t *cpus; /* where it runs unless it says so itself; borrowed */
    double ready_s; /* from its start */
    bool watches;   /* its guard looks at the load, too */
    struct guard_answer answer; /* the last one */
    bool ended;     /* unasked: the answer says how */
};

/* Has a number, and for a socket a listener, before any text that names it is read. */
enum assay_status service_take_port(struct service *service, const struct design_service *design,
                                    struct assay_error *error);
/* Starts it and waits until it is ready. ASSAY_FAILED: its answer says why; ASSAY_INTERRUPTED: the user wants to stop. Then
 * it is not there. */
enum assay_status service_start(struct service *service, struct launcher *launcher,
                                const struct command_place *place, struct assay_error *error);
bool service_is_there(const struct service *service);
/* Sends the order and waits for its answer. False: it has ended unasked, or its guard has; the answer says how. */
bool service_order(struct service *service, enum guard_order order);
/* Ends it, and gives back its port. False: not as it should; the answer says how. */
bool service_stop(struct service *service);
