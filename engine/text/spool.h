/* SPDX-License-Identifier: GPL-3.0-or-later */
/* spool.h -- a text of unknown length that is on its way: from a pipe, or being unpacked.
 *
 * It grows in memory up to 64 MiB and goes on in a temporary file without a name (in $TMPDIR, else
 * /var/tmp), which is mapped in the end: then reading a packed text takes no more memory than
 * reading a plain file. It takes at most 16 GiB, half of what was free there when the file was made,
 * and a gigabyte where no file could be made: a text that does not end must fill neither.
 */
#pragma once

#include "text/text.h"

struct spool {
    char *text; /* all of it, or what is not in the file yet */
    size_t n, room;
    size_t written; /* to the file */
    size_t most;    /* bytes that it may take */
    int fd;         /* -1: no file */
};

void spool_init(struct spool *spool);

/* Where the next bytes go, at least a megabyte; NULL when there is no room: errno says why, EFBIG that
 * the text takes more than it may. */
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

/* The words for an errno of these. */
const char *spool_reason(int cause);
