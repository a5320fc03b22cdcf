/* SPDX-License-Identifier: GPL-3.0-or-later */
/* ask.h -- asks a service whether it is ready; for a process that does nothing else. Each returns 0: yes; else found
 * says what was found, as a sentence without an end. */
#pragma once

#include <stddef.h>

/* A path at 127.0.0.1:port, or an address: http://HOST:PORT/PATH of this machine. 200 to 399 is yes. */
int ask_http(const char *address, unsigned port, char *found, size_t size);
/* Through sh. */
int ask_command(const char *command, char *const *environment, char *found, size_t size);
