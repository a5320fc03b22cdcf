/* SPDX-License-Identifier: GPL-3.0-or-later */
/* option.c -- one parser for every verb, driven by the tables of option.h. */
#include "cli/option.h"

#include <ctype.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/metric_limits.h"
#include "cli/suggestion.h"
#include "design/value.h"
#include "store/store.h"
#include "view/text/view_memory.h"

/* ---- values ---- */

static bool read_seed(const char *text, struct option_seed *seed)
{
    uint64_t value;
    if (!value_read_seed(text, &value))
        return false;
    *seed = (struct option_seed){value, true};
    return true;
}

static bool read_choice(const char *text, const char *const *choices, int *index)
{
    for (int i = 0; choices[i] != NULL; i++) {
        if (strcmp(text, choices[i]) == 0) {
            *index = i;
            return true;
        }
    }
    return false;
}

bool option_list_add(struct name_list *list, const char *item)
{
    const char **items = realloc(list->items, (list->n + 1) * sizeof *items);
    if (items == NULL)
        return false;
    items[list->n] = item;
    *list = (struct name_list){items, list->n + 1};
    return true;
}

/* "wall,user" is two; an argument's own text stays whole, for documents print it. */
static bool add_parts(struct name_list *list, const char *text, struct option_arguments *arguments)
{
    size_t n = 0;
    while (arguments->parted != NULL && arguments->parted[n] != NULL)
        n++;
    char **kept = realloc(arguments->parted, (n + 2) * sizeof *kept);
    if (kept == NULL)
        return false;
    arguments->parted = kept;
    kept[n] = strdup(text);
    kept[n + 1] = NULL;
    if (kept[n] == NULL)
        return false;
    for (char *part = kept[n], *end; part != NULL; part = end) {
        end = strchr(part, ',');
        if (end != NULL)
            *end++ = '\0';
        if (!option_list_add(list, part))
            return false;
    }
    return true;
}

static bool store_value(const struct option *option, void *target, const char *text)
{
    void *field = (char *)target + option->offset;
    switch (option->type) {
    case OPTION_FLAG: *(bool *)field = true; return true;
    case OPTION_LIMITS:
    case OPTION_OPTIONAL:
    case OPTION_STRING: *(const char **)field = text; return true;
    case OPTION_OUTPUT: *(const char **)field = text; return !store_claims(text);
    case OPTION_LIST: return option_list_add(field, text);
    case OPTION_COUNT: return value_read_count(text, field);
    case OPTION_SEED: return read_seed(text, field);
    case OPTION_NUMBER: return value_read_number(text, field);
    case OPTION_FRACTION: return value_read_share(text, field);
    case OPTION_CONFIDENCE: return value_read_confidence(text, field);
    case OPTION_DURATION: return value_read_duration(text, field);
    case OPTION_CHOICE: return read_choice(text, option->choices, field);
    }
    return false;
}

/* ---- messages ---- */

static void print_allowed(const struct option *option)
{
    switch (option->type) {
    case OPTION_COUNT: fputs("a whole number, 0 or more", stderr); break;
    case OPTION_SEED: fputs("a whole number below 2^64, 0 or more", stderr); break;
    case OPTION_NUMBER: fputs("a number", stderr); break;
    case OPTION_FRACTION:
        fputs("a share: write 1% or 0.01, and 1 and more in per cent: 150%", stderr);
        break;
    case OPTION_CONFIDENCE:
        fputs("a confidence between 0 and 1, such as 0.95 or 95%", stderr);
        break;
    case OPTION_DURATION: fputs("a duration such as 250ms, 60s, 5m or 1h", stderr); break;
    case OPTION_CHOICE:
        fputs("one of", stderr);
        for (size_t i = 0; option->choices[i] != NULL; i++)
            fprintf(stderr, "%s %s", i > 0 ? "," : "", option->choices[i]);
        break;
    case OPTION_OUTPUT:
        fputs("a file to write: it is a store or belongs to one, and what is stored would be lost",
              stderr);
        break;
    case OPTION_FLAG: break;
    case OPTION_LIMITS:
    case OPTION_OPTIONAL:
    case OPTION_STRING:
    case OPTION_LIST: fputs(option->argument, stderr); break;
    }
}

