/* SPDX-License-Identifier: GPL-3.0-or-later */
/* completion.c -- completions for bash, zsh and fish, from the tables that the parser uses.
 *
 * Run at build time: `completion bash|zsh|fish choices.txt`. A word without a meaning fails the build.
 */
#include <stdio.h>
#include <string.h>

#include "choices.h"
#include "cli/verb.h"

/* Asked for while somebody types: branches and tags of the work tree, and experiments. bash runs a command that stands in a word
 * which it offers, and whoever made a branch or a store may name them so: plain names alone are offered. */
#define PLAIN "grep -x \"[A-Za-z0-9._/+@-]*\""
static const char branches[] =
    "git for-each-ref --format=\"%(refname)\" refs/heads refs/tags 2>/dev/null | " PLAIN
    " | cut -d/ -f3-";
#define HELP "what a verb, a topic or a word means"

/* Inside single quotes a shell takes everything but the quote as it stands. */
static void print_quoted(const char *text)
{
    for (; *text != '\0'; text++) {
        if (*text == '\'')
            fputs("'\\''", stdout);
        else
            putchar(*text);
    }
}

static void print_words(const struct option *options)
{
    for (const struct option *o = options; o->name != NULL; o++) {
        if (o->same != NULL) /* another name, which nobody needs to be offered */
            continue;
        printf(" --%s", o->name);
        if (o->letter != 0)
            printf(" -%c", o->letter);
    }
}

/* Lines of bash's _assay_offer, inside single quotes. */
static void print_bash_choices(const struct choice *choices)
{
    for (const struct choice *c = choices; c->word != NULL; c++) {
        print_quoted(c->word);
        putchar('\t');
        print_quoted(c->what);
        putchar('\n');
    }
}

/* Inside the double quotes of a text that is inside single quotes, which the shell reads once more. */
static void print_twice_quoted(const char *text, const char *escaped)
{
    for (; *text != '\0'; text++) {
        if (strchr(escaped, *text) != NULL)
            putchar('\\');
        if (*text == '\'')
            fputs("'\\'", stdout);
        putchar(*text);
    }
}

/* zsh: ((word\:"what it means" ..)) */
static void print_zsh_choices(const struct choice *choices)
{
    fputs("((", stdout);
    for (const struct choice *c = choices; c->word != NULL; c++) {
        fputs(c == choices ? "\"" : " \"", stdout);
        print_twice_quoted(c->word, "\"$`\\");
        fputs("\"\\:\"", stdout);
        print_twice_quoted(c->what, "\"$`\\:");
        putchar('"');
    }
    fputs("))", stdout);
}

/* fish: "word"\t"what it means" .. */
static void print_fish_choices(const struct choice *choices)
{
    for (const struct choice *c = choices; c->word != NULL; c++) {
        fputs(c == choices ? "\"" : " \"", stdout);
        print_twice_quoted(c->word, "\"$");
        fputs("\"\\t\"", stdout);
        print_twice_quoted(c->what, "\"$");
        putchar('"');
    }
}

/* Options whose value is a commit, and so a branch or a tag. */
static bool takes_branch(const struct option *option)
{
    return strcmp(option->name, "branch") == 0 ||
           (option->argument != NULL && strcmp(option->argument, "COMMIT") == 0);
}

static bool has_choices(const struct option *option)
{
    return option->choices != NULL || option->word != NULL;
}

/* Options whose value is a stored experiment, by whatever name. */
static bool takes_experiment(const struct option *option)
{
    return option->argument != NULL && strcmp(option->argument, "BASELINE") == 0;
}

/* Options whose value is a file or a directory, or a command, which may be one. */
static bool takes_file(const struct option *option)
{
    static const char *const files[] = {"FILE", "DIR",   "STORE", "MANIFEST", "PREFIX",
                                        "CMD",  "SHELL", "WHERE", "LINE",     "EXPERIMENT"};
    for (size_t i = 0; option->argument != NULL && i < sizeof files / sizeof *files; i++)
        if (strstr(option->argument, files[i]) != NULL)
            return true;
    return false;
}

