/* SPDX-License-Identifier: GPL-3.0-or-later */
/* manual.c -- the manual pages, from the tables that the parser uses.
 *
 * Run at build time: `manual assay` prints assay(1), `manual VERB` prints assay-VERB(1), `manual
 * libassay` prints libassay(3), all as scdoc source.
 */
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include <assay/assay.h>

#include "cli/verb.h"
#include "view/text/warning.h"

/* scdoc takes * and _ for emphasis and \ for an escape; everything else is plain. */
static void print_text(const char *text)
{
    for (; *text != '\0'; text++) {
        if (strchr("*_\\#`[]<>~", *text) != NULL)
            putchar('\\');
        putchar(*text);
    }
}

static void print_option(const struct option *o)
{
    putchar('*');
    if (o->letter != 0)
        printf("-%c*, *", o->letter);
    printf("--%s*", o->name);
    if (o->argument != NULL) {
        fputs(o->type != OPTION_OPTIONAL ? " " : "", stdout);
        print_text(o->argument);
    }
    fputs("\n\t", stdout);
    print_text(o->help);
    fputs("\n\n", stdout);
}

/* By their groups, below a heading each. */
static void print_options(const struct option *options)
{
    for (const struct option *first = options; first->name != NULL; first++) {
        if (!option_begins_group(options, first))
            continue;
        if (first->group != NULL)
            printf("## %s\n\n", first->group);
        for (const struct option *o = first; o->name != NULL; o++)
            if (option_is_of(o, first->group))
                print_option(o);
    }
}

/* Of verbs and of options. */
static void print_other_names(const struct verb *verb)
{
    if (!verb_has_older_names(verb))
        return;
    puts("# OTHER NAMES\n\nThey stay, and do the same.\n");
    if (verb_is_older(verb))
        printf("*assay %s*\n\tassay %s\n\n", verb->name, verb_words_of(verb));
    for (const struct option *o = verb->options; o->name != NULL; o++)
        if (o->same != NULL)
            printf("*--%s*\n\t*--%s*\n\n", o->name, o->same);
}

/* Lines "command<TAB>what it does" become a bold command with its meaning indented below. */
static void print_examples(const char *examples)
{
    while (*examples != '\0') {
        size_t line = strcspn(examples, "\n");
        char text[1024];
        (void)snprintf(text, sizeof text, "%.*s", (int)line, examples);
        char *start = text;
        while (isspace((unsigned char)*start))
            start++;
        char *meaning = strchr(start, '\t');
        if (meaning != NULL)
            *meaning++ = '\0';
        if (*start != '\0') {
            putchar('*');
            print_text(start);
            fputs("*\n", stdout);
            if (meaning != NULL) {
                putchar('\t');
                print_text(meaning + strspn(meaning, " \t"));
                putchar('\n');
            }
            putchar('\n');
        }
        examples += line + (examples[line] == '\n');
    }
}

static void print_exit_status(void)
{
    puts("# EXIT STATUS\n");
    puts("*0*\n\tdone; a gate that was asked for has passed\n");
    puts("*1*\n\tgate: at least one benchmark is slower beyond the margin\n");
    puts("*2*\n\tusage: unknown option, bad manifest\n");
    puts("*3*\n\tdata: unreadable, or they cannot support the analysis asked for\n");
    puts("*4*\n\ta measured command failed\n");
    puts("*5*\n\tthe system failed: disk full, store locked or damaged, permission\n");
    puts("*6*\n\tgate: nothing is slower, but a benchmark is inconclusive\n");
    puts("*130*\n\tinterrupted; everything finished is stored\n");
}

static void print_verb(const struct verb *verb)
{
    printf("assay-%s(1) \"assay %s\"\n\n# NAME\n\nassay-%s - ", verb->name, assay_version(),
           verb->name);
    print_text(verb->question);
    printf("\n\n# SYNOPSIS\n\n*assay %s* ", verb_words_of(verb));
    print_text(verb->synopsis);
    puts("\n\n# DESCRIPTION\n");
    print_text(verb->description);
    putchar('\n');
    if (verb->options[0].name != NULL) {
        puts("\n# OPTIONS\n");
        print_options(verb->options);
    }
    puts("\n# GLOBAL OPTIONS\n");
    print_options(global_options_table);
    print_other_names(verb);
    print_exit_status();
    if (verb->examples != NULL) {
        puts("# EXAMPLES\n");
        print_examples(verb->examples);
    }
    puts("# SEE ALSO\n\n*assay*(1)");
}

static void print_see_also(void)
{
    puts("# SEE ALSO\n");
    for (size_t i = 0; verbs[i] != NULL; i++)
        printf("*assay-%s*(1)%s\n", verbs[i]->name, verbs[i + 1] != NULL ? "," : "");
}