/* Of a choice: which of its words was meant; NULL: none is near. */
static const char *nearest_choice(const struct option *option, const char *text)
{
    struct suggestion suggestion = suggestion_for(text, strlen(text));
    for (size_t i = 0; option->choices != NULL && option->choices[i] != NULL; i++)
        suggestion_consider(&suggestion, option->choices[i]);
    return suggestion.name;
}

/* given: what to show, shown_length bytes of it; name: what to look for, NULL for a letter. */
static void report_unknown(const char *given, int shown_length, const char *name, size_t length,
                           const struct option_table *tables, size_t n_tables)
{
    struct suggestion suggestion = suggestion_for(name, length);
    for (size_t t = 0; name != NULL && t < n_tables; t++)
        for (const struct option *o = tables[t].options; o->name != NULL; o++)
            suggestion_consider_part(&suggestion, o->name);
    fputs("assay: there is no option ", stderr);
    terminal_say_name(given, (size_t)shown_length);
    if (suggestion.name != NULL)
        terminal_complain("; did you mean --%s?", suggestion.name);
    else
        fputs("; --help lists them\n", stderr);
}

/* ---- parsing ---- */

struct found {
    const struct option *option;
    void *target;
};

/* An option of one value that was given. */
struct given {
    const void *field; /* which other names of it fill, too */
    const char *text;
};

/* What is left of the command line. */
struct words_left {
    char **argv;
    int i, argc;
    struct given *given; /* room for argc of them */
    int n_given;
    bool unknown;   /* no option is called so */
    bool no_memory; /* for a value */
    bool bundled;   /* the value stands behind a letter, in one word: "-repeats" */
    struct option_arguments *arguments;
};

static struct found find(const struct option_table *tables, size_t n_tables, char letter,
                         const char *name, size_t length)
{
    for (size_t t = 0; t < n_tables; t++)
        for (const struct option *o = tables[t].options; o->name != NULL; o++)
            if (name != NULL ? (strncmp(o->name, name, length) == 0 && o->name[length] == '\0')
                             : (letter != 0 && o->letter == letter))
                return (struct found){o, tables[t].target};
    return (struct found){NULL, NULL};
}

/* "; did you mean --runs 5?" of "-repeats 5" */
static void print_long(const struct option *option, const struct words_left *left)
{
    const char *next = left->i + 1 < left->argc ? left->argv[left->i + 1] : option->argument;
    fprintf(stderr, "; did you mean --%s ", option->name);
    terminal_say_name(next, strlen(next));
    fputc('?', stderr);
}

static bool take(struct found found, const char *text, struct words_left *left)
{
    if (text == NULL) {
        fprintf(stderr, "assay: --%s needs a value: ", found.option->name);
        print_allowed(found.option);
        fputc('\n', stderr);
        return false;
    }
    const bool stored = found.option->parts && strchr(text, ',') != NULL
                            ? add_parts((void *)((char *)found.target + found.option->offset), text,
                                        left->arguments)
                            : store_value(found.option, found.target, text);
    if (stored)
        return true;
    if (found.option->type == OPTION_LIST) { /* any text will do */
        left->no_memory = true;
        return false;
    }
    fprintf(stderr, "assay: --%s: \"", found.option->name);
    terminal_say_name(text, strlen(text));
    fputs("\" is not ", stderr);
    print_allowed(found.option);
    const char *near = nearest_choice(found.option, text);
    if (near != NULL)
        fprintf(stderr, "; did you mean %s?", near);
    else if (left->bundled && isalpha((unsigned char)text[0]))
        print_long(found.option, left);
    fputc('\n', stderr);
    return false;
}

