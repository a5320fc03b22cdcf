/* SPDX-License-Identifier: GPL-3.0-or-later */
/* checksum.c -- the sum over the numbers and words of a step's row. */
#include <math.h>
#include <string.h>

#include "store/private.h"

static uint32_t hash_number(uint32_t hash, int64_t number)
{
    unsigned char bytes[8];
    for (size_t b = 0; b < 8; b++)
        bytes[b] = (unsigned char)((uint64_t)number >> (8 * b));
    return blob_hash(hash, bytes, sizeof bytes);
}

static uint32_t hash_double(uint32_t hash, double number)
{
    int64_t bits = INT64_MIN; /* an unknown number is NULL in the file, whatever NaN it was */
    if (!isnan(number))
        memcpy(&bits, &number, sizeof bits);
    return hash_number(hash, bits);
}

static uint32_t hash_text(uint32_t hash, const char *text)
{
    return text != NULL ? blob_hash(hash, text, strlen(text)) : hash;
}

/* Behind the 32 bits of the sum: what the row belongs to is covered, too. */
static const int64_t owned = INT64_C(1) << 32;

bool store_step_is_owned(int64_t checksum)
{
    return checksum >> 32 == 1;
}

/* With an end, so that no letter moves from one to the next. */
static uint32_t hash_name(uint32_t hash, const char *name)
{
    return blob_hash(hash_text(hash, name), "", 1);
}

uint32_t store_array_checksum(const char *metric, const char *unit, const char *part,
                              int64_t more_is_better, int64_t n, int64_t n_warmup)
{
    uint32_t hash = hash_name(hash_name(hash_name(BLOB_HASH_START, metric), unit), part);
    return hash_number(hash_number(hash_number(hash, more_is_better), n), n_warmup);
}

static uint32_t hash_step(const struct step_row *row)
{
    uint32_t hash = BLOB_HASH_START;
    const int64_t numbers[] = {row->round,  row->position, row->attempt, row->place,
                               row->warmup, row->start_ns, row->outcome, row->code};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        hash = hash_number(hash, numbers[i]);
    hash = hash_double(hash_double(hash, row->cost_s), row->live_s);
    hash = hash_text(hash, row->last_words);
    for (size_t i = 0; i < row->n_draws; i++)
        hash = hash_double(hash_text(hash, row->draws[i].name), row->draws[i].value);
    return hash_text(hash, row->layout);
}

int64_t store_step_checksum(const struct step_row *row)
{
    uint32_t hash = hash_step(row);
    if (row->uid != NULL)
        hash = blob_hash(hash, row->uid, STORE_UID_BYTES);
    hash = hash_name(hash_name(hash_name(hash, row->system), row->of), row->path);
    return owned | hash_number(hash, row->values);
}

bool store_step_fits(struct step_row *step, int64_t checksum)
{
    if (store_step_is_owned(checksum))
        return step->uid != NULL && store_step_checksum(step) == checksum;
    if (hash_step(step) == checksum)
        return true;
    step->n_draws = 0; /* written before these were covered */
    step->layout = NULL;
    return hash_step(step) == checksum;
}
