/* SPDX-License-Identifier: GPL-3.0-or-later */
/* address.c -- the port of an address.
 * Source:   RFC 3986, section 3.2: user@host:port, [::1]:port; ab writes "Server Port:" on a line of its own. */
#include "import/address.h"

static bool ends_host(char c)
{
    return c == '/' || c == '?' || c == '#' || c == '"' || c == '\'' || c == ')' || (unsigned char)c <= ' ';
}

/* The digits behind the last colon of the host that begins here; empty: none. */
static struct word port_of(const char *host, const char *end)
{
    const char *last = host, *colon = NULL;
    for (; last < end && !ends_host(*last); last++)
        if (*last == ':' || *last == ']')
            colon = *last == ':' ? last : NULL;
    size_t n = 0;
    while (colon != NULL && colon + 1 + n < last && (unsigned)(colon[1 + n] - '0') < 10)
        n++;
    const bool whole = colon != NULL && n > 0 && colon + 1 + n == last;
    return whole ? (struct word){colon + 1, n} : (struct word){"", 0};
}

static struct word port_behind(const char *p, const char *end)
{
    struct word rest = {p, (size_t)(end - p)}, port;
    return word_take(&rest, &port) ? port : (struct word){"", 0};
}

/* Whether what stands behind these words has this port, or there is none yet. */
static bool all_same(const struct format_text *text, const char *words,
                     struct word (*port)(const char *p, const char *end), struct word *first)
{
    const size_t n = strlen(words);
    const char *p = text->text, *end = p + text->size;
    while ((p = memmem(p, (size_t)(end - p), words, n)) != NULL) {
        p += n;
        const char *newline = memchr(p, '\n', (size_t)(end - p));
        const struct word found = port(p, newline != NULL ? newline : end);
        if (found.size > 0 && first->size > 0 && !word_same(found, *first))
            return false;
        *first = found.size > 0 ? found : *first;
    }
    return true;
}

bool address_one_port(const struct format_text *text)
{
    struct word first = {"", 0};
    return all_same(text, "://", port_of, &first) &&
           all_same(text, "Server Port:", port_behind, &first);
}

struct word address_without_port(struct pull *json, struct word address)
{
    const char *scheme = memmem(address.text, address.size, "://", 3);
    const char *end = address.text + address.size;
    const struct word port = scheme != NULL ? port_of(scheme + 3, end) : (struct word){"", 0};
    if (port.size == 0)
        return address;
    const char *behind = port.text + port.size;
    return word_of(pull_print(json, "%.*s%.*s", (int)(port.text - 1 - address.text), address.text,
                              (int)(end - behind), behind));
}
