/* SPDX-License-Identifier: GPL-3.0-or-later */
/* here_manifest.c -- the smallest manifest of what lies in this directory, to be copied as it is printed. */
#include "cli/here_manifest.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/owned.h"
#include "cli/here_look.h"
#include "cli/here_name.h"

/* Where the name of what is built stands in a file: behind a word at the beginning of a line, up to one of the ends.
 * NULL: the first rule of a Makefile says it. */
struct naming {
    const char *file, *word, *ends;
};

/* How it is built by one of its files; PROGRAM stands for its name. */
static const struct recipe {
    const char *file, *build, *run;
    struct naming naming;
} recipes[] = {
    {"Cargo.toml",
     "cargo build --release --manifest-path \"{source}/Cargo.toml\" --target-dir {dir}/target",
     "{dir}/target/release/PROGRAM",
     {"Cargo.toml", "name = \"", "\"\n"}},
    {"go.mod",
     "cd \"{source}\" && go build -o {dir}/PROGRAM .",
     "{dir}/PROGRAM",
     {"go.mod", "module ", " \n"}},
    {"package.json", NULL, "node \"{source}/PROGRAM\"", {"package.json", "\"main\": \"", "\"\n"}},
    {"CMakeLists.txt",
     "cmake -S \"{source}\" -B {dir} -DCMAKE_BUILD_TYPE=Release && cmake --build {dir}",
     "{dir}/PROGRAM",
     {"CMakeLists.txt", "add_executable(", " )\n"}},
    {"meson.build",
     "meson setup --buildtype=release {dir} \"{source}\" && ninja -C {dir}",
     "{dir}/PROGRAM",
     {"meson.build", "executable('", "'\n"}},
    {"Makefile",
     "make -B -C \"{source}\" && cp \"{source}/PROGRAM\" {dir}",
     "{dir}/PROGRAM",
     {"Makefile", NULL, NULL}},
};

/* Without one of these files: whose build is make's, which is mended more easily than written. */
static const struct recipe *recipe_of(const struct here *here)
{
    enum { N = sizeof recipes / sizeof *recipes };
    const struct recipe *recipe = recipes;
    while (recipe < &recipes[N - 1] &&
           (here->project == NULL || strcmp(here->project->file, recipe->file) != 0))
        recipe++;
    return recipe;
}

/* The last part of a path, in bounds: "example.org/words" is words. Only what a command can hold as it stands. */
static char *plain_name(const char *text, size_t length)
{
    OWNED char *name = strndup(text, length);
    const char *slash = name != NULL ? strrchr(name, '/') : NULL;
    const char *last = slash != NULL ? slash + 1 : name;
    return last != NULL && last[0] != '\0' && here_is_plain(last) ? strdup(last) : NULL;
}

/* A target and a colon, which is no part of := */
static bool is_rule(const char *line)
{
    const size_t n = strcspn(line, ":=# \t\n");
    return n > 0 && line[0] != '.' && line[n] == ':' && line[n + 1] != '=';
}

/* The target, or what comes first of "all". */
static char *made_by_rule(const char *line)
{
    const char *made = strncmp(line, "all:", 4) == 0 ? line + 4 : line;
    made += strspn(made, " \t");
    return plain_name(made, strcspn(made, ": \t\n"));
}

static bool says_name(const struct naming *naming, const char *line)
{
    return naming->word == NULL ? is_rule(line)
                                : strncmp(line, naming->word, strlen(naming->word)) == 0;
}

static char *name_in(const struct naming *naming, const char *line)
{
    if (naming->word == NULL)
        return made_by_rule(line);
    const char *name = line + strlen(naming->word);
    return plain_name(name, strcspn(name, naming->ends));
}

/* By the first line that says it, to be freed; NULL: none does, or not in so many words. */
static char *name_said(const struct naming *naming)
{
    OWNED char *line = NULL;
    size_t size = 0;
    bool found = false;
    FILE *file = fopen(naming->file, "re");
    while (file != NULL && !found && getline(&line, &size, file) >= 0)
        found = says_name(naming, line + (naming->word != NULL ? strspn(line, " \t") : 0));
    if (file != NULL)
        (void)fclose(file);
    return found ? name_in(naming, line + (naming->word != NULL ? strspn(line, " \t") : 0)) : NULL;
}

/* What make makes lies beside the Makefile when it was made once: the first target may be no program. */
static char *program_of(const struct here *here, const struct recipe *recipe)
{
    const char *compiled = here_programs_compiled(&here->programs);
    char *said = name_said(&recipe->naming);
    const bool by_make = recipe->naming.word == NULL;
    if (compiled == NULL || !by_make || (said != NULL && access(said, X_OK) == 0))
        return said;
    free(said);
    return strdup(compiled);
}

/* Each PROGRAM is the name; NULL: it stays. */
static void print_with(FILE *stream, const char *text, const char *name)
{
    static const char place[] = "PROGRAM";
    const char *at;
    for (; name != NULL && (at = strstr(text, place)) != NULL; text = at + sizeof place - 1)
        fprintf(stream, "%.*s%s", (int)(at - text), text, name);
    fputs(text, stream);
}

/* A search over commits finds its experiment by the name. */
static void print_recipe(FILE *stream, const struct recipe *recipe, const char *name)
{
    fprintf(stream, "  experiment: %s\n", name != NULL ? name : "PROGRAM");
    fputs("  levels: [{name: execution, count: 10}]\n  systems: [{name: here", stream);
    if (recipe->build != NULL) {
        fputs(", build: '", stream);
        print_with(stream, recipe->build, name);
        fputs("'", stream);
    }
    fputs("}]\n  benchmarks: [{name: all, run: '", stream);
    print_with(stream, recipe->run, name);
    fputs("'}]\n", stream);
    if (name == NULL)
        fputs("PROGRAM is the name of what is built and run: write yours.\n", stream);
}

void here_manifest_print(FILE *stream)
{
    SCOPED(here_look_fini) struct here here = {0};
    here_look(NULL, &here);
    const struct recipe *recipe = recipe_of(&here);
    OWNED char *name = program_of(&here, recipe);
    print_recipe(stream, recipe, name);
}
