/* SPDX-License-Identifier: GPL-3.0-or-later */
/* unpack.h -- gzip, bzip2, zstd, xz and lzma, recognised by their first bytes. */
#pragma once

#include "text/spool.h"

enum unpack_kind { UNPACK_NONE, UNPACK_GZIP, UNPACK_BZIP2, UNPACK_ZSTD, UNPACK_XZ, UNPACK_LZMA };
enum unpack_kind unpack_kind_of(const struct format_text *packed);

/* Unpacks into *out, which the caller finishes or abandons, also on failure; several packed parts in
 * a row are one text. Refused are texts that grow beyond 256 MiB and to more than 200 times their
 * packed size: no file of results does, and a small file shall not fill the machine. Of a file that
 * is cut short or damaged *out holds what could be unpacked, although an error is returned. */
enum assay_status unpack(const struct format_text *packed, struct spool *out, size_t *rest,
                         struct assay_error *error);

/* Whether that much may not come of that little, and what is said then. */
bool unpack_is_bomb(size_t packed, size_t unpacked);
#define UNPACK_BOMB_WORDS                                                                          \
    "it unpacks to more than 200 times its size, as no file of results does; unpack it yourself "  \
    "if you trust it"