/* One of two values would be lost without a word. A list takes them all, a flag says the same again. */
static bool given_once(struct found found, const char *text, struct words_left *left)
{
    if (found.option->type == OPTION_FLAG || found.option->type == OPTION_LIST || text == NULL)
        return true;
    const void *field = (const char *)found.target + found.option->offset;
    for (int i = 0; i < left->n_given; i++)
        if (left->given[i].field == field) {
            fprintf(stderr, "assay: --%s takes one value and was given two: \"",
                    found.option->name);
            terminal_say_name(left->given[i].text, strlen(left->given[i].text));
            fputs("\" and \"", stderr);
            terminal_say_name(text, strlen(text));
            fputs("\"; give it once\n", stderr);
            return false;
        }
    left->given[left->n_given++] = (struct given){field, text};
    return true;
}

static const char *next_word(struct words_left *left)
{
    return left->i + 1 < left->argc ? left->argv[++left->i] : NULL;
}

/* The value of an option, attached (not NULL) or in the next words. */
static bool take_values(struct found found, const char *attached, struct words_left *left)
{
    const char *first = attached != NULL ? attached : next_word(left);
    if (!given_once(found, first, left) || !take(found, first, left))
        return false;
    for (int i = 0; i < found.option->more; i++)
        if (!take(found, next_word(left), left))
            return false;
    return true;
}

static bool parse_long(struct words_left *left, const struct option_table *tables, size_t n_tables)
{
    const char *given = left->argv[left->i], *name = given + 2;
    size_t length = strcspn(name, "=");
    struct found found = find(tables, n_tables, 0, name, length);
    if (found.option == NULL) {
        report_unknown(given, (int)length + 2, name, length, tables, n_tables);
        left->unknown = true;
        return false;
    }
    if (found.option->verb != NULL && found.option->type == OPTION_FLAG)
        return terminal_complain("assay: --%s stands first, before all commands",
                                 found.option->name);
    const char *value = name[length] == '=' ? name + length + 1 : NULL;
    if (found.option->type == OPTION_LIMITS && value == NULL)
        value = left->i + 1 < left->argc && metric_limits_look(left->argv[left->i + 1])
                    ? next_word(left)
                    : "";
    if (found.option->type == OPTION_OPTIONAL && value == NULL)
        value = "";
    if (found.option->type != OPTION_FLAG)
        return take_values(found, value, left);
    if (value != NULL)
        return terminal_complain("assay: --%s takes no value", found.option->name);
    return take(found, "", left);
}

static bool parse_letters(struct words_left *left, const struct option_table *tables,
                          size_t n_tables)
{
    for (const char *c = left->argv[left->i] + 1; *c != '\0'; c++) {
        struct found found = find(tables, n_tables, *c, NULL, 0);
        if (found.option == NULL) {
            char given[] = {'-', *c, '\0'};
            report_unknown(given, 2, NULL, 0, tables, n_tables);
            left->unknown = true;
            return false;
        }
        left->bundled = c[1] != '\0';
        if (found.option->type != OPTION_FLAG)
            return take_values(found, left->bundled ? c + 1 : NULL, left);
        if (!take(found, "", left))
            return false;
    }
    return true;
}

static bool fail_memory(struct option_arguments *arguments)
{
    fputs("assay: out of memory\n", stderr);
    arguments->no_memory = true;
    return false;
}

/* Into *arguments, whose items have room for all words. */
static bool parse_words(int argc, char **argv, struct given *given,
                        const struct option_table *tables, size_t n_tables,
                        struct option_arguments *arguments)
{
    bool options_ended = false;
    for (struct words_left left = {.argv = argv,
                                  .argc = argc,
                                  .given = given,
                                  .arguments = arguments};
         left.i < argc; left.i++) {
        const char *text = argv[left.i];
        bool ok = true;
        if (options_ended || text[0] != '-' || text[1] == '\0') {
            arguments->first = arguments->n == 0 ? left.i : arguments->first;
            arguments->items[arguments->n++] = text;
        } else if (strcmp(text, "--") == 0) {
            options_ended = true;
        } else if (text[1] == '-') {
            ok = parse_long(&left, tables, n_tables);
        } else {
            ok = parse_letters(&left, tables, n_tables);
        }
        if (!ok) {
            const bool unknown = left.unknown && arguments->n > 0;
            const int first = arguments->first;
            option_arguments_fini(arguments);
            arguments->unknown = unknown;
            arguments->first = first;
            return left.no_memory ? fail_memory(arguments) : false;
        }
    }
    return true;
}

