/* SPDX-License-Identifier: GPL-3.0-or-later */
/* verb.c -- what all verbs share: global options, how their words are read. */
#include "cli/verb.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <assay/assay.h>

#include "cli/fail.h"
#include "cli/suggestion.h"
#include "cli/words/global.h"
#include "store/store.h"
#include "view/medium/form.h"
#include "view/text/sentences.h"
#include "view/text/view_memory.h"

/* In the order of enum form. */
const char *const verb_table_forms[] = {"screen", "latex", "markdown", "csv", NULL};

const struct option global_options_table[] = {VERB_OPTIONS};

void verb_print_version(void)
{
    printf("assay %s", assay_version());
    if (assay_commit()[0] != '\0')
        printf(" (%s)", assay_commit());
    putchar('\n');
}

/* ---- parsing ---- */

/* A word as a shell takes it, in quotes of this kind where it needs some. */
static void say_word(const char *word, const char *quote)
{
    const bool plain =
        word[0] != '\0' && word[strcspn(word, " \t\n'\"\\$`*?[](){}<>|&;#~!")] == '\0';
    fputs(plain ? "" : quote, stderr);
    terminal_say_name(word, strlen(word));
    fputs(plain ? "" : quote, stderr);
}

/* assay run -r 3 gzip -1 -c f: the words behind the first that is no option are one command. */
static void say_quoted(const struct verb *verb, int argc, char **argv, int first)
{
    for (int i = first; i < argc; i++)
        if (strpbrk(argv[i], "'\"\\") != NULL)
            return;
    fprintf(stderr, "If it belongs to the command, quote that: assay %s ", verb_words_of(verb));
    for (int i = 0; i < first; i++) {
        say_word(argv[i], "'");
        fputc(' ', stderr);
    }
    for (int i = first; i < argc; i++) {
        fputs(i == first ? "'" : " ", stderr);
        say_word(argv[i], "\"");
    }
    fputs("'\n", stderr);
}

/* A store that is named as a file is that of the experiments named behind it. */
static void take_store(struct global_options *global, struct option_arguments *arguments)
{
    if (global->store != NULL || arguments->n == 0 || !store_is_file(arguments->items[0]))
        return;
    global->store = arguments->items[0];
    arguments->n--;
    memmove(arguments->items, arguments->items + 1, arguments->n * sizeof *arguments->items);
}

/* False when the program should end at once with *code. */
static bool parse(const struct verb *verb, int argc, char **argv, struct global_options *global,
                  void *options, struct option_arguments *arguments, enum exit_code *code)
{
    const struct option_table tables[] = {{verb->options, options}, {global_options_table, global}};
    *code = EXIT_USAGE;
    if (!option_parse(argc, argv, tables, 2, arguments)) {
        if (arguments->unknown && verb->takes_commands)
            say_quoted(verb, argc, argv, arguments->first);
        *code = arguments->no_memory ? EXIT_SYSTEM : EXIT_USAGE;
        return false;
    }
    if ((global->caption != NULL && global->tables == FORM_SCREEN) ||
        (global->label != NULL && global->caption == NULL))
        return terminal_complain("assay: --caption goes with --tables, --label with --caption");
    if (global->json && (global->tables != FORM_SCREEN || global->rows))
        return terminal_complain("assay: give --json or --tables, not both");
    if (global->plain && (global->json || global->rows || global->tables != FORM_SCREEN))
        return terminal_complain("assay: give --plain, --json or --tables, one of them");
    if (global->plain && !verb->speaks_plainly)
        return terminal_complain("assay: --plain goes with run, compare and show");
    return true;
}

static void print_help(const struct verb *verb, const struct global_options *global)
{
    const struct terminal terminal = terminal_of(stdout, (enum terminal_color)global->color);
    if (global->help)
        verb_print_help(&terminal, verb);
    else if (global->usage)
        verb_print_usage(&terminal, verb);
    else
        verb_print_version();
}

static enum exit_code answer(const struct verb *verb, void *options,
                             struct option_arguments *arguments, struct global_options *global)
{
    sentences_want_all(global->details || global->tables != FORM_SCREEN);
    form_want((enum form)global->tables, global->caption, global->label);
    if (global->help || global->usage || global->version) {
        print_help(verb, global);
        return EXIT_DONE;
    }
    if (verb->takes_experiments)
        take_store(global, arguments);
    return verb->answer(options, arguments, global);
}