static void print_program(void)
{
    printf("assay(1) \"assay %s\"\n\n# NAME\n\nassay - measure programs with known uncertainty\n\n",
           assay_version());
    puts("# SYNOPSIS\n\n*assay* \\[GLOBAL OPTIONS\\] VERB \\[OPTIONS\\] \\[ARGUMENTS\\]\n");
    puts("# DESCRIPTION\n\nassay answers: is the new version faster, by how much, how sure are we, "
         "and what would\n"
         "it cost to be surer? It runs builds, executions and iterations in random, paired rounds, "
         "keeps\n"
         "every value, and reports ratios with intervals and a verdict.\n");
    puts("# VERBS\n");
    for (size_t i = 0; verbs[i] != NULL; i++) {
        printf("*assay-%s*(1)\n\t", verbs[i]->name);
        print_text(verbs[i]->question);
        puts("\n");
    }
    puts("# GLOBAL OPTIONS\n\nThey may stand before or after the verb.\n");
    print_options(global_options_table);
    print_exit_status();
    puts("# ENVIRONMENT\n\n*ASSAY\\_STORE*\n\tthe store to use\n\n*XDG\\_DATA\\_HOME*\n\twhere "
         "assay/assay.db is kept when neither a store nor a manifest is here (default: "
         "~/.local/share)\n\n*NO\\_COLOR*\n\tno colour when set\n");
    /* Text at the margin ends the page: scdoc leaves a block open that is the last. */
    print_see_also();
}

/* libassay(3): what a reader needs before the headers, which document every function. */
static void print_library(void)
{
    static const struct {
        const char *headers, *what;
    } rooms[] = {
        {"sample.h dataset.h view.h",
         "nested samples, built from counts or from labels; plain lists"},
        {"descriptive.h test.h", "moments, quantiles, autocorrelation; classical tests"},
        {"interval.h bootstrap.h typical.h", "means, ratios, verdicts; the typical run"},
        {"finding.h", "what assay show and assay compare say, as data"},
        {"plan.h stopping.h", "how many repetitions at each level; when to stop"},
        {"steady.h mixture.h history.h", "warm-up; modes; changes over versions"},
        {"suite.h speedup.h machine.h", "many benchmarks; the Speedup-Test; many machines"},
        {"order.h", "systems at work at the same time, in slices of one processor or on two"},
        {"simulate.h simulate_checks.h random.h parallel.h", "experiments with known truth"},
        {"status.h warning.h", "errors as values; what limits a finding"}};
    printf("libassay(3) \"assay %s\"\n\n# NAME\n\nlibassay - nested measurements in, ratios with "
           "their uncertainty out\n\n# SYNOPSIS\n\n*#include <assay/assay.h>*\n\n"
           "cc prog.c $(pkg-config --cflags --libs libassay)\n\n# DESCRIPTION\n\n",
           assay_version());
    puts("The statistics of assay. The library reads no file, no clock and no environment, keeps "
         "no\n"
         "state and prints nothing; the same input and seed give the same bits on any number of\n"
         "threads. A sample is a list of numbers with a shape (counts of its levels from top to\n"
         "bottom); it is borrowed and never reordered. A function that can fail returns an enum\n"
         "assay\\_status and fills the struct assay\\_error given, which may be NULL. What lies on "
         "the\n"
         "stack ends with \\_fini, what was made on the heap with \\_free. Undefined numbers are "
         "NaN.\n\n"
         "# HEADERS\n\nThey document every function.\n");
    for (size_t i = 0; i < sizeof rooms / sizeof *rooms; i++) {
        putchar('*');
        print_text(rooms[i].headers);
        printf("*\n\t%s\n\n", rooms[i].what);
    }
    puts("# WARNINGS\n\nBits of assay\\_warnings by their codes (assay\\_warning\\_code), with the "
         "sentences of "
         "assay:\n");
    for (unsigned bit = 0; bit < ASSAY_WARN_COUNT; bit++) {
        printf("*%s*\n\t", assay_warning_code((enum assay_warning)bit));
        print_text(warning_sentence((enum assay_warning)bit));
        puts("\n");
    }
    puts("# SEE ALSO\n\n*assay*(1), libassay.md and examples/ratio.c in the documentation");
}

int main(int argc, char **argv)
{
    if (argc == 2 && strcmp(argv[1], "libassay") == 0) {
        print_library();
        return 0;
    }
    if (argc == 2 && strcmp(argv[1], "assay") == 0) {
        print_program();
        return 0;
    }
    for (size_t i = 0; argc == 2 && verbs[i] != NULL; i++) {
        if (strcmp(verbs[i]->name, argv[1]) == 0) {
            print_verb(verbs[i]);
            return 0;
        }
    }
    fputs("usage: manual assay|libassay|VERB\n", stderr);
    return 2;
}
