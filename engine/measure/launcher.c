/* SPDX-License-Identifier: GPL-3.0-or-later */
/* launcher.c -- the program's side: starts the launcher, sends it commands, reads what they write.
 */
#include "measure/launcher.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <assay/assay.h>

#include "base/array.h"
#include "base/clock.h"
#include "base/failure.h"
#include "measure/children.h"
#include "measure/interrupt.h"
#include "system/system.h"

enum { MAX_OTHERS = 64, MAX_ADOPTED = 256 };

struct launcher {
    pid_t pid;
    int socket;
    int32_t number; /* of the current request */
    char *message;  /* of the current request */
    size_t capacity, used;
    uint32_t n_commands;
    struct burst *burst;       /* shared with the launcher */
    int in_place[SPAWN_FILES]; /* lasting files that the launcher has; [0] is -1: none */
    pid_t others[MAX_OTHERS];  /* children that the program had before */
    size_t n_others;
    bool guarded; /* it has guards, which end what they watch before they go */
    struct launcher_patience patience;
};

enum { LAUNCHER_NOT_STARTED = 127 };
enum { FIRST_PRIVATE_FD = 10, READ_SIZE = 1 << 16, MOST_AHEAD_BYTES = 3 << 14 };

/* ---- starting and stopping ------------------------------------------------------------------- */

/* In the new process: its own session, so that Ctrl-C reaches only the program, which decides; no
 * descriptor of the program or of its caller but 0, 1, 2 may reach a measured command. */
static void become_launcher(int socket, pid_t program, struct burst *burst,
                            const struct launcher_duties *duties)
{
    (void)setsid();
    int own = fcntl(socket, F_DUPFD_CLOEXEC, FIRST_PRIVATE_FD);
    /* Who waits for the program's end by its standard error also waits for the rescue. */
    (void)fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, FIRST_PRIVATE_FD);
    int null = open("/dev/null", O_RDWR);
    while (null >= 0 && null <= STDERR_FILENO)
        null = dup(null); /* whoever started us may have closed some of 0, 1, 2 */
    system_close_at_exec_from(STDERR_FILENO + 1);
    if (own >= 0)
        launcher_serve(own, program, burst, duties);
    _exit(0);
}

/* Of the memory behind the descriptor; -1: of memory that goes on into a fork. MAP_FAILED: there is none. */
static struct burst *share_burst(int memory)
{
    return mmap(NULL, sizeof(struct burst), PROT_READ | PROT_WRITE,
                memory < 0 ? MAP_SHARED | MAP_ANONYMOUS : MAP_SHARED, memory, 0);
}

static struct launcher *launcher_new(int memory)
{
    struct launcher *launcher = calloc(1, sizeof *launcher);
    if (launcher == NULL)
        return NULL;
    launcher->burst = share_burst(memory);
    if (launcher->burst == MAP_FAILED) {
        free(launcher);
        return NULL;
    }
    launcher->in_place[0] = -1;
    return launcher;
}

static void launcher_free(struct launcher *launcher)
{
    (void)munmap(launcher->burst, sizeof *launcher->burst);
    free(launcher->message);
    free(launcher);
}

/* What the new process does: goes on as the launcher, or executes a file that does. */
struct launcher_code {
    const struct launcher_duties *duties;
    const char *file; /* NULL: no file */
    int memory;       /* where that file finds the burst; -1: no file */
};

/* In the new process. The descriptors are handed on by their numbers. */
static void execute_launcher(int socket, pid_t program, const struct launcher_code *code)
{
    char socket_text[16], memory_text[16], program_text[24];
    (void)snprintf(socket_text, sizeof socket_text, "%d", socket);
    (void)snprintf(memory_text, sizeof memory_text, "%d", code->memory);
    (void)snprintf(program_text, sizeof program_text, "%ld", (long)program);
    (void)fcntl(socket, F_SETFD, 0);
    (void)fcntl(code->memory, F_SETFD, 0);
    (void)execl(code->file, code->file, socket_text, memory_text, program_text, assay_version(),
                (char *)NULL);
    _exit(LAUNCHER_NOT_STARTED);
}

