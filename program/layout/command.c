/* SPDX-License-Identifier: GPL-3.0-or-later */
/* command.c -- what a compiler's command line does: gcc's and clang's option rules. */
#include "layout/command.h"

#include <ctype.h>

#include "layout/words.h"

/* Programs in front of the compiler that pass its words on. */
static const char launchers[] = "ccache sccache distcc icecc env";

/* Names that mean a driver which understands -B and hands over to ld. Others are left alone: to tcc,
 * -B is something else. */
static const char drivers[] =
    "gcc g++ cc c++ c89 c99 clang clang++ cpp gdc gnat gcc-go gfortran flang gccgo icx icpx";
static const char linkers[] = "ld ld.lld ld.gold ld.bfd ld.mold mold";

/* "x86_64-linux-gnu-gcc-12" is "gcc": the prefix of a target and a version are cut off. "c99" has none. */
static bool has_name(const char *program, const char *names)
{
    const char *base = strrchr(program, '/');
    base = base != NULL ? base + 1 : program;
    size_t n = strlen(base);
    if (word_is_one_of(base, names))
        return true;
    while (n > 0 && (isdigit((unsigned char)base[n - 1]) || base[n - 1] == '.'))
        n--;
    if (n > 0 && n < strlen(base) && base[n - 1] == '-')
        n--;
    for (size_t from = 0; from < n; from++)
        if ((from == 0 || base[from - 1] == '-') &&
            letters_are_one_of(base + from, n - from, names))
            return true;
    return false;
}

static bool is_launcher(const char *word)
{
    const char *base = strrchr(word, '/');
    return word_is_one_of(base != NULL ? base + 1 : word, launchers) ||
           strchr(base != NULL ? base : word, '=') != NULL;
}

/* The compiler's own word. A tool that we do not know stands before one that we know. */
static size_t driver_of(char *const *argv)
{
    size_t i = 0;
    while (argv[i] != NULL && argv[i + 1] != NULL && is_launcher(argv[i]))
        i++;
    if (argv[i] != NULL && !has_name(argv[i], drivers) && argv[i + 1] != NULL &&
        has_name(argv[i + 1], drivers))
        i++;
    return i;
}

/* Words for the linker may be inputs, which are not looked for among them; libraries are. */
static bool hands_over(const char *word)
{
    return word_begins_with(word, "-Wl,") || strcmp(word, "-Xlinker") == 0 ||
           word_begins_with(word, "-l");
}

/* Nothing is made that has a layout. */
static bool only_asks(const char *word)
{
    static const char words[] =
        "-E -M -MM -### -fsyntax-only --version --help -dumpversion -dumpfullversion -dumpmachine "
        "-dumpspecs --target-help --precompile -emit-ast --analyze";
    return word_is_one_of(word, words) || word_begins_with(word, "-print-") ||
           word_begins_with(word, "--print-") || word_begins_with(word, "--help=");
}

/* Options whose value is the next word, which is no input then. */
static bool takes_next(const char *word)
{
    static const char words[] =
        "-o -I -L -l -D -U -include -imacros -isystem -iquote -idirafter -iprefix -isysroot -MF "
        "-MT -MQ -x -Xlinker -Xassembler -Xpreprocessor -Xclang -T -u -z -e -A -B -arch -target "
        "--param -mllvm -aux-info -wrapper -specs -dumpbase -dumpdir -rpath -h -dumpbase-ext "
        "--sysroot";
    return word_is_one_of(word, words);
}

/* Inputs that no compiler proper reads. */
static bool is_no_source(const char *input)
{
    static const char suffixes[] = ".o .obj .a .so .s .S .sx .lo .la .ld";
    const char *base = strrchr(input, '/');
    base = base != NULL ? base + 1 : input;
    const char *dot = strrchr(base, '.');
    return dot == NULL || word_is_one_of(dot, suffixes) || strstr(base, ".so.") != NULL;
}

struct layout_command layout_classify(char *const *argv)
{
    struct layout_command command = {.role = LAYOUT_LINK};
    bool asks = false, compile_only = false, has_input = false, has_language = false;
    size_t first = driver_of(argv);
    command.driver = first;
    if (argv[first] == NULL)
        return (struct layout_command){.role = LAYOUT_PASS};
    if (has_name(argv[first], linkers))
        return (struct layout_command){.role = LAYOUT_LD};
    for (size_t i = first + 1; argv[i] != NULL; i++) {
        const char *word = argv[i];
        asks |= only_asks(word);
        compile_only |= strcmp(word, "-c") == 0 || strcmp(word, "-S") == 0;
        command.lto |= word_begins_with(word, "-flto");
        command.lto &= strcmp(word, "-fno-lto") != 0;
        command.own_linker |=
            word_begins_with(word, "--ld-path=") || word_begins_with(word, "-fuse-ld=/");
        command.no_function_sections |= strcmp(word, "-fno-function-sections") == 0;
        has_language |= word_begins_with(word, "-x");
        has_input |= hands_over(word);
        if (strcmp(word, "-o") == 0)
            command.output = argv[i + 1];
        if (word[0] == '-' && word[1] != '\0') {
            i += takes_next(word) && argv[i + 1] != NULL;
            continue;
        }
        has_input = true;
        command.compiles |= has_language || !is_no_source(word);
    }
    command.known =
        first == 0 || is_launcher(argv[first - 1]) ? has_name(argv[first], drivers) : false;
    if (asks || !has_input)
        command.role = LAYOUT_PASS;
    else if (compile_only)
        command.role = LAYOUT_COMPILE;
    command.own_linker &= command.role == LAYOUT_LINK;
    return command;
}
