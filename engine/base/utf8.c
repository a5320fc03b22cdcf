/* SPDX-License-Identifier: GPL-3.0-or-later */
/* utf8.c -- UTF-8 as RFC 3629 has it. */
#include "base/utf8.h"

size_t utf8_decode(const char *text, unsigned *code)
{
    const unsigned char *s = (const unsigned char *)text;
    size_t n = s[0] < 0x80 ? 1 : s[0] < 0xc2 ? 0 : s[0] < 0xe0 ? 2 : s[0] < 0xf0 ? 3 : 4;
    if (n == 0 || s[0] > 0xf4)
        return 0;
    *code = n == 1 ? s[0] : s[0] & (0x7fu >> n);
    for (size_t i = 1; i < n; i++) {
        if (!utf8_goes_on(text[i]))
            return 0;
        *code = *code << 6 | (s[i] & 0x3fu);
    }
    static const unsigned smallest[] = {0, 0, 0x80, 0x800, 0x10000};
    bool wrong = *code < smallest[n] || *code > 0x10ffff || (*code >= 0xd800 && *code < 0xe000);
    return wrong ? 0 : n;
}

bool utf8_is_valid(const char *text)
{
    unsigned code;
    for (size_t n; *text != '\0'; text += n)
        if ((n = utf8_decode(text, &code)) == 0)
            return false;
    return true;
}
