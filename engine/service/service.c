/* SPDX-License-Identifier: GPL-3.0-or-later */
/* service.c -- one service, from its start until it has ended. */
#include "service/service.h"

#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/failure.h"
#include "base/owned.h"
#include "design/value.h"
#include "measure/interrupt.h"
#include "measure/prepared.h"

static bool wants(const struct design_service *design, enum service_ready_by by)
{
    for (size_t i = 0; i < design->n_ready; i++)
        if (design->ready[i].by == by)
            return true;
    return false;
}

enum assay_status service_take_port(struct service *service, const struct design_service *design,
                                    struct assay_error *error)
{
    service->design = design;
    return wants(design, SERVICE_READY_SOCKET) ? port_listen(&service->port, error)
                                               : port_find(&service->port, error);
}

bool service_is_there(const struct service *service)
{
    return service->socket >= 0;
}

/* ---- what its guard is told ------------------------------------------------------------------ */

struct told {
    struct environment environment;
    struct words words;
    char *path;
    struct guard_settings settings;
};

static void told_fini(struct told *told)
{
    environment_fini(&told->environment);
    words_fini(&told->words);
    free(told->path);
}

/* Numbers that only the guard or the new process knows have their room (guard_start.c). */
static bool add_protocol(struct environment *environment, const struct service *service)
{
    const bool notified = wants(service->design, SERVICE_READY_NOTIFY),
               handed = service->port.listener >= 0;
    return (!notified ||
            (environment_set(environment, SERVICE_NOTIFY, "@00000") &&
             environment_set_number(environment, "ASSAY_READY_FD", SERVICE_READY_FD))) &&
           (!handed || (environment_set(environment, "LISTEN_FDS", "1") &&
                        environment_set(environment, SERVICE_LISTEN_PID, "0000000000")));
}

static enum assay_status add_ways(struct guard_settings *settings,
                                  const struct design_service *design,
                                  const struct command_place *place, struct assay_error *error)
{
    size_t used = 0;
    for (size_t i = 0; i < design->n_ready; i++) {
        const struct design_ready *way = &design->ready[i];
        OWNED char *text = way->by == SERVICE_READY_LINE ? strdup(way->what)
                                                         : command_expand(place, way->what);
        if (text == NULL)
            return fail_no_memory(error);
        const size_t size = strlen(text) + 1;
        if (i == GUARD_READY_MOST || used + size > sizeof settings->text)
            return assay_fail(error, ASSAY_USAGE, "service %.80s is ready in too many words",
                              design->name);
        memcpy(settings->text + used, text, size);
        settings->by[i] = way->by;
        settings->what[i] = (uint32_t)used;
        used += size;
    }
    settings->n_ready = (uint32_t)design->n_ready;
    return ASSAY_OK;
}

/* ---- answers --------------------------------------------------------------------------------- */

/* The next answer; false: its guard is gone, and the answer says so. */
static bool receive(struct service *service)
{
    ssize_t n;
    do
        n = recv(service->socket, &service->answer, sizeof service->answer, 0);
    while (n < 0 && errno == EINTR);
    if (n == (ssize_t)sizeof service->answer)
        return true;
    service->answer = (struct guard_answer){.to = -1};
    (void)snprintf(service->answer.reason, sizeof service->answer.reason,
                   "was lost: the process that watched it is gone");
    return false;
}

static bool send_order(const struct service *service, enum guard_order order)
{
    const int32_t number = (int32_t)order;
    return send(service->socket, &number, sizeof number, MSG_NOSIGNAL) == (ssize_t)sizeof number;
}

static void leave(struct service *service)
{
    if (service->socket >= 0)
        close(service->socket);
    service->socket = -1;
    port_close(&service->port);
}

/* True when there is an answer; false when the user wants to stop before. */
static bool await(const struct service *service)
{
    struct pollfd watched[] = {{service->socket, POLLIN, 0}, {interrupt_descriptor(), POLLIN, 0}};
    while (!interrupt_requested())
        if (poll(watched, 2, -1) > 0 && watched[0].revents != 0)
            return true;
    return false;
}

bool service_order(struct service *service, enum guard_order order)
{
    if (!service_is_there(service) || service->ended)
        return false;
    const bool sent = send_order(service, order);
    service->ended = !receive(service) || !sent || service->answer.to != (int32_t)order;
    return !service->ended;
}

bool service_stop(struct service *service)
{
    if (!service_is_there(service))
        return true;
    bool there = send_order(service, GUARD_STOP);
    while ((there = receive(service)) && service->answer.to != GUARD_STOP)
        ;
    const bool well = there && service->answer.well != 0;
    leave(service);
    return well;
}

