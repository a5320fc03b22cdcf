/* SPDX-License-Identifier: GPL-3.0-or-later */
/* manifest.c -- the keys of a manifest. */
#include "manifest/manifest.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

#include "manifest/check.h"
#include "manifest/reader.h"
#include "manifest/regex.h"
#include "manifest/value.h"

/* ---- fields that are more than one value ---- */

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

static bool read_regex_unit(struct reader *reader, yaml_node_t *node, void *target)
{
    struct design_benchmark *benchmark = target;
    const char *text = read_scalar(reader, node, "s, ms, us, ns or another unit");
    if (text == NULL)
        return false;
    benchmark->regex_unit = design_string(reader->design, text);
    return benchmark->regex_unit != NULL || out_of_memory(reader);
}

static bool set_regex(struct reader *reader, yaml_node_t *node, const char *pattern,
                      struct design_benchmark *benchmark)
{
    char problem[160];
    if (!regex_check(pattern, problem, sizeof problem))
        return mistake(reader, node, "the regular expression %s %s", shown(pattern).text, problem);
    benchmark->source = VALUES_REGEX;
    benchmark->regex = design_string(reader->design, pattern);
    char unit[16];
    if (benchmark->regex_unit == NULL && regex_unit_after_group(pattern, unit, sizeof unit))
        benchmark->regex_unit = design_string(reader->design, unit);
    return benchmark->regex != NULL || out_of_memory(reader);
}

static bool read_regex(struct reader *reader, yaml_node_t *node, void *target)
{
    const char *text = read_scalar(reader, node, "a regular expression with one group");
    return text != NULL && set_regex(reader, node, text, target);
}

/* Which formats there are, rooms to the right know: they look at the name before the first run. */
static bool read_format(struct reader *reader, yaml_node_t *node, void *target)
{
    struct design_benchmark *benchmark = target;
    const char *text = read_scalar(reader, node, "the name of a format, or any");
    if (text == NULL)
        return false;
    benchmark->source = VALUES_FORMAT;
    if (strcmp(text, "any") == 0)
        return true;
    benchmark->format = design_string(reader->design, text);
    return benchmark->format != NULL || out_of_memory(reader);
}

static const char values_allowed[] =
    "process, harness, {regex: 'time: ([0-9.]+) ms'}, or {format: google-benchmark, file: F}";

#define VALUES_FIELD(field) offsetof(struct design_benchmark, field)
static const struct schema values_schema = {
    .what = "a source of values",
    .size = sizeof(struct design_benchmark),
    .fields = (const struct field[]){
        {"regex", FIELD_OTHER, .allowed = "a regular expression with one group",
         .read = read_regex},
        {"unit", FIELD_OTHER, .allowed = "s, ms, us, ns or another unit", .read = read_regex_unit},
        {"format", FIELD_OTHER, .allowed = "the name of a format, or any", .read = read_format},
        {"file", FIELD_TEXT, VALUES_FIELD(values_file), .allowed = "a file"},
        {"benchmark", FIELD_TEXT, VALUES_FIELD(values_benchmark),
         .allowed = "the name of a benchmark in the file"},
        {NULL},
    }};

/* One of two kinds, and nothing of the other one. */
static bool read_described_values(struct reader *reader, yaml_node_t *node, void *target)
{
    struct design_benchmark *benchmark = target;
    if (!read_mapping(reader, node, &values_schema, target))
        return false;
    const bool regex = benchmark->regex != NULL, format = node_get(reader, node, "format") != NULL;
    if (!regex && !format)
        return mistake(reader, node, "neither regex nor format stands here (write %s)",
                       values_allowed);
    if (regex && format)
        return mistake(reader, node, "regex and format stand here (write one of them)");
    if (regex && (benchmark->values_file != NULL || benchmark->values_benchmark != NULL))
        return mistake(reader, node,
                       "a regular expression reads standard output (write no file and benchmark)");
    return !format || benchmark->regex_unit == NULL ||
           mistake(reader, node, "a format knows its units (write no unit)");
}

