/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sha256.h -- SHA-256 (FIPS 180-4): what a name is kept as where the name itself is nobody's business. */
#pragma once

#include <stddef.h>

enum { SHA256_BYTES = 32 };

/* Of n bytes. */
void sha256(const void *bytes, size_t n, unsigned char out[SHA256_BYTES]);
