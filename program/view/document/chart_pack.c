/* SPDX-License-Identifier: GPL-3.0-or-later */
/* chart_pack.c -- arrays of numbers in few bytes of text.
 * Edge:     equal values: step 0. No memory: an array without values. Codes that are no base64, or fewer
 *           than n, are read as nothing.
 * Checked:  tests/program/view/test_chart.c decodes them again. */
#include "view/document/chart_json.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <zlib.h>

#include "view/document/json.h"
#include "view/text/view_memory.h"

static const char signs[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/* To be freed; NULL: no memory. */
static char *base64_of(const unsigned char *bytes, size_t n)
{
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
    const bool done = packed != NULL && compress2(packed, &size, bytes, n, 9) == Z_OK;
    return done ? base64_of(packed, size) : NULL;
}

json_t *chart_number(double x)
{
    char text[32];
    (void)snprintf(text, sizeof text, "%.6g", x);
    return render_json_number(strtod(text, NULL));
}

/* Whether value i is low + step i, as far as anybody sees. */
static bool is_even(const double *x, size_t n, double step)
{
    for (size_t i = 0; i < n; i++)
        if (!(fabs(x[i] - (x[0] + step * (double)i)) <= 1e-9 * fabs(step)))
            return false;
    return true;
}

static json_t *json_codes(const double *x, size_t n, double low, double step, size_t width)
{
    OWNED unsigned char *codes = view_room(n, width);
    for (size_t i = 0; codes != NULL && i < n; i++) {
        const unsigned code = step > 0 ? (unsigned)lround((x[i] - low) / step) : 0;
        for (size_t k = 0; k < width; k++)
            codes[width * i + k] = (unsigned char)(code >> 8 * k & 255);
    }
    OWNED char *text = codes != NULL ? base64_of(codes, width * n) : NULL;
    return render_json_make(JSON("n", text != NULL ? n : 0), JSON("low", low), JSON("step", step),
                            JSON_IF(width == 1, "width", width),
                            JSON("codes", text != NULL ? text : ""));
}

json_t *chart_packed(const double *x, size_t n)
{
    return chart_packed_to(x, n, 65535);
}

json_t *chart_packed_to(const double *x, size_t n, unsigned highest)
{
    const double each = n > 1 ? x[n - 1] / (double)(n - 1) - x[0] / (double)(n - 1) : 0;
    double low = n > 0 ? x[0] : 0, high = low;
    if (is_even(x, n, each))
        return render_json_make(JSON("n", n), JSON("low", low), JSON("step", each));
    for (size_t i = 1; i < n; i++) {
        low = x[i] < low ? x[i] : low;
        high = x[i] > high ? x[i] : high;
    }
    const double range = high / highest - low / highest; /* no overflow in between */
    return json_codes(x, n, low, range > 0 ? nextafter(range, INFINITY) : 0, highest < 256 ? 1 : 2);
}

/* ---- back ---- */

static unsigned digit_of(char sign)
{
    const char *at = sign != '\0' ? strchr(signs, sign) : NULL;
    return at != NULL ? (unsigned)(at - signs) : 0;
}

static unsigned byte_at(const char *codes, size_t i)
{
    const char *four = codes + i / 3 * 4;
    const unsigned bits = digit_of(four[0]) << 18 | digit_of(four[1]) << 12 |
                          digit_of(four[2]) << 6 | digit_of(four[3]);
    return bits >> (16 - 8 * (i % 3)) & 255;
}

static unsigned code_at(const char *codes, size_t i, size_t width)
{
    return width == 1 ? byte_at(codes, i)
                      : byte_at(codes, 2 * i) + 256 * byte_at(codes, 2 * i + 1);
}

double *chart_unpacked(const json_t *packed, size_t *n)
{
    const char *codes = json_string_value(json_object_get(packed, "codes"));
    const double low = json_number_value(json_object_get(packed, "low")),
                 step = json_number_value(json_object_get(packed, "step"));
    const size_t width = json_object_get(packed, "width") != NULL ? 1 : 2;
    enum { MOST = 1 << 16 };
    *n = (size_t)json_integer_value(json_object_get(packed, "n"));
    if (*n > MOST || (codes != NULL && strlen(codes) / 4 * 3 < width * *n))
        return NULL;
    double *x = view_room(*n + 1, sizeof *x);
    for (size_t i = 0; x != NULL && i < *n; i++)
        x[i] = low + step * (codes != NULL ? code_at(codes, i, width) : (double)i);
    return x;
}

/* ---- exactly ---- */

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