static enum assay_status start(struct launcher **out, const struct launcher_code *code,
                               struct assay_error *error)
{
    int pair[2];
    struct launcher *launcher = launcher_new(code->memory);
    if (launcher == NULL)
        return assay_fail(error, ASSAY_NO_MEMORY, "not enough memory for the launcher");
    if (!system_socket_pair(pair)) {
        launcher_free(launcher);
        return assay_fail(error, ASSAY_INVALID, "cannot make a socket for the launcher: %s",
                          strerror(errno));
    }
    /* Should the launcher be killed, what it left behind comes to us. */
    system_adopt_orphans();
    launcher->n_others = children_list(launcher->others, MAX_OTHERS);
    pid_t program = getpid();
    launcher->pid = fork();
    if (launcher->pid == 0) {
        close(pair[0]); /* else the launcher would never see the program's end of it close */
        if (code->file != NULL)
            execute_launcher(pair[1], program, code);
        become_launcher(pair[1], program, launcher->burst, code->duties);
    }
    close(pair[1]);
    if (launcher->pid < 0) {
        close(pair[0]);
        launcher_free(launcher);
        return assay_fail(error, ASSAY_INVALID, "cannot fork the launcher: %s", strerror(errno));
    }
    launcher->socket = pair[0];
    *out = launcher;
    return ASSAY_OK;
}

enum assay_status launcher_start(struct launcher **out, const struct launcher_duties *duties,
                                 struct assay_error *error)
{
    const struct launcher_code code = {.duties = duties, .memory = -1};
    return start(out, &code, error);
}

enum assay_status launcher_start_file(struct launcher **out, const char *file,
                                      struct assay_error *error)
{
    if (access(file, X_OK) != 0)
        return assay_fail(error, ASSAY_MISSING, "%s, which starts what is measured: %s", file,
                          strerror(errno));
    const int memory = system_nameless("assay-launcher");
    if (memory < 0 || ftruncate(memory, sizeof(struct burst)) != 0) {
        if (memory >= 0)
            close(memory);
        return assay_fail(error, ASSAY_NO_MEMORY, "not enough memory for the launcher");
    }
    const struct launcher_code code = {.file = file, .memory = memory};
    const enum assay_status status = start(out, &code, error);
    close(memory);
    char ready;
    if (status != ASSAY_OK || recv((*out)->socket, &ready, 1, MSG_WAITALL) == 1)
        return status;
    launcher_stop(out);
    return assay_fail(error, ASSAY_SYSTEM,
                      "%s, which starts what is measured, does not start, or is not of assay %s",
                      file, assay_version());
}

/* A descriptor or process number; -1: it is none. */
static long number_of(const char *text)
{
    char *end;
    errno = 0;
    const long number = strtol(text, &end, 10);
    return end != text && *end == '\0' && errno == 0 && number >= 0 ? number : -1;
}

int launcher_main(int argc, char **argv, const struct launcher_duties *duties)
{
    const bool ours = argc == 5 && strcmp(argv[4], assay_version()) == 0;
    const long socket = ours ? number_of(argv[1]) : -1, memory = ours ? number_of(argv[2]) : -1,
               program = ours ? number_of(argv[3]) : -1;
    struct burst *burst = memory >= 0 && socket >= 0 ? share_burst((int)memory) : MAP_FAILED;
    if (burst == MAP_FAILED || program < 0 || send((int)socket, "r", 1, MSG_NOSIGNAL) != 1)
        return LAUNCHER_NOT_STARTED;
    become_launcher((int)socket, (pid_t)program, burst, duties);
    return 0;
}

void launcher_stop(struct launcher **launcher)
{
    struct launcher *l = *launcher;
    if (l == NULL)
        return;
    close(l->socket);
    if (l->pid > 0)
        (void)waitpid(l->pid, NULL, 0);
    launcher_free(l);
    *launcher = NULL;
}

/* ---- sending --------------------------------------------------------------------------------- */

static size_t count_strings(char *const *strings, size_t *bytes)
{
    size_t n = 0;
    for (; strings[n] != NULL; n++)
        *bytes += strlen(strings[n]) + 1;
    return n;
}

static char *put_string(char *end, const char *string)
{
    return stpcpy(end, string) + 1;
}

static int64_t timeout_in_ns(double seconds)
{
    if (!(seconds > 0 && seconds < 9e9)) /* 285 years, or none */
        return 0;
    return seconds < 1e-6 ? 1000 : (int64_t)(seconds * 1e9);
}

pid_t launcher_process(const struct launcher *launcher)
{
    return launcher->pid;
}

struct burst *launcher_burst(struct launcher *launcher)
{
    return launcher->burst;
}

void launcher_begin(struct launcher *launcher)
{
    launcher->used = sizeof(struct spawn_message);
    launcher->n_commands = 0;
}

/* The launcher grows with what it is sent, and with it the memory that small commands seem to use:
 * few commands at a time when they are long. */
