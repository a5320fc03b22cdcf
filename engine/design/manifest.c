/* SPDX-License-Identifier: GPL-3.0-or-later */
/* manifest.c -- the keys of a manifest. */
#include "design/manifest.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <assay/finding.h>

#include "design/check_part.h"
#include "design/command_words.h"
#include "design/factors.h"
#include "design/reader_part.h"
#include "design/value.h"

/* ---- keys of one word ---- */

static bool read_seed(struct reader *reader, yaml_node_t *node, void *target)
{
    struct design *design = target;
    const char *text = read_scalar(reader, node, "a whole number below 2^64");
    if (text == NULL)
        return false;
    if (!value_read_seed(text, &design->seed))
        return mistake(reader, node, "%s is not a seed (write a whole number below 2^64)",
                       shown(text).text);
    design->seed_given = true;
    return true;
}

/* shell: true is "sh"; shell: bash is bash, for all benchmarks that want one. */
static bool read_shell(struct reader *reader, yaml_node_t *node, void *target)
{
    struct design *design = target;
    const char *problem, *text = read_scalar(reader, node, "sh, or another shell's command");
    if (text == NULL)
        return false;
    size_t n;
    char **words = command_words_split(text, &n, &problem);
    free(words);
    if (words == NULL && problem == NULL)
        return out_of_memory(reader);
    if (words == NULL)
        return mistake(reader, node, "%s in %s", problem, shown(text).text);
    design->shell = design_string(reader->design, text);
    return design->shell != NULL || out_of_memory(reader);
}

static bool read_builds(struct reader *reader, yaml_node_t *node, void *target)
{
    struct design *design = target;
    const char *text = read_scalar(reader, node, "keep or discard");
    if (text == NULL)
        return false;
    design->keep_builds = strcmp(text, "keep") == 0;
    return design->keep_builds || strcmp(text, "discard") == 0 ||
           mistake(reader, node, "%s says nothing about builds (write keep or discard)",
                   shown(text).text);
}

static bool read_trace(struct reader *reader, yaml_node_t *node, void *target)
{
    struct design *design = target;
    const char *text = read_scalar(reader, node, "true or false");
    if (text == NULL)
        return false;
    const bool whole = strcmp(text, "true") == 0, none = strcmp(text, "false") == 0;
    design->trace = whole ? DESIGN_TRACE_WHOLE : none ? DESIGN_TRACE_NONE : DESIGN_TRACE_SHORT;
    return whole || none ||
           mistake(reader, node, "%s says nothing about trace (write true or false)",
                   shown(text).text);
}

static bool read_question(struct reader *reader, yaml_node_t *node, char **statistic)
{
    static const char allowed[] = "both, typical, mean, median or a quantile such as p90";
    struct assay_question question;
    const char *text = read_scalar(reader, node, allowed);
    if (text == NULL)
        return false;
    *statistic = design_string(reader->design, text);
    return assay_question_parse(text, &question, NULL) == ASSAY_OK ||
           mistake(reader, node, "%s is no statistic (write %s)", shown(text).text, allowed);
}

static bool read_statistic(struct reader *reader, yaml_node_t *node, void *target)
{
    return read_question(reader, node, &((struct design *)target)->statistic);
}

static bool read_statistic_of_one(struct reader *reader, yaml_node_t *node, void *target)
{
    return read_question(reader, node, &((struct design_benchmark *)target)->statistic);
}

/* What moves code and data without another build. */
static bool read_layout(struct reader *reader, yaml_node_t *node, void *target)
{
    struct design *design = target;
    const char *text = read_scalar(reader, node, "runtime");
    if (text == NULL)
        return false;
    design->runtime_layout = strcmp(text, "runtime") == 0;
    return design->runtime_layout ||
           mistake(reader, node,
                   "%s is no layout that can be drawn (write runtime, or build with assay cc)",
                   shown(text).text);
}

/* ---- tables ---- */

/* "auto", or a number. */
static bool read_batch(struct reader *reader, yaml_node_t *node, void *target)
{
    struct design_level *level = target;
    long n;
    const char *text = read_scalar(reader, node, "auto, or a whole number");
    if (text == NULL)
        return false;
    if (strcmp(text, "auto") == 0)
        level->batch = DESIGN_BATCH_AUTO;
    else if (value_read_count(text, &n) && n > 0)
        level->batch = (size_t)n;
    return level->batch > 0 ||
           mistake(reader, node, "%s is no batch size (write auto, or a whole number, 1 or more)",
                   shown(text).text);
}

