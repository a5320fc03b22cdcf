/* SPDX-License-Identifier: GPL-3.0-or-later */
/* probe.h -- whether a program of another name is gcc's or clang's driver, or hands over to one. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

/* Asks it for what it would do (-###) with an empty source. argv[0] to argv[driver] are its words. */
bool probe_is_driver(char *const *argv, size_t driver);