bool launcher_add(struct launcher *launcher, const struct spawn *spawn)
{
    const size_t align = _Alignof(struct spawn_head);
    struct spawn_head head = {.timeout_ns = timeout_in_ns(spawn->timeout_s),
                              .exit_codes = spawn->exit_codes,
                              .place = spawn->place};
    size_t bytes = strlen(spawn->path) + 1 + strlen(spawn->directory) + 1;
    head.n_arguments = (uint32_t)count_strings(spawn->argv, &bytes);
    head.n_environment = (uint32_t)count_strings(spawn->envp, &bytes);
    head.has_fourth = spawn->files[SPAWN_FILES - 1] >= 0;
    const size_t padded = (bytes + align - 1) / align * align;
    const size_t end_of_all = launcher->used + sizeof head + padded;
    head.bytes = padded;
    if (launcher->n_commands > 0 &&
        (launcher->n_commands == BURST_MAX || end_of_all > MOST_AHEAD_BYTES))
        return false;
    if (!array_hold(&launcher->message, end_of_all, &launcher->capacity))
        return false;
    char *end = launcher->message + launcher->used;
    memcpy(end, &head, sizeof head);
    end = put_string(put_string(end + sizeof head, spawn->path), spawn->directory);
    for (size_t i = 0; i < head.n_arguments; i++)
        end = put_string(end, spawn->argv[i]);
    for (size_t i = 0; i < head.n_environment; i++)
        end = put_string(end, spawn->envp[i]);
    memset(end, 0, padded - bytes);
    launcher->used = end_of_all;
    launcher->n_commands++;
    return true;
}

void launcher_forget_files(struct launcher *launcher)
{
    launcher->in_place[0] = -1;
}

/* Passing files costs as much as all the rest of a message: they are sent when they are others. */
static size_t files_to_send(struct launcher *launcher, const struct spawn *spawn)
{
    size_t size = sizeof launcher->in_place;
    if (spawn->lasting_files && memcmp(launcher->in_place, spawn->files, size) == 0)
        return 0;
    memcpy(launcher->in_place, spawn->files, size);
    if (!spawn->lasting_files)
        launcher->in_place[0] = -1;
    return spawn->files[3] >= 0 ? 4 : 3;
}

/* Sends the message, the files attached to its first bytes. */
static bool send_message(struct launcher *launcher, size_t n, const int *files, size_t n_files)
{
    union {
        char bytes[CMSG_SPACE(sizeof(int) * SPAWN_FILES * LANES_MAX)];
        struct cmsghdr align;
    } control = {.bytes = {0}};
    struct iovec part = {launcher->message, n};
    struct msghdr message = {
        .msg_iov = &part,
        .msg_iovlen = 1,
    };
    if (n_files > 0) {
        message.msg_control = control.bytes;
        message.msg_controllen = CMSG_SPACE(sizeof(int) * n_files);
        struct cmsghdr *rights = CMSG_FIRSTHDR(&message);
        rights->cmsg_level = SOL_SOCKET;
        rights->cmsg_type = SCM_RIGHTS;
        rights->cmsg_len = CMSG_LEN(sizeof(int) * n_files);
        memcpy(CMSG_DATA(rights), files, sizeof(int) * n_files);
    }
    for (size_t done = 0; done < n;) {
        ssize_t sent = sendmsg(launcher->socket, &message, MSG_NOSIGNAL);
        if (sent < 0 && errno == EINTR)
            continue;
        if (sent < 0)
            return false;
        done += (size_t)sent;
        part = (struct iovec){launcher->message + done, n - done};
        message.msg_control = NULL;
        message.msg_controllen = 0;
    }
    return true;
}

/* ---- waiting --------------------------------------------------------------------------------- */

/* Reads what is there; false when the writers are gone. */
static bool drain(const struct spawn_reader *reader)
{
    char bytes[READ_SIZE];
    ssize_t n;
    while ((n = read(reader->fd, bytes, sizeof bytes)) > 0)
        reader->take(reader->context, bytes, (size_t)n);
    return n < 0 && (errno == EAGAIN || errno == EINTR);
}

/* True when the byte has come that says: all have ended; *dead when it never will. */
static bool receive(struct launcher *launcher, bool *dead)
{
    char byte;
    ssize_t n = recv(launcher->socket, &byte, 1, MSG_DONTWAIT);
    *dead = n == 0 || (n < 0 && errno != EAGAIN && errno != EINTR);
    return n > 0;
}

void launcher_be_patient(struct launcher *launcher, const struct launcher_patience *patience)
{
    launcher->patience = *patience;
}