#define LEVEL_FIELD(field) offsetof(struct design_level, field)
static const struct schema level_schema = {
    .what = "a level",
    .size = sizeof(struct design_level),
    .fields = (const struct field[]){
        {"name", FIELD_TEXT, LEVEL_FIELD(name), .allowed = "build, execution or iteration",
         .required = true},
        {"count", FIELD_POSITIVE, LEVEL_FIELD(count), .allowed = "a whole number, 1 or more",
         .required = true},
        {"warmup", FIELD_COUNT, LEVEL_FIELD(warmup), .allowed = "a whole number, 0 or more"},
        {"batch", FIELD_OTHER, .read = read_batch},
        {"setup", FIELD_TEXT, LEVEL_FIELD(hooks.setup), .allowed = "a command"},
        {"prepare", FIELD_TEXTS, LEVEL_FIELD(hooks.prepare), LEVEL_FIELD(hooks.n_prepare),
         "a command, or a list of one for each system"},
        {"conclude", FIELD_TEXTS, LEVEL_FIELD(hooks.conclude), LEVEL_FIELD(hooks.n_conclude),
         "a command, or a list of one for each system"},
        {"cleanup", FIELD_TEXT, LEVEL_FIELD(hooks.cleanup), .allowed = "a command"},
        {NULL},
    }};

/* Parameters multiply systems and benchmarks: read once these are (manifest_expand). */
static bool read_later(struct reader *reader, yaml_node_t *node, void *target)
{
    (void)reader;
    (void)target;
    return node != NULL;
}

#define PARAMETER_FIELDS                                                                           \
    {"parameters", FIELD_OTHER, .read = read_later}, {"zip", FIELD_OTHER, .read = read_later},     \
        {"only", FIELD_OTHER, .read = read_later},                                                 \
    {                                                                                              \
        "except", FIELD_OTHER, .read = read_later                                                  \
    }

#define SYSTEM_FIELD(field) offsetof(struct design_system, field)
static const struct schema system_schema = {
    .what = "a system",
    .size = sizeof(struct design_system),
    .fields = (const struct field[]){
        {"name", FIELD_TEXT, SYSTEM_FIELD(name), .allowed = "a name", .required = true},
        {"build", FIELD_TEXT, SYSTEM_FIELD(build), .allowed = "a command"},
        {"run", FIELD_TEXT, SYSTEM_FIELD(run), .allowed = "a command"},
        {"compiler", FIELD_TEXT, SYSTEM_FIELD(compiler), .allowed = "a program, such as gcc-12"},
        {"source", FIELD_TEXT, SYSTEM_FIELD(source), .allowed = "a directory"},
        {"dose", FIELD_FRACTION, SYSTEM_FIELD(dose)},
        {"dose_in", FIELD_TEXT, SYSTEM_FIELD(dose_in), .allowed = "the name of a function"},
        {"commit", FIELD_TEXT, SYSTEM_FIELD(commit), .allowed = "a commit, branch or tag"},
        {"version_of", FIELD_TEXT, SYSTEM_FIELD(version_of), .allowed = "the name of a system"},
        {"env", FIELD_ENVIRONMENT, SYSTEM_FIELD(environment)},
        {"service", FIELD_OTHER, .read = key_service_of_system},
        PARAMETER_FIELDS,
        {NULL},
    }};

static void init_benchmark(void *target)
{
    ((struct design_benchmark *)target)->timeout_s = INFINITY;
}

#define BENCHMARK_FIELD(field) offsetof(struct design_benchmark, field)
static const struct schema benchmark_schema = {
    .what = "a benchmark",
    .size = sizeof(struct design_benchmark),
    .init = init_benchmark,
    .fields = (const struct field[]){
        {"name", FIELD_TEXT, BENCHMARK_FIELD(name), .allowed = "a name", .required = true},
        {"run", FIELD_TEXT, BENCHMARK_FIELD(run), .allowed = "a command"},
        {"directory", FIELD_TEXT, BENCHMARK_FIELD(directory), .allowed = "a directory"},
        {"input", FIELD_TEXT, BENCHMARK_FIELD(input), .allowed = "a file, or null"},
        {"output", FIELD_TEXT, BENCHMARK_FIELD(output), .allowed = "null, pipe, inherit or a file"},
        {"shell", FIELD_FLAG, BENCHMARK_FIELD(shell), .allowed = "true or false"},
        {"values", FIELD_OTHER, .allowed = key_values_allowed, .read = key_values},
        {"metrics", FIELD_TEXTS, BENCHMARK_FIELD(metrics), BENCHMARK_FIELD(n_metrics),
         "a list of metrics, such as [wall, max_rss]"},
        {"statistic", FIELD_OTHER, .read = read_statistic_of_one},
        {"batch", FIELD_POSITIVE, BENCHMARK_FIELD(batch), .allowed = "a whole number, 1 or more"},
        {"units", FIELD_POSITIVE, BENCHMARK_FIELD(units), .allowed = "a whole number, 1 or more"},
        {"timeout", FIELD_DURATION, BENCHMARK_FIELD(timeout_s)},
        {"exit_codes", FIELD_OTHER, .read = key_exit_codes},
        {"env", FIELD_ENVIRONMENT, BENCHMARK_FIELD(environment)},
        PARAMETER_FIELDS,
        {NULL},
    }};

