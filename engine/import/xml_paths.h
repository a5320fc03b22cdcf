/* SPDX-License-Identifier: GPL-3.0-or-later */
/* xml_paths.h -- XML for the walk by a table of paths: what the paths name is written as JSON, the rest is passed.
 *
 * Paths of XML: elements with '/' between them, "@name" an attribute, "text()" the text of an element whose attributes or
 * elements are named, too; "*" any element, "**" any number of them, also none; "part+" one part in another, any
 * number of them, of which each may add to a name. An element that stands several times is a key that does. */
#pragma once

#include "import/shape_paths.h"

struct xml_paths {
    char *text; /* JSON */
    size_t size, room;
    struct xml_mark {
        size_t made, at; /* what stands in the text from here on stands there in the file */
    } * marks;
    size_t n_marks, marks_room;
    const char *root; /* of the shape's, the one of this file */
    struct path_state *top;
};

/* Reads the importer's text; values: the fields of the shape that are. After a failure (json->failed) of a text that
 * is cut short what was whole stands in *made. Ends with xml_paths_fini, whatever came of it. */
void xml_paths_read(struct importer *importer, const struct shape *shape, unsigned values,
                    struct xml_paths *made);
void xml_paths_fini(struct xml_paths *made);

/* The line of the file of what stands there in the made text. */
size_t xml_paths_line(const struct xml_paths *made, const struct format_text *text, size_t at);

/* Is it XML, with these words near its beginning? */
bool xml_paths_probe(const struct format_text *text, const char *words);
