/* SPDX-License-Identifier: GPL-3.0-or-later */
/* wrap.c -- the compiler's side of `assay cc`. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/owned.h"
#include "layout/command.h"
#include "layout/layout.h"
#include "layout/options.h"
#include "layout/record.h"
#include "layout/response.h"
#include "measure/workspace.h"
#include "view/text/complain.h"

/* Scripts, links and tools that end in a compiler's driver.
 * Source:   gcc(1) and clang(1): -### prints the commands and runs none of them; both compilers proper
 *           have cc1 in their names or words.
 */

/* Its output, as far as it matters. */
static bool names_compiler(int fd)
{
    static const char name[] = "cc1";
    static char text[1 << 16];
    ssize_t n = pread(fd, text, sizeof text, 0);
    return n > 0 && memmem(text, (size_t)n, name, sizeof name - 1) != NULL;
}

static bool run_and_look(const char *path, char *const *words)
{
    const int null = open("/dev/null", O_RDWR | O_CLOEXEC);
    const int said = memfd_create("assay-probe", MFD_CLOEXEC);
    bool found = false;
    if (null >= 0 && said >= 0)
        found =
            layout_run(path, words, (const int[3]){null, null, said}) == 0 && names_compiler(said);
    if (null >= 0)
        close(null);
    if (said >= 0)
        close(said);
    return found;
}

/* Asks it for what it would do (-###) with an empty source. argv[0] to argv[driver] are its words. */
static bool probe_is_driver(char *const *argv, size_t driver)
{
    static const char *const question[] = {"-###", "-x", "c", "-c", "/dev/null", "-o", "/dev/null"};
    SCOPED(words_fini) struct words words = {calloc(1, sizeof *words.items), 0};
    bool ok = words.items != NULL;
    for (size_t i = 0; ok && i <= driver; i++)
        ok = words_append(&words, argv[i]);
    for (size_t i = 0; ok && i < sizeof question / sizeof *question; i++)
        ok = words_append(&words, question[i]);
    OWNED char *path = ok ? layout_find(argv[0]) : NULL;
    ok = path != NULL && run_and_look(path, words.items);
    return ok;
}

/* ---- the directory where compilers find us under the names of linkers ---- */

enum { PATH_MOST = 4096 };

/* Directories beside this program: where it was built, and where it was installed. */
static const char *const places[] = {"linker", "../libexec/assay"};

/* The installed one; NULL when there is none. */
static char *find_installed(const char *directory)
{
    for (size_t i = 0; i < sizeof places / sizeof places[0]; i++) {
        char program[PATH_MOST + 32];
        (void)snprintf(program, sizeof program, "%s/%s/ld.lld", directory, places[i]);
        if (access(program, X_OK) != 0)
            continue;
        *strrchr(program, '/') = '\0';
        return realpath(program, NULL);
    }
    return NULL;
}

static bool link_names(const char *directory, const char *self)
{
    static const char *const names[] = {"as", "ld", "ld.lld", "ld.gold", "ld.bfd", "ld.mold"};
    char path[PATH_MOST];
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        (void)snprintf(path, sizeof path, "%s/%s", directory, names[i]);
        if (symlink(self, path) != 0)
            return false;
    }
    return true;
}

static void layout_tools_close(struct layout_tools *tools)
{
    if (tools->ours)
        workspace_remove(tools->path);
    free(tools->path);
    *tools = (struct layout_tools){0};
}

/* For a program that was copied alone: links to itself. */
static bool make_fresh(struct layout_tools *tools, const char *self)
{
    struct workspace workspace;
    struct assay_error error;
    if (workspace_open(&workspace, NULL, &error) != ASSAY_OK) {
        terminal_complain("assay cc: %s", error.text);
        return false;
    }
    *tools = (struct layout_tools){workspace.path, true};
    if (link_names(tools->path, self))
        return true;
    terminal_complain("assay cc: cannot make links in %s: %s", tools->path, strerror(errno));
    layout_tools_close(tools);
    return false;
}

static bool layout_tools_open(struct layout_tools *tools)
{
    char self[PATH_MOST], directory[PATH_MOST];
    ssize_t n = readlink("/proc/self/exe", self, sizeof self - 1);
    if (n <= 0) {
        terminal_complain("assay cc: cannot read /proc/self/exe: %s", strerror(errno));
        return false;
    }
    self[n] = '\0';
    memcpy(directory, self, (size_t)n + 1);
    *strrchr(directory, '/') = '\0';
    *tools = (struct layout_tools){find_installed(directory), false};
    return tools->path != NULL || make_fresh(tools, self);
}

/* Returns only when the program cannot be run. */
static int become(char *const *argv)
{
    (void)execvp(argv[0], argv);
    int error = errno;
    terminal_complain("assay cc: cannot run %s: %s", argv[0],
                      error == ENOENT ? "there is no such program" : strerror(error));
    return error == ENOENT ? LAYOUT_MISSING : LAYOUT_MISSING - 1;
}

static int no_memory(void)
{
    fputs("assay cc: not enough memory\n", stderr);
    return LAYOUT_FAILED;
}

/* The caller's words, then ours: behind them no option of theirs is mistaken for a value of ours. A
 * prefix (NULL: none) goes behind the compiler's own word: the first -B wins. */
static bool copy_with(char *const *argv, const char *const *more, size_t driver, const char *prefix,
                      struct words *out)
{
    *out = (struct words){calloc(1, sizeof *out->items), 0};
    bool ok = out->items != NULL;
    for (size_t i = 0; ok && argv[i] != NULL; i++) {
        ok = words_append(out, argv[i]);
        if (ok && i == driver && prefix != NULL)
            ok = words_append(out, prefix);
    }
    for (size_t i = 0; ok && more[i] != NULL; i++)
        ok = words_append(out, more[i]);
    if (!ok)
        words_fini(out);
    return ok;
}