/* Levels stand in an array of fixed size inside the design; a list of any length is read first. */
static bool read_levels(struct reader *reader, yaml_node_t *node, void *target);

#define DESIGN_FIELD(field) offsetof(struct design, field)
static const struct schema manifest_schema = {
    .what = "a manifest",
    .size = sizeof(struct design),
    .fields = (const struct field[]){
        {"experiment", FIELD_TEXT, DESIGN_FIELD(experiment), .allowed = "a name"},
        {"reported_as", FIELD_TEXT, DESIGN_FIELD(reported_as), .allowed = "a name"},
        {"seed", FIELD_OTHER, .read = read_seed},
        {"margin", FIELD_MARGIN, DESIGN_FIELD(margin)},
        {"statistic", FIELD_OTHER, .read = read_statistic},
        {"decides", FIELD_TEXT, DESIGN_FIELD(decides), .allowed = "one of the metrics"},
        {"levels", FIELD_OTHER, .allowed = "a list such as [{name: execution, count: 30}]",
         .required = true, .item = &level_schema, .read = read_levels},
        {"order", FIELD_OTHER, .read = key_order},
        {"rounds", FIELD_OTHER, .read = key_rounds},
        {"stop", FIELD_OTHER, .read = key_stop},
        {"randomise", FIELD_OTHER, .read = key_randomise},
        {"isolate", FIELD_OTHER, .read = key_isolate},
        {"service", FIELD_OTHER, .read = key_service},
        {"systems", FIELD_LIST, DESIGN_FIELD(systems), DESIGN_FIELD(n_systems),
         "a list of systems, the old one first: [{name: old, …}, {name: new, …}]", true,
         &system_schema},
        {"benchmarks", FIELD_LIST, DESIGN_FIELD(benchmarks), DESIGN_FIELD(n_benchmarks),
         "a list of benchmarks: [{name: …, run: COMMAND}]", true, &benchmark_schema},
        PARAMETER_FIELDS,
        {"metrics", FIELD_TEXTS, DESIGN_FIELD(metrics), DESIGN_FIELD(n_metrics),
         "a list of metrics, such as [wall, max_rss]"},
        {"shell", FIELD_OTHER, .read = read_shell},
        {"ignore_failure", FIELD_FLAG, DESIGN_FIELD(ignore_failure)},
        {"builds", FIELD_OTHER, .allowed = "keep or discard", .read = read_builds},
        {"only_builds", FIELD_FLAG, DESIGN_FIELD(only_builds)},
        {"trace", FIELD_OTHER, .allowed = "true or false", .read = read_trace},
        {"counts", FIELD_OTHER, .allowed = COUNTS, .read = key_counts},
        {"layout", FIELD_OTHER, .allowed = "runtime", .read = read_layout},
        {"quick", FIELD_FLAG, DESIGN_FIELD(quick)},
        {"setup", FIELD_TEXT, DESIGN_FIELD(hooks.setup), .allowed = "a command"},
        {"prepare", FIELD_TEXTS, DESIGN_FIELD(hooks.prepare), DESIGN_FIELD(hooks.n_prepare),
         "a command, or a list of one for each system"},
        {"conclude", FIELD_TEXTS, DESIGN_FIELD(hooks.conclude), DESIGN_FIELD(hooks.n_conclude),
         "a command, or a list of one for each system"},
        {"cleanup", FIELD_TEXT, DESIGN_FIELD(hooks.cleanup), .allowed = "a command"},
        {NULL},
    }};

struct level_list {
    struct design_level *items;
    size_t n;
};

static bool read_levels(struct reader *reader, yaml_node_t *node, void *target)
{
    static const struct field list_field = {"levels",
                                            FIELD_LIST,
                                            offsetof(struct level_list, items),
                                            offsetof(struct level_list, n),
                                            "a list such as [{name: execution, count: 30}]",
                                            true,
                                            &level_schema,
                                            NULL};
    struct design *design = target;
    struct level_list list = {NULL, 0};
    if (!read_list(reader, node, &list_field, &list))
        return false;
    /* One place stays free for a build level that is implied. */
    if (list.n > ASSAY_MAX_LEVELS - 1)
        return mistake(reader, node, "%zu levels stand here (write at most %d)", list.n,
                       ASSAY_MAX_LEVELS - 1);
    memcpy(design->levels, list.items, list.n * sizeof *list.items);
    design->n_levels = list.n;
    return true;
}

/* ---- the whole ---- */

bool manifest_interpret(struct reader *reader, yaml_node_t *root)
{
    return read_mapping(reader, root, &manifest_schema, reader->design) &&
           manifest_expand(reader, root) && check_design(reader, root);
}
