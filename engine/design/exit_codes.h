/* SPDX-License-Identifier: GPL-3.0-or-later */
/* exit_codes.h -- the exit codes by which a command says that it has done its work. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

/* A set of bits, from 0 to 255; an empty one stands for 0 alone. */
struct exit_codes {
    uint64_t set[4];
};

bool exit_codes_have(const struct exit_codes *codes, int code);