/* "regex 'PATTERN'", the short form: the pattern without its quotes. */
static bool read_short_regex(struct reader *reader, yaml_node_t *node, const char *text,
                             struct design_benchmark *benchmark)
{
    const char *from = text + strlen("regex");
    from += strspn(from, " ");
    size_t length = strlen(from);
    bool quoted = length >= 2 && (from[0] == '\'' || from[0] == '"') && from[length - 1] == from[0];
    char *pattern = design_string(reader->design, quoted ? from + 1 : from);
    if (pattern == NULL)
        return out_of_memory(reader);
    if (quoted)
        pattern[length - 2] = '\0';
    return set_regex(reader, node, pattern, benchmark);
}

static bool read_values(struct reader *reader, yaml_node_t *node, void *target)
{
    struct design_benchmark *benchmark = target;
    if (node->type == YAML_MAPPING_NODE)
        return read_described_values(reader, node, target);
    const char *text = read_scalar(reader, node, values_allowed);
    if (text == NULL)
        return false;
    if (strncmp(text, "regex ", 6) == 0)
        return read_short_regex(reader, node, text, benchmark);
    if (strcmp(text, "process") == 0)
        benchmark->source = VALUES_PROCESS;
    else if (strcmp(text, "harness") == 0)
        benchmark->source = VALUES_HARNESS;
    else
        return mistake(reader, node, "%s is no source of values (write %s)", shown(text).text,
                       values_allowed);
    return true;
}

