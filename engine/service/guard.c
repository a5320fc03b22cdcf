/* SPDX-License-Identifier: GPL-3.0-or-later */
/* guard.c -- the guard's process: what happens is waited for in one place, and orders are answered. */
#include "service/guard.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <poll.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "service/guard_part.h"

double guard_now_s(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

const char *guard_text(const struct guard *guard, size_t way)
{
    return guard->settings.text + guard->settings.what[way];
}

void guard_say(struct guard_answer *answer, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    answer->well = 0;
    (void)vsnprintf(answer->reason, sizeof answer->reason, format, arguments);
    va_end(arguments);
}

/* ---- what happens ---------------------------------------------------------------------------- */

static void reap(struct guard *guard)
{
    struct rusage usage;
    int status;
    pid_t pid;
    while ((pid = wait4(-1, &status, WNOHANG, &usage)) > 0) {
        if (pid == guard->asking) {
            guard->asking = 0;
            guard->asked_well = WIFEXITED(status) && WEXITSTATUS(status) == 0;
            continue;
        }
        const struct service_usage used = usage_of_dead(&usage);
        usage_add(&guard->dead, &used);
        if (pid == guard->server) {
            guard->ended = true;
            guard->status = status;
        }
    }
}

/* What can be read now; false at its end. */
static bool drain(struct guard *guard, int fd, void (*take)(struct guard *, const char *, size_t))
{
    char bytes[1 << 14];
    ssize_t n = -1;
    while (fd >= 0 && (n = read(fd, bytes, sizeof bytes)) > 0)
        take(guard, bytes, (size_t)n);
    return n != 0;
}

/* Once its writers have gone, a pipe is always readable. */
static void drain_pipe(struct guard *guard, int *fd,
                       void (*take)(struct guard *, const char *, size_t))
{
    if (drain(guard, *fd, take))
        return;
    close(*fd);
    *fd = -1;
}

/* sd_notify(3): lines of which one says READY=1. */
static void take_notice(struct guard *guard, const char *bytes, size_t n)
{
    char text[4096];
    const size_t size = n < sizeof text ? n : sizeof text - 1;
    memcpy(text, bytes, size);
    text[size] = '\0';
    for (const char *line = text; line != NULL; line = strchr(line, '\n')) {
        line += *line == '\n';
        guard->notified = guard->notified ||
                          (strncmp(line, "READY=1", 7) == 0 && (line[7] == '\n' || line[7] == '\0'));
    }
}

/* s6's way: everything up to the first line's end means nothing. */
static void take_newline(struct guard *guard, const char *bytes, size_t n)
{
    guard->notified = guard->notified || memchr(bytes, '\n', n) != NULL;
}

bool guard_wait(struct guard *guard, double most_s)
{
    enum { CONTROL, SIGNALS, OUTPUT, NOTIFY, READY, ALL };
    const int control = guard->orphaned ? -1 : guard->start->socket;
    struct pollfd watched[ALL] = {[CONTROL] = {control, POLLIN, 0},
                                  [SIGNALS] = {guard->signals, POLLIN, 0},
                                  [OUTPUT] = {guard->output, POLLIN, 0},
                                  [NOTIFY] = {guard->notify, POLLIN, 0},
                                  [READY] = {guard->ready, POLLIN, 0}};
    const struct timespec most = {(time_t)most_s, (long)(1e9 * (most_s - (double)(time_t)most_s))};
    if (ppoll(watched, ALL, most_s < 0 ? NULL : &most, NULL) < 0)
        return false;
    drain_pipe(guard, &guard->output, guard_take_output);
    (void)drain(guard, guard->notify, take_notice);
    drain_pipe(guard, &guard->ready, take_newline);
    struct signalfd_siginfo info;
    while (read(guard->signals, &info, sizeof info) == (ssize_t)sizeof info)
        guard->orphaned = guard->orphaned || info.ssi_signo == SIGTERM;
    reap(guard);
    return watched[CONTROL].revents != 0 || guard->orphaned;
}

/* ---- what it has used ------------------------------------------------------------------------ */

static struct service_usage used(struct guard *guard)
{
    pid_t pids[TREE_MOST];
    reap(guard);
    struct service_usage sum = guard->dead;
    const size_t n = tree_list(guard->asking, pids);
    for (size_t i = 0; i < n; i++) {
        const struct service_usage one = usage_of_process(pids[i]);
        usage_add(&sum, &one);
    }
    return sum;
}

static struct service_usage used_since(struct guard *guard)
{
    struct service_usage now = used(guard);
    now.processor_s -= guard->mark.processor_s;
    now.voluntary -= guard->mark.voluntary;
    now.involuntary -= guard->mark.involuntary;
    return now;
}

/* ---- freezing -------------------------------------------------------------------------------- */

/* Until no process is new: what a process started before it stood still is found with the next look. */
static void signal_all(struct guard *guard, int number)
{
    pid_t pids[TREE_MOST];
    size_t n = 0, before;
    do {
        before = n;
        n = tree_list(guard->asking, pids);
        for (size_t i = 0; i < n; i++)
            (void)kill(pids[i], number);
    } while (n > before);
}

static void freeze(struct guard *guard)
{
    signal_all(guard, SIGSTOP);
    /* A process that is at work stops when it has its turn: until then it would disturb others. */
    const double most_s = 1, until_s = guard_now_s() + most_s;
    pid_t pids[TREE_MOST];
    bool all = false;
    while (!all && guard_now_s() < until_s) {
        const size_t n = tree_list(guard->asking, pids);
        all = true;
        for (size_t i = 0; i < n; i++)
            all = usage_stands_still(pids[i]) && all;
        if (!all)
            (void)guard_wait(guard, 0.0005);
    }
    guard->frozen = true;
}

static void thaw(struct guard *guard)
{
    if (guard->frozen)
        signal_all(guard, SIGCONT);
    guard->frozen = false;
}

/* ---- how it ends ----------------------------------------------------------------------------- */

void guard_say_end(const struct guard *guard, struct guard_answer *answer, const char *when)
{
    pid_t pids[TREE_MOST];
    const size_t others = tree_list(guard->asking, pids);
    const int status = guard->status;
    if (WIFSIGNALED(status))
        guard_say(answer, "died of signal %d (%s) %s", WTERMSIG(status),
                  strsignal(WTERMSIG(status)), when);
    else if (others > 0 && WEXITSTATUS(status) == 0)
        guard_say(answer, "went into the background: the process that was started ended %s and left %zu "
                          "(let it stay in the foreground)", when, others);
    else
        guard_say(answer, "ended with exit code %d %s", WEXITSTATUS(status), when);
}

static void say_left(struct guard_answer *answer, const pid_t *pids, size_t n)
{
    char names[160] = "", name[32];
    size_t length = 0;
    for (size_t i = 0; i < n && i < 4; i++) {
        char path[64];
        (void)snprintf(path, sizeof path, "/proc/%ld/comm", (long)pids[i]);
        FILE *file = fopen(path, "re");
        if (file == NULL || fgets(name, 32, file) == NULL)
            (void)snprintf(name, 32, "?");
        name[strcspn(name, "\n")] = '\0';
        if (file != NULL)
            fclose(file);
        length += (size_t)snprintf(names + length, sizeof names - length, "%s%s", i > 0 ? ", " : "",
                                   name);
    }
    guard_say(answer, "left %zu process%s behind when it ended (%s%s)", n, n > 1 ? "es" : "", names,
              n > 4 ? ", …" : "");
}

static void kill_all(struct guard *guard)
{
    pid_t pids[TREE_MOST];
    size_t n;
    while ((n = tree_list(0, pids)) > 0) {
        for (size_t i = 0; i < n; i++)
            (void)kill(pids[i], SIGKILL);
        (void)guard_wait(guard, 0.001);
    }
    reap(guard);
}

/* Nobody waits for an answer any more: soon. */
static double soonest(const struct guard *guard, double until_s)
{
    const double hurry_s = 2, soon_s = guard_now_s() + hurry_s;
    return guard->orphaned && until_s > soon_s ? soon_s : until_s;
}

/* What the server does not wait for itself is given a second. */
static void await_others(struct guard *guard, double until_s, struct guard_answer *answer)
{
    pid_t pids[TREE_MOST];
    const double leave_s = 1, last_s = guard_now_s() + leave_s;
    size_t n;
    while ((n = tree_list(0, pids)) > 0 && guard_now_s() < last_s && guard_now_s() < until_s)
        (void)guard_wait(guard, 0.002);
    if (n > 0)
        say_left(answer, pids, n);
}

static void stop(struct guard *guard, struct guard_answer *answer)
{
    const double begin_s = guard_now_s();
    const bool had_ended = guard->ended || guard->server == 0;
    double until_s = begin_s + guard->settings.grace_s;
    thaw(guard);
    if (!had_ended)
        (void)kill(guard->server, guard->settings.stop_signal);
    while (!had_ended && !guard->ended && guard_now_s() < (until_s = soonest(guard, until_s)))
        if (guard_wait(guard, until_s - guard_now_s()) && !guard->orphaned)
            guard->orphaned = true; /* the program sends nothing behind this order: it has gone */
    if (!had_ended && !guard->ended)
        guard_say(answer, "did not end within %g s of SIG%s, and was killed",
                  guard->settings.grace_s, service_signal_name(guard->settings.stop_signal));
    else if (!had_ended && WIFSIGNALED(guard->status) &&
             WTERMSIG(guard->status) != guard->settings.stop_signal)
        guard_say_end(guard, answer, "as it was to end");
    else if (!had_ended)
        await_others(guard, until_s, answer);
    kill_all(guard);
    answer->took_s = guard_now_s() - begin_s;
}

/* ---- orders ---------------------------------------------------------------------------------- */

static void send_answer(struct guard *guard, struct guard_answer *answer)
{
    if (answer->well == 0)
        (void)snprintf(answer->words, sizeof answer->words, "%s", last_output_text(&guard->words));
    while (send(guard->start->socket, answer, sizeof *answer, MSG_NOSIGNAL) < 0 && errno == EINTR)
        ;
}

/* False: it was the last one. */
static bool obey(struct guard *guard)
{
    struct guard_answer answer = {.well = 1};
    int32_t order;
    const ssize_t n = recv(guard->start->socket, &order, sizeof order, MSG_DONTWAIT);
    if (n < 0 && (errno == EAGAIN || errno == EINTR) && !guard->orphaned)
        return true;
    guard->orphaned = guard->orphaned || n != (ssize_t)sizeof order;
    answer.to = guard->orphaned ? GUARD_STOP : order;
    switch (answer.to) {
    case GUARD_WAKE:
        thaw(guard);
        guard->mark = used(guard);
        if (guard->settings.watches != 0)
            busiest_begin(&guard->load, getppid(), guard_now_s());
        break;
    case GUARD_READ:
        answer.usage = used_since(guard);
        answer.load_busy = busiest_share(&guard->load);
        guard->load.parent = 0;
        break;
    case GUARD_FREEZE: freeze(guard); break;
    default: stop(guard, &answer); break;
    }
    send_answer(guard, &answer);
    return answer.to != GUARD_STOP;
}

/* Until something happens, or it is time to look at the load. */
static bool wait_and_look(struct guard *guard)
{
    const bool looks = guard->load.parent != 0;
    const bool asked = guard_wait(guard, looks ? fmax(0, guard->load.next_s - guard_now_s()) : -1);
    const double now_s = guard_now_s();
    if (looks && !asked && now_s >= guard->load.next_s)
        busiest_look(&guard->load, now_s);
    return asked;
}

static void serve(struct guard *guard)
{
    bool told = false;
    for (bool on = true; on;) {
        const bool asked = guard->orphaned || wait_and_look(guard);
        if (guard->ended && !told) {
            /* Once: it has ended, and nobody has asked for that. */
            struct guard_answer answer = {.to = -1};
            guard_say_end(guard, &answer, "while it was needed");
            send_answer(guard, &answer);
        }
        told = guard->ended;
        if (asked)
            on = obey(guard);
    }
}

/* ---- the whole ------------------------------------------------------------------------------- */

/* High places for our files: those of the server come low. */
static int lift(int fd)
{
    enum { FIRST_OWN = 10 };
    const int high = fd >= 0 ? fcntl(fd, F_DUPFD_CLOEXEC, FIRST_OWN) : -1;
    if (fd >= 0)
        close(fd);
    return high;
}

static bool open_pipe(int *from, int *to)
{
    int both[2];
    if (pipe2(both, O_CLOEXEC) != 0)
        return false;
    *from = lift(both[0]);
    *to = lift(both[1]);
    return *from >= 0 && *to >= 0 && fcntl(*from, F_SETFL, O_NONBLOCK) == 0;
}

static bool open_signals(struct guard *guard)
{
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGCHLD);
    sigaddset(&set, SIGTERM);
    guard->signals = lift(signalfd(-1, &set, SFD_NONBLOCK | SFD_CLOEXEC));
    sigaddset(&set, SIGINT); /* the program decides what an interrupt means */
    sigaddset(&set, SIGHUP);
    return guard->signals >= 0 && sigprocmask(SIG_SETMASK, &set, NULL) == 0;
}

