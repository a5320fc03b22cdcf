/* SPDX-License-Identifier: GPL-3.0-or-later */
/* launcher_inbox.h -- what the launcher receives: a message, its bytes and its files. */
#pragma once

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>

#include "measure/launcher.h"

/* Starts as zeros but for the first two. Its room grows to the largest message and stays; the end
 * of the process frees it. */
struct inbox {
    int socket;
    const volatile sig_atomic_t *ends; /* not 0: a signal says that nothing is to be waited for */
    char *bytes;                       /* of the current message */
    size_t capacity;
    char **pointers;
    size_t n_pointers;
};

/* Waits for the next message; its bytes stand in inbox->bytes, its descriptors in files[], room for
 * SPAWN_FILES of LANES_MAX commands. False: the program has gone, or there is no memory. */
bool inbox_receive(struct inbox *inbox, struct spawn_message *message, int *files);

/* Room for a pointer to each string of a command, in inbox->pointers. */
bool inbox_reserve_pointers(struct inbox *inbox, const struct spawn_head *head);

/* Points at n strings that stand one after the other, and ends with NULL. Returns what is behind
 * them. */
char *inbox_point_at_strings(char *string, char **pointers, size_t n);

/* Puts the received files where the child expects them. Descriptor 3 is closed when not used. 0 or
 * an errno. */
int inbox_place_files(const int *files, int n);

/* Tells the program that all of the message is done. */
bool inbox_answer(const struct inbox *inbox);
