/* SPDX-License-Identifier: GPL-3.0-or-later */
/* port.h -- a free TCP port of this machine for a service. */
#pragma once

#include <stdbool.h>

#include <assay/status.h>

struct port {
    unsigned number;
    int kept;     /* holds the number against other runs of assay; -1: nothing does */
    int listener; /* listens there already; -1: nobody does */
};

/* Below those that the kernel gives to who connects, and taken by nobody. ASSAY_SYSTEM: there is none. */
enum assay_status port_find(struct port *port, struct assay_error *error);
/* One that this process listens at, on the loopback address. */
enum assay_status port_listen(struct port *port, struct assay_error *error);
void port_close(struct port *port);
/* Somebody listens at 127.0.0.1:number. */
bool port_answers(unsigned number);
