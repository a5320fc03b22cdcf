/* SPDX-License-Identifier: GPL-3.0-or-later */
/* path.c -- which file is the store, when nobody names one. */
#include "store/store.h"

#include "base/owned.h"

#include <pwd.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char *environment(const char *name)
{
    const char *value = getenv(name);
    return value != NULL && value[0] != '\0' ? value : NULL;
}

/* Every directory above the last slash; failures show when the store is opened. */
static void make_directories(char *path)
{
    for (char *slash = strchr(path + 1, '/'); slash != NULL; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        (void)mkdir(path, 0700);
        *slash = '/';
    }
}

static char *user_path(void)
{
    char *path = NULL;
    const char *data = environment("XDG_DATA_HOME");
    const char *home = environment("HOME");
    const struct passwd *user = data == NULL && home == NULL ? getpwuid(geteuid()) : NULL;
    if (user != NULL)
        home = user->pw_dir;
    int n = data != NULL && data[0] == '/' /* the XDG standard ignores relative paths */
                ? asprintf(&path, "%s/assay/assay.db", data)
                : asprintf(&path, "%s/.local/share/assay/assay.db", home != NULL ? home : ".");
    return n < 0 ? NULL : path;
}

char *store_known_path(const char *given, const char *directory)
{
    if (given == NULL)
        given = environment("ASSAY_STORE");
    if (given != NULL)
        return strdup(given);
    if (directory == NULL && (access("assay.db", F_OK) == 0 || access("assay.yaml", F_OK) == 0))
        return strdup("assay.db");
    if (directory == NULL)
        return user_path();
    char *path = NULL;
    return asprintf(&path, "%s/assay.db", directory) < 0 ? NULL : path;
}

char *store_path_beside(const char *given, const char *manifest)
{
    const char *slash = manifest != NULL ? strrchr(manifest, '/') : NULL;
    OWNED char *directory = slash != NULL
                                ? strndup(manifest, slash == manifest ? 1 : (size_t)(slash - manifest))
                            : manifest != NULL ? strdup(".")
                                               : NULL;
    return store_default_path(given, directory);
}

char *store_default_path(const char *given, const char *directory)
{
    char *path = store_known_path(given, directory);
    const bool is_ours = given == NULL && environment("ASSAY_STORE") == NULL && directory == NULL;
    if (path != NULL && is_ours)
        make_directories(path);
    return path;
}
