/* SPDX-License-Identifier: GPL-3.0-or-later */
/* spool.h -- a text of unknown length that is on its way: from a pipe, or being unpacked.
 *
 * It grows in memory up to 64 MiB and goes on in a temporary file without a name (in $TMPDIR, else
 * /var/tmp), which is mapped in the end: then reading a packed text takes no more memory than
 * reading a plain file.
 */
#ifndef FORMAT_SPOOL_H
#define FORMAT_SPOOL_H

#include "format/format.h"

struct spool {
    char *text; /* all of it, or what is not in the file yet */
    size_t n, room;
    size_t written; /* to the file */
    int fd;         /* -1: no file */
};

void spool_init(struct spool *spool);

/* Where the next bytes go, at least a megabyte; NULL when there is no room: errno says why. */
char *spool_room(struct spool *spool, size_t *room);
static inline void spool_took(struct spool *spool, size_t n)
{
    spool->n += n;
}
static inline size_t spool_size(const struct spool *spool)
{
    return spool->written + spool->n;
}

/* The whole text, the caller's: mapped, or allocated. On failure errno says why, and the spool is
 * still to be abandoned. */
bool spool_finish(struct spool *spool, struct format_text *text);
void spool_abandon(struct spool *spool);

#endif
