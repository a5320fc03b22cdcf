/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sampler.c -- which way of sampling there is here.
 * Source:   periods that are drawn: systematic sampling in step with a program that repeats itself sees the same place of
 *           it again and again; another period for each execution makes that noise between executions.
 */
#include "profile/sampler.h"

#include <stdio.h>
#include <string.h>

#include "profile/sampled_event.h"

/* A period lies within this share of the one asked for. */
static const double jitter = 0.1;

/* splitmix64; Steele, Lea, Flood 2014. */
static double draw(uint64_t *state)
{
    uint64_t z = *state += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return (double)((z ^ z >> 31) >> 11) * 0x1p-53;
}

void sampler_open(struct sampler *sampler, pid_t launcher, double rate_hz, enum sampler_callers callers, uint64_t seed)
{
    *sampler = (struct sampler){.launcher = launcher, .rate_hz = rate_hz, .callers = callers, .random = seed};
    sampler->refused = sampler_of_kernel.open(sampler);
    if (sampler->refused == 0) {
        sampler->kind = &sampler_of_kernel;
        return;
    }
    const int number = sampler_of_timer.open(sampler);
    if (number == 0)
        sampler->kind = &sampler_of_timer;
    else
        (void)snprintf(
            sampler->why_not, sizeof sampler->why_not,
            "the kernel does not sample (perf_event_open: %.50s), and programs cannot be "
            "made to (%.50s)",
            strerror(sampler->refused), strerror(number));
}

void sampler_open_event(struct sampler *sampler, pid_t launcher, double rate_hz, const struct sampled_event *event,
                        enum sampler_callers callers, uint64_t seed)
{
    *sampler = (struct sampler){.launcher = launcher,
                                .rate_hz = rate_hz,
                                .event = event,
                                .every = 1,
                                .callers = callers,
                                .random = seed};
    sampler->refused = sampler_of_kernel.open(sampler);
    if (sampler->refused == 0)
        sampler->kind = &sampler_of_kernel;
    else
        (void)snprintf(sampler->why_not, sizeof sampler->why_not,
                       "the kernel counts %.60s and does not sample it (perf_event_open: %.50s)", event->name,
                       strerror(sampler->refused));
}

/* Each one stays each one. */
static uint64_t drawn_period(struct sampler *sampler)
{
    const double period = (double)sampler->every * (1 + jitter * (2 * draw(&sampler->random) - 1));
    return sampler->every > 1 ? (uint64_t)(period + 0.5) : 1;
}

bool sampler_begin(struct sampler *sampler, struct spawn *spawn, size_t n)
{
    sampler->beside = n > 1;
    sampler->lost = sampler->silent = 0;
    if (sampler->event != NULL)
        sampler->every = drawn_period(sampler);
    else
        sampler->period_s = (1 + jitter * (2 * draw(&sampler->random) - 1)) / sampler->rate_hz;
    return sampler->kind->begin(sampler, spawn);
}

bool sampler_end(struct sampler *sampler, struct code_map *map, sampler_take take, void *context)
{
    return sampler->kind->end(sampler, map, take, context);
}

void sampler_close(struct sampler *sampler)
{
    if (sampler->kind != NULL)
        sampler->kind->close(sampler);
    sampler->kind = NULL;
}
