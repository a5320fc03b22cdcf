/* SPDX-License-Identifier: GPL-3.0-or-later */
/* key_exit_codes.c -- the key "exit_codes" of a benchmark: one, a range, or several of them. */
#include "design/key.h"
#include "design/reader_part.h"
#include "design/value.h"

static const char allowed[] = "exit codes such as 0,1 or [0, 1]";

static bool read_codes(struct reader *reader, yaml_node_t *node, struct exit_codes *codes)
{
    struct exit_codes more;
    const char *text = read_scalar(reader, node, allowed);
    if (text == NULL)
        return false;
    if (!value_read_exit_codes(text, &more))
        return mistake(reader, node, "%s names no exit codes (write 0 to 255, such as 0,1)",
                       shown(text).text);
    for (size_t i = 0; i < sizeof more.set / sizeof more.set[0]; i++)
        codes->set[i] |= more.set[i];
    return true;
}

bool key_exit_codes(struct reader *reader, yaml_node_t *node, void *target)
{
    struct exit_codes *codes = &((struct design_benchmark *)target)->exit_codes;
    if (node->type != YAML_SEQUENCE_NODE)
        return read_codes(reader, node, codes);
    if (node_item(reader, node, 0) == NULL)
        return mistake(reader, node, "the list is empty (write %s)", allowed);
    yaml_node_t *item;
    for (size_t i = 0; (item = node_item(reader, node, i)) != NULL; i++) {
        const size_t before = reader_enter(reader, NULL, i);
        if (!read_codes(reader, item, codes))
            return false;
        reader_leave(reader, before);
    }
    return true;
}
