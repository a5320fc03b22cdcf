/* SPDX-License-Identifier: GPL-3.0-or-later */
/* generator.h -- load generators by name: which there are, and how they send. */
#pragma once

#include <stdbool.h>

enum { GENERATOR_OPTIONS = 3 };

/* A closed loop sends when an answer has come, so that a server that stands still is asked less; an open one
 * when it is time, and counts latency from then. */
enum loop { LOOP_UNKNOWN, LOOP_CLOSED, LOOP_OPEN };

struct generator {
    const char *name;                     /* of the program */
    enum loop loop;                       /* without one of the options */
    const char *opens[GENERATOR_OPTIONS]; /* options by which the loop is open */
    const char *of; /* what a word of a command holds by which it asks a server; NULL: always */
    const char
        *rates[GENERATOR_OPTIONS]; /* options that say how many requests a second are planned */
    bool drawn; /* the times of these requests are drawn, and so is how many there are of them */
    const char *prints[GENERATOR_OPTIONS]; /* options one of which it takes to print any quantile; none: it does anyway, or by others */
    const char *quantiles; /* "p50 and p99 with --latency": which ones it prints, and how */
};

/* NULL: none of those known. */
const struct generator *generator_named(const char *name);

/* The last word of that where it is an option by itself, "--latency"; NULL: none is. */
const char *generator_option(const struct generator *generator);
/* "p99": a metric that generators of loads print where they are asked. */
bool generator_is_quantile(const char *metric);

/* Whether a command that is a load generator tells it to print quantiles, as far as is known: a script of wrk other than paced.lua may
 * print what it likes, and so may a script of the shell. */
bool generator_prints_quantiles(const char *command);

/* How the first load generator that a command names sends; of a command that names none: unknown. */
enum loop generator_loop(const char *command);

/* How many requests a second it is told to send; NaN: that is not said. */
double generator_rate(const char *command, bool *drawn);
/* The same of one number, "2000", "2k", "300/1m". */
double generator_rate_of(const char *text);