/* What stands behind this option of a verb, or of all (""): words, branches, experiments, files, or what nobody can guess. */
static void print_bash_value(const struct option *o, const char *verb)
{
    if (!option_takes_word(o))
        return;
    const char *colon = verb[0] != '\0' ? ":" : "";
    printf("    %s%s--%s", verb, colon, o->name);
    if (o->letter != 0)
        printf("|%s%s-%c", verb, colon, o->letter);
    if (has_choices(o)) {
        fputs(") _assay_offer '", stdout);
        print_bash_choices(choices_of_option(verb, o));
        puts("'; return ;;");
    } else if (takes_branch(o)) {
        printf(") COMPREPLY=($(compgen -W \"$(%s)\" -- \"$current\")); return ;;\n", branches);
    } else if (takes_experiment(o)) {
        puts(") COMPREPLY=($(compgen -W \"latest $(assay store names 2>/dev/null | " PLAIN
             ")\" -- \"$current\")); return ;;");
    } else {
        puts(takes_file(o) ? ") COMPREPLY=($(compgen -f -- \"$current\")); return ;;"
                           : ") return ;;");
    }
}

/* first: the words that the first argument of the verb is chosen from, while it is the one at hand. */
static void print_bash_first(void)
{
    puts("    case \"$verb:$n\" in");
    for (size_t i = 0; verbs[i] != NULL; i++) {
        if (verbs[i]->word == NULL)
            continue;
        printf("    %s:0) first='", verbs[i]->name);
        print_bash_choices(choices_of_verb(verbs[i]));
        puts("' ;;");
    }
    fputs("    help:0) first='", stdout);
    print_bash_choices(choices_of_help());
    puts("' ;;\n    esac");
}

/* Those whose arguments are experiments of the store, or files. */
static void print_experiment_verbs(const char *between)
{
    bool any = false;
    for (size_t i = 0; verbs[i] != NULL; i++) {
        if (verbs[i]->takes_experiments)
            printf("%s%s", any ? between : "", verbs[i]->name);
        any = any || verbs[i]->takes_experiments;
    }
}

/* Verbs by the words that lead to them: what only has an older name is reached by an option of another verb. */
static void print_verb_names(bool older)
{
    for (size_t i = 0; verbs[i] != NULL; i++)
        if (verb_is_older(verbs[i]) == older)
            printf("%s ", verbs[i]->name);
}

/* "show:--steady) verb=steady": what stands behind such an option is told as options of the verb that it calls. */
static void print_bash_older(void)
{
    puts("        case \"$verb:$word\" in");
    for (size_t i = 0; verbs[i] != NULL; i++) {
        const char *words = verb_words_of(verbs[i]);
        if (verb_is_older(verbs[i]))
            printf("        %.*s:%s) verb=%s ;;\n", (int)strcspn(words, " "), words,
                   strrchr(words, ' ') + 1, verbs[i]->name);
    }
    puts("        esac");
}

/* A word a line, and what it means behind a tab: those that begin as the word at hand; where the shell lists them, with it. */
static const char offer[] =
    "_assay_offer() {\n"
    "    local word what\n"
    "    COMPREPLY=()\n"
    "    while IFS=$'\\t' read -r word what; do\n"
    "        case $word in '') ;; \"$current\"*) COMPREPLY+=(\"$word\") ;; esac\n"
    "    done <<<\"$1\"\n"
    "    [ \"${COMP_TYPE:-9}\" = 63 ] && [ ${#COMPREPLY[@]} -gt 1 ] || return 0\n"
    "    compopt +o filenames 2>/dev/null\n"
    "    COMPREPLY=()\n"
    "    while IFS=$'\\t' read -r word what; do\n"
    "        case $word in '') ;; \"$current\"*) COMPREPLY+=(\"$word  ($what)\") ;; esac\n"
    "    done <<<\"$1\"\n"
    "}";

