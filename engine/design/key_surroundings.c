/* SPDX-License-Identifier: GPL-3.0-or-later */
/* key_surroundings.c -- the keys "randomise" and "isolate": what is drawn anew for each execution, and
 * how commands are set apart. */
#include <string.h>

#include "design/reader_part.h"
#include "design/value.h"

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

bool key_randomise(struct reader *reader, yaml_node_t *node, void *target)
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

bool reader_cpus(struct reader *reader, yaml_node_t *node, char **cpus)
{
    uint64_t set[16];
    const char *text = read_scalar(reader, node, "processors such as 0-2,5");
    if (text == NULL)
        return false;
    if (!value_read_cpus(text, set))
        return mistake(reader, node, "%s names no processors (write them as 0-2,5)",
                       shown(text).text);
    *cpus = design_string(reader->design, text);
    return *cpus != NULL || out_of_memory(reader);
}

static bool read_cpus(struct reader *reader, yaml_node_t *node, void *target)
{
    return reader_cpus(reader, node, &((struct design_isolate *)target)->cpus);
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
        {"quiet_load", FIELD_LOAD, ISOLATE_FIELD(quiet_load)},
        {"quiet_wait", FIELD_DURATION, ISOLATE_FIELD(quiet_wait_s)},
        {NULL},
    }};

bool key_isolate(struct reader *reader, yaml_node_t *node, void *target)
{
    return read_mapping(reader, node, &isolate_schema, &((struct design *)target)->isolate);
}