/* As poll; at the end of the patience it is told, and waited for without an end. */
static int wait_for(const struct launcher *launcher, struct pollfd *watched, size_t n,
                    double *until_s)
{
    const struct launcher_patience *patience = &launcher->patience;
    const double left_s = *until_s - clock_now_s();
    const int ready = poll(watched, n,
                           isinf(*until_s) ? -1
                           : left_s > 0    ? (int)ceil(left_s * 1e3)
                                           : 0);
    if (ready >= 0 && !isinf(*until_s) && clock_now_s() >= *until_s) {
        *until_s = (double)INFINITY;
        patience->over(patience->context, patience->seconds);
    }
    return ready;
}

/* Waits for the end and reads the pipes of all commands meanwhile. */
static bool await(struct launcher *launcher, const struct spawn *spawns, size_t n)
{
    enum {
        SOCKET,
        INTERRUPT,
        OTHERS,
        READERS = OTHERS + DESIGN_SERVICES_MOST,
        ALL = READERS + SPAWN_READERS * LANES_MAX
    };
    const size_t n_readers = n * SPAWN_READERS;
    struct pollfd watched[ALL] = {
        [SOCKET] = {launcher->socket, POLLIN, 0},
        [INTERRUPT] = {interrupt_descriptor(), POLLIN, 0},
    };
    for (size_t i = 0; i < DESIGN_SERVICES_MOST; i++)
        watched[OTHERS + i] =
            (struct pollfd){i < spawns->n_ends_with ? spawns->ends_with[i] : -1, POLLIN, 0};
    for (size_t i = 0; i < n_readers; i++)
        watched[READERS + i] =
            (struct pollfd){spawns[i / SPAWN_READERS].readers[i % SPAWN_READERS].fd, POLLIN, 0};
    double until_s = launcher->patience.over != NULL ? clock_now_s() + launcher->patience.seconds
                                                     : (double)INFINITY;
    bool dead = false;
    while (!dead) {
        if (wait_for(launcher, watched, READERS + n_readers, &until_s) < 0 && errno != EINTR)
            return false;
        bool unwanted = interrupt_requested() && watched[INTERRUPT].fd >= 0;
        for (size_t i = OTHERS; i < READERS; i++)
            unwanted = unwanted || (watched[i].fd >= 0 && watched[i].revents != 0);
        if (unwanted) {
            __atomic_store_n(&launcher->burst->unwanted, launcher->number, __ATOMIC_RELEASE);
            (void)kill(launcher->pid, SIGUSR1);
            for (size_t i = INTERRUPT; i < READERS; i++)
                watched[i].fd = -1;
        }
        bool ended = watched[SOCKET].revents != 0 && receive(launcher, &dead);
        for (size_t i = 0; i < n_readers; i++) {
            struct pollfd *pipe_end = &watched[READERS + i];
            if (pipe_end->fd >= 0 && (pipe_end->revents != 0 || ended) &&
                !drain(&spawns[i / SPAWN_READERS].readers[i % SPAWN_READERS]))
                pipe_end->fd = -1;
        }
        if (ended)
            return true;
    }
    return false;
}

static bool is_other(const struct launcher *launcher, pid_t pid)
{
    for (size_t i = 0; i < launcher->n_others; i++)
        if (launcher->others[i] == pid)
            return true;
    return false;
}

/* The launcher's children came to us; killing one brings us its own. */
static void end_adopted(const struct launcher *launcher)
{
    bool any = true;
    while (any) {
        pid_t pids[MAX_ADOPTED];
        size_t n = children_list(pids, MAX_ADOPTED);
        any = false;
        for (size_t i = 0; i < n; i++) {
            if (is_other(launcher, pids[i]) || kill(pids[i], SIGKILL) != 0)
                continue;
            any = true;
            (void)waitpid(pids[i], NULL, 0);
        }
    }
}

/* Guards have been told by their launcher's end, and take two seconds at most. */
static void await_guards(const struct launcher *launcher)
{
    enum { LOOKS = 300 };
    const struct timespec pause = {.tv_nsec = 10000000};
    bool any = launcher->guarded;
    for (int look = 0; any && look < LOOKS; look++) {
        pid_t pids[MAX_ADOPTED];
        const size_t n = children_list(pids, MAX_ADOPTED);
        any = false;
        for (size_t i = 0; i < n; i++)
            any = (!is_other(launcher, pids[i]) && waitpid(pids[i], NULL, WNOHANG) == 0) || any;
        if (any)
            (void)nanosleep(&pause, NULL);
    }
}

/* The launcher is gone: nothing that it started may stay. */
static enum assay_status bury(struct launcher *launcher, struct assay_error *error)
{
    int status = 0;
    (void)kill(launcher->pid, SIGKILL);
    (void)waitpid(launcher->pid, &status, 0);
    launcher->pid = 0;
    await_guards(launcher);
    end_adopted(launcher);
    return assay_fail(error, ASSAY_NO_MEMORY,
                      "the launcher process died (%s %d); what had ended is kept",
                      WIFSIGNALED(status) ? "signal" : "exit code",
                      WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status));
}

