/* SPDX-License-Identifier: GPL-3.0-or-later */
/* stat.c -- the verb `stat`: one statistic, on plain numbers, from the shell. */
#include "cli/stat.h"
#include "cli/verbs.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/failure.h"
#include "cli/fail.h"
#include "cli/suggestion.h"
#include "cli/words/stat.h"
#include "view/text/view_memory.h"
#include "view/text/warning.h"

static const char *const exactness[] = {"auto", "yes", "no", NULL};
static const struct stat_options defaults = {
    .low = NAN,
    .high = NAN,
    .precision = 0.05,
    .successes = -1,
    .trials = -1,
    .lags = -1,
};

static const struct stat_method *const tables[] = {stat_describe_methods, stat_test_methods,
                                                   stat_component_methods, stat_ratio_methods,
                                                   stat_mixture_methods};
enum { N_TABLES = sizeof tables / sizeof tables[0] };

/* Methods that answered reference cases only, and are a program of the tests now. */
static const char *const moved[] = {"machines", "factors", "scaling", "paired-median", NULL};

static bool has_moved(const char *name)
{
    for (size_t i = 0; moved[i] != NULL; i++)
        if (strcmp(moved[i], name) == 0)
            return true;
    return false;
}

static const struct stat_method *find_method(const char *name)
{
    for (size_t t = 0; t < N_TABLES; t++)
        for (const struct stat_method *m = tables[t]; m->name != NULL; m++)
            if (strcmp(m->name, name) == 0)
                return m;
    return NULL;
}

static const char *word(size_t index)
{
    for (size_t t = 0; t < N_TABLES; t++)
        for (const struct stat_method *m = tables[t]; m->name != NULL; m++)
            if (index-- == 0)
                return m->name;
    return NULL;
}

static void list_methods(FILE *stream)
{
    for (size_t t = 0; t < N_TABLES; t++)
        for (const struct stat_method *m = tables[t]; m->name != NULL; m++)
            fprintf(stream, "  %-16s %s\n", m->name, m->question);
}

/* ---- options that do not belong to the method ---- */

static size_t size_of(enum option_type type)
{
    switch (type) {
    case OPTION_FLAG: return sizeof(bool);
    case OPTION_LIMITS:
    case OPTION_OPTIONAL:
    case OPTION_STRING:
    case OPTION_OUTPUT: return sizeof(const char *);
    case OPTION_LIST: return sizeof(struct name_list);
    case OPTION_COUNT: return sizeof(long);
    case OPTION_SEED: return sizeof(struct option_seed);
    case OPTION_CHOICE: return sizeof(int);
    case OPTION_NUMBER:
    case OPTION_FRACTION:
    case OPTION_CONFIDENCE:
    case OPTION_DURATION: return sizeof(double);
    }
    return 0;
}

static bool takes(const struct stat_method *method, const char *name)
{
    char blanked[40];
    (void)snprintf(blanked, sizeof blanked, " %s ", name);
    return strstr(method->options, blanked) != NULL ||
           (strcmp(name, "column") == 0 && method->most_files > 0);
}

static void say_options(const struct stat_method *method)
{
    const char *between = "";
    for (const struct option *o = verb_stat.options; o->name != NULL; o++) {
        if (takes(method, o->name)) {
            fprintf(stderr, "%s--%s", between, o->name);
            between = ", ";
        }
    }
    fputs(*between == '\0' ? "none\n" : "\n", stderr);
}

/* An option that has no say in the answer is a mistake of the caller: silence would mislead. */
static bool only_own_options(const struct stat_method *method, const struct stat_options *given)
{
    for (const struct option *o = verb_stat.options; o->name != NULL; o++) {
        bool changed = memcmp((const char *)given + o->offset, (const char *)&defaults + o->offset,
                              size_of(o->type)) != 0;
        if (changed && !takes(method, o->name)) {
            fprintf(stderr, "assay stat: %s takes no --%s; its options are ", method->name,
                    o->name);
            say_options(method);
            return false;
        }
    }
    return true;
}

/* ---- running ---- */

