/* SPDX-License-Identifier: GPL-3.0-or-later */
/* tools.c -- the directory where compilers find us under the names of linkers. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "layout/options.h"
#include "measure/workspace.h"
#include "view/text/complain.h"

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

bool layout_tools_open(struct layout_tools *tools)
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

void layout_tools_close(struct layout_tools *tools)
{
    if (tools->ours)
        workspace_remove(tools->path);
    free(tools->path);
    *tools = (struct layout_tools){0};
}
