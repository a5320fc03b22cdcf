/* SPDX-License-Identifier: GPL-3.0-or-later */
/* compiler.c -- which compiler, of which version, makes a system.
 *
 * A build command may be anything: what stands in it is a good guess, and `compiler: NAME` in the
 * manifest is certain. What is recorded is what the program says itself.
 */
#include "measure/host.h"

#include <fnmatch.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* File names of compilers, with the versions that distributions put behind them. */
static const char *const patterns[] = {"cc",      "c++",       "gcc",      "g++",     "clang",
                                       "clang++", "gcc-*",     "g++-*",    "clang-*", "clang++-*",
                                       "*-gcc",   "*-g++",     "*-gcc-*",  "tcc",     "icx",
                                       "icpx",    "gfortran*", "rustc",    "cargo",   "go",
                                       "javac",   "ghc",       "ocamlopt", "zig",     "nvcc"};

static bool is_compiler(const char *word)
{
    const char *slash = strrchr(word, '/'), *name = slash != NULL ? slash + 1 : word;
    for (size_t i = 0; i < sizeof patterns / sizeof patterns[0]; i++)
        if (fnmatch(patterns[i], name, 0) == 0)
            return true;
    return false;
}

/* "CC=gcc -m32": the program. */
static char *first_word(const char *text)
{
    text += strspn(text, " \t\"'");
    return strndup(text, strcspn(text, " \t\"'"));
}

static const char *find_variable(const struct design_environment *environment, const char *name)
{
    for (size_t i = 0; i < environment->n; i++)
        if (strcmp(environment->names[i], name) == 0 && environment->values[i][0] != '\0')
            return environment->values[i];
    return NULL;
}

/* From the words of a build command: CC=…, or a word that is a compiler's name. "assay cc --" only
 * stands before one. */
static char *from_command(const char *command)
{
    char *copy = strdup(command), *found = NULL, *rest = copy;
    bool ours = false;
    for (char *word;
         copy != NULL && found == NULL && (word = strsep(&rest, " \t\n;&|()\"'")) != NULL;) {
        if (strncmp(word, "CC=", 3) == 0 && word[3] != '\0' && strstr(word, "assay") == NULL)
            found = strdup(word + 3);
        else if (is_compiler(word) && !ours)
            found = strdup(word);
        const char *slash = strrchr(word, '/');
        ours = strcmp(slash != NULL ? slash + 1 : word, "assay") == 0;
    }
    free(copy);
    return found;
}

char *compiler_of(const struct design *design, size_t system)
{
    const struct design_system *s = &design->systems[system];
    if (s->build == NULL)
        return NULL;
    if (s->compiler != NULL)
        return design_expand(design, &(struct design_place){.system = system}, s->compiler);
    const char *own = find_variable(&s->environment, "CC"), *cc = getenv("CC");
    if (own != NULL && strstr(own, "assay") == NULL)
        return first_word(own);
    char *found = from_command(s->build);
    if (found != NULL)
        return found;
    return cc != NULL && cc[0] != '\0' ? first_word(cc) : strdup("cc");
}

/* The name goes to a shell's words without being read by it. */
static FILE *ask(const char *compiler, const char *option)
{
    char *command = NULL;
    FILE *output = NULL;
    if (strchr(compiler, '\'') == NULL &&
        asprintf(&command, "'%s' %s 2>&1 </dev/null", compiler, option) >= 0)
        output = popen(command, "re");
    free(command);
    return output;
}

bool compiler_version(const char *compiler, char *line, size_t size)
{
    static const char *const options[] = {"--version", "version", "-version"};
    for (size_t i = 0; i < sizeof options / sizeof options[0]; i++) {
        FILE *output = ask(compiler, options[i]);
        bool read = output != NULL && fgets(line, (int)size, output) != NULL;
        bool ended = output != NULL && pclose(output) == 0;
        if (!read || !ended)
            continue;
        line[strcspn(line, "\n")] = '\0';
        return line[0] != '\0';
    }
    return false;
}
