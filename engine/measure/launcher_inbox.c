/* SPDX-License-Identifier: GPL-3.0-or-later */
/* launcher_inbox.c -- what the launcher receives: a message, its bytes and its files. */
#include "measure/launcher_inbox.h"

#include <errno.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <unistd.h>

#include "base/array.h"
#include "system/system.h"

static bool read_all(const struct inbox *inbox, char *bytes, size_t n)
{
    while (n > 0) {
        ssize_t got = read(inbox->socket, bytes, n);
        if (got < 0 && errno == EINTR && !*inbox->ends)
            continue;
        if (got <= 0)
            return false;
        bytes += got;
        n -= (size_t)got;
    }
    return true;
}

static bool receive_head(const struct inbox *inbox, struct spawn_message *head,
                         int files[SPAWN_FILES])
{
    union {
        char bytes[CMSG_SPACE(sizeof(int) * SPAWN_FILES * LANES_MAX)];
        struct cmsghdr align;
    } control;
    struct iovec part = {head, sizeof *head};
    struct msghdr message = {
        .msg_iov = &part,
        .msg_iovlen = 1,
        .msg_control = control.bytes,
        .msg_controllen = sizeof control.bytes,
    };
    ssize_t got;
    do
        got = system_receive(inbox->socket, &message);
    while (got < 0 && errno == EINTR && !*inbox->ends);
    struct cmsghdr *rights = got > 0 ? CMSG_FIRSTHDR(&message) : NULL;
    if (rights != NULL && rights->cmsg_type == SCM_RIGHTS)
        memcpy(files, CMSG_DATA(rights), rights->cmsg_len - CMSG_LEN(0));
    size_t done = got > 0 ? (size_t)got : 0;
    return done > 0 && read_all(inbox, (char *)head + done, sizeof *head - done);
}

bool inbox_receive(struct inbox *inbox, struct spawn_message *message, int *files)
{
    return receive_head(inbox, message, files) &&
           array_hold(&inbox->bytes, (size_t)message->bytes, &inbox->capacity) &&
           read_all(inbox, inbox->bytes, (size_t)message->bytes);
}

bool inbox_reserve_pointers(struct inbox *inbox, const struct spawn_head *head)
{
    size_t n = (size_t)head->n_arguments + head->n_environment + 2;
    return array_hold(&inbox->pointers, n, &inbox->n_pointers);
}

char *inbox_point_at_strings(char *string, char **pointers, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        pointers[i] = string;
        string += strlen(string) + 1;
    }
    pointers[n] = NULL;
    return string;
}

int inbox_place_files(const int *files, int n)
{
    int error = 0;
    for (int i = 0; i < n; i++) {
        if (error == 0 && dup2(files[i], i) < 0)
            error = errno;
        close(files[i]);
    }
    if (n < SPAWN_FILES)
        close(SPAWN_FILES - 1);
    return error;
}

bool inbox_answer(const struct inbox *inbox)
{
    ssize_t n;
    do
        n = write(inbox->socket, "", 1);
    while (n < 0 && errno == EINTR && !*inbox->ends);
    return n == 1;
}
