/* SPDX-License-Identifier: GPL-3.0-or-later */
/* host_read.h -- facts out of the files that Linux shows (proc(5), and the kernel's
 * Documentation/ABI for /sys). What is not there is null. */
#pragma once

#include <jansson.h>
#include <stdbool.h>

enum { HOST_LINE = 512 };

/* The first line without its end; false when there is none. */
bool host_line(const char *path, char line[HOST_LINE]);
json_t *host_text(const char *path);   /* that line */
json_t *host_number(const char *path); /* the whole number that it begins with */
json_t *host_chosen(const char *path); /* its word in brackets: "always [madvise] never" */

/* What stands behind "KEY" and the separator in a file of such lines: /proc/cpuinfo, meminfo. */
bool host_find_key(const char *path, const char *key, char value[HOST_LINE]);
json_t *host_key(const char *path, const char *key);
json_t *host_memory(const char *key); /* of /proc/meminfo, bytes */

/* What moves while the machine works, put into the facts (host_state.c). */
void host_add_state(json_t *facts);
