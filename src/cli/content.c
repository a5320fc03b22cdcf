/* SPDX-License-Identifier: GPL-3.0-or-later */
/* content.c -- files mapped or read to their ends. */
#include "cli/content.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

static bool map_whole(int fd, struct content *content)
{
    struct stat status;
    if (fstat(fd, &status) != 0 || !S_ISREG(status.st_mode) || status.st_size <= 0)
        return false;
    size_t size = (size_t)status.st_size;
    void *text = mmap(NULL, size, PROT_READ, MAP_PRIVATE, fd, 0);
    if (text == MAP_FAILED)
        return false;
    (void)madvise(text, size, MADV_SEQUENTIAL);
    *content = (struct content){text, size, true};
    return true;
}

static bool read_whole(int fd, struct content *content)
{
    size_t room = 1 << 16;
    *content = (struct content){malloc(room), 0, false};
    for (;;) {
        if (content->text == NULL)
            return false;
        ssize_t n = read(fd, content->text + content->size, room - content->size);
        if (n == 0)
            return true;
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0)
            break;
        content->size += (size_t)n;
        if (content->size < room)
            continue;
        room *= 2;
        char *grown = realloc(content->text, room);
        if (grown == NULL)
            break;
        content->text = grown;
    }
    int cause = errno;
    free(content->text);
    errno = cause;
    return false;
}

void content_fini(struct content *content)
{
    if (content->mapped)
        (void)munmap(content->text, content->size);
    else
        free(content->text);
}

bool content_read(const char *path, struct content *content)
{
    if (strcmp(path, "-") == 0)
        return read_whole(STDIN_FILENO, content);
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return false;
    bool done = map_whole(fd, content) || read_whole(fd, content);
    int cause = errno;
    (void)close(fd);
    errno = cause;
    return done;
}