enum exit_code verb_begin(const struct verb *verb, int argc, char **argv,
                          struct global_options *global, void *options)
{
    SCOPED(option_arguments_fini) struct option_arguments arguments = {0};
    enum exit_code code;
    if (parse(verb, argc, argv, global, options, &arguments, &code))
        code = answer(verb, options, &arguments, global);
    option_lists_fini(verb->options, options);
    return code;
}

enum exit_code verb_answer(const struct verb *verb, int argc, char **argv,
                           struct global_options *global)
{
    OWNED void *options = calloc(1, verb->size + 1); /* schema has none */
    if (options == NULL)
        return fail_memory();
    if (verb->defaults != NULL)
        memcpy(options, verb->defaults, verb->size);
    return verb_begin(verb, argc, argv, global, options);
}

/* Where a word is an option that stands for another verb: how many words it takes, else 0. */
static int alias_words(const struct option *o, int argc, char **argv, int i)
{
    const size_t length = strlen(o->name);
    if (strncmp(argv[i], "--", 2) != 0 || strncmp(argv[i] + 2, o->name, length) != 0)
        return 0;
    const char *rest = argv[i] + 2 + length;
    if (o->choices == NULL)
        return *rest == '\0';
    if (*rest == '=')
        return strcmp(rest + 1, o->choices[0]) == 0;
    return *rest == '\0' && i + 1 < argc && strcmp(argv[i + 1], o->choices[0]) == 0 ? 2 : 0;
}

/* What calls that verb with these words, but for the n of the alias at i. */
static enum exit_code call_instead(const char *words, int argc, char **argv, int i, int n,
                                   struct global_options *global)
{
    OWNED char *name = view_format("%s", words);
    OWNED char **rest = calloc((size_t)argc + 2, sizeof *rest);
    if (name == NULL || rest == NULL)
        return fail_memory();
    char *option = strchr(name, ' ');
    int n_rest = 0;
    if (option != NULL) {
        *option = '\0';
        rest[n_rest++] = option + 1;
    }
    for (int k = 0; k < argc; k++)
        if (k < i || k >= i + n)
            rest[n_rest++] = argv[k];
    return verb_call(verb_named(name), n_rest, rest, global);
}

/* An option may stand for another verb: show --steady is steady. Among commands only the first word can be one. */
enum exit_code verb_call(const struct verb *verb, int argc, char **argv,
                         struct global_options *global)
{
    const int end = verb->takes_commands && argc > 1 ? 1 : argc;
    for (int i = 0; i < end && !global->help && strcmp(argv[i], "--") != 0; i++)
        for (const struct option *o = verb->options; o->name != NULL; o++) {
            const int n = o->verb != NULL ? alias_words(o, argc, argv, i) : 0;
            if (n > 0)
                return call_instead(o->verb, argc, argv, i, n, global);
        }
    return (verb->run != NULL ? verb->run : verb_answer)(verb, argc, argv, global);
}

const struct verb *verb_named(const char *name)
{
    for (size_t i = 0; verbs[i] != NULL; i++)
        if (strcmp(verbs[i]->name, name) == 0)
            return verbs[i];
    return NULL;
}

const char *verb_words_of(const struct verb *verb)
{
    size_t i = 0;
    while (verbs[i] != verb)
        i++;
    return verb_words[i];
}

bool verb_is_older(const struct verb *verb)
{
    return strcmp(verb_words_of(verb), verb->name) != 0;
}

bool verb_has_older_names(const struct verb *verb)
{
    for (const struct option *o = verb->options; o->name != NULL; o++)
        if (o->same != NULL)
            return true;
    return verb_is_older(verb);
}

/* What other tools call it. */
static const struct {
    const char *theirs, *ours;
} synonyms[] = {{"bench", "run"},
                {"benchmark", "run"},
                {"measure", "run"},
                {"time", "run"},
                {"diff", "compare"},
                {"cmp", "compare"},
                {"list", "store"},
                {"ls", "store"},
                {"stats", "show"},
                {"hist", "show --modes"},
                {"log", "history"},
                {"gate", "run --against COMMIT --gate"},
                {"bisect", "run --versions OLD..NEW --bisect"}};

const char *verb_near(const char *name)
{
    for (size_t i = 0; i < sizeof synonyms / sizeof *synonyms; i++)
        if (strcmp(synonyms[i].theirs, name) == 0)
            return synonyms[i].ours;
    struct suggestion suggestion = suggestion_for(name, strlen(name));
    for (size_t i = 0; verbs[i] != NULL; i++)
        suggestion_consider(&suggestion, verbs[i]->name);
    return suggestion.name != NULL ? verb_words_of(verb_named(suggestion.name)) : NULL;
}