enum assay_status launcher_run_added(struct launcher *launcher, const struct spawn *files,
                                     struct assay_error *error)
{
    if (launcher->pid <= 0)
        return assay_fail(error, ASSAY_NO_MEMORY, "the launcher process has died");
    const size_t n_files = files_to_send(launcher, files);
    const struct spawn_message message = {
        .bytes = launcher->used - sizeof message,
        .n_commands = launcher->n_commands,
        .n_files = (uint32_t)n_files,
        .number = ++launcher->number,
        .keep_survivors = files->keep_survivors,
    };
    memcpy(launcher->message, &message, sizeof message);
    __atomic_store_n(&launcher->burst->done, 0, __ATOMIC_RELEASE);
    if (!send_message(launcher, launcher->used, files->files, n_files) ||
        !await(launcher, files, 1))
        return bury(launcher, error);
    return ASSAY_OK;
}

enum assay_status launcher_run(struct launcher *launcher, const struct spawn *spawn,
                               struct spawn_result *result, struct assay_error *error)
{
    launcher_begin(launcher);
    if (!launcher_add(launcher, spawn))
        return assay_fail(error, ASSAY_NO_MEMORY, "not enough memory for a command");
    launcher->burst->n = 0;
    TRY(launcher_run_added(launcher, spawn, error));
    *result = launcher->burst->items[0].result;
    return ASSAY_OK;
}

/* All files of all commands go with it: which of them has a fourth its head says. */
static enum assay_status run_beside(struct launcher *launcher, const struct spawn *spawns, size_t n,
                                    const struct spawn_beside *beside, struct assay_error *error)
{
    int files[SPAWN_FILES * LANES_MAX];
    size_t n_files = 0;
    for (size_t i = 0; i < n; i++)
        for (size_t k = 0; k < SPAWN_FILES; k++)
            if (spawns[i].files[k] >= 0)
                files[n_files++] = spawns[i].files[k];
    const struct spawn_message message = {
        .bytes = launcher->used - sizeof message,
        .n_commands = launcher->n_commands,
        .n_files = (uint32_t)n_files,
        .number = ++launcher->number,
        .side_by_side = 1,
        .beside = *beside,
    };
    memcpy(launcher->message, &message, sizeof message);
    launcher->burst->n = 0;
    __atomic_store_n(&launcher->burst->done, 0, __ATOMIC_RELEASE);
    if (!send_message(launcher, launcher->used, files, n_files) || !await(launcher, spawns, n))
        return bury(launcher, error);
    return ASSAY_OK;
}

enum assay_status launcher_run_beside(struct launcher *launcher, const struct spawn *spawns,
                                      size_t n, const struct spawn_beside *beside,
                                      struct spawn_result *results, struct assay_error *error)
{
    if (launcher->pid <= 0)
        return assay_fail(error, ASSAY_NO_MEMORY, "the launcher process has died");
    launcher_begin(launcher);
    for (size_t i = 0; i < n; i++)
        if (n > LANES_MAX || !launcher_add(launcher, &spawns[i]))
            return assay_fail(error, ASSAY_NO_MEMORY, "not enough memory for a command");
    TRY(run_beside(launcher, spawns, n, beside, error));
    for (size_t i = 0; i < n; i++)
        results[i] = launcher->burst->items[i].result;
    return ASSAY_OK;
}

enum assay_status launcher_guard(struct launcher *launcher, const struct spawn *spawn, int socket,
                                 int listener, struct assay_error *error)
{
    const int files[] = {socket, listener};
    launcher->guarded = true;
    const size_t n_files = listener >= 0 ? 2 : 1;
    if (launcher->pid <= 0)
        return assay_fail(error, ASSAY_NO_MEMORY, "the launcher process has died");
    launcher_begin(launcher);
    if (!launcher_add(launcher, spawn))
        return assay_fail(error, ASSAY_NO_MEMORY, "not enough memory for a service");
    const struct spawn_message message = {
        .bytes = launcher->used - sizeof message,
        .n_commands = 1,
        .n_files = (uint32_t)n_files,
        .number = ++launcher->number,
        .guarded = 1,
    };
    memcpy(launcher->message, &message, sizeof message);
    if (!send_message(launcher, launcher->used, files, n_files) || !await(launcher, spawn, 1))
        return bury(launcher, error);
    return ASSAY_OK;
}
