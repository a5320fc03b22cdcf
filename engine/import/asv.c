/* SPDX-License-Identifier: GPL-3.0-or-later */
/* asv.c -- results of airspeed velocity: results/MACHINE/COMMIT-ENVIRONMENT.json.
 * Source:   asv docs dev.rst, "Result files", versions 1 and 2; samples are written with 5 digits.
 * Levels:   iteration; the file does not say which samples share a process.
 * Names:    the commit is the system; parameters stand behind the benchmark's name. The files of a
 *           directory are taken in the order of their commits' dates: their names are hashes.
 * Edge:     without samples, of one case or of all, the result stands for them and is counted as a
 *           summary; null
 *           results are benchmarks that failed or were skipped. Names tell the unit: time_ s,
 *           mem_ and peakmem_ byte. Files of one commit from several machines or environments are
 *           told apart by who reads them together (cli/origins.h). */
#include <stdlib.h>
#include <string.h>

#include "import/importer.h"

enum { MOST_PARAMETERS = 64, MOST_CASES = 4096 };
enum column { COLUMN_OTHER, COLUMN_RESULT, COLUMN_PARAMETERS, COLUMN_SAMPLES, N_COLUMNS };

struct axes { /* parameters: the last varies fastest */
    size_t n, count[MOST_PARAMETERS];
    struct pull_place values[MOST_PARAMETERS];
};

struct asv {
    struct importer *importer;
    size_t place[N_COLUMNS]; /* of each column in a benchmark's array, from 1; 0: it has none */
    const char *commit;
    bool sampled[MOST_CASES]; /* cases of the benchmark at hand whose samples were read */
};

static enum column column_of(const char *name)
{
    if (strcmp(name, "result") == 0)
        return COLUMN_RESULT;
    if (strcmp(name, "params") == 0)
        return COLUMN_PARAMETERS;
    return strcmp(name, "samples") == 0 ? COLUMN_SAMPLES : COLUMN_OTHER;
}

static void read_columns(struct asv *asv)
{
    struct pull *json = &asv->importer->json;
    memset(asv->place, 0, sizeof asv->place);
    pull_array(json);
    for (size_t i = 1; pull_item(json); i++)
        asv->place[column_of(pull_string(json))] = i;
}

static enum column column_at(const struct asv *asv, size_t place)
{
    enum column column = COLUMN_RESULT;
    while (column < N_COLUMNS && asv->place[column] != place)
        column++;
    return column < N_COLUMNS ? column : COLUMN_OTHER;
}

/* ---- parameters ---- */

static void read_axes(struct pull *json, struct axes *axes)
{
    axes->n = 0;
    if (pull_peek(json) != PULL_ARRAY) {
        pull_skip(json);
        return;
    }
    pull_array(json);
    while (pull_item(json)) {
        if (pull_peek(json) != PULL_ARRAY) {
            pull_skip(json);
            continue;
        }
        if (axes->n == MOST_PARAMETERS) {
            pull_fail(json, "a benchmark has at most %d parameters", MOST_PARAMETERS);
            return;
        }
        axes->values[axes->n] = pull_here(json);
        axes->count[axes->n] = 0;
        pull_array(json);
        while (pull_item(json)) {
            pull_skip(json);
            axes->count[axes->n]++;
        }
        axes->n++;
    }
}

static const char *axis_value(struct pull *json, struct pull_place values, size_t index)
{
    const struct pull_place here = pull_here(json);
    const char *text = "";
    pull_go(json, values);
    pull_array(json);
    for (size_t i = 0; pull_item(json); i++) {
        if (i == index)
            text = pull_string(json);
        else
            pull_skip(json);
    }
    pull_go(json, here);
    return text;
}

/* "name(1000, 'float')" for the case of this number. */
static const char *name_case(struct pull *json, const char *name, const struct axes *axes,
                             size_t index)
{
    const char *text = "";
    for (size_t k = axes->n; k-- > 0;) {
        const size_t count = axes->count[k] > 0 ? axes->count[k] : 1;
        text = pull_print(json, "%s%s%s", axis_value(json, axes->values[k], index % count),
                          text[0] != '\0' ? ", " : "", text);
        index /= count;
    }
    return axes->n > 0 ? pull_print(json, "%s(%s)", name, text) : name;
}

static void set_metric(const char *name, struct importer_series *series)
{
    const char *dot = strrchr(name, '.');
    const char *last = dot != NULL ? dot + 1 : name;
    if (strncmp(last, "mem_", 4) == 0 || strncmp(last, "peakmem_", 8) == 0) {
        series->metric = "memory";
        series->unit = unit_of("byte");
    } else if (strncmp(last, "track_", 6) == 0) {
        series->metric = "value";
        series->unit = unit_of("1");
    } else {
        series->metric = "wall";
        series->unit = unit_of("s");
    }
}

/* ---- one benchmark ---- */

struct benchmark {
    const char *name;
    struct axes axes;
    struct pull_place result, samples; /* p NULL: absent */
};

