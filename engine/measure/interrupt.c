/* SPDX-License-Identifier: GPL-3.0-or-later */
/* interrupt.c -- notes SIGINT, SIGTERM and SIGHUP, and wakes poll() through a pipe: a flag alone
 * would be missed when the signal comes between looking at it and falling asleep. */
#include "measure/interrupt.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stddef.h>
#include <unistd.h>

enum { N_SIGNALS = 3 };
static const int signals[N_SIGNALS] = {SIGINT, SIGTERM, SIGHUP};

static volatile sig_atomic_t requested;
static struct sigaction before[N_SIGNALS];
static int wake[2] = {-1, -1};

/* A second one is the caller's: it ends the program, or is what an interpreter makes of it. */
static void note(int number)
{
    int saved = errno;
    requested = 1;
    for (size_t i = 0; i < N_SIGNALS; i++)
        if (signals[i] == number)
            (void)sigaction(number, &before[i], NULL);
    ssize_t ignored = write(wake[1], "", 1);
    (void)ignored;
    errno = saved;
}

bool interrupt_begin(void)
{
    if (pipe2(wake, O_CLOEXEC | O_NONBLOCK) != 0)
        return false;
    requested = 0;
    const struct sigaction action = {.sa_handler = note};
    for (size_t i = 0; i < N_SIGNALS; i++) {
        (void)sigaction(signals[i], NULL, &before[i]);
        if (before[i].sa_handler != SIG_IGN) /* nohup stays nohup */
            (void)sigaction(signals[i], &action, NULL);
    }
    return true;
}

void interrupt_end(void)
{
    for (size_t i = 0; i < N_SIGNALS; i++)
        (void)sigaction(signals[i], &before[i], NULL);
    for (size_t i = 0; i < 2; i++) {
        close(wake[i]);
        wake[i] = -1;
    }
}

bool interrupt_requested(void)
{
    return requested != 0;
}

void interrupt_fulfil(void)
{
    char byte;
    requested = 0;
    while (read(wake[0], &byte, 1) > 0)
        ;
}

int interrupt_descriptor(void)
{
    return wake[0];
}
