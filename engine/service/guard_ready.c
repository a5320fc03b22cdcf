/* SPDX-License-Identifier: GPL-3.0-or-later */
/* guard_ready.c -- whether the service answers.
 * Source:   socket: sd_listen_fds(3); the kernel tells how many connections wait to be accepted (TCP_INFO of a
 *           listening socket: tcpi_unacked). notify: sd_notify(3); skarnet.org/software/s6/notifywhenup.html.
 * Edge:     a line is often printed before the server listens; a port is open before the server can answer. */
#include <math.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "service/ask.h"
#include "service/guard_part.h"
#include "service/port.h"

bool guard_prepare_ready(struct guard *guard)
{
    const struct guard_settings *settings = &guard->settings;
    for (size_t i = 0; i < settings->n_ready; i++)
        if (settings->by[i] == SERVICE_READY_LINE &&
            regcomp(&guard->lines[i], guard_text(guard, i), REG_EXTENDED | REG_NOSUB) != 0)
            return false;
    guard->finding = mmap(NULL, sizeof *guard->finding, PROT_READ | PROT_WRITE,
                          MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    return guard->finding != MAP_FAILED;
}

/* ---- lines ----------------------------------------------------------------------------------- */

static void end_line(struct guard *guard)
{
    guard->line[guard->n_line] = '\0';
    guard->n_line = 0;
    for (size_t i = guard->held; i < guard->settings.n_ready; i++)
        if (guard->settings.by[i] == SERVICE_READY_LINE && !guard->line_seen[i])
            guard->line_seen[i] = regexec(&guard->lines[i], guard->line, 0, NULL, 0) == 0;
}

/* Of a long line the beginning is looked at; once it is ready, none. */
void guard_take_output(struct guard *guard, const char *bytes, size_t n)
{
    last_output_take(&guard->words, bytes, n);
    if (guard->held == guard->settings.n_ready)
        return;
    for (size_t i = 0; i < n; i++)
        if (bytes[i] == '\n')
            end_line(guard);
        else if (guard->n_line + 1 < sizeof guard->line)
            guard->line[guard->n_line++] = bytes[i];
}

/* ---- one way --------------------------------------------------------------------------------- */

/* A connection of ours has been taken from those that wait. */
static bool has_accepted(struct guard *guard)
{
    const struct sockaddr_in address = {.sin_family = AF_INET,
                                        .sin_port = htons((uint16_t)guard->settings.port),
                                        .sin_addr = {htonl(INADDR_LOOPBACK)}};
    struct tcp_info info;
    socklen_t size = sizeof info;
    if (guard->trial < 0) {
        guard->trial = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
        if (connect(guard->trial, (const struct sockaddr *)&address, sizeof address) != 0)
            return false;
    }
    return getsockopt(guard->start->listener, IPPROTO_TCP, TCP_INFO, &info, &size) == 0 &&
           info.tcpi_unacked == 0;
}

/* What takes its time is asked by a process of its own. */
static bool ask(struct guard *guard, size_t way)
{
    const double pause_s = 0.01;
    const bool well = guard->asking == 0 && guard->asked_well;
    guard->asked_well = false;
    if (guard->asking != 0 || well || guard_now_s() < guard->ask_s)
        return well;
    guard->ask_s = guard_now_s() + pause_s;
    const pid_t pid = guard_fork(guard);
    if (pid == 0)
        _exit(guard->settings.by[way] == SERVICE_READY_HTTP
                  ? ask_http(guard_text(guard, way), guard->settings.port, guard->finding->text,
                             sizeof guard->finding->text)
                  : ask_command(guard_text(guard, way), guard->start->envp, guard->finding->text,
                                sizeof guard->finding->text));
    guard->asking = pid > 0 ? pid : 0;
    return false;
}

static bool holds(struct guard *guard, size_t way)
{
    switch ((enum service_ready_by)guard->settings.by[way]) {
    case SERVICE_READY_SOCKET: return has_accepted(guard);
    case SERVICE_READY_NOTIFY: return guard->notified;
    case SERVICE_READY_LINE: return guard->line_seen[way];
    case SERVICE_READY_PORT: return port_answers((unsigned)atoi(guard_text(guard, way)));
    case SERVICE_READY_HTTP:
    case SERVICE_READY_COMMAND: return ask(guard, way);
    }
    return false;
}

static void say_late(const struct guard *guard, struct guard_answer *answer)
{
    const size_t way = guard->held;
    const char *what = guard_text(guard, way), *found = guard->finding->text;
    char text[256] = "";
    switch ((enum service_ready_by)guard->settings.by[way]) {
    case SERVICE_READY_SOCKET:
        (void)snprintf(text, sizeof text, "it has accepted no connection at the socket that it was handed "
                                          "(LISTEN_FDS)");
        break;
    case SERVICE_READY_NOTIFY:
        (void)snprintf(text, sizeof text, "it has said neither READY=1 to NOTIFY_SOCKET nor a line to "
                                          "ASSAY_READY_FD");
        break;
    case SERVICE_READY_LINE:
        (void)snprintf(text, sizeof text, "it has printed no line that matches \"%.150s\"", what);
        break;
    case SERVICE_READY_PORT:
        (void)snprintf(text, sizeof text, "nobody listens at 127.0.0.1:%.10s", what);
        break;
    case SERVICE_READY_HTTP:
    case SERVICE_READY_COMMAND:
        (void)snprintf(text, sizeof text, "%s", found[0] != '\0' ? found : "nothing has answered");
        break;
    }
    guard_say(answer, "was not ready within %g s: %s", guard->settings.timeout_s, text);
}

/* ---- all ------------------------------------------------------------------------------------- */

static void end_asking(struct guard *guard)
{
    if (guard->trial >= 0)
        close(guard->trial);
    guard->trial = -1;
    if (guard->asking > 0) {
        (void)kill(guard->asking, SIGKILL);
        (void)waitpid(guard->asking, NULL, 0);
    }
    guard->asking = 0;
}

/* Longer and longer: a server that begins in 2 ms is seen soon, one that takes 2 s is not disturbed. */
static double next_wait(double waited_s)
{
    const double most_s = 0.02, growth = 1.25;
    return fmin(growth * waited_s, most_s);
}

bool guard_await_ready(struct guard *guard, struct guard_answer *answer)
{
    const double until_s = guard_now_s() + guard->settings.timeout_s, first_s = 0.0002;
    double wait_s = first_s;
    bool wanted = true;
    while (guard->held < guard->settings.n_ready && !guard->ended && wanted &&
           guard_now_s() < until_s) {
        if (holds(guard, guard->held)) {
            guard->held++;
            wait_s = first_s;
            continue;
        }
        wanted = !guard_wait(guard, fmin(wait_s, fmax(until_s - guard_now_s(), 0)));
        wait_s = next_wait(wait_s);
    }
    end_asking(guard);
    (void)guard_wait(guard, 0);
    if (guard->ended)
        guard_say_end(guard, answer, "before it was ready");
    else if (!wanted)
        guard_say(answer, "was not waited for");
    else if (guard->held < guard->settings.n_ready)
        say_late(guard, answer);
    return answer->well != 0;
}
