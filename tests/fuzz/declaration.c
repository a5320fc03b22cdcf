/* SPDX-License-Identifier: GPL-3.0-or-later */
/* declaration.c -- any bytes are a declaration or a message; what one says of a table, of JSON, XML or of lines reads a sample
 * or refuses it with a reason, and what was taken for what is a declaration again. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "import/declaration.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void must(bool condition, const char *what)
{
    if (!condition) {
        fprintf(stderr, "fuzz: %s\n", what);
        abort();
    }
}

static void check_written(const struct declaration *explained)
{
    char *text = NULL;
    size_t size;
    struct declarations again;
    struct assay_error error;
    FILE *out = open_memstream(&text, &size);
    must(out != NULL, "out of memory");
    declaration_write(explained, "x y.csv", out);
    fclose(out);
    if (declarations_parse(text, size, "written", &again, &error) != ASSAY_OK) {
        fprintf(stderr, "%s\n%s", error.text, text);
        abort();
    }
    declarations_fini(&again);
    free(text);
}

static void read_as(const struct declaration *declared, const char *text)
{
    struct declaration explained = {0};
    struct format_summary summary = {0};
    const struct format_options options = {.system = "file",
                                           .benchmark = "file",
                                           .declared = declared,
                                           .explained = &explained,
                                           .summary = &summary};
    const struct format_text whole = {text, strlen(text)};
    struct assay_error error = {.status = ASSAY_OK};
    struct assay_dataset *dataset = assay_dataset_new();
    bool matched;
    must(dataset != NULL, "out of memory");
    const enum assay_status status =
        format_read(declaration_format(declared), &whole, &options, dataset, &error);
    must(status == ASSAY_OK || (error.text[0] != '\0' && error.status == status),
         "a text was refused without a reason");
    if (status == ASSAY_OK && declaration_apply(declared, dataset, &matched, &error) == ASSAY_OK)
        (void)assay_dataset_finish(dataset, NULL);
    if (status == ASSAY_OK && explained.format == NULL)
        explained.format = declaration_keep(&explained, declared->format);
    if (status == ASSAY_OK && explained.n > 0)
        check_written(&explained);
    declaration_fini(&explained);
    assay_dataset_free(&dataset);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const char *const texts[] = {
        "engine,case,n,pid,state,took,score,in,goal\nv8,sort,10,7,ok,1.5,3us,ms,up\nv8,sort,10,8,"
        "bad,2.5,4ms,s,down\n",
        "{\"build\":{\"sha\":\"4d\"},\"suites\":{\"sort\":[{\"pid\":1,\"state\":\"ok\",\"big\":"
        "\"yes\",\"unit\":\"ms\","
        "\"times\":[1,2],\"rate\":\"5\"},{\"pid\":2,\"times\":[3],\"rate\":\"1.5ms\"}]}}",
        "case sort:\nwith 4 threads\ntook 1,234 ms\nscore 7\nthe end\n",
        "<?xml version=\"1.0\"?>\n<report build=\"4d\"><part name=\"sort\"><part "
        "name=\"quick\"><case n=\"10\"><![CDATA[1,5]]>"
        "<!-- no --></case><case n=\"20\">2:3<bad/></case></part></part><took unit=\"ms\"> 1.5 "
        "</took></report>\n",
    };
    struct declarations all;
    struct assay_error error = {ASSAY_OK, ""};
    const enum assay_status status =
        declarations_parse((const char *)data, size, "fuzz", &all, &error);
    must(status == ASSAY_OK || (error.status == status && error.text[0] != '\0'),
         "a declaration was refused without a reason");
    for (size_t i = 0; status == ASSAY_OK && i < all.n; i++)
        for (size_t k = 0; k < sizeof texts / sizeof texts[0]; k++)
            read_as(&all.items[i], texts[k]);
    if (status == ASSAY_OK)
        declarations_fini(&all);
    return 0;
}
