/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_xml_paths.c -- XML by paths: what stands where, and documents that were made to do harm. */
#include "import/declaration.h"
#include "read.h"

#define TAKE(items) "imports:\n  - format: xml\n    take: [" items "]\n"

/* NULL: refused, with what is wrong in error. */
static struct assay_dataset *read_xml(const char *declaration, const char *text, size_t size,
                                      bool partial)
{
    struct declarations all;
    if (declarations_parse(declaration, strlen(declaration), "d.yaml", &all, &error) != ASSAY_OK)
        fail_msg("%s", error.text);
    const struct format_options options = {.system = "file",
                                           .benchmark = "file",
                                           .declared = &all.items[0],
                                           .partial = partial,
                                           .summary = &summary};
    const struct format_text whole = {text, size};
    struct assay_dataset *d = assay_dataset_new();
    summary = (struct format_summary){0};
    error = (struct assay_error){.status = ASSAY_OK};
    if (format_read(declaration_format(&all.items[0]), &whole, &options, d, &error) != ASSAY_OK)
        assay_dataset_free(&d);
    else
        assert_int_equal(assay_dataset_finish(d, &error), ASSAY_OK);
    declarations_fini(&all);
    return d;
}

static struct assay_dataset *read_whole(const char *declaration, const char *text)
{
    struct assay_dataset *d = read_xml(declaration, text, strlen(text), false);
    if (d == NULL)
        fail_msg("%zu:%s: %s", error.line, error.field, error.text);
    return d;
}

static void assert_no_xml(const char *text, size_t size, size_t line, const char *part)
{
    assert_null(read_xml(TAKE("{at: a/b, metric: wall, unit: s}"), text, size, false));
    if (error.line != line || strstr(error.text, part) == NULL)
        fail_msg("%zu:%s: %s", error.line, error.field, error.text);
}

static void places(void **state)
{
    (void)state;
    struct assay_dataset *d =
        read_whole(TAKE("{at: r/@sha, is: version}, {at: 'r/suite+/@name', is: benchmark}, "
                        "{at: 'r/suite+/case/@n', is: parameter, name: size}, "
                        "{at: 'r/suite+/case/@os', is: parameter}, "
                        "{at: 'r/suite+/case/**/bad', is: unless}, "
                        "{at: 'r/suite+/case/text()', metric: wall, unit: ms}, "
                        "{at: 'r/*/rate', metric: rate, unit: points, better: more}"),
                   "<?xml version='1.0'?>\n<!DOCTYPE r>\n<r sha='4d'><suite name='a &amp; \"b\"'>\n"
                   "<case n='1' os='x\\y'> 1.5<!-- no --><![CDATA[5]]>\n</case><case n='1' "
                   "os='x\\y'>2<deep>9</deep></case>"
                   "<case n='2'>7<log><bad/></log></case><case n='3'> </case>"
                   "<suite name='c'><case>3</case></suite><other><case>8</case></other></suite>"
                   "<else><rate>4</rate></else></r>");
    assert_values(find(d, "4d", "a & \"b\" (size=1, os=x\\y)", "wall"),
                  (const double[]){1.55e-3, 2e-3}, 2);
    assert_values(find(d, "4d", "a & \"b\"/c", "wall"), (const double[]){3e-3}, 1);
    assert_true(find(d, "4d", "file", "rate")->more_is_better);
    assert_int_equal(assay_dataset_count(d), 3);
    assert_int_equal(skipped(&summary, "objects that the declaration leaves out"), 1);
    assay_dataset_free(&d);
}

static void any_depth(void **state)
{
    (void)state;
    static const char text[] = "<r><x><v name='a'>1</v><y><v name='b'>2</v></y></x></r>";
    struct assay_dataset *d = read_whole(
        TAKE("{at: '**/v/@name', is: benchmark}, {at: '**/v/text()', metric: m, unit: s}"), text);
    assert_values(find(d, "file", "a", "m"), (const double[]){1}, 1);
    assert_values(find(d, "file", "b", "m"), (const double[]){2}, 1);
    assay_dataset_free(&d);
    d = read_whole(TAKE("{at: 'r/x/v/@name', is: benchmark}, {at: 'r/x/v/text()', metric: m}"),
                   text);
    assert_int_equal(assay_dataset_count(d), 1);
    assay_dataset_free(&d);
}

static void several_in_one_text(void **state)
{
    (void)state;
    static const char declaration[] = "imports:\n  - format: xml\n    between: \":;\"\n"
                                      "    thousands: true\n    take: [{at: a/b, unit: ms}]\n";
    struct assay_dataset *d = read_whole(declaration, "<a>\n<b>1,234.5:2;:3</b><b>4</b></a>");
    assert_values(find(d, "file", "file", "wall"), (const double[]){1.2345, 2e-3, 3e-3, 4e-3}, 4);
    assay_dataset_free(&d);
    assert_null(read_xml(declaration, "<a>\n\n<b>1:x</b></a>", 19, false));
    assert_int_equal(error.line, 3);
    assert_non_null(strstr(error.text, "\"x\" is not a finite decimal number"));
}

static void cut_short(void **state)
{
    (void)state;
    static const char declaration[] = TAKE("{at: r/c/@n, is: benchmark}, {at: r/c/t, unit: s}");
    static const char text[] = "<r>\n<c n='a'><t>1</t></c>\n<c n='b'><t>2</t>\n<x></x></c></r>";
    for (size_t size = 1; size < sizeof text - 1; size++) {
        assert_null(read_xml(declaration, text, size, false));
        assert_non_null(strstr(error.text, "cut short here"));
        struct assay_dataset *d = read_xml(declaration, text, size, true);
        const bool first = size >= 25, second = size >= 55; /* whose ends were read */
        assert_int_equal(d != NULL, first);
        if (d != NULL)
            assert_int_equal(assay_dataset_count(d), second ? 2 : 1);
        if (d != NULL)
            assert_true(summary.cut_line >= 2);
        assay_dataset_free(&d);
    }
}

