/* SPDX-License-Identifier: GPL-3.0-or-later */
/* generator.c -- load generators by name.
 * Source:   wrk 4, wrk2, ab 2.4, hey 0.1, oha 0.5 to 1.14, k6 0.2 to 2, vegeta 12, redis-benchmark 7, memtier 2,
 *           pgbench 15, sysbench 1, fio 3, bombardier 1, autocannon 8, siege 4, YCSB 0.17.
 * Edge:     hey -q, oha -q and memtier's --rate-limiting wait for answers all the same, and count from when they send.
 *           A rate of wrk may end in k, M or G, one of vegeta in /s, /1s or /1m; its 0 is as fast as it can.
 *           k6 sends as its script says; wrk2's program is called wrk, too, and asks for a rate. So does a script of wrk
 *           that keeps one (examples/service/paced.lua): wrk itself knows none. */
#include "design/generator.h"

#include <stdbool.h>
#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "text/number.h"

static const struct generator generators[] = {
    {"wrk", LOOP_CLOSED, {"-R", "--rate"},
     .rates = {"-R", "--rate"},
     .prints = {"--latency", "-L"},
     .quantiles = "p50, p75, p90 and p99 with --latency"},
    {"wrk2", LOOP_OPEN, {NULL},
     .rates = {"-R", "--rate"},
     .prints = {"--latency", "-L"},
     .quantiles = "p50 to p99.9 with --latency"},
    {"ab", LOOP_CLOSED, {NULL},
     .quantiles = "p50 to p99, without -d"},
    {"hey", LOOP_CLOSED, {NULL},
     .quantiles = "p50 to p99, without -o"},
    {"oha", LOOP_CLOSED, {"--latency-correction"},
     .rates = {"-q"},
     .quantiles = "p50 to p99.9, also with --output-format json"},
    {"k6", LOOP_UNKNOWN, {NULL},
     .quantiles = "p50, p90 and p95, others with --summary-trend-stats 'avg,med,p(90),p(99)'"},
    {"vegeta", LOOP_OPEN, {NULL},
     .rates = {"-rate", "--rate"},
     .quantiles = "p50, p90, p95 and p99, by its report"},
    {"redis-benchmark", LOOP_CLOSED, {NULL},
     .quantiles = "p50, p95 and p99 without -q"},
    {"valkey-benchmark", LOOP_CLOSED, {NULL},
     .quantiles = "p50, p95 and p99 without -q"},
    {"memtier_benchmark", LOOP_CLOSED, {NULL},
     .quantiles = "p50, p99 and p99.9, others with --print-percentiles 50,90,99"},
    {"pgbench", LOOP_CLOSED, {"-R", "--rate"},
     .rates = {"-R", "--rate"},
     .drawn = true,
     .quantiles = "none; --log keeps every transaction"},
    {"sysbench", LOOP_CLOSED, {"--rate"},
     "oltp",
     {"--rate"},
     .drawn = true,
     .quantiles = "p95, another one with --percentile=99"},
    {"fio", LOOP_UNKNOWN, {NULL},
     .quantiles = "many, with --output-format=json"},
    {"bombardier", LOOP_CLOSED, {NULL},
     .quantiles = "some with -l, in -p r -o json"},
    {"autocannon", LOOP_CLOSED, {NULL},
     .quantiles = "p50 to p99.9, with -j"},
    {"siege", LOOP_CLOSED, {NULL},
     .quantiles = "none"},
    {"ycsb", LOOP_CLOSED, {NULL},
     .quantiles = "p95 and p99"},
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

const char *generator_option(const struct generator *generator)
{
    const char *last = strrchr(generator->quantiles, ' ');
    return last != NULL && strncmp(last, " --", 3) == 0 ? last + 1 : NULL;
}

bool generator_is_quantile(const char *metric)
{
    return metric[0] == 'p' && metric[1] >= '0' && metric[1] <= '9';
}

/* "-R", "-R100", "--rate", "--rate=100"; not "--rates". */
static bool is_option(const char *word, size_t size, const char *option)
{
    const size_t n = strlen(option);
    if (size < n || memcmp(word, option, n) != 0)
        return false;
    return size == n || option[1] != '-' || word[n] == '=';
}

/* The one of the options, NULL behind the last, that this word is. */
static const char *option_of(const char *const options[GENERATOR_OPTIONS], const char *word, size_t size)
{
    for (size_t i = 0; i < GENERATOR_OPTIONS && options[i] != NULL; i++)
        if (is_option(word, size, options[i]))
            return options[i];
    return NULL;
}

static const struct generator *named_by(const char *word, size_t size)
{
    const char *slash = memrchr(word, '/', size);
    const size_t before = slash != NULL ? (size_t)(slash + 1 - word) : 0;
    return generator_of(word + before, size - before);
}

/* "-s x.lua", which may print anything. */
static bool is_script(const char *word, size_t size)
{
    static const char *const scripts[GENERATOR_OPTIONS] = {"-s", "--script"};
    return option_of(scripts, word, size) != NULL;
}

bool generator_prints_quantiles(const char *command)
{
    const char *word = command + strspn(command, blanks);
    size_t size = strcspn(word, blanks);
    const struct generator *generator = named_by(word, size);
    if (generator == NULL || generator->prints[0] == NULL)
        return true;
    for (; *word != '\0'; word += strspn(word, blanks)) {
        size = strcspn(word, blanks);
        if (option_of(generator->prints, word, size) != NULL ||
            (is_script(word, size) && strstr(word, "paced.lua") == NULL))
            return true;
        word += size;
    }
    return false;
}

enum loop generator_loop(const char *command)
{
    const struct generator *generator = NULL;
    for (const char *word = command + strspn(command, blanks); *word != '\0';) {
        const size_t size = strcspn(word, blanks);
        if (generator == NULL)
            generator = named_by(word, size);
        else if (option_of(generator->opens, word, size) != NULL)
            return LOOP_OPEN;
        word += size;
        word += strspn(word, blanks);
    }
    const bool asks = generator != NULL && (generator->of == NULL || strstr(command, generator->of) != NULL);
    return asks ? generator->loop : LOOP_UNKNOWN;
}

/* Of a second: "2000", "2k", "300/1m". NaN: it is none. */
static double rate_of(const char *text, size_t size)
{
    static const struct {
        const char *end;
        double times;
    } ends[] = {{"", 1}, {"k", 1e3}, {"K", 1e3}, {"M", 1e6}, {"G", 1e9}, {"/s", 1}, {"/1s", 1}, {"/m", 1.0 / 60}, {"/1m", 1.0 / 60}};
    double number = 0;
    const char *end = number_read(text, text + size, 0, &number);
    const size_t left = end != NULL && number > 0 ? size - (size_t)(end - text) : SIZE_MAX;
    for (size_t i = 0; i < sizeof ends / sizeof ends[0]; i++)
        if (strlen(ends[i].end) == left && memcmp(end, ends[i].end, left) == 0)
            return number * ends[i].times;
    return (double)NAN;
}

/* What stands behind an option in its word, "-R100", "--rate=100", or as the next one. */
static double rate_behind(const char *word, size_t size, const char *option)
{
    const char *value = word + strlen(option);
    const char *end = word + size;
    if (value == end) {
        value = end + strspn(end, blanks);
        end = value + strcspn(value, blanks);
    } else if (*value == '=') {
        value++;
    }
    return rate_of(value, (size_t)(end - value));
}

double generator_rate_of(const char *text)
{
    return rate_of(text, strlen(text));
}

double generator_rate(const char *command, bool *drawn)
{
    const struct generator *generator = NULL;
    double rate = (double)NAN;
    for (const char *word = command + strspn(command, blanks); *word != '\0';) {
        const size_t size = strcspn(word, blanks);
        const char *option = generator != NULL ? option_of(generator->rates, word, size) : NULL;
        if (generator == NULL)
            generator = named_by(word, size);
        else if (option != NULL)
            rate = rate_behind(word, size, option);
        word += size;
        word += strspn(word, blanks);
    }
    *drawn = generator != NULL && generator->drawn;
    return rate;
}
