/* SPDX-License-Identifier: GPL-3.0-or-later */
/* phoronix.c -- XML of the Phoronix Test Suite (composite.xml, result files of OpenBenchmarking).
 * Source:   phoronix-test-suite 5 to 10, pts_result_file_writer.php: Result with Title, Description, Scale and
 *           Proportion (HIB: higher is better, LIB: lower), Data with an Entry for each system; RawString
 *           are the values of its runs with ':' between them.
 * Levels:   execution. An entry without RawString has its mean alone.
 * Names:    systems as entries are called; title and description; a time is `wall`, else the scale is the metric.
 * Edge:     graphs over time, pictures and what passed or failed are left out and counted, as are empty entries, which
 *           did not run.
 * Checked:  tests/engine/import/test_suites.c. */
#include "import/xml_walk.h"
#include "text/number.h"

enum part {
    PART_TITLE,
    PART_DESCRIPTION,
    PART_SCALE,
    PART_PROPORTION,
    PART_GRAPH,
    PART_SYSTEM,
    PART_VALUE,
    PART_RAW,
    N_PARTS
};

struct phoronix {
    struct importer *importer;
    XML_Parser parser;
    struct pull_mark mark; /* before the texts of the result */
    const char *text[N_PARTS];
    int open; /* the part whose text comes; -1: none */
    bool any, in_result, in_entry;
    char said[4096];
    size_t n_said;
};

static int part_of(const struct phoronix *phoronix, const char *name)
{
    static const struct {
        const char *name;
        bool of_entry;
        enum part part;
    } parts[] = {{"Title", false, PART_TITLE},         {"Description", false, PART_DESCRIPTION},
                 {"Scale", false, PART_SCALE},         {"Proportion", false, PART_PROPORTION},
                 {"DisplayFormat", false, PART_GRAPH}, {"Identifier", true, PART_SYSTEM},
                 {"Value", true, PART_VALUE},          {"RawString", true, PART_RAW}};
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++)
        if (phoronix->in_result && parts[i].of_entry == phoronix->in_entry &&
            strcmp(parts[i].name, name) == 0)
            return (int)parts[i].part;
    return -1;
}

static void XMLCALL take_characters(void *context, const XML_Char *text, int n)
{
    struct phoronix *phoronix = context;
    for (int i = 0; phoronix->open >= 0 && i < n && phoronix->n_said + 1 < sizeof phoronix->said;
         i++)
        phoronix->said[phoronix->n_said++] = text[i];
}

static void XMLCALL begin_element(void *context, const XML_Char *name, const XML_Char **attributes)
{
    struct phoronix *phoronix = context;
    (void)attributes;
    phoronix->any |= strcmp(name, "PhoronixTestSuite") == 0;
    if (!phoronix->any)
        XML_StopParser(phoronix->parser, XML_FALSE);
    XML_SetCharacterDataHandler(phoronix->parser, take_characters);
    if (strcmp(name, "Result") == 0) {
        phoronix->in_result = true;
        phoronix->mark = pull_mark(&phoronix->importer->json);
        for (size_t i = 0; i < N_PARTS; i++)
            phoronix->text[i] = "";
    } else if (phoronix->in_result && strcmp(name, "Entry") == 0) {
        phoronix->in_entry = true;
        phoronix->text[PART_SYSTEM] = phoronix->text[PART_VALUE] = phoronix->text[PART_RAW] = "";
    }
    phoronix->open = part_of(phoronix, name);
    phoronix->n_said = 0;
}

static struct importer_series series_of(struct phoronix *phoronix)
{
    struct pull *json = &phoronix->importer->json;
    const char *const *text = phoronix->text;
    struct importer_series series = {.system = text[PART_SYSTEM],
                                     .benchmark = text[PART_TITLE],
                                     .unit = unit_of(text[PART_SCALE]),
                                     .lowest = "execution"};
    if (text[PART_DESCRIPTION][0] != '\0')
        series.benchmark = pull_print(json, "%s (%s)", text[PART_TITLE], text[PART_DESCRIPTION]);
    if (text[PART_SCALE][0] == '\0')
        series.unit = unit_of("1");
    series.metric = strcmp(series.unit.name, "s") == 0 ? "wall"
                    : text[PART_SCALE][0] != '\0'      ? text[PART_SCALE]
                                                       : "value";
    unit_direct(&series.unit, strcmp(text[PART_PROPORTION], "HIB") == 0, ASSAY_TOLD_BY_FORMAT);
    return series;
}

/* "1.2:1.3:1.1" */
static void take_values(struct phoronix *phoronix, const char *text, int power)
{
    struct importer *importer = phoronix->importer;
    for (const char *p = text; *p != '\0' && !importer->json.failed;) {
        const size_t n = strcspn(p, ":");
        double x;
        if (n > 0 && importer_decimal(importer, p, n, power,
                                      XML_GetCurrentLineNumber(phoronix->parser), "RawString", &x))
            importer_value(importer, x);
        p += n + (p[n] == ':');
    }
}

static void take_entry(struct phoronix *phoronix)
{
    struct importer *importer = phoronix->importer;
    const char *graph = phoronix->text[PART_GRAPH];
    const struct importer_series series = series_of(phoronix);
    const bool bars = graph[0] == '\0' || strstr(graph, "BAR") != NULL;
    if (!bars) {
        importer_skip(importer, 1, "graphs, and what passed or failed");
    } else if (phoronix->text[PART_RAW][0] != '\0') {
        take_values(phoronix, phoronix->text[PART_RAW], series.unit.power);
    } else if (phoronix->text[PART_VALUE][0] != '\0') {
        take_values(phoronix, phoronix->text[PART_VALUE], series.unit.power);
        importer_summary(importer, importer->values.n);
    } else {
        importer_skip(importer, 1, "entries without a value");
    }
    importer_add(importer, &series, NULL);
}

static void XMLCALL end_element(void *context, const XML_Char *name)
{
    struct phoronix *phoronix = context;
    struct pull *json = &phoronix->importer->json;
    if (phoronix->open >= 0)
        phoronix->text[phoronix->open] = pull_copy(json, phoronix->said, phoronix->n_said);
    phoronix->open = -1;
    if (phoronix->in_entry && strcmp(name, "Entry") == 0) {
        take_entry(phoronix);
        phoronix->in_entry = false;
    } else if (phoronix->in_result && strcmp(name, "Result") == 0) {
        phoronix->in_result = false;
        pull_forget(json, phoronix->mark);
    }
    if (json->failed)
        XML_StopParser(phoronix->parser, XML_FALSE);
}

static void read_phoronix(struct importer *importer)
{
    struct phoronix phoronix = {.importer = importer, .open = -1};
    xml_walk(importer, begin_element, end_element, &phoronix, &phoronix.parser,
             "a PhoronixTestSuite is expected");
}

static bool probe(const struct format_text *text)
{
    return xml_holds(text, "<PhoronixTestSuite");
}

const struct format format_phoronix = {
    .name = "phoronix",
    .what = "XML of the Phoronix Test Suite",
    .probe = probe,
    .take = read_phoronix,
};
