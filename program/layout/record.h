/* SPDX-License-Identifier: GPL-3.0-or-later */
/* record.h -- what is written of a link: a line of JSON. */
#pragma once

#include "layout/link.h"

/* False, said on standard error, when nothing can be appended to the options' record. */
bool record_is_writable(const struct layout_options *options);

/* Of a link that has been made. */
void record_append(const struct layout_link *link);

/* Of a text in which calls of a function wait: where it begins, and how often it was inlined. Nothing where it is
 * neither. */
void record_append_dose(const struct layout_options *options, const char *name, size_t entries,
                        size_t inlined);

/* Of a command that was run as it stands, and why; output may be NULL. */
void record_append_plain(const struct layout_options *options, const char *output,
                         const char *remark);
