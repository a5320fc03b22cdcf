/* SPDX-License-Identifier: GPL-3.0-or-later */
/* main.c -- the program: finds the verb and hands over. */
#include <locale.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

#include "base/knob.h"
#include "cli/fail.h"
#include "cli/help.h"
#include "cli/here.h"
#include "cli/verb.h"
#include "layout/layout.h"
#include "view/medium/form.h"
#include "view/text/view_memory.h"

/* Index of the verb: the first argument that is no option and no option's value. argc when there is
 * none. */
static int verb_position(int argc, char **argv)
{
    for (int i = 1; i < argc; i++) {
        if (argv[i][0] != '-')
            return i;
        if (strncmp(argv[i], "--", 2) != 0 || strchr(argv[i], '=') != NULL)
            continue;
        for (const struct option *o = global_options_table; o->name != NULL; o++)
            if (o->type != OPTION_FLAG && strcmp(o->name, argv[i] + 2) == 0) {
                i++; /* perhaps to the end: a value that is missing */
                break;
            }
    }
    return argc;
}

/* What stands here is an answer to people. Who asks for a document, or for silence, is a script that lost its words: it must
 * not pass. */
static enum exit_code run_without_verb(const struct global_options *global)
{
    const struct terminal terminal = terminal_of(stdout, (enum terminal_color)global->color);
    if (global->version)
        verb_print_version();
    else if (global->help)
        help_print_all();
    else if (global->usage)
        help_print_usage(&terminal);
    else if (global->json || global->quiet)
        return fail_saying(EXIT_USAGE, "assay: there is no verb; assay --help lists them");
    else
        here_print(&terminal, global);
    return EXIT_DONE;
}

/* What other tools have a verb for; NULL: nothing. */
static const char *instead_of(const char *name)
{
    static const char *const known[][2] = {
        {"init", "a manifest is written by hand (assay help manifest), commands need none: assay "
                 "run 'old' 'new'"},
        {"list", "assay store lists experiments, assay --help lists verbs"},
        {"delete", "assay store delete ID removes an experiment"},
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (strcmp(known[i][0], name) == 0)
            return known[i][1];
    return NULL;
}

static enum exit_code refuse_verb(const char *name)
{
    const char *near = verb_near(name);
    if (strchr(name, ' ') != NULL) /* a command, as hyperfine takes it */
        terminal_complain("assay: there is no verb \"%s\"; assay --help lists them, and assay run "
                          "'%s' measures it",
                          name, name);
    else if (instead_of(name) != NULL)
        terminal_complain("assay: there is no verb \"%s\"; %s", name, instead_of(name));
    else if (near != NULL)
        terminal_complain("assay: there is no verb \"%s\"; did you mean %s?", name, near);
    else
        terminal_complain("assay: there is no verb \"%s\"; assay --help lists them", name);
    return EXIT_USAGE;
}

/* The result is only done when all of it has reached its reader: a full disk behind stdout is an error,
 * and so is a screen that lacks words. */
static enum exit_code close_output(enum exit_code code)
{
    form_end();
    if (fflush(stdout) != 0 || ferror(stdout)) {
        perror("assay: standard output");
        return EXIT_SYSTEM;
    }
    if (!view_lost())
        return code;
    return fail_saying(EXIT_SYSTEM, "assay: out of memory: not everything was done or printed");
}

static enum exit_code run(int argc, char *argv[])
{
    struct global_options global = {.confidence = ASSAY_CONFIDENCE_DEFAULT,
                                    .command = {(const char **)(uintptr_t)argv, (size_t)argc}};
    int position = verb_position(argc, argv);
    const struct option_table table = {global_options_table, &global};
    struct option_arguments none;
    if (!option_parse(position - 1, argv + 1, &table, 1, &none))
        return none.no_memory ? EXIT_SYSTEM : EXIT_USAGE;
    option_arguments_fini(&none);
    if (position == argc)
        return close_output(run_without_verb(&global));

    char **rest = argv + position + 1;
    int n_rest = argc - position - 1;
    if (strcmp(argv[position], "help") == 0)
        return close_output(help_answer(n_rest, rest, &global));
    const struct verb *verb = verb_named(argv[position]);
    if (verb == NULL)
        return refuse_verb(argv[position]);
    return close_output(verb_call(verb, n_rest, rest, &global));
}

static void on_file_limit(int number)
{
    (void)number;
}

/* A write beyond the limit on the size of files (ulimit -f) fails as on a full disk and is told,
 * instead of killing us and the launcher. A handler and not SIG_IGN: exec gives every command the
 * default back, at no cost in its timing window; and whoever started us with it ignored gets that. */
static void survive_file_limit(void)
{
    const struct sigaction action = {.sa_handler = on_file_limit, .sa_flags = SA_RESTART};
    struct sigaction before;
    if (sigaction(SIGXFSZ, NULL, &before) == 0 && before.sa_handler == SIG_DFL)
        (void)sigaction(SIGXFSZ, &action, NULL);
}

static void on_interrupt(int number)
{
    (void)number;
    _exit(EXIT_INTERRUPTED);
}

/* Who is interrupted ends at once and says so by the exit code. Verbs that have something to put in order
 * first watch for themselves (measure/interrupt.h). */
static void end_when_interrupted(void)
{
    static const int signals[] = {SIGINT, SIGTERM, SIGHUP};
    const struct sigaction action = {.sa_handler = on_interrupt};
    struct sigaction before;
    for (size_t i = 0; i < sizeof signals / sizeof *signals; i++)
        if (sigaction(signals[i], NULL, &before) == 0 && before.sa_handler == SIG_DFL)
            (void)sigaction(signals[i], &action, NULL);
}

int main(int argc, char **argv)
{
    if (layout_is_linker(argv[0])) /* assay cc has put us in a linker's place */
        return layout_link(argv);
    if (layout_is_assembler(argv[0]))
        return layout_assemble(argv);
    knob_style_set((struct knob_style){.before = "--", .is = " ", .joint = '-'});
    survive_file_limit();
    end_when_interrupted();
    setlocale(LC_CTYPE, ""); /* how wide names are; all else, numbers too, is the same everywhere */
    return (int)run(argc, argv);
}
