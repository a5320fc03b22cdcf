/* SPDX-License-Identifier: GPL-3.0-or-later */
/* launcher_turns.c -- in the launcher process: programs side by side that go on one at a time, iteration by iteration.
 * Source:   METHODS H, `order: lockstep`; what a program does for it: docs/harness.md.
 * Assumes:  each asks before each iteration, and its iteration has ended when it asks again or is gone.
 * Edge:     one that never asks runs as it likes, and its turns are none; one that is gone leaves the others their turns.
 * Checked:  tests/engine/measure/test_turns.c: by turns, never two at once, unequal numbers, one that never asks.
 *
 * A process of its own gives the turns, while the launcher waits for the lanes: all have asked before the first one begins, so
 * that no iteration is beside another one's start.
 */
#include "measure/launcher_turns.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "system/system.h"

static void close_end(int *fd)
{
    if (*fd >= 0)
        close(*fd);
    *fd = -1;
}

bool turns_open(struct lanes *lanes)
{
    bool open = lanes->beside.in_turn != 0;
    for (size_t i = 0; i < lanes->n; i++) {
        int *pair = lanes->items[i].turn;
        pair[0] = pair[1] = -1;
        open = open && system_message_pair(pair);
    }
    return open;
}

void turns_close(struct lanes *lanes)
{
    for (size_t i = 0; i < lanes->n; i++) {
        close_end(&lanes->items[i].turn[0]);
        close_end(&lanes->items[i].turn[1]);
    }
}

void turns_take(const struct lanes *lanes, const struct lane *lane)
{
    for (size_t i = 0; i < lanes->n; i++) {
        const struct lane *other = &lanes->items[i];
        if (other->turn[0] >= 0)
            close(other->turn[0]);
        if (other != lane && other->turn[1] >= 0)
            close(other->turn[1]);
    }
}

void turns_hand_over(const struct lane *lane)
{
    if (lane->turn[1] == SPAWN_TURN)
        (void)fcntl(SPAWN_TURN, F_SETFD, 0);
    else if (lane->turn[1] >= 0)
        (void)dup2(lane->turn[1], SPAWN_TURN);
}

/* Waits until it asks; false: it is gone. */
static bool asks(int socket)
{
    char byte;
    return recv(socket, &byte, 1, 0) == 1;
}

static void give(struct lanes *lanes)
{
    bool there[LANES_MAX];
    size_t left = 0;
    for (size_t i = 0; i < lanes->n; i++)
        left += there[i] = asks(lanes->items[i].turn[0]);
    for (size_t i = 0; left > 0; i = (i + 1) % lanes->n) {
        struct lane *lane = &lanes->items[i];
        if (!there[i])
            continue;
        there[i] = send(lane->turn[0], "\n", 1, MSG_NOSIGNAL) == 1; /* a shell reads lines */
        lane->facts->turns += there[i];
        there[i] = there[i] && asks(lane->turn[0]);
        left -= !there[i];
    }
}

void turns_begin(struct lanes *lanes)
{
    if (lanes->beside.in_turn == 0)
        return;
    const pid_t launcher = getpid();
    lanes->turns = fork();
    if (lanes->turns == 0) {
        const int ends[] = {SIGALRM, SIGUSR1, SIGTERM};
        for (size_t i = 0; i < sizeof ends / sizeof *ends; i++)
            (void)signal(ends[i], SIG_DFL);
        (void)system_end_with_parent(SIGKILL);
        for (size_t i = 0; i < lanes->n; i++)
            close_end(&lanes->items[i].turn[1]);
        if (getppid() == launcher)
            give(lanes);
        _exit(0);
    }
    turns_close(lanes);
}

void turns_end(struct lanes *lanes)
{
    turns_close(lanes);
    if (lanes->turns <= 0)
        return;
    (void)kill(lanes->turns, SIGKILL);
    (void)waitpid(lanes->turns, NULL, 0);
    lanes->turns = 0;
}