/* ---- starting -------------------------------------------------------------------------------- */

/* Somebody else who answers there would be measured in its place. */
static enum assay_status check_ports(struct service *service, const struct guard_settings *settings)
{
    for (size_t i = 0; i < settings->n_ready; i++) {
        const char *text = settings->text + settings->what[i];
        const unsigned number =
            settings->by[i] == SERVICE_READY_PORT ? (unsigned)strtoul(text, NULL, 10) : 0;
        if (number == 0 || !port_answers(number))
            continue;
        (void)snprintf(service->answer.reason, sizeof service->answer.reason,
                       "was not started: another process listens at 127.0.0.1:%u already", number);
        return ASSAY_FAILED;
    }
    return ASSAY_OK;
}

/* ASSAY_FAILED: there is no such program. */
static enum assay_status find_program(struct service *service, struct told *told,
                                      const char *directory)
{
    const char *name = told->words.items[0];
    told->path =
        command_resolve(name, environment_get(&told->environment, "PATH"), directory);
    if (told->path != NULL)
        return ASSAY_OK;
    (void)snprintf(service->answer.reason, sizeof service->answer.reason,
                   "could not be started (%.200s: %s)", name,
                   errno == ENOENT ? "there is no such program" : strerror(errno));
    return ASSAY_FAILED;
}

static enum assay_status hand_over(struct service *service, struct launcher *launcher,
                                   const struct told *told, const char *directory,
                                   struct assay_error *error)
{
    struct spawn spawn = {.path = told->path,
                          .argv = told->words.items,
                          .envp = told->environment.items,
                          .directory = directory,
                          .files = {-1, -1, -1, -1},
                          .readers = {{.fd = -1}, {.fd = -1}}};
    int pair[2];
    if (service->design->cpus != NULL)
        (void)value_read_cpus(service->design->cpus, spawn.place.cpus);
    else
        memcpy(spawn.place.cpus, service->cpus, sizeof spawn.place.cpus);
    if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, pair) != 0)
        return assay_fail(error, ASSAY_SYSTEM, "cannot make a socket for a service: %s",
                          strerror(errno));
    service->socket = pair[0];
    const enum assay_status status =
        launcher_guard(launcher, &spawn, pair[1], service->port.listener, error);
    close(pair[1]);
    if (service->port.listener >= 0) /* else its connections would wait for us */
        close(service->port.listener);
    service->port.listener = -1;
    if (status == ASSAY_OK)
        (void)send(service->socket, &told->settings, sizeof told->settings, MSG_NOSIGNAL);
    return status;
}

static enum assay_status await_ready(struct service *service)
{
    if (!await(service)) {
        (void)service_stop(service);
        return ASSAY_INTERRUPTED;
    }
    const bool ready = receive(service) && service->answer.well != 0;
    service->ready_s = service->answer.took_s;
    return ready ? ASSAY_OK : ASSAY_FAILED;
}

static enum assay_status start(struct service *service, struct launcher *launcher,
                               const struct command_place *place, struct told *told,
                               struct assay_error *error)
{
    const char *directory = design_source(place->design, place->system);
    const struct design_service *design = service->design;
    told->settings = (struct guard_settings){.timeout_s = design->timeout_s,
                                             .grace_s = design->grace_s,
                                             .stop_signal = design->stop_signal,
                                             .port = service->port.number,
                                             .watches = service->watches};
    if (!prepared_environment(&told->environment, place, false) ||
        !add_protocol(&told->environment, service))
        return fail_no_memory(error);
    for (size_t i = 0; i < design->environment.n; i++) {
        OWNED char *value = command_expand(place, design->environment.values[i]);
        if (value == NULL ||
            !environment_set(&told->environment, design->environment.names[i], value))
            return fail_no_memory(error);
    }
    TRY(add_ways(&told->settings, design, place, error));
    TRY(design->shell ? command_for_shell(place, "sh", design->run, &told->words, error)
                      : command_split(place, design->run, &told->words, error));
    TRY(find_program(service, told, directory));
    TRY(check_ports(service, &told->settings));
    TRY(hand_over(service, launcher, told, directory, error));
    return await_ready(service);
}

enum assay_status service_start(struct service *service, struct launcher *launcher,
                                const struct command_place *place, struct assay_error *error)
{
    SCOPED(told_fini) struct told told = {0};
    service->ended = false;
    service->answer = (struct guard_answer){.to = -1};
    const enum assay_status status = start(service, launcher, place, &told, error);
    if (status != ASSAY_OK)
        leave(service);
    return status;
}
