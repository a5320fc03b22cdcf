/* SPDX-License-Identifier: GPL-3.0-or-later */
/* generator.c -- load generators by name.
 * Source:   wrk 4, wrk2, ab 2.4, hey 0.1, oha 0.5 to 1.14, k6 0.2 to 2, vegeta 12, redis-benchmark 7, memtier 2,
 *           pgbench 15, sysbench 1, fio 3, bombardier 1, autocannon 8, siege 4, YCSB 0.17.
 * Edge:     hey -q, oha -q and memtier's --rate-limiting wait for answers all the same, and count from when they send.
 *           k6 sends as its script says; wrk2's program is called wrk, too, and asks for a rate. */
#include "design/generator.h"

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

static const struct generator generators[] = {
    {"wrk", LOOP_CLOSED, {"-R", "--rate"}},
    {"wrk2", LOOP_OPEN, {NULL}},
    {"ab", LOOP_CLOSED, {NULL}},
    {"hey", LOOP_CLOSED, {NULL}},
    {"oha", LOOP_CLOSED, {"--latency-correction"}},
    {"k6", LOOP_UNKNOWN, {NULL}},
    {"vegeta", LOOP_OPEN, {NULL}},
    {"redis-benchmark", LOOP_CLOSED, {NULL}},
    {"valkey-benchmark", LOOP_CLOSED, {NULL}},
    {"memtier_benchmark", LOOP_CLOSED, {NULL}},
    {"pgbench", LOOP_CLOSED, {"-R", "--rate"}},
    {"sysbench", LOOP_CLOSED, {"--rate"}, "oltp"},
    {"fio", LOOP_UNKNOWN, {NULL}},
    {"bombardier", LOOP_CLOSED, {NULL}},
    {"autocannon", LOOP_CLOSED, {NULL}},
    {"siege", LOOP_CLOSED, {NULL}},
    {"ycsb", LOOP_CLOSED, {NULL}},
};

static const char blanks[] = " \t\n'\"";

static const struct generator *generator_of(const char *name, size_t size)
{
    for (size_t i = 0; i < sizeof generators / sizeof generators[0]; i++)
        if (strlen(generators[i].name) == size && memcmp(generators[i].name, name, size) == 0)
            return &generators[i];
    return NULL;
}

const struct generator *generator_named(const char *name)
{
    return generator_of(name, strlen(name));
}

/* "-R", "-R100", "--rate", "--rate=100"; not "--rates". */
static bool is_option(const char *word, size_t size, const char *option)
{
    const size_t n = strlen(option);
    if (size < n || memcmp(word, option, n) != 0)
        return false;
    return size == n || option[1] != '-' || word[n] == '=';
}

static bool opens(const struct generator *generator, const char *word, size_t size)
{
    for (size_t i = 0; i < sizeof generator->opens / sizeof generator->opens[0] && generator->opens[i] != NULL; i++)
        if (is_option(word, size, generator->opens[i]))
            return true;
    return false;
}

static const struct generator *named_by(const char *word, size_t size)
{
    const char *slash = memrchr(word, '/', size);
    const size_t before = slash != NULL ? (size_t)(slash + 1 - word) : 0;
    return generator_of(word + before, size - before);
}

enum loop generator_loop(const char *command)
{
    const struct generator *generator = NULL;
    for (const char *word = command + strspn(command, blanks); *word != '\0';) {
        const size_t size = strcspn(word, blanks);
        if (generator == NULL)
            generator = named_by(word, size);
        else if (opens(generator, word, size))
            return LOOP_OPEN;
        word += size;
        word += strspn(word, blanks);
    }
    const bool asks = generator != NULL && (generator->of == NULL || strstr(command, generator->of) != NULL);
    return asks ? generator->loop : LOOP_UNKNOWN;
}
