/* SPDX-License-Identifier: GPL-3.0-or-later */
/* key_values.c -- the keys "values", where a benchmark's values come from, and "exit_codes", which of them mean that it
 * has done its work. */
#include <string.h>

#include "design/generator.h"
#include "design/reader_part.h"
#include "design/regex.h"
#include "design/value.h"

static bool read_regex_unit(struct reader *reader, yaml_node_t *node, void *target)
{
    struct design_benchmark *benchmark = target;
    const char *text = read_scalar(reader, node, "s, ms, us, ns or another unit");
    if (text == NULL)
        return false;
    benchmark->regex_unit = design_string(reader->design, text);
    return benchmark->regex_unit != NULL || out_of_memory(reader);
}

static bool read_regex_better(struct reader *reader, yaml_node_t *node, void *target)
{
    struct design_benchmark *benchmark = target;
    return read_better(reader, node, &benchmark->regex_better);
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

static const char errors_allowed[] = "a share of the requests such as 0.1%, or any";

static bool read_errors(struct reader *reader, yaml_node_t *node, void *target)
{
    double *share = &((struct design_benchmark *)target)->values_errors;
    const char *text = read_scalar(reader, node, errors_allowed);
    if (text == NULL)
        return false;
    if (strcmp(text, "any") == 0)
        *share = 1;
    else if (!value_read_share(text, share) || *share > 1)
        return mistake(reader, node, "%s is no share of requests (write %s)", shown(text).text,
                       errors_allowed);
    return true;
}

const char key_values_allowed[] =
    "process, harness, a load generator such as wrk, {regex: 'time: ([0-9.]+) ms'}, or {format: google-benchmark, "
    "file: F}";

#define VALUES_FIELD(field) offsetof(struct design_benchmark, field)
static const struct schema values_schema = {
    .what = "a source of values",
    .size = sizeof(struct design_benchmark),
    .fields = (const struct field[]){
        {"regex", FIELD_OTHER, .allowed = "a regular expression with one group",
         .read = read_regex},
        {"unit", FIELD_OTHER, .allowed = "s, ms, us, ns or another unit", .read = read_regex_unit},
        {"better", FIELD_OTHER, .allowed = "less or more", .read = read_regex_better},
        {"format", FIELD_OTHER, .allowed = "the name of a format, or any", .read = read_format},
        {"file", FIELD_TEXT, VALUES_FIELD(values_file), .allowed = "a file"},
        {"benchmark", FIELD_TEXT, VALUES_FIELD(values_benchmark),
         .allowed = "the name of a benchmark in the file"},
        {"errors", FIELD_OTHER, .allowed = errors_allowed, .read = read_errors},
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
                       key_values_allowed);
    if (regex && format)
        return mistake(reader, node, "regex and format stand here (write one of them)");
    if (regex && (benchmark->values_file != NULL || benchmark->values_benchmark != NULL ||
                  node_get(reader, node, "errors") != NULL))
        return mistake(reader, node,
                       "a regular expression reads standard output (write no file, benchmark and errors)");
    if (format && benchmark->regex_better != BETTER_UNSAID)
        return mistake(reader, node, "a format knows what is better (write no better)");
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

bool key_values(struct reader *reader, yaml_node_t *node, void *target)
{
    struct design_benchmark *benchmark = target;
    if (node->type == YAML_MAPPING_NODE)
        return read_described_values(reader, node, target);
    const char *text = read_scalar(reader, node, key_values_allowed);
    if (text == NULL)
        return false;
    if (strncmp(text, "regex ", 6) == 0)
        return read_short_regex(reader, node, text, benchmark);
    if (strcmp(text, "process") == 0)
        benchmark->source = VALUES_PROCESS;
    else if (strcmp(text, "harness") == 0)
        benchmark->source = VALUES_HARNESS;
    else if (generator_named(text) != NULL)
        return read_format(reader, node, target);
    else
        return mistake(reader, node, "%s is no source of values (write %s)", shown(text).text,
                       key_values_allowed);
    return true;
}

/* The key "exit_codes" of a benchmark: one, a range, or several of them. */

static const char allowed[] = "exit codes such as 0,1 or [0, 1]";

static bool read_codes(struct reader *reader, yaml_node_t *node, struct exit_codes *codes)
{
    struct exit_codes more;
    const char *text = read_scalar(reader, node, allowed);
    if (text == NULL)
        return false;
    if (!value_read_exit_codes(text, &more))
        return mistake(reader, node, "%s names no exit codes (write 0 to 255, such as 0,1)",
                       shown(text).text);
    for (size_t i = 0; i < sizeof more.set / sizeof more.set[0]; i++)
        codes->set[i] |= more.set[i];
    return true;
}

bool key_exit_codes(struct reader *reader, yaml_node_t *node, void *target)
{
    struct exit_codes *codes = &((struct design_benchmark *)target)->exit_codes;
    if (node->type != YAML_SEQUENCE_NODE)
        return read_codes(reader, node, codes);
    if (node_item(reader, node, 0) == NULL)
        return mistake(reader, node, "the list is empty (write %s)", allowed);
    yaml_node_t *item;
    for (size_t i = 0; (item = node_item(reader, node, i)) != NULL; i++) {
        const size_t before = reader_enter(reader, NULL, i);
        if (!read_codes(reader, item, codes))
            return false;
        reader_leave(reader, before);
    }
    return true;
}
