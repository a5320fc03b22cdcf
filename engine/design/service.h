/* SPDX-License-Identifier: GPL-3.0-or-later */
/* service.h -- a server that is there while executions are measured: the part of a design (docs/services.md). */
#pragma once

#include <stdbool.h>
#include <stddef.h>

/* How it is known that a service answers; the best first. */
enum service_ready_by {
    SERVICE_READY_SOCKET, /* we listen at its port and hand the socket over; it has accepted a connection */
    SERVICE_READY_NOTIFY, /* it says so: READY=1 to NOTIFY_SOCKET, or a line to ASSAY_READY_FD */
    SERVICE_READY_LINE,   /* a line that it prints */
    SERVICE_READY_PORT,   /* somebody listens there */
    SERVICE_READY_HTTP,   /* a request is answered well */
    SERVICE_READY_COMMAND /* a command says so */
};
#define SERVICE_READY "socket, notify, line REGEX, port N, http URL or command COMMAND"

struct design_environment {
    char **names, **values;
    size_t n;
};

struct design_ready {
    enum service_ready_by by;
    char *text; /* as written: "port {port}" */
    char *what; /* behind the word, in the text; "": nothing */
};

struct design_service {
    char *name;      /* "server" where it has none */
    char *port_name; /* "server.port", the placeholder */
    char *run;
    bool shell;
    struct design_ready *ready; /* all of them, one behind the other */
    size_t n_ready;
    double timeout_s; /* to become ready */
    char *cpus;       /* "0-2,5", or "any"; NULL: apart from the load */
    struct design_environment environment;
    int stop_signal;
    double grace_s; /* from the signal on, before it is killed */
    bool of_build;  /* lives as long as its build; else as long as one execution */
    bool waits;     /* `waiting` was written */
    bool awake;     /* of_build: it runs on while another system is measured; else it stands still */
};

enum { DESIGN_SERVICES_MOST = 8 };

/* The services of a design, or of a system that has its own. */
struct design_services {
    struct design_service *items;
    size_t n;
};

/* Ports of the services that are there now, in their order; {port} is that of number `own`. */
struct design_ports {
    unsigned numbers[DESIGN_SERVICES_MOST];
    size_t n, own;
};

/* "TERM", "INT" …; NULL: no signal that stops a service. */
const char *service_signal_name(int number);

/* How much of its time the busiest thread of the load was ready, beside the services' own metrics. */
#define SERVICE_LOAD_BUSY "load.busy"
/* From here on the load is what limits. */
#define SERVICE_LOAD_SATURATED 0.9

/* What is measured of a service, by the name that stands behind its own and a dot; NULL: behind the last. */
const char *service_metric_word(size_t index);
