/* SPDX-License-Identifier: GPL-3.0-or-later */
/* probe.c -- scripts, links and tools that end in a compiler's driver.
 * Source:   gcc(1) and clang(1): -### prints the commands and runs none of them; both compilers proper
 *           have cc1 in their names or words.
 */
#include "layout/command.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/owned.h"
#include "layout/options.h"
#include "layout/response.h"

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

bool probe_is_driver(char *const *argv, size_t driver)
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
