/* SPDX-License-Identifier: GPL-3.0-or-later */
/* xml_walk.c -- XML is expat's business; entities of the document's own are not expanded. */
#include "import/xml_walk.h"

#include <string.h>

const char *xml_attribute(const XML_Char **attributes, const char *name)
{
    for (; attributes[0] != NULL; attributes += 2)
        if (strcmp(attributes[0], name) == 0)
            return attributes[1];
    return "";
}

static const char *what_is_wrong(enum XML_Error code)
{
    switch (code) {
    case XML_ERROR_TAG_MISMATCH: return "an element ends here that is not the last one begun";
    case XML_ERROR_UNCLOSED_TOKEN:
    case XML_ERROR_NO_ELEMENTS:
    case XML_ERROR_PARTIAL_CHAR: return "the file is cut short here";
    case XML_ERROR_JUNK_AFTER_DOC_ELEMENT: return "text follows behind the end of the document";
    case XML_ERROR_UNDEFINED_ENTITY: return "an entity (&name;) stands here that XML does not know";
    case XML_ERROR_DUPLICATE_ATTRIBUTE: return "an attribute stands twice in one element";
    case XML_ERROR_UNKNOWN_ENCODING:
    case XML_ERROR_INCORRECT_ENCODING:
        return "it is in an encoding that assay does not read; UTF-8 is read";
    default: return "no XML: a character stands here that it does not allow";
    }
}

/* In pieces, as expat counts their bytes in an int. */
static void parse(struct importer *importer, XML_Parser parser, const char *expected)
{
    enum { PIECE = 1 << 20 };
    const struct format_text *text = importer->text;
    struct pull *json = &importer->json;
    for (size_t at = 0; !json->failed && at < text->size;) {
        const size_t left = text->size - at, n = left < PIECE ? left : PIECE;
        if (XML_Parse(parser, text->text + at, (int)n, n == left) == XML_STATUS_ERROR)
            break;
        at += n;
    }
    const enum XML_Error code = XML_GetErrorCode(parser);
    if (json->failed || code == XML_ERROR_NONE)
        return;
    if (code == XML_ERROR_NO_MEMORY) {
        pull_no_memory(json);
        return;
    }
    importer_fail_at(importer, XML_GetCurrentLineNumber(parser), NULL, "%s",
                     code == XML_ERROR_ABORTED ? expected : what_is_wrong(code));
    json->cut = code == XML_ERROR_UNCLOSED_TOKEN || code == XML_ERROR_NO_ELEMENTS ||
                code == XML_ERROR_PARTIAL_CHAR;
}

void xml_walk(struct importer *importer, XML_StartElementHandler begin, XML_EndElementHandler end,
              void *context, XML_Parser *parser, const char *expected)
{
    *parser = XML_ParserCreate(NULL);
    if (*parser == NULL) {
        pull_no_memory(&importer->json);
        return;
    }
    XML_SetUserData(*parser, context);
    XML_SetElementHandler(*parser, begin, end);
    parse(importer, *parser, expected);
    XML_ParserFree(*parser);
}

bool xml_holds(const struct format_text *text, const char *words)
{
    const char *p = text->text, *end = p + text->size;
    while (p < end && strchr(" \t\r\n", *p) != NULL && *p != '\0')
        p++;
    const size_t n = (size_t)(end - p) < 4096 ? (size_t)(end - p) : 4096;
    return n > 0 && *p == '<' && memmem(p, n, words, strlen(words)) != NULL;
}