struct flags {
    const char *items[10];
    size_t n;
};

/* What lets us in between compiler and assembler, and has the compiler say what it inlines: into a file that lives as
 * long as the compiler, which we become. Nor may gcc let another function that is the same be called in place of it. */
static void add_dose_flags(struct flags *flags, const char *driver)
{
    static char flag[64];
    const bool clang = strstr(layout_base(driver), "clang") != NULL;
    const char *option = clang ? "-foptimization-record-file=" : "-fopt-info-inline-optimized=";
    (void)snprintf(flag, sizeof flag, "%s/dev/fd/%d", option, memfd_create("assay-inlined", 0));
    (void)setenv(LAYOUT_INLINED_VARIABLE, flag + strlen(option), 1);
    flags->items[flags->n++] = flag;
    flags->items[flags->n++] = "-fno-optimize-sibling-calls";
    flags->items[flags->n++] = clang ? "-fno-integrated-as" : "-fno-ipa-icf";
    if (clang)
        flags->items[flags->n++] = "-foptimization-record-passes=inline";
}

/* What caches kept was made without. */
static bool has_dose(const struct layout_command *command)
{
    return getenv(LAYOUT_DOSE_VARIABLE) != NULL && (command->compiles || command->lto) &&
           setenv("CCACHE_DISABLE", "1", 1) == 0 && setenv("SCCACHE_RECACHE", "1", 1) == 0;
}

/* An optimiser at link time makes the sections then. */
static struct flags our_flags(const struct layout_options *options,
                              const struct layout_command *command, const char *driver)
{
    struct flags flags = {{NULL}, 0};
    if (!command->compiles && !command->lto)
        return flags;
    if (has_dose(command))
        add_dose_flags(&flags, driver);
    if (!command->no_function_sections)
        flags.items[flags.n++] = "-ffunction-sections";
    if (options->data)
        flags.items[flags.n++] = "-fdata-sections";
    return flags;
}

/* With directories that stay, nothing is to be done afterwards: we become the compiler. */
static int run_with_tools(char *const *argv, const struct flags *flags, size_t driver,
                          const struct layout_tools *tools)
{
    OWNED char *prefix = NULL;
    SCOPED(words_fini) struct words words = {0};
    if (asprintf(&prefix, "-B%s/", tools->path) < 0)
        return no_memory();
    bool ok = copy_with(argv, flags->items, driver, prefix, &words);
    if (!ok)
        return no_memory();
    OWNED char *path = tools->ours ? layout_find(words.items[0]) : NULL;
    return path != NULL ? layout_run(path, words.items, NULL) : become(words.items);
}

static int run_between(const struct layout_options *options, char *const *argv,
                       const struct flags *flags, size_t driver)
{
    SCOPED(layout_tools_close) struct layout_tools tools = {0};
    OWNED char *path = layout_find(argv[0]);
    if (path == NULL)
        return become(argv);
    if (!layout_tools_open(&tools))
        return LAYOUT_FAILED;
    int code =
        layout_options_export(options) ? run_with_tools(argv, flags, driver, &tools) : no_memory();
    return layout_end_as(code);
}

/* A command that is run as it stands, although it makes a program. */
static int run_unordered(const struct layout_options *options, char **argv, const char *output,
                         const char *remark)
{
    if (!options->quiet)
        terminal_complain("assay cc: %s", remark);
    record_append_plain(options, output, remark);
    return become(argv);
}

static bool is_ourselves(const char *word)
{
    const char *base = strrchr(word, '/');
    return strcmp(base != NULL ? base + 1 : word, "assay") == 0;
}

static int run_driver(const struct layout_options *options, char **argv,
                      const struct layout_command *command)
{
    const struct flags flags = our_flags(options, command, argv[command->driver]);
    if (command->own_linker)
        return run_unordered(options, argv, command->output,
                             "the command names its linker by a path: its order stays as it is");
    if (command->role == LAYOUT_COMPILE && !has_dose(command)) {
        struct words words;
        if (!copy_with(argv, flags.items, 0, NULL, &words))
            return no_memory();
        int code = become(words.items);
        words_fini(&words);
        return code;
    }
    if (command->role == LAYOUT_LINK && layout_lacks_linker(options))
        return LAYOUT_FAILED;
    return run_between(options, argv, &flags, command->driver);
}

static int run_command(const struct layout_options *options, char **argv,
                       const struct layout_command *command)
{
    char remark[200];
    const bool makes = command->role == LAYOUT_COMPILE || command->role == LAYOUT_LINK;
    if (command->role == LAYOUT_LD) {
        /* The command is a linker: the same, without a compiler around it. */
        if (layout_lacks_linker(options))
            return LAYOUT_FAILED;
        return layout_options_export(options) ? layout_link(argv) : no_memory();
    }
    if (!makes || (!command->known && is_ourselves(argv[0]))) /* the inner one does it */
        return become(argv);
    if (command->known || probe_is_driver(argv, command->driver))
        return run_driver(options, argv, command);
    if (command->role == LAYOUT_COMPILE)
        return become(argv);
    (void)snprintf(remark, sizeof remark,
                   "%.80s does not answer as gcc's or clang's driver does: it is run as it stands",
                   argv[command->driver]);
    return run_unordered(options, argv, command->output, remark);
}

int layout_wrap(const struct layout_options *options, char **argv)
{
    SCOPED(words_fini) struct words words = {0};
    bool used;
    if (!options->seeded)
        return become(argv);
    if (!record_is_writable(options))
        return LAYOUT_FAILED;
    if (!response_expand(argv, &words, &used))
        return no_memory();
    struct layout_command command = layout_classify(words.items);
    return run_command(options, argv, &command);
}
