/* SPDX-License-Identifier: GPL-3.0-or-later */
/* schema.h -- the tables, by numbered migrations. */
#pragma once

#include <stdint.h>

/* The application_id in the file's header: "asay". */
#define SCHEMA_APPLICATION_ID 0x61736179

/* Metrics that one store may name: value.key holds their id in 16 bits. */
#define SCHEMA_MOST_METRICS 65535

/* The first version whose complete experiments have a seal (seal.c). */
#define SCHEMA_WITH_SEALS 7
/* The first version that keeps the rules of stopping in columns (stopping.c). */
#define SCHEMA_WITH_STOPPING 8

/* migrations[v] takes a file of version v to version v + 1; a new file starts at 0. A migration
 * that has been released is never changed. */
extern const char *const schema_migrations[];
/* Of each version, from 1, the sum that guard_schema_sum gives: it knows a schema without making one. */
extern const uint64_t schema_sums[];
extern const int schema_version; /* what this program reads and writes */
