/* SPDX-License-Identifier: GPL-3.0-or-later */
/* junit.c -- JUnit's XML, which most runners of tests write: how long each test took.
 * Source:   the schema of Jenkins' xunit plugin; Surefire, pytest, Gradle, cargo nextest, CTest.
 * Levels:   one duration a test: a suite that is run again gives another file, which is a unit
 *           (--level-of-files execution).
 * Names:    classname and name, with '/' between them.
 * Edge:     tests that failed, had an error or were skipped are left out and counted. Thousands may
 *           be parted by commas, as Surefire does. */

#include "import/xml_walk.h"
#include "text/number.h"

struct junit {
    struct importer *importer;
    XML_Parser parser;
    struct pull_mark mark;           /* before the test's texts */
    const char *name, *class, *time; /* of the test at hand; name NULL: none */
    const char *left_out;            /* why; NULL: it is not */
    bool any;                        /* a suite, or a test */
};

static void XMLCALL begin_element(void *context, const XML_Char *name, const XML_Char **attributes)
{
    struct junit *junit = context;
    struct pull *json = &junit->importer->json;
    junit->any |= strcmp(name, "testsuite") == 0 || strcmp(name, "testsuites") == 0;
    if (!junit->any && strcmp(name, "testcase") != 0)
        XML_StopParser(junit->parser, XML_FALSE);
    if (strcmp(name, "testcase") == 0) {
        const char *said[3] = {xml_attribute(attributes, "name"),
                               xml_attribute(attributes, "classname"),
                               xml_attribute(attributes, "time")};
        junit->mark = pull_mark(json);
        junit->name = pull_copy(json, said[0], strlen(said[0]));
        junit->class = pull_copy(json, said[1], strlen(said[1]));
        junit->time = pull_copy(json, said[2], strlen(said[2]));
        junit->left_out = said[2][0] == '\0' ? "tests without a time" : NULL;
    } else if (strcmp(name, "failure") == 0 || strcmp(name, "error") == 0) {
        junit->left_out = "tests that failed";
    } else if (strcmp(name, "skipped") == 0) {
        junit->left_out = "tests that were skipped";
    }
}

static void add_test(struct junit *junit)
{
    struct importer *importer = junit->importer;
    struct pull *json = &importer->json;
    struct importer_series series = {
        .benchmark = junit->class[0] != '\0' ? pull_print(json, "%s/%s", junit->class, junit->name)
                                             : junit->name,
        .metric = "wall",
        .unit = unit_of("s"),
        .lowest = "execution"};
    char digits[64];
    size_t n = 0;
    double x;
    for (const char *p = junit->time; *p != '\0' && n + 1 < sizeof digits; p++)
        if (*p != ',')
            digits[n++] = *p;
    if (!importer_decimal(importer, digits, n, 0, XML_GetCurrentLineNumber(junit->parser), "time",
                          &x))
        return;
    importer_value(importer, x);
    importer_add(importer, &series, NULL);
}

static void XMLCALL end_element(void *context, const XML_Char *name)
{
    struct junit *junit = context;
    if (strcmp(name, "testcase") != 0 || junit->name == NULL)
        return;
    if (junit->left_out != NULL)
        importer_skip(junit->importer, 1, junit->left_out);
    else
        add_test(junit);
    junit->name = junit->left_out = NULL;
    pull_forget(&junit->importer->json, junit->mark);
    if (junit->importer->json.failed)
        XML_StopParser(junit->parser, XML_FALSE);
}

static void read_junit(struct importer *importer)
{
    struct junit junit = {.importer = importer};
    importer_note(importer, "one duration for each test: give several files to compare them");
    xml_walk(importer, begin_element, end_element, &junit, &junit.parser,
             "a testsuite is expected");
}

static bool probe(const struct format_text *text)
{
    return xml_holds(text, "<testsuite");
}

const struct format format_junit = {
    .name = "junit",
    .what = "JUnit XML",
    .probe = probe,
    .take = read_junit,
};
