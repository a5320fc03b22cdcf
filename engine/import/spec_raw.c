/* SPDX-License-Identifier: GPL-3.0-or-later */
/* spec_raw.c -- the raw file of the SPEC tools (.rsf, in CPU2000 .raw): lines of key and value.
 * Source:   spec.org, "SPEC CPU utility programs"; benchmark.pm and raw.pl of the tools. A run is
 *           "spec.cpu2017.results.500_perlbench_r.base.000.KEY: VALUE", the keys sorted; times are
 *           reported_time. Elsewhere stands encoded data of the configuration and the flags.
 * Names:    what the key benchmark says; without it the name in the line, 500.perlbench_r.
 * Edge:     lines of a run in any order and place. */

#include "base/owned.h"
#include "import/gather.h"
#include "import/spec_runs.h"

static struct word take_part(struct word *rest)
{
    const char *dot = memchr(rest->text, '.', rest->size);
    size_t n = dot != NULL ? (size_t)(dot - rest->text) : rest->size;
    struct word part = {rest->text, n};
    n += dot != NULL;
    *rest = (struct word){rest->text + n, rest->size - n};
    return part;
}

/* What stands behind "KEY:", or an empty text. */
static bool take_value(struct word rest, const char *key, struct word *value)
{
    const size_t n = strlen(key);
    if (!word_begins(rest, key) || rest.size == n || rest.text[n] != ':')
        return false;
    *value = word_after(rest, n + 1);
    while (value->size > 0 && value->text[value->size - 1] == ' ')
        value->size--;
    return true;
}

/* The run of this benchmark, tune and number, made when it is new; NULL when memory ran out. */
static struct spec_run *find_run(struct spec_runs *runs, struct gather *keys, struct word benchmark,
                                 struct word tune, struct word number)
{
    const struct gather_field key[3] = {
        {benchmark.text, benchmark.size}, {tune.text, tune.size}, {number.text, number.size}};
    const size_t index = gather_find(keys, key);
    if (index == SIZE_MAX)
        return NULL;
    if (index < runs->n)
        return &runs->runs[index];
    struct spec_run *run = spec_runs_add(runs);
    if (run != NULL) {
        run->benchmark = benchmark;
        run->peak = word_is(tune, "peak");
    }
    return run;
}

/* "BENCHMARK.base.000.reported_time: 345.6" behind ".results." */
static bool read_line(struct spec_runs *runs, struct gather *keys, struct word rest, size_t line)
{
    static const char *const names[] = {"benchmark", "reported_time", "valid", "basepeak",
                                        "copies"};
    enum { BENCHMARK, TIME, VALID, BASEPEAK, COPIES, N_NAMES };
    const struct word benchmark = take_part(&rest), tune = take_part(&rest),
                      number = take_part(&rest);
    struct word value;
    size_t i = 0;
    while (i < N_NAMES && !take_value(rest, names[i], &value))
        i++;
    if (i == N_NAMES)
        return true;
    struct spec_run *run = find_run(runs, keys, benchmark, tune, number);
    if (run == NULL)
        return false;
    if (i == BENCHMARK && value.size > 0)
        run->benchmark = value;
    else if (i == TIME)
        run->time = value;
    else if (i == VALID)
        run->status = value;
    else if (i == BASEPEAK)
        run->repeats = value.size > 0 && !word_is(value, "0");
    else if (i == COPIES)
        run->copies = value;
    if (run->line == 0 || i == TIME)
        run->line = line;
    return true;
}

/* Behind "spec.SUITE.results.", or an empty text. */
static struct word result_of(struct word line)
{
    (void)take_part(&line);
    (void)take_part(&line);
    return word_is(take_part(&line), "results") ? line : (struct word){line.text, 0};
}

void spec_raw_read(struct spec_runs *runs, struct importer *importer, struct lines *lines)
{
    SCOPED(gather_fini) struct gather keys = {0};
    gather_init(&keys, 3);
    while (!importer->json.failed && lines_next(lines)) {
        const struct word rest =
            word_begins(lines->line, "spec.") ? result_of(lines->line) : (struct word){NULL, 0};
        if (rest.size > 0 && !read_line(runs, &keys, rest, lines->number))
            pull_no_memory(&importer->json);
    }
}
