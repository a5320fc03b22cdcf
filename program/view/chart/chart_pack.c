/* SPDX-License-Identifier: GPL-3.0-or-later */
/* chart_pack.c -- arrays of numbers in few bytes of text.
 * Edge:     equal values: step 0. No memory: an array without values.
 * Checked:  tests/program/view/test_chart.c decodes them again. */
#include "view/chart/chart.h"

#include <math.h>
#include <string.h>

#include <zlib.h>

#include "view/document/json.h"
#include "view/text/view_memory.h"

/* To be freed; NULL: no memory. */
static char *base64_of(const unsigned char *bytes, size_t n)
{
    static const char signs[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    char *text = view_room((n + 2) / 3, 4), *end = text;
    for (size_t i = 0; text != NULL && i < n; i += 3) {
        const size_t left = n - i < 3 ? n - i : 3;
        uint32_t bits = (uint32_t)bytes[i] << 16;
        bits |= left > 1 ? (uint32_t)bytes[i + 1] << 8 : 0;
        bits |= left > 2 ? bytes[i + 2] : 0;
        for (size_t k = 0; k < 4; k++)
            *end++ = k <= left ? signs[bits >> (18 - 6 * k) & 63] : '=';
    }
    if (text != NULL)
        *end = '\0';
    return text;
}

char *chart_squeezed(const void *bytes, size_t n)
{
    uLongf size = compressBound(n);
    OWNED unsigned char *packed = view_room(size, 1);
    const bool done = packed != NULL && compress2(packed, &size, bytes, n, 6) == Z_OK;
    return done ? base64_of(packed, size) : NULL;
}

json_t *chart_packed(const double *x, size_t n)
{
    enum { HIGHEST = 65535 };
    double low = n > 0 ? x[0] : 0, high = low;
    for (size_t i = 1; i < n; i++) {
        low = x[i] < low ? x[i] : low;
        high = x[i] > high ? x[i] : high;
    }
    const double range = high / HIGHEST - low / HIGHEST; /* no overflow in between */
    const double step = range > 0 ? nextafter(range, INFINITY) : 0;
    OWNED unsigned char *codes = view_room(n, 2);
    for (size_t i = 0; codes != NULL && i < n; i++) {
        const unsigned code = step > 0 ? (unsigned)lround((x[i] - low) / step) : 0;
        codes[2 * i] = (unsigned char)(code & 255);
        codes[2 * i + 1] = (unsigned char)(code >> 8);
    }
    json_t *object =
        render_json_make(JSON("n", codes != NULL ? n : 0), JSON("low", low), JSON("step", step));
    OWNED char *text = codes != NULL ? base64_of(codes, 2 * n) : NULL;
    render_json_set(object, "codes", render_json_text(text != NULL ? text : ""));
    return object;
}

static void put_double(unsigned char *bytes, double x)
{
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    for (int k = 0; k < 8; k++)
        bytes[k] = (unsigned char)(bits >> (8 * k) & 255);
}

json_t *chart_deflated(const double *x, size_t n)
{
    OWNED unsigned char *bytes = view_room(n, 8);
    for (size_t i = 0; bytes != NULL && i < n; i++)
        put_double(bytes + 8 * i, x[i]);
    OWNED char *text = bytes != NULL ? chart_squeezed(bytes, 8 * n) : NULL;
    return render_json_make(JSON("n", text != NULL ? n : 0),
                            JSON("encoding", "float64 little-endian, deflate, base64"),
                            JSON("data", text != NULL ? text : ""));
}
