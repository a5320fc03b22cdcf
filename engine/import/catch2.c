/* SPDX-License-Identifier: GPL-3.0-or-later */
/* catch2.c -- what Catch2's reporter xml writes of BENCHMARKs.
 * Source:   Catch2 2.13 and 3.1 to 3.8, catch_reporter_xml.cpp: nanoseconds of six digits. Its other
 *           reporters (console, JSON, JUnit) tell people or nothing of benchmarks.
 * Levels:   one mean a benchmark; it keeps no samples.
 * Names:    the test case, its sections and the benchmark, with '/' between them.
 * Edge:     benchmarks that threw are left out and counted; a document without any is an error. */

#include "import/xml_walk.h"
#include "text/number.h"

enum { DEEPEST = 32, LONGEST = 1024 };

struct catch2 {
    struct importer *importer;
    XML_Parser parser;
    char name[LONGEST]; /* of what is open: cases, sections, a benchmark */
    size_t ends[DEEPEST], depth;
};

static bool is_named(const char *element)
{
    return strcmp(element, "TestCase") == 0 || strcmp(element, "Section") == 0 ||
           strcmp(element, "BenchmarkResults") == 0;
}

static void open_name(struct catch2 *catch2, const char *name)
{
    const size_t at = strlen(catch2->name);
    if (catch2->depth == DEEPEST || at + 1 + strlen(name) >= LONGEST) {
        importer_fail_at(catch2->importer, XML_GetCurrentLineNumber(catch2->parser), "name",
                         "names and sections are longer and deeper than any");
        return;
    }
    catch2->ends[catch2->depth++] = at;
    sprintf(catch2->name + at, "%s%s", at > 0 ? "/" : "", name);
}

static void add_mean(struct catch2 *catch2, const char *digits)
{
    struct importer *importer = catch2->importer;
    const struct importer_series series = {
        .benchmark = catch2->name, .metric = "wall", .unit = unit_of("ns"), .lowest = "execution"};
    double x;
    if (!importer_decimal(importer, digits, strlen(digits), series.unit.power,
                          XML_GetCurrentLineNumber(catch2->parser), "mean", &x))
        return;
    importer_value(importer, x);
    importer_summary(importer, 1);
    importer_add(importer, &series, NULL);
}

static void XMLCALL begin_element(void *context, const XML_Char *name, const XML_Char **attributes)
{
    struct catch2 *catch2 = context;
    if (is_named(name))
        open_name(catch2, xml_attribute(attributes, "name"));
    else if (strcmp(name, "mean") == 0)
        add_mean(catch2, xml_attribute(attributes, "value"));
    else if (strcmp(name, "failed") == 0)
        importer_skip(catch2->importer, 1, "benchmarks that failed");
    if (catch2->importer->json.failed)
        XML_StopParser(catch2->parser, XML_FALSE);
}

static void XMLCALL end_element(void *context, const XML_Char *name)
{
    struct catch2 *catch2 = context;
    if (is_named(name) && catch2->depth > 0)
        catch2->name[catch2->ends[--catch2->depth]] = '\0';
}

static void read_catch2(struct importer *importer)
{
    struct catch2 catch2 = {.importer = importer};
    xml_walk(importer, begin_element, end_element, &catch2, &catch2.parser, NULL);
}

static bool probe(const struct format_text *text)
{
    return xml_holds(text, "<Catch");
}

const struct format format_catch2 = {
    .name = "catch2",
    .what = "Catch2's XML",
    .probe = probe,
    .take = read_catch2,
};