static bool wants(const struct guard_settings *settings, enum service_ready_by by)
{
    for (size_t i = 0; i < settings->n_ready; i++)
        if (settings->by[i] == by)
            return true;
    return false;
}

static bool open_files(struct guard *guard)
{
    const int null = open("/dev/null", O_RDWR | O_CLOEXEC);
    for (int i = 0; i <= STDERR_FILENO; i++)
        (void)dup2(null, i);
    if (null > STDERR_FILENO)
        close(null);
    if (!open_signals(guard) || !open_pipe(&guard->output, &guard->output_end))
        return false;
    if (!wants(&guard->settings, SERVICE_READY_NOTIFY))
        return true;
    /* The kernel finds a name that nobody has. */
    const struct sockaddr any = {.sa_family = AF_UNIX};
    const int fd = lift(socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
    guard->notify = fd >= 0 && bind(fd, &any, sizeof any.sa_family) == 0 ? fd : -1;
    return guard->notify >= 0 && open_pipe(&guard->ready, &guard->ready_end);
}

static bool receive_settings(struct guard *guard)
{
    const ssize_t n =
        recv(guard->start->socket, &guard->settings, sizeof guard->settings, 0);
    return n == (ssize_t)sizeof guard->settings;
}

static bool begin(struct guard *guard, struct guard_answer *answer)
{
    if (!open_files(guard) || !guard_prepare_ready(guard))
        guard_say(answer, "cannot be watched: %s", strerror(errno));
    else if (guard_begin(guard, answer) && guard_await_ready(guard, answer))
        return true;
    return false;
}

void guard_serve(const struct guard_start *start)
{
    static struct guard guard; /* large; the process has one */
    const double begin_s = guard_now_s();
    struct guard_answer answer = {.to = -1, .well = 1};
    guard = (struct guard){.start = start, .output = -1, .output_end = -1, .notify = -1,
                           .ready = -1, .ready_end = -1, .trial = -1};
    (void)prctl(PR_SET_CHILD_SUBREAPER, 1);
    if (!receive_settings(&guard))
        return;
    const bool well = begin(&guard, &answer);
    if (!well) { /* it may have made files by now, which it takes away itself */
        struct guard_answer ignored = {.well = 1};
        stop(&guard, &ignored);
    }
    answer.took_s = guard_now_s() - begin_s;
    if (well)
        guard.mark = used(&guard);
    send_answer(&guard, &answer);
    if (well)
        serve(&guard);
}
