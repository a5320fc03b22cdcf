/* SPDX-License-Identifier: GPL-3.0-or-later */
/* condition.c -- the keys "only" and "except": comparisons of parameters. */
#include <stdio.h>
#include <string.h>

#include "design/factors.h"
#include "design/reader_part.h"
#include "design/value.h"
#include "system/system.h"

static const char allowed[] = "comparisons such as threads <= cores, joined by \"and\"";

/* What is compared: its text, and its number where it is one. */
struct operand {
    char text[256];
    size_t factor; /* which parameter it is; n: none */
    bool quoted, numeric;
    double number;
};
struct condition {
    struct reader *reader;
    const yaml_node_t *node;
    const struct factors *factors;
    const size_t *chosen;
    const char *text, *at;
};

static void skip_blanks(struct condition *condition)
{
    condition->at += strspn(condition->at, " \t\n");
}

static bool refuse(const struct condition *condition)
{
    return mistake(condition->reader, condition->node, "%s is no condition (write %s)",
                   shown(condition->text).text, allowed);
}

static bool read_operand(struct condition *condition, struct operand *out)
{
    const struct factors *factors = condition->factors;
    skip_blanks(condition);
    *out = (struct operand){.quoted = *condition->at == '\''};
    condition->at += out->quoted;
    const size_t n = strcspn(condition->at, out->quoted ? "'" : " \t\n<>=!'");
    if ((n == 0 && !out->quoted) || n >= sizeof out->text ||
        (out->quoted && condition->at[n] == '\0'))
        return refuse(condition);
    memcpy(out->text, condition->at, n);
    condition->at += n + out->quoted;
    out->factor = out->quoted ? factors->n : factors_find(factors, out->text);
    const size_t cores = system_processors_count();
    if (out->factor < factors->n) {
        const char *value = factors->items[out->factor].values[condition->chosen[out->factor]];
        (void)snprintf(out->text, sizeof out->text, "%s", value);
    } else if (!out->quoted && strcmp(out->text, "cores") == 0 && cores > 0) {
        (void)snprintf(out->text, sizeof out->text, "%zu", cores);
    }
    out->numeric = value_read_number(out->text, &out->number);
    return true;
}

/* A bare word is a value of the parameter on the other side, or a slip of the finger. */
static bool is_known(const struct condition *condition, const struct operand *word,
                     const struct operand *other)
{
    const struct factors *factors = condition->factors;
    bool known = word->quoted || word->numeric || word->factor < factors->n;
    const struct factor *of = other->factor < factors->n ? &factors->items[other->factor] : NULL;
    for (size_t i = 0; of != NULL && i < of->n; i++)
        known = known || strcmp(of->values[i], word->text) == 0;
    if (known)
        return true;
    char names[200] = "";
    size_t used = 0;
    for (size_t i = 0; i < factors->n && used < sizeof names; i++)
        used += (size_t)snprintf(names + used, sizeof names - used, "%s%.60s", i > 0 ? ", " : "",
                                 factors->items[i].name);
    return mistake(condition->reader, condition->node,
                   "%s is no parameter here, no number and no value of the other side (parameters: "
                   "%s; cores; a text stands in single quotes)",
                   shown(word->text).text, names);
}

static const char *const operators[] = {"<=", ">=", "==", "!=", "<", ">"};
enum { LESS_EQUAL, MORE_EQUAL, EQUAL, DIFFERENT, LESS, MORE, N_OPERATORS };

static bool read_operator(struct condition *condition, int *out)
{
    skip_blanks(condition);
    for (*out = 0; *out < N_OPERATORS; ++*out)
        if (strncmp(condition->at, operators[*out], strlen(operators[*out])) == 0) {
            condition->at += strlen(operators[*out]);
            return true;
        }
    return refuse(condition);
}

static bool compare(const struct condition *condition, const struct operand *a,
                    const struct operand *b, int sign, bool *out)
{
    const bool numbers = a->numeric && b->numeric;
    if (!numbers && sign != EQUAL && sign != DIFFERENT)
        return mistake(condition->reader, condition->node, "%s is no number, as %s needs",
                       shown(a->numeric ? b->text : a->text).text, operators[sign]);
    const bool same = numbers ? !(a->number < b->number) && !(a->number > b->number)
                              : strcmp(a->text, b->text) == 0;
    switch (sign) {
    case LESS_EQUAL: *out = a->number <= b->number; break;
    case MORE_EQUAL: *out = a->number >= b->number; break;
    case LESS: *out = a->number < b->number; break;
    case MORE: *out = a->number > b->number; break;
    default: *out = same == (sign == EQUAL);
    }
    return true;
}

static bool one_holds(struct condition *condition, bool *out)
{
    *out = true;
    for (;;) {
        struct operand a, b;
        int sign;
        bool holds = false;
        if (!read_operand(condition, &a) || !read_operator(condition, &sign) ||
            !read_operand(condition, &b) || !is_known(condition, &a, &b) ||
            !is_known(condition, &b, &a) || !compare(condition, &a, &b, sign, &holds))
            return false;
        *out = *out && holds;
        skip_blanks(condition);
        if (*condition->at == '\0')
            return true;
        if (strncmp(condition->at, "and ", 4) != 0)
            return refuse(condition);
        condition->at += 4;
    }
}

bool condition_holds(struct reader *reader, yaml_node_t *node, const struct factors *factors,
                     const size_t *chosen, bool any, bool *out)
{
    const bool is_list = node->type == YAML_SEQUENCE_NODE;
    yaml_node_t *item = is_list ? node_item(reader, node, 0) : node;
    if (item == NULL)
        return mistake(reader, node, "the list is empty (write %s)", allowed);
    *out = !any;
    for (size_t i = 0; item != NULL; item = is_list ? node_item(reader, node, ++i) : NULL) {
        const size_t before = is_list ? reader_enter(reader, NULL, i) : reader->path_length;
        const char *text = read_scalar(reader, item, allowed);
        struct condition condition = {reader, item, factors, chosen, text, text};
        bool holds = false;
        if (text == NULL || !one_holds(&condition, &holds))
            return false;
        *out = any ? *out || holds : *out && holds;
        reader_leave(reader, before);
    }
    return true;
}
