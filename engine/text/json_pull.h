/* SPDX-License-Identifier: GPL-3.0-or-later */
/* json_pull.h -- JSON taken from the text as it is needed, without a tree.
 *
 * A reader walks the text once and asks for what it knows; pull_skip passes the rest. Errors stick:
 * after the first one every function returns false (or an empty text) and *error says line and
 * key, so that a loop needs no checks and its end asks json->failed once.
 *
 *     pull_object(json);
 *     while (pull_key(json))
 *         if (pull_key_is(json, "times"))
 *             pull_array(json), while (pull_item(json)) pull_number(json, 0, &x);
 *         else
 *             pull_skip(json);
 *
 * After pull_key or pull_item has said true, one value must be taken. A key that stands twice in an
 * object is a failure. Where a later key decides how
 * an earlier value is read, pull_here and pull_go come back to it.
 *
 * Why our own: Google Benchmark writes bare NaN and Infinity, which no library for C in Debian
 * takes; jansson builds a tree larger than the text; yajl, whose callbacks come nearest, reads
 * doubles of 17 digits at about 200 MB/s and gives no way back to an earlier value. What is skipped
 * is checked for strings and brackets, not for its grammar.
 */
#pragma once

#include "text/json_keys.h"
#include "text/json_scan.h"
#include "text/text.h"

struct pull_block;
struct pull {
    const char *begin, *p, *end;
    const char *key; /* the latest one, as it stands in the text, for messages */
    size_t key_size;
    bool key_escaped;
    bool fresh; /* nothing of the innermost array or object was taken yet */
    bool failed;
    bool cut;     /* failed because the text ends too early */
    bool repeats; /* a key may stand several times in an object */
    struct assay_error *error;
    struct pull_block *blocks; /* strings */
    size_t block_used;
    struct json_keys keys; /* of the objects that are open */
    uintptr_t next_drop;   /* when the walk comes here, the text before is given back */
    const struct format_text *text;
};

enum pull_kind { PULL_NOTHING, PULL_OBJECT, PULL_ARRAY, PULL_STRING, PULL_NUMBER, PULL_WORD };

void pull_init(struct pull *json, const struct format_text *text, struct assay_error *error);
void pull_fini(struct pull *json); /* strings end here */

/* What stands next; bare NaN, Infinity and -Infinity are numbers, true, false and null words. */
extern const uint8_t pull_kinds[256];
static inline enum pull_kind pull_peek(struct pull *json)
{
    json->p = scan_blanks(json->p, json->end);
    if (json->failed || json->p == json->end)
        return PULL_NOTHING;
    return (enum pull_kind)pull_kinds[(unsigned char)*json->p];
}

void pull_object(struct pull *json);
bool pull_key(
    struct pull *json); /* moves before the value of the next key; false behind the last */
static inline bool pull_key_is(const struct pull *json, const char *key)
{
    const size_t n = strlen(key);
    return n == json->key_size && memcmp(key, json->key, n) == 0;
}
/* Whether it is one of these, of which NULL is the last. */
static inline bool pull_key_among(const struct pull *json, const char *const *keys)
{
    while (*keys != NULL && !pull_key_is(json, *keys))
        keys++;
    return *keys != NULL;
}
void pull_array(struct pull *json);
bool pull_item(struct pull *json);

/* The number times 10^power, rounded once. NaN for bare NaN and infinities, and for strings, words
 * and numbers beyond a double: callers count these as not finite. */
void pull_number(struct pull *json, int power, double *value);

/* Numbers of the array that was opened, as pull_number takes them, until its end or until room are
 * taken. Returns how many: fewer than room when the array has ended or reading has failed. */
size_t pull_numbers(struct pull *json, int power, double *values, size_t room);

/* The string, ended by a zero, alive until pull_fini; "" for anything else that is no object or
 * array: null names nothing, and numbers stand as they are written. */
const char *pull_string(struct pull *json);

bool pull_true(struct pull *json); /* takes any value; true for `true` only */
void pull_skip(struct pull *json);
size_t pull_skip_numbers(struct pull *json); /* the same; returns how many numbers stood there */

/* Goes on to this key of the object that was opened, past all others; false: it has ended. */
static inline bool pull_find(struct pull *json, const char *key)
{
    while (pull_key(json)) {
        if (pull_key_is(json, key))
            return true;
        pull_skip(json);
    }
    return false;
}

/* The text of the key, ended by a zero, alive until pull_fini. */
const char *pull_key_text(struct pull *json);
/* A copy of what is in the text, ended by a zero, alive as long. */
const char *pull_copy(struct pull *json, const char *text, size_t size);
/* Two, with one character between them. */
const char *pull_pair(struct pull *json, const char *before, char between, const char *behind);
/* One made by printf. */
const char *pull_print(struct pull *json, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* "n=10, m=2": the list, which may be empty, with one more. */
const char *pull_join(struct pull *json, const char *list, const char *key, const char *value);

/* Strings taken after the mark are given back: their memory must not grow with the text. */
struct pull_mark {
    struct pull_block *block;
    size_t used;
};
struct pull_mark pull_mark(const struct pull *json);
void pull_forget(struct pull *json, struct pull_mark mark);

/* Says that nothing but white space may follow the document. */
void pull_finish(struct pull *json);

void pull_fail(struct pull *json, const char *format, ...) __attribute__((format(printf, 2, 3)));
void pull_fail_cut(struct pull *json);                        /* the text ends too early */
void pull_fail_long(struct pull *json, const char *stop);     /* where scan_limit stopped a look */
void pull_fail_expected(struct pull *json, const char *what); /* "a number" */
void pull_no_memory(struct pull *json);

struct pull_place {
    const char *p, *key; /* what is wrong there is said of this key */
    size_t key_size, n_keys;
    bool key_escaped, fresh;
};
static inline struct pull_place pull_here(const struct pull *json)
{
    return (struct pull_place){.p = json->p,
                               .key = json->key,
                               .key_size = json->key_size,
                               .n_keys = json->keys.n,
                               .key_escaped = json->key_escaped,
                               .fresh = json->fresh};
}
/* Passes the value, and keeps where it stands when it is that of this key. */
static inline void pull_note(struct pull *json, const char *key, struct pull_place *place)
{
    if (pull_key_is(json, key))
        *place = pull_here(json);
    pull_skip(json);
}
/* After an error it stays. */
static inline void pull_go(struct pull *json, struct pull_place place)
{
    if (json->failed)
        return;
    json->p = place.p;
    json->key = place.key;
    json->key_size = place.key_size;
    json->key_escaped = place.key_escaped;
    json->fresh = place.fresh;
    json_keys_cut(&json->keys, place.n_keys);
    json->next_drop = format_text_next_drop(json->text, place.p);
}

/* After a look ahead: what was wrong on the way there is found again. */
static inline void pull_again(struct pull *json, struct pull_place place)
{
    json->failed = json->cut = false;
    pull_go(json, place);
}

static inline void pull_passed(struct pull *json, const char *p)
{
    if ((uintptr_t)p >= json->next_drop)
        json->next_drop = format_text_drop(json->text, p);
}

/* Goes on in this text, which was made of the one before and in which keys may stand several times. */
static inline void pull_turn(struct pull *json, const struct format_text *text)
{
    json->begin = json->p = text->text;
    json->end = text->text + text->size;
    json->next_drop = format_text_next_drop(text, text->text);
    json->text = text;
    json->repeats = true;
}

/* True when the text begins with `first` ('{' or '[') and all keys, NULL-terminated, occur. */
bool pull_probe(const struct format_text *text, char first, const char *const *keys);