static enum exit_code read_samples(const struct option_arguments *files,
                                   const struct stat_method *method, struct stat_answer *answer)
{
    size_t n = files->n - 1;
    if (n < method->fewest_files || n > method->most_files) {
        static const char *const counts[] = {"no file", "one file", "two files"};
        return fail_saying(
            EXIT_USAGE, "assay stat: %s reads %s%s%s, given are %zu", method->name,
            counts[method->fewest_files], method->most_files > method->fewest_files ? " or " : "",
            method->most_files > method->fewest_files ? counts[method->most_files] : "", n);
    }
    if (n == 2 && strcmp(files->items[1], "-") == 0 && strcmp(files->items[2], "-") == 0)
        return fail_saying(EXIT_USAGE,
                           "assay stat: standard input can be read once; name the other file");
    for (; answer->n_samples < n; answer->n_samples++) {
        struct number_file *file = &answer->sample[answer->n_samples];
        struct assay_error error;
        if (number_file_read(files->items[answer->n_samples + 1], answer->options->column, file,
                             &error) != ASSAY_OK)
            return fail_with(&error);
        if (file->n == 0)
            return fail_saying(EXIT_DATA, "assay stat: %s holds no number", file->name);
    }
    return EXIT_DONE;
}

static enum exit_code answer_with(const struct stat_method *method, struct stat_answer *answer)
{
    struct view_writer writer;
    (void)fail_no_memory(&answer->error);
    answer->n_sizes = answer->n_samples;
    for (size_t i = 0; i < answer->n_samples; i++)
        answer->n[i] = answer->sample[i].n;
    answer->result = render_json_object();
    answer->words = view_open(&writer);
    bool ok = answer->words != NULL && method->run(answer);
    OWNED char *words = view_close(&writer);
    if (ok && answer->global->json) {
        json_t *document = render_json_document("stat", answer->global->confidence);
        render_json_warn(document, answer->warnings, NULL);
        render_json_put(document, JSON("method", method->name),
                        JSON("n", JSON_LIST(i, answer->n_sizes, render_json_count(answer->n[i]))),
                        JSON("result", json_incref(answer->result)));
        render_json_print(stdout, document);
    } else if (ok && words != NULL) {
        fputs(words, stdout);
        if (answer->warnings != 0 && !answer->global->quiet) {
            fputc('\n', stdout);
            warnings_print(stdout, answer->warnings, NULL);
        }
    }
    json_decref(answer->result);
    return ok ? EXIT_DONE : fail_as("assay stat", &answer->error);
}

static enum exit_code no_method(const char *name)
{
    if (has_moved(name))
        return fail_saying(
            EXIT_USAGE,
            "assay stat: %s is no method any more; in assay's sources `ninja -C build reference` "
            "makes build/tests/reference, and that answers `reference %s FILE`",
            name, name);
    fputs("assay stat: there is no method \"", stderr);
    terminal_say_name(name, strlen(name));
    fputc('"', stderr);
    if (!suggestion_say(name, word)) {
        fputs("; the methods are\n", stderr);
        list_methods(stderr);
    } else {
        fputc('\n', stderr);
    }
    return EXIT_USAGE;
}

/* "--exact" alone means "--exact=yes": an argument behind it that is none of its values is a file. */
static void complete_exact(int argc, char **argv)
{
    static char complete[] = "--exact=yes";
    for (int i = 0; i < argc && strcmp(argv[i], "--") != 0; i++) {
        if (strcmp(argv[i], "--exact") != 0)
            continue;
        const char *next = i + 1 < argc ? argv[i + 1] : "";
        bool valued = false;
        for (size_t k = 0; exactness[k] != NULL; k++)
            valued |= strcmp(next, exactness[k]) == 0;
        if (!valued)
            argv[i] = complete;
    }
}

static enum exit_code answer(void *given, struct option_arguments *arguments,
                             struct global_options *global)
{
    if (arguments->n == 0) {
        fputs("assay stat: which method?\n", stderr);
        list_methods(stderr);
        return EXIT_USAGE;
    }
    const struct stat_method *method = find_method(arguments->items[0]);
    if (method == NULL)
        return no_method(arguments->items[0]);
    if (!only_own_options(method, given))
        return EXIT_USAGE;
    struct stat_answer answer = {
        .options = given, .global = global, .confidence = global->confidence};
    enum exit_code code = read_samples(arguments, method, &answer);
    if (code == EXIT_DONE)
        code = answer_with(method, &answer);
    for (size_t i = 0; i < 2; i++)
        number_file_fini(&answer.sample[i]);
    return code;
}

static enum exit_code run(const struct verb *verb, int argc, char **argv,
                          struct global_options *global)
{
    complete_exact(argc, argv);
    return verb_answer(verb, argc, argv, global);
}

const struct verb verb_stat = {
    VERB_PAGE, .word = word, .defaults = &defaults, .answer = answer, .run = run,
};