static void harm(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        size_t line;
        const char *says;
    } cases[] = {
        {"<!DOCTYPE a [<!ENTITY x \"1\">\n<!ENTITY y \"&x;&x;\">]>\n<a><b>&y;</b></a>", 1,
         "declares entities of its own"},
        {"<!DOCTYPE a SYSTEM 'file:///etc/hostname'>\n<a><b>&y;</b></a>", 2, "&name;"},
        {"<a>\n<b>&y;</b></a>", 2, "an entity (&name;)"},
        {"<a><b>1</b></a><a/>", 1, "text follows"},
        {"<a><b x='1' x='2'>1</b></a>", 1, "an attribute stands twice"},
        {"<a>\n<b>\xff\xfe</b></a>", 2, "no XML"},
        {"<a>\n<b>\x01</b></a>", 2, "no XML"},
        {"<a><b>nan</b></a>", 1, "\"nan\" is not a finite decimal number"},
        {"<a><b><![CDATA[1", 1, "cut short"},
        {"<?xml version='1.0' encoding='EBCDIC'?><a/>", 1, "encoding"},
        {"", 0, "no measured value"},
        {"<z><b>1</b></z>", 0, "no measured value"},
        {"<a><b><c>1</c></b></a>", 0, "no measured value"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        assert_no_xml(cases[i].text, strlen(cases[i].text), cases[i].line, cases[i].says);
}

/* n times this. */
static char *repeated(char *to, const char *text, size_t n)
{
    const size_t size = strlen(text);
    for (size_t i = 0; i < n; i++, to += size)
        memcpy(to, text, size);
    return to;
}

static void large(void **state)
{
    (void)state;
    enum { N = 300000 };
    char *text = malloc(9 * (size_t)N + 100);
    assert_non_null(text);
    char *p = repeated(text, "<p>", N); /* as deep as nobody's */
    p = repeated(p, "</p>", N);
    assert_no_xml(text, (size_t)(p - text), 0, "no measured value");
    p = repeated(text, "<p n='a'>", 80);
    assert_null(read_xml(TAKE("{at: 'p+/@n', is: benchmark}, {at: 'p+/v', unit: s}"), text,
                         (size_t)(p - text), false));
    assert_non_null(strstr(error.text, "more than 64 elements"));
    p = repeated(text, "<a><c x='", 1); /* what no path names may be long */
    p = repeated(p, "12345678", N);
    p = repeated(p, "'/><b>1</b></a>", 1);
    struct assay_dataset *d = read_xml(TAKE("{at: a/b, unit: s}"), text, (size_t)(p - text), false);
    assert_non_null(d);
    assay_dataset_free(&d);
    p = repeated(text, "<a><b>", 1);
    p = repeated(p, "9", N);
    p = repeated(p, "</b></a>", 1);
    assert_no_xml(text, (size_t)(p - text), 1, "is not a finite decimal number");
    free(text);
}

static void mistakes(void **state)
{
    (void)state;
    static const char *const cases[][2] = {
        {TAKE("{at: a/b, unit: s}, {at: a/b/@n, is: benchmark}"),
         "the text of the element is a/b/text()"},
        {"imports:\n  - format: json\n    thousands: true\n    take: [{at: a}]\n",
         "between and thousands are of xml alone"},
        {TAKE("{at: a/b, is: unless, text: x}, {at: a/c}"), "the key \"text\" says nothing"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct declarations all;
        assert_int_equal(
            declarations_parse(cases[i][0], strlen(cases[i][0]), "d.yaml", &all, &error),
            ASSAY_USAGE);
        if (strstr(error.text, cases[i][1]) == NULL)
            fail_msg("%s", error.text);
    }
}

/* What a tool's format takes for what is a declaration that reads the same. */
static void explained(void **state)
{
    (void)state;
    static const char text[] =
        "<PhoronixTestSuite><Result><Title>Zip</Title><Description>Level: 3</Description>"
        "<Scale>ms</Scale><Proportion>LIB</Proportion><Data><Entry><Identifier>gcc</Identifier>"
        "<RawString>1:2</RawString></Entry></Data></Result></PhoronixTestSuite>";
    struct declaration noted = {0};
    const struct format_options options = {
        .system = "file", .benchmark = "file", .explained = &noted};
    const struct format_text whole = {text, sizeof text - 1};
    struct assay_dataset *d = assay_dataset_new();
    assert_int_equal(format_read(format_named("phoronix"), &whole, &options, d, &error), ASSAY_OK);
    assay_dataset_free(&d);
    char *written = NULL;
    size_t size;
    FILE *out = open_memstream(&written, &size);
    declaration_write(&noted, NULL, out);
    fclose(out);
    d = read_whole(written, text);
    assert_values(find(d, "gcc", "Zip (Level: 3)", "wall"), (const double[]){1e-3, 2e-3}, 2);
    assay_dataset_free(&d);
    declaration_fini(&noted);
    free(written);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(places),
        cmocka_unit_test(any_depth),
        cmocka_unit_test(several_in_one_text),
        cmocka_unit_test(cut_short),
        cmocka_unit_test(harm),
        cmocka_unit_test(large),
        cmocka_unit_test(mistakes),
        cmocka_unit_test(explained),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
