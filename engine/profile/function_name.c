/* SPDX-License-Identifier: GPL-3.0-or-later */
/* function_name.c -- from a symbol to the name that the function's source gives it.
 * Source:   Itanium C++ ABI 5.1; Rust RFC 2603 and the older scheme, whose hash differs between builds and is left out;
 *           both are read by libiberty. Suffixes: those of GCC and clang.
 * Edge:     the numbers of copies differ between builds of one source, so all copies of a function are that function.
 * Checked:  tests/engine/profile/test_symbols.c
 */
#include "profile/function_name.h"

#include <string.h>

#ifdef ASSAY_HAVE_IBERTY
#include <libiberty/demangle.h>
#endif

size_t function_name_length(const char *symbol)
{
    static const char *const added[] = {".cold",      ".part.", ".constprop.", ".isra.",
                                        ".lto_priv.", ".llvm.", ".localalias", ".clone.",
                                        ".resolver",  "@"};
    size_t n = strlen(symbol);
    for (size_t i = 0; i < sizeof added / sizeof *added; i++) {
        const char *at = n > 0 ? strstr(symbol + 1, added[i]) : NULL;
        if (at != NULL && (size_t)(at - symbol) < n)
            n = (size_t)(at - symbol);
    }
    return n;
}

static char *demangled(const char *symbol)
{
#ifdef ASSAY_HAVE_IBERTY
    if (strncmp(symbol, "_Z", 2) == 0 || strncmp(symbol, "_R", 2) == 0)
        return cplus_demangle(symbol, DMGL_PARAMS | DMGL_ANSI | DMGL_AUTO);
#else
    (void)symbol;
#endif
    return NULL;
}

const char *function_name(struct arena *memory, const char *symbol)
{
    char *plain = arena_print(memory, "%.*s", (int)function_name_length(symbol), symbol);
    if (plain == NULL)
        return NULL;
    char *source = demangled(plain);
    return source != NULL ? arena_keep(memory, source) : plain;
}