static void print_bash(void)
{
    puts("# bash completion for assay");
    puts(offer);
    puts("_assay() {\n"
         "    local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]} verb= "
         "word words first= experiments= n=0");
    fputs("    local verbs='", stdout);
    print_verb_names(false);
    fputs("help' older='", stdout);
    print_verb_names(true);
    puts("'\n    for word in \"${COMP_WORDS[@]:1:COMP_CWORD-1}\"; do\n"
         "        if [ -n \"$verb\" ]; then case $word in -*) ;; *) n=$((n+1)) ;; esac\n"
         "        else case \" $verbs $older \" in *\" $word \"*) verb=$word ;; esac; fi");
    print_bash_older();
    puts("    done\n    case \"$verb:$previous\" in");
    for (size_t i = 0; verbs[i] != NULL; i++)
        for (const struct option *o = verbs[i]->options; o->name != NULL; o++)
            print_bash_value(o, verbs[i]->name);
    puts("    esac\n    case \"$previous\" in");
    for (const struct option *o = global_options_table; o->name != NULL; o++)
        print_bash_value(o, "");
    puts("    esac\n"
         "    case \"$verb\" in\n    '') words=\"$verbs\" ;;");
    for (size_t i = 0; verbs[i] != NULL; i++) {
        printf("    %s) words='", verbs[i]->name);
        print_words(verbs[i]->options);
        puts("' ;;");
    }
    fputs("    esac\n    words=\"$words", stdout);
    print_words(global_options_table);
    puts("\"");
    print_bash_first();
    fputs("    case \"$verb\" in ", stdout);
    print_experiment_verbs("|");
    puts(") experiments=\"latest $(assay store names 2>/dev/null | " PLAIN ")\" ;; esac");
    puts("    case \"$current\" in\n    -*) COMPREPLY=($(compgen -W \"$words\" -- "
         "\"$current\")) ;;\n"
         "    *) if [ -n \"$first\" ]; then _assay_offer \"$first\"\n"
         "       elif [ -n \"$verb\" ]; then COMPREPLY=($(compgen -W \"$experiments\" -- "
         "\"$current\") $(compgen -f -- \"$current\"))\n"
         "       else COMPREPLY=($(compgen -W \"$words\" -- \"$current\")); fi ;;\n"
         "    esac\n}\ncomplete -o filenames -F _assay assay");
}

static void print_zsh_options(const char *verb, const struct option *options)
{
    for (const struct option *o = options; o->name != NULL; o++) {
        if (o->same != NULL)
            continue;
        printf(" '--%s[", o->name);
        for (const char *c = o->help; *c != '\0'; c++) {
            if (strchr("[]:\\", *c) != NULL)
                putchar('\\');
            if (*c == '\'')
                fputs("'\\'", stdout);
            putchar(*c);
        }
        putchar(']');
        if (has_choices(o)) {
            printf(":%s:", o->name);
            print_zsh_choices(choices_of_option(verb, o));
        } else if (takes_branch(o)) {
            printf(":%s:{ compadd ${(f)\"$(%s)\"} }", o->name, branches);
        } else if (takes_experiment(o)) {
            printf(":%s:{ compadd latest ${(f)\"$(assay store names 2>/dev/null)\"} }", o->name);
        } else if (option_takes_word(o)) {
            printf(takes_file(o) ? ":%s:_files" : ":%s: ", o->name);
        }
        putchar('\'');
    }
}

static void print_zsh_older(void)
{
    for (size_t i = 0; verbs[i] != NULL; i++) {
        const char *words = verb_words_of(verbs[i]);
        if (verb_is_older(verbs[i]))
            printf("  [[ $words[2] == %.*s ]] && (( ${words[(I)%s]} )) && verb=%s\n",
                   (int)strcspn(words, " "), words, strrchr(words, ' ') + 1, verbs[i]->name);
    }
}

static void print_zsh(void)
{
    fputs("#compdef assay\n_assay() {\n  local -a verbs globals\n  verbs=(", stdout);
    for (size_t i = 0; verbs[i] != NULL; i++) {
        if (verb_is_older(verbs[i]))
            continue;
        printf(" '%s:", verbs[i]->name);
        print_quoted(verbs[i]->question);
        putchar('\'');
    }
    fputs(" 'help:" HELP "' )\n  globals=(", stdout);
    print_zsh_options("", global_options_table);
    puts(" )\n  if (( CURRENT == 2 )); then\n    _describe verb verbs\n    return\n  fi\n  local "
         "verb=$words[2]");
    print_zsh_older();
    puts("  case $verb in");
    for (size_t i = 0; verbs[i] != NULL; i++) {
        printf("  %s) _arguments $globals", verbs[i]->name);
        print_zsh_options(verbs[i]->name, verbs[i]->options);
        if (verbs[i]->word != NULL) {
            fputs(" '1: :' '2:word:", stdout);
            print_zsh_choices(choices_of_verb(verbs[i]));
            putchar('\'');
        }
        puts(verbs[i]->takes_experiments
                 ? " '*:experiment:{ compadd latest ${(f)\"$(assay store names 2>/dev/null)\"}; "
                   "_files }' ;;"
                 : " '*:file:_files' ;;");
    }
    fputs("  help) _arguments '1: :' '2:topic:", stdout);
    print_zsh_choices(choices_of_help());
    puts("' ;;\n  esac\n}\n_assay \"$@\"");
}