/* An array with one element a case, or the element itself. */
static void read_cases(struct asv *asv, const struct benchmark *benchmark, bool samples)
{
    struct importer *importer = asv->importer;
    struct pull *json = &importer->json;
    struct importer_series series = {.system = asv->commit, .lowest = "iteration"};
    set_metric(benchmark->name, &series);
    pull_go(json, samples ? benchmark->samples : benchmark->result);
    const bool many = pull_peek(json) == PULL_ARRAY;
    if (many)
        pull_array(json);
    for (size_t i = 0; many ? pull_item(json) : i == 0; i++) {
        const enum pull_kind kind = pull_peek(json);
        if (kind == PULL_NOTHING || i == MOST_CASES) {
            pull_fail(json, "a result, or null, is expected; of at most %d cases", MOST_CASES);
            return;
        }
        const bool wanted = samples ? kind == PULL_ARRAY : !asv->sampled[i];
        if (!wanted || kind == PULL_WORD || kind == PULL_STRING) {
            importer_skip(importer, wanted, "cases without a result");
            pull_skip(json);
            continue;
        }
        series.benchmark = name_case(json, benchmark->name, &benchmark->axes, i);
        if (samples) {
            importer_numbers(importer, 0);
            asv->sampled[i] = importer->values.n > 0;
        } else {
            double x;
            pull_number(json, 0, &x);
            importer_value(importer, x);
            importer_summary(importer, 1);
        }
        importer_add(importer, &series, NULL);
    }
}

static void note(struct pull *json, struct benchmark *benchmark, enum column column)
{
    const bool given = pull_peek(json) != PULL_WORD;
    if (column == COLUMN_PARAMETERS) {
        read_axes(json, &benchmark->axes);
        return;
    }
    if (column == COLUMN_RESULT)
        benchmark->result = pull_here(json);
    if (column == COLUMN_SAMPLES && given)
        benchmark->samples = pull_here(json);
    pull_skip(json);
}

static void read_benchmark(struct asv *asv)
{
    struct pull *json = &asv->importer->json;
    struct benchmark benchmark = {.name = pull_key_text(json)};
    switch (pull_peek(json)) {
    case PULL_ARRAY: /* version 2: columns */
        pull_array(json);
        for (size_t i = 1; pull_item(json); i++)
            note(json, &benchmark, column_at(asv, i));
        break;
    case PULL_OBJECT: /* version 1 with parameters or samples */
        pull_object(json);
        while (pull_key(json))
            note(json, &benchmark, column_of(pull_key_text(json)));
        break;
    default: note(json, &benchmark, COLUMN_RESULT);
    }
    const struct pull_place after = pull_here(json);
    if (json->failed)
        return;
    memset(asv->sampled, 0, sizeof asv->sampled);
    if (benchmark.samples.p != NULL)
        read_cases(asv, &benchmark, true);
    if (benchmark.result.p != NULL && !json->failed)
        read_cases(asv, &benchmark, false);
    pull_go(json, after);
}

static void read_results(struct asv *asv)
{
    struct pull *json = &asv->importer->json;
    pull_object(json);
    while (pull_key(json)) {
        const struct pull_mark mark = pull_mark(json);
        read_benchmark(asv);
        pull_forget(json, mark);
    }
}

static void keep(char *text, size_t size, const char *value)
{
    (void)snprintf(text, size, "%s", value);
}

/* Of version 1 the parameters tell the environment, by the version of Python. */
static void read_machine(struct pull *json, struct format_origin *origin)
{
    pull_object(json);
    while (pull_key(json)) {
        if (pull_key_is(json, "machine"))
            keep(origin->machine, sizeof origin->machine, pull_string(json));
        else if (pull_key_is(json, "python") && origin->environment[0] == '\0')
            keep(origin->environment, sizeof origin->environment,
                 pull_print(json, "py%s", pull_string(json)));
        else
            pull_skip(json);
    }
}

/* Commit, its origin and columns, wherever they stand. */
static void find_head(struct asv *asv)
{
    struct format_summary *summary = asv->importer->options->summary;
    struct format_origin origin = {0, "", ""};
    const char *hash = NULL;
    struct pull *json = &asv->importer->json;
    const struct pull_place start = pull_here(json);
    pull_object(json);
    while (pull_key(json)) {
        if (pull_key_is(json, "result_columns"))
            read_columns(asv);
        else if (pull_key_is(json, "commit_hash"))
            hash = pull_string(json);
        else if (pull_key_is(json, "date") && pull_peek(json) == PULL_NUMBER)
            pull_number(json, 0, &origin.version_ms);
        else if (pull_key_is(json, "env_name"))
            keep(origin.environment, sizeof origin.environment, pull_string(json));
        else if (pull_key_is(json, "params") && pull_peek(json) == PULL_OBJECT)
            read_machine(json, &origin);
        else
            pull_skip(json);
    }
    if (!(origin.version_ms > 0))
        origin.version_ms = 0;
    if (summary != NULL)
        summary->origin = origin;
    pull_again(json, start);
    if (hash == NULL)
        return;
    asv->commit = pull_print(json, "%.8s", hash);
    importer_version(asv->importer, asv->commit, hash, origin.version_ms);
}

static void read_asv(struct importer *importer)
{
    struct asv asv = {.importer = importer,
                      .place = {[COLUMN_RESULT] = 1, [COLUMN_PARAMETERS] = 2}};
    struct pull *json = &importer->json;
    find_head(&asv);
    pull_object(json);
    while (pull_find(json, "results"))
        read_results(&asv);
    pull_finish(json);
}

const struct format format_asv = {
    .name = "asv",
    .what = "asv results JSON",
    .opening = '{',
    .keys = {"commit_hash", "results", "params"},
    .take = read_asv,
};
