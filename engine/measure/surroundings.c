/* SPDX-License-Identifier: GPL-3.0-or-later */
/* surroundings.c -- the caller's environment, as far as it may be kept.
 * Edge:     two values of one name in 2^32 read alike; a hash of 32 bits fits so many values that
 *           even a guessed one is not confirmed by it. Of secrets not even that is kept: a changed one
 *           is not seen.
 * Checked:  tests/engine/measure/test_surroundings.c. */
#include "measure/surroundings.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "base/hash.h"
#include "design/secret.h"

enum { MOST = 1000 };

/* Whatever stands around them in a name. */
static const char *const secrets[] = {"TOKEN",  "SECRET", "PASS",    "CREDENTIAL", "KEY",
                                      "COOKIE", "AUTH",   "PRIVATE", "SIGNATURE"};

static bool is_secret(const char *pair, const char *name)
{
    for (size_t i = 0; i < sizeof secrets / sizeof *secrets; i++)
        if (strcasestr(name, secrets[i]) != NULL)
            return true;
    return secret_find(pair, pair).value != NULL;
}

static bool add(json_t *object, const char *pair)
{
    char name[256], text[16];
    const size_t n = strcspn(pair, "=");
    if (pair[n] == '\0' || n == 0 || n >= sizeof name || strncmp(pair, "ASSAY_", 6) == 0)
        return true;
    memcpy(name, pair, n);
    name[n] = '\0';
    const uint64_t hash = hash_text(HASH_START, pair);
    (void)snprintf(text, sizeof text, "%08" PRIx32, (uint32_t)(hash ^ hash >> 32));
    json_t *value = is_secret(pair, name) ? json_null() : json_string(text);
    return json_object_set_new(object, name, value) == 0 || json_object_get(object, name) == NULL;
}

json_t *surroundings_json(char *const *environment)
{
    json_t *object = json_object();
    size_t n = 0;
    bool kept = object != NULL;
    for (; kept && environment[n] != NULL; n++)
        kept = n < MOST && add(object, environment[n]);
    if (kept)
        return object;
    json_decref(object);
    return json_null();
}