static void print_fish_options(const char *verb, const struct option *options,
                               const char *condition)
{
    for (const struct option *o = options; o->name != NULL; o++) {
        if (o->same != NULL)
            continue;
        printf("complete -c assay %s -l %s", condition, o->name);
        if (o->letter != 0)
            printf(" -s %c", o->letter);
        if (option_takes_word(o))
            fputs(takes_file(o) ? " -r" : " -x", stdout);
        if (has_choices(o)) {
            fputs(" -f -a '", stdout);
            print_fish_choices(choices_of_option(verb, o));
            putchar('\'');
        }
        if (takes_branch(o))
            printf(" -f -a '(%s)'", branches);
        if (takes_experiment(o))
            fputs(" -f -a 'latest (assay store names 2>/dev/null)'", stdout);
        fputs(" -d '", stdout);
        print_quoted(o->help);
        puts("'");
    }
}

/* The verb is there; of one that has an older name the option that leads to it, too. */
static void fish_condition(const struct verb *verb, char *text, size_t size)
{
    const char *words = verb_words_of(verb), *option = strstr(words, " --");
    if (option == NULL)
        (void)snprintf(text, size, "-n '__fish_seen_subcommand_from %s'", verb->name);
    else
        (void)snprintf(text, size,
                       "-n '__fish_seen_subcommand_from %s; or begin; __fish_seen_subcommand_from "
                       "%.*s; and __fish_seen_argument -l %.*s; end'",
                       verb->name, (int)(option - words), words, (int)strcspn(option + 3, " "),
                       option + 3);
}

static void print_fish(void)
{
    puts("# fish completion for assay");
    for (size_t i = 0; verbs[i] != NULL; i++) {
        if (verb_is_older(verbs[i]))
            continue;
        printf("complete -c assay -n __fish_use_subcommand -f -a %s -d '", verbs[i]->name);
        print_quoted(verbs[i]->question);
        puts("'");
    }
    puts("complete -c assay -n __fish_use_subcommand -f -a help -d '" HELP "'");
    fputs("complete -c assay -n '__fish_seen_subcommand_from help' -f -a '", stdout);
    print_fish_choices(choices_of_help());
    puts("'");
    print_fish_options("", global_options_table, "");
    for (size_t i = 0; verbs[i] != NULL; i++) {
        char condition[256];
        fish_condition(verbs[i], condition, sizeof condition);
        print_fish_options(verbs[i]->name, verbs[i]->options, condition);
        if (verbs[i]->takes_experiments)
            printf("complete -c assay %s -a 'latest (assay store names 2>/dev/null)'\n", condition);
        if (verbs[i]->word == NULL)
            continue;
        printf("complete -c assay -n '__fish_seen_subcommand_from %s; and not "
               "__fish_seen_subcommand_from ",
               verbs[i]->name);
        for (size_t k = 0; verbs[i]->word(k) != NULL; k++)
            if (strchr(verbs[i]->word(k), ' ') == NULL)
                printf("%s ", verbs[i]->word(k));
        fputs("' -f -a '", stdout);
        print_fish_choices(choices_of_verb(verbs[i]));
        puts("'");
    }
}

int main(int argc, char **argv)
{
    static const struct {
        const char *name;
        void (*print)(void);
    } shells[] = {{"bash", print_bash}, {"zsh", print_zsh}, {"fish", print_fish}};
    for (size_t i = 0; argc == 3 && i < sizeof shells / sizeof *shells; i++)
        if (strcmp(argv[1], shells[i].name) == 0 && choices_read(argv[2])) {
            shells[i].print();
            return choices_missing() > 0;
        }
    fputs("usage: completion bash|zsh|fish CHOICES\n", stderr);
    return 2;
}