/* shell: true is "sh"; shell: bash is bash, for all benchmarks that want one. */
static bool read_shell(struct reader *reader, yaml_node_t *node, void *target)
{
    struct design *design = target;
    const char *text = read_scalar(reader, node, "sh, or another shell's command");
    if (text == NULL)
        return false;
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

/* ---- what is drawn, and how commands are set apart ---- */

#define RANDOMISE_FIELD(field) offsetof(struct design_randomise, field)
static const struct schema randomise_schema = {
    .what = "what is drawn anew",
    .size = sizeof(struct design_randomise),
    .fields = (const struct field[]){
        {"env_padding", FIELD_COUNT, RANDOMISE_FIELD(env_padding),
         .allowed = "the most bytes to add, such as 4096"},
        {"directory_length", FIELD_COUNT, RANDOMISE_FIELD(directory_length),
         .allowed = "the most bytes to add, such as 64"},
        {"cpu", FIELD_TEXTS, RANDOMISE_FIELD(cpus), RANDOMISE_FIELD(n_cpus),
         "a list of processors, such as [0, 1]"},
        {NULL},
    }};

static bool read_randomise(struct reader *reader, yaml_node_t *node, void *target)
{
    struct design_randomise *randomise = &((struct design *)target)->randomise;
    if (!read_mapping(reader, node, &randomise_schema, randomise))
        return false;
    uint64_t set[16];
    for (size_t i = 0; i < randomise->n_cpus; i++)
        if (!value_read_cpus(randomise->cpus[i], set) || strpbrk(randomise->cpus[i], "-,") != NULL)
            return mistake_at(reader, "randomise.cpu", node,
                              "%s is not the number of a processor (write a list such as [0, 1])",
                              shown(randomise->cpus[i]).text);
    if (randomise->env_padding > 100000)
        return mistake_at(reader, "randomise.env_padding", node,
                          "%zu bytes are more than an environment string takes (write at most "
                          "100000)",
                          randomise->env_padding);
    if (randomise->directory_length > 200)
        return mistake_at(reader, "randomise.directory_length", node,
                          "%zu bytes are more than a file name takes (write at most 200)",
                          randomise->directory_length);
    return true;
}

static bool read_bytes(struct reader *reader, yaml_node_t *node, void *target)
{
    const char *text = read_scalar(reader, node, "a size such as 512MiB");
    return text != NULL &&
           (value_read_bytes(text, &((struct design_isolate *)target)->memory_bytes) ||
            mistake(reader, node, "%s is not a size (write 512MiB, 2GiB or bytes)",
                    shown(text).text));
}

static bool read_cpus(struct reader *reader, yaml_node_t *node, void *target)
{
    uint64_t set[16];
    struct design_isolate *isolate = target;
    const char *text = read_scalar(reader, node, "processors such as 0-2,5");
    if (text == NULL)
        return false;
    if (!value_read_cpus(text, set))
        return mistake(reader, node, "%s names no processors (write them as 0-2,5)",
                       shown(text).text);
    isolate->cpus = design_string(reader->design, text);
    return isolate->cpus != NULL || out_of_memory(reader);
}

static bool read_priority(struct reader *reader, yaml_node_t *node, void *target)
{
    double number;
    struct design_isolate *isolate = target;
    const char *text = read_scalar(reader, node, "a niceness from -20 to 19");
    if (text == NULL)
        return false;
    if (!value_read_number(text, &number) || number < -20 || number > 19 || number != (int)number)
        return mistake(reader, node, "%s is no niceness (write -20, the first, to 19, the last)",
                       shown(text).text);
    isolate->priority = design_string(reader->design, text);
    return isolate->priority != NULL || out_of_memory(reader);
}

#define ISOLATE_FIELD(field) offsetof(struct design_isolate, field)
static const struct schema isolate_schema = {
    .what = "a way to set commands apart",
    .size = sizeof(struct design_isolate),
    .fields = (const struct field[]){
        {"cpu", FIELD_OTHER, .read = read_cpus},
        {"priority", FIELD_OTHER, .read = read_priority},
        {"memory", FIELD_OTHER, .read = read_bytes},
        {"quiet_load", FIELD_FRACTION, ISOLATE_FIELD(quiet_load)},
        {"quiet_wait", FIELD_DURATION, ISOLATE_FIELD(quiet_wait_s)},
        {NULL},
    }};

static bool read_isolate(struct reader *reader, yaml_node_t *node, void *target)
{
    return read_mapping(reader, node, &isolate_schema, &((struct design *)target)->isolate);
}

static const struct schema rounds_schema = {
    .what = "a number of rounds to be found",
    .size = sizeof(struct design_rounds),
    .fields = (const struct field[]){
        {"least", FIELD_POSITIVE, offsetof(struct design_rounds, least),
         .allowed = "a whole number, 1 or more"},
        {"most", FIELD_POSITIVE, offsetof(struct design_rounds, most),
         .allowed = "a whole number, 1 or more"},
        {"time", FIELD_DURATION, offsetof(struct design_rounds, time_s)},
        {NULL},
    }};

static bool read_rounds(struct reader *reader, yaml_node_t *node, void *target)
{
    struct design_rounds *rounds = &((struct design *)target)->rounds;
    *rounds = (struct design_rounds){true, 10, 0, 3};
    if (!read_mapping(reader, node, &rounds_schema, rounds))
        return false;
    if (rounds->most > 0 && rounds->most < rounds->least)
        return mistake(reader, node, "at least %zu rounds are more than at most %zu", rounds->least,
                       rounds->most);
    return true;
}

struct stop_texts {
    char *rule;
    struct design_stop stop;
};

static const struct schema stop_schema = {
    .what = "a rule of stopping",
    .size = sizeof(struct stop_texts),
    .fields = (const struct field[]){
        {"rule", FIELD_TEXT, offsetof(struct stop_texts, rule),
         .allowed = "fixed, pilot, fresh, peek, anytime or looks", .required = true},
        {"precision", FIELD_FRACTION, offsetof(struct stop_texts, stop.precision)},
        {"time_budget", FIELD_DURATION, offsetof(struct stop_texts, stop.budget_s)},
        {"expected", FIELD_POSITIVE, offsetof(struct stop_texts, stop.expected),
         .allowed = "a whole number, 1 or more"},
        {"looks", FIELD_POSITIVE, offsetof(struct stop_texts, stop.looks),
         .allowed = "a whole number, 1 or more"},
        {"pilot", FIELD_POSITIVE, offsetof(struct stop_texts, stop.pilot),
         .allowed = "the number of an experiment"},
        {NULL},
    }};

static bool read_stop(struct reader *reader, yaml_node_t *node, void *target)
{
    struct stop_texts texts = {NULL, {.rule = STOP_FIXED}};
    if (!read_mapping(reader, node, &stop_schema, &texts))
        return false;
    size_t rule = 0;
    while (stop_rule_names[rule] != NULL && strcmp(stop_rule_names[rule], texts.rule) != 0)
        rule++;
    texts.stop.rule = (enum stop_rule)rule;
    if (stop_rule_names[rule] == NULL)
        return mistake(reader, node,
                       "%s is no rule (write fixed, pilot, fresh, peek, anytime or looks)",
                       shown(texts.rule).text);
    if (rule == STOP_PEEK && !(texts.stop.precision > 0))
        return mistake(reader, node, "peek needs a precision (write precision: 1%%)");
    if (rule == STOP_ANYTIME && texts.stop.expected == 0)
        return mistake(reader, node,
                       "anytime needs the number of rounds expected (write expected: 30)");
    if (rule == STOP_LOOKS && (texts.stop.looks < 2 || texts.stop.looks > 50))
        return mistake(reader, node, "looks are 2 to 50 (write looks: 4)");
    ((struct design *)target)->stop = texts.stop;
    return true;
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
        {"env", FIELD_ENVIRONMENT, SYSTEM_FIELD(environment)},
        {"parameters", FIELD_ENVIRONMENT, SYSTEM_FIELD(parameters)},
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
        {"values", FIELD_OTHER, .allowed = values_allowed, .read = read_values},
        {"metrics", FIELD_TEXTS, BENCHMARK_FIELD(metrics), BENCHMARK_FIELD(n_metrics),
         "a list of metrics, such as [wall, max_rss]"},
        {"units", FIELD_POSITIVE, BENCHMARK_FIELD(units), .allowed = "a whole number, 1 or more"},
        {"timeout", FIELD_DURATION, BENCHMARK_FIELD(timeout_s)},
        {"env", FIELD_ENVIRONMENT, BENCHMARK_FIELD(environment)},
        {"parameters", FIELD_ENVIRONMENT, BENCHMARK_FIELD(parameters)},
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
        {"seed", FIELD_OTHER, .read = read_seed},
        {"margin", FIELD_FRACTION, DESIGN_FIELD(margin)},
        {"levels", FIELD_OTHER, .allowed = "a list such as [{name: execution, count: 30}]",
         .required = true, .read = read_levels},
        {"rounds", FIELD_OTHER, .read = read_rounds},
        {"stop", FIELD_OTHER, .read = read_stop},
        {"randomise", FIELD_OTHER, .read = read_randomise},
        {"isolate", FIELD_OTHER, .read = read_isolate},
        {"systems", FIELD_LIST, DESIGN_FIELD(systems), DESIGN_FIELD(n_systems),
         "a list of systems, the old one first: [{name: old, …}, {name: new, …}]", true,
         &system_schema},
        {"benchmarks", FIELD_LIST, DESIGN_FIELD(benchmarks), DESIGN_FIELD(n_benchmarks),
         "a list of benchmarks: [{name: …, run: COMMAND}]", true, &benchmark_schema},
        {"metrics", FIELD_TEXTS, DESIGN_FIELD(metrics), DESIGN_FIELD(n_metrics),
         "a list of metrics, such as [wall, max_rss]"},
        {"shell", FIELD_OTHER, .read = read_shell},
        {"ignore_failure", FIELD_FLAG, DESIGN_FIELD(ignore_failure)},
        {"builds", FIELD_OTHER, .allowed = "keep or discard", .read = read_builds},
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
           check_design(reader, root);
}