bool option_parse(int argc, char **argv, const struct option_table *tables, size_t n_tables,
                  struct option_arguments *arguments)
{
    *arguments =
        (struct option_arguments){.items = calloc((size_t)argc + 1, sizeof *arguments->items)};
    if (arguments->items == NULL)
        return fail_memory(arguments);
    OWNED struct given *given = calloc((size_t)argc + 1, sizeof *given);
    if (given == NULL) {
        option_arguments_fini(arguments);
        return fail_memory(arguments);
    }
    return parse_words(argc, argv, given, tables, n_tables, arguments);
}

void option_arguments_fini(struct option_arguments *arguments)
{
    for (size_t i = 0; arguments->parted != NULL && arguments->parted[i] != NULL; i++)
        free(arguments->parted[i]);
    free(arguments->parted);
    free(arguments->items);
    *arguments = (struct option_arguments){.items = NULL};
}

void option_lists_fini(const struct option *options, void *target)
{
    for (const struct option *o = options; o->name != NULL; o++) {
        struct name_list *list = (struct name_list *)((char *)target + o->offset);
        if (o->type != OPTION_LIST)
            continue;
        free(list->items);
        *list = (struct name_list){NULL, 0};
    }
}

/* ---- help ---- */

/* Beside the name, where the widest views have room for both, else below. */
void option_print_one(const struct terminal *terminal, const struct option *o, bool brief)
{
    enum { BESIDE = 32, BELOW = 10 };
    const int column = terminal->width < TERMINAL_WIDTH ? BELOW : BESIDE;
    OWNED char *name = view_format(o->letter != 0 ? "  -%c, --%s%s%s" : "   %c  --%s%s%s",
                                   o->letter != 0 ? o->letter : ' ', o->name,
                                   o->argument != NULL && o->type != OPTION_OPTIONAL ? " " : "",
                                   o->argument != NULL ? o->argument : "");
    const bool above = name != NULL && terminal_columns(name) >= column - 1;
    if (above)
        terminal_printf(terminal, STYLE_PLAIN, "%s\n", name);
    OWNED char *shown = name == NULL || above ? NULL : terminal_text(terminal, name);
    const char *beside = shown != NULL ? shown : ""; /* as wide as the terminal shows it */
    OWNED char *lead = view_format("%s%*s", beside, column - terminal_columns(beside), "");
    const char *stop = brief ? strstr(o->help, ". ") : NULL;
    OWNED char *help = view_format("%.*s", stop != NULL ? (int)(stop + 1 - o->help) : -1, o->help);
    terminal_paragraph(terminal, lead, help);
}

bool option_takes_word(const struct option *option)
{
    return option->type != OPTION_FLAG && option->type != OPTION_LIMITS &&
           option->type != OPTION_OPTIONAL;
}

bool option_is_of(const struct option *option, const char *group)
{
    if (option->same != NULL || option->group == NULL || group == NULL)
        return option->same == NULL && option->group == group;
    return strcmp(option->group, group) == 0;
}

bool option_begins_group(const struct option *options, const struct option *option)
{
    const struct option *first = options;
    while (first != option && !option_is_of(first, option->group))
        first++;
    return first == option && option->same == NULL;
}

void option_print_help(const struct terminal *terminal, const struct option *options)
{
    for (const struct option *o = options; o->name != NULL; o++)
        option_print_one(terminal, o, false);
}
