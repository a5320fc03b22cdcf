/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_declared.c -- where a declaration is looked for: beside the file, above it up to the root of the repository, and
 * not where anyone may write. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "source/declared.h"
#include "support/oracle.h"

static char root[256];

static void make(const char *name, const char *text)
{
    char path[512];
    (void)snprintf(path, sizeof path, "%s/%s", root, name);
    for (char *p = path + strlen(root) + 1; (p = strchr(p, '/')) != NULL; p++) {
        *p = '\0';
        (void)mkdir(path, 0755);
        *p = '/';
    }
    if (text == NULL) {
        (void)mkdir(path, 0755);
        return;
    }
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs(text, file);
    fclose(file);
}

#define SAYS(column) "imports: [{files: '*.csv', format: columns, take: [{at: " column "}]}]\n"

/* The column that is declared of the file; "": nothing is. */
static void assert_found(const char *name, const char *given, const char *column)
{
    char path[512];
    struct declarations all;
    const struct declaration *found;
    struct assay_error error = {ASSAY_OK, ""};
    (void)snprintf(path, sizeof path, "%s/%s", root, name);
    if (declared_find(path, given, &all, &found, &error) != ASSAY_OK)
        fail_msg("%s", error.text);
    assert_string_equal(found != NULL ? found->items[0].at : "", column);
    declarations_fini(&all);
}

static void looked_for(void **state)
{
    (void)state;
    make("out/assay.import.yaml", SAYS("out"));
    make("out/repo/.git", NULL);
    make("out/repo/a/b/x.csv", "x\n1\n");
    make("out/x.csv", "x\n1\n");
    assert_found("out/x.csv", NULL, "out");
    assert_found("out/repo/a/b/x.csv", NULL, ""); /* the repository ends before */
    make("out/repo/assay.import.yaml", SAYS("repo"));
    assert_found("out/repo/a/b/x.csv", NULL, "repo");
    make("out/repo/a/assay.import.yaml",
         "imports: [{files: b/x.*, format: columns, take: [{at: a}]}]\n");
    assert_found("out/repo/a/b/x.csv", NULL, "a");
    make("out/repo/a/b/y.csv", "x\n1\n");
    assert_found("out/repo/a/b/y.csv", NULL, "repo"); /* the nearer one takes other files */
    make("out/repo/a/b/y.txt", "x\n1\n");
    assert_found("out/repo/a/b/y.txt", NULL, "");
}

/* Where anyone may write, what lies above a file says nothing of it. */
static void of_anybody(void **state)
{
    (void)state;
    char path[300];
    make("open/assay.import.yaml", SAYS("open"));
    make("open/below/x.csv", "x\n1\n");
    make("open/x.csv", "x\n1\n");
    (void)snprintf(path, sizeof path, "%s/open", root);
    assert_found("open/below/x.csv", NULL, "open");
    assert_int_equal(chmod(path, 01777), 0);
    assert_found("open/below/x.csv", NULL, "");
    assert_found("open/x.csv", NULL, "open"); /* the user's own */
}

static void given(void **state)
{
    (void)state;
    char path[300];
    struct declarations all;
    const struct declaration *found;
    struct assay_error error;
    make("given/mine.yaml", SAYS("mine"));
    make("given/x.csv", "x\n1\n");
    (void)snprintf(path, sizeof path, "%s/given/mine.yaml", root);
    assert_found("given/x.csv", path, "mine");
    assert_found("out/x.csv", path, "mine");
    assert_int_equal(declared_find("/elsewhere/x.txt", path, &all, &found, &error), ASSAY_USAGE);
    assert_non_null(strstr(error.text, "takes this file"));
    declarations_fini(&all);
    assert_int_equal(declared_find("x.csv", "/nonexistent.yaml", &all, &found, &error),
                     ASSAY_USAGE);
}

static int make_root(void **state)
{
    (void)state;
    const char *temporary = getenv("TMPDIR");
    (void)snprintf(root, sizeof root, "%s/assay-declared-XXXXXX",
                   temporary != NULL ? temporary : "/tmp");
    return mkdtemp(root) != NULL ? 0 : 1;
}

static int remove_root(void **state)
{
    (void)state;
    char command[300];
    (void)snprintf(command, sizeof command, "rm -rf '%s'", root);
    return system(command);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(looked_for),
        cmocka_unit_test(of_anybody),
        cmocka_unit_test(given),
    };
    return cmocka_run_group_tests(tests, make_root, remove_root);
}
