/* SPDX-License-Identifier: GPL-3.0-or-later */
/* content.c -- files mapped or read to their ends. */
#include "text/content.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "text/spool.h"

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
    struct spool spool;
    struct format_text text;
    ssize_t n = 1;
    spool_init(&spool);
    while (n != 0) {
        size_t room;
        char *place = spool_room(&spool, &room);
        n = place != NULL ? read(fd, place, room) : -1;
        if (n > 0)
            spool_took(&spool, (size_t)n);
        else if (n < 0 && (place == NULL || errno != EINTR))
            break;
    }
    if (n == 0 && spool_finish(&spool, &text)) {
        *content = (struct content){(char *)(uintptr_t)text.text, text.size, text.mapped};
        return true;
    }
    int cause = errno;
    spool_abandon(&spool);
    errno = cause;
    return false;
}

void content_fini(struct content *content)
{
    if (content->mapped)
        (void)munmap(content->text, content->size);
    else
        free(content->text);
    *content = (struct content){0};
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
