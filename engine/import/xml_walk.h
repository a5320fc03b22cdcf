/* SPDX-License-Identifier: GPL-3.0-or-later */
/* xml_walk.h -- XML of other tools, element by element. */
#pragma once

#include <expat.h>

#include "import/importer.h"

/* The attribute's value; "": it has none. */
const char *xml_attribute(const XML_Char **attributes, const char *name);

/* Calls back for each element of the importer's text. *parser is what the callbacks ask for the line,
 * and stop when the importer failed or when this is another document: `expected` says what is missing. */
void xml_walk(struct importer *importer, XML_StartElementHandler begin, XML_EndElementHandler end,
              void *context, XML_Parser *parser, const char *expected);

/* Is it XML, with these words near its beginning? */
bool xml_holds(const struct format_text *text, const char *words);
