/* SPDX-License-Identifier: GPL-3.0-or-later */
/* key_stopping.c -- the keys "rounds" and "stop": when there is enough. */
#include <stddef.h>
#include <string.h>

#include "design/reader_part.h"

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

bool key_rounds(struct reader *reader, yaml_node_t *node, void *target)
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

/* Names are read once systems and benchmarks are. */
static bool read_ended(struct reader *reader, yaml_node_t *node, void *target)
{
    (void)target;
    return node->type == YAML_SEQUENCE_NODE ||
           mistake(reader, node, "is no list (write [[SYSTEM, BENCHMARK, UNITS], …])");
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
         .allowed = "fixed, pilot, fresh, continued, peek, anytime, looks or eliminate",
         .required = true},
        {"precision", FIELD_FRACTION, offsetof(struct stop_texts, stop.precision)},
        {"time_budget", FIELD_DURATION, offsetof(struct stop_texts, stop.budget_s)},
        {"took", FIELD_DURATION, offsetof(struct stop_texts, stop.took_s)},
        {"expected", FIELD_POSITIVE, offsetof(struct stop_texts, stop.expected),
         .allowed = "a whole number, 1 or more"},
        {"looks", FIELD_POSITIVE, offsetof(struct stop_texts, stop.looks),
         .allowed = "a whole number, 1 or more"},
        {"pilot", FIELD_POSITIVE, offsetof(struct stop_texts, stop.pilot),
         .allowed = "the number of an experiment"},
        {"pilot_units", FIELD_POSITIVE, offsetof(struct stop_texts, stop.pilot_units),
         .allowed = "a whole number, 1 or more"},
        {"per", FIELD_TEXTS, offsetof(struct stop_texts, stop.per),
         offsetof(struct stop_texts, stop.n_per), "a parameter, or a list of them"},
        {"ended", FIELD_OTHER, .read = read_ended}, /* check_eliminate */
        {NULL},
    }};

bool key_stop(struct reader *reader, yaml_node_t *node, void *target)
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
                       "%s is no rule (write fixed, pilot, fresh, continued, peek, anytime, looks "
                       "or eliminate)",
                       shown(texts.rule).text);
    if (rule == STOP_PEEK && !(texts.stop.precision > 0))
        return mistake(reader, node, "peek needs a precision (write precision: 1%%)");
    if (rule == STOP_ANYTIME && texts.stop.expected == 0)
        return mistake(reader, node,
                       "anytime needs the number of rounds expected (write expected: 30)");
    if (rule == STOP_CONTINUED && texts.stop.pilot_units == 0 && !(texts.stop.budget_s > 0))
        return mistake(reader, node, "continued needs its pilot_units, or a time_budget");
    if (rule == STOP_CONTINUED && texts.stop.pilot_units == 1)
        return mistake(reader, node, "a pilot has 2 units and more (write pilot_units: 30)");
    if (rule != STOP_ELIMINATE && texts.stop.n_per > 0)
        return mistake(reader, node, "per is of the rule eliminate");
    if (rule == STOP_LOOKS && (texts.stop.looks < 2 || texts.stop.looks > 50))
        return mistake(reader, node, "looks are 2 to 50 (write looks: 4)");
    ((struct design *)target)->stop = texts.stop;
    return true;
}
