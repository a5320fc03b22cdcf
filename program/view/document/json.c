/* SPDX-License-Identifier: GPL-3.0-or-later */
/* json.c -- findings as JSON. jansson holds and reads the trees; the printing is ours, because
 * jansson writes 0.1 as 0.10000000000000001 or else drops digits that a double needs. */
#include "view/document/json.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <assay/assay.h>

#include "base/decimal.h"
#include "base/utf8.h"
#include "view/text/view_memory.h"
#include "view/text/warning.h"

/* jansson takes NULL everywhere: whoever puts a tree together goes on, and one look at its end tells. */
static json_t *need(json_t *value)
{
    if (value == NULL)
        view_lose();
    return value;
}

/* jansson 2.14 does not tell a lack of memory from a mistake in the text, and may lose letters to it: what
 * two readings agree on is what stands there. */
json_t *render_json_of(const char *text)
{
    json_t *document = text != NULL ? json_loads(text, 0, NULL) : NULL;
    json_auto_t *again = text != NULL ? json_loads(text, 0, NULL) : NULL;
    const bool agree = document == NULL ? again == NULL : json_equal(document, again) != 0;
    if (agree)
        return document;
    json_decref(document);
    return need(NULL);
}

void render_json_set(json_t *object, const char *key, json_t *value)
{
    if (json_object_set_new(object, key, need(value)) != 0)
        (void)need(NULL);
}

json_t *render_json_put_all(json_t *object, const struct json_field *fields)
{
    for (; fields->key != NULL; fields++)
        if (fields->value != NULL)
            render_json_set(object, fields->key, fields->value);
    return object;
}

json_t *render_json_itself(json_t *value)
{
    return value;
}

void render_json_append(json_t *array, json_t *value)
{
    if (json_array_append_new(array, need(value)) != 0)
        (void)need(NULL);
}

json_t *render_json_number(double x)
{
    return need(isfinite(x) ? json_real(x) : json_null());
}

json_t *render_json_count(uint64_t n)
{
    return need(json_integer((json_int_t)n));
}

json_t *render_json_some(size_t n)
{
    return n > 0 ? render_json_count(n) : json_null();
}

json_t *render_json_seed(uint64_t seed)
{
    char text[24];
    if (seed <= INT64_MAX)
        return need(json_integer((json_int_t)seed));
    (void)snprintf(text, sizeof text, "%" PRIu64, seed);
    return render_json_text(text);
}

json_t *render_json_bool(bool flag)
{
    return json_boolean(flag);
}

json_t *render_json_array(void)
{
    return need(json_array());
}

json_t *render_json_object(void)
{
    return need(json_object());
}

/* Names come from command lines and files, which may hold any bytes. */
static json_t *mended_text(const char *text)
{
    static const char replacement[] = "\xef\xbf\xbd";
    OWNED char *mended = malloc(3 * strlen(text) + 1);
    if (mended == NULL)
        return need(NULL);
    size_t length = 0;
    for (const char *s = text; *s != '\0';) {
        unsigned code;
        const size_t n = utf8_decode(s, &code);
        memcpy(mended + length, n > 0 ? s : replacement, n > 0 ? n : 3);
        length += n > 0 ? n : 3;
        s += n > 0 ? n : 1;
    }
    json_t *value = json_stringn(mended, length);
    return need(value);
}

json_t *render_json_text(const char *text)
{
    if (text == NULL)
        return json_null();
    json_t *value = json_string(text);
    return value != NULL ? value : mended_text(text);
}

json_t *render_json_numbers(const double *x, size_t n)
{
    json_t *array = render_json_array();
    for (size_t i = 0; i < n; i++)
        render_json_append(array, render_json_number(x[i]));
    return array;
}

json_t *render_json_texts(const char *const *texts, size_t n)
{
    json_t *array = render_json_array();
    for (size_t i = 0; i < n; i++)
        render_json_append(array, render_json_text(texts[i]));
    return array;
}

json_t *render_json_interval(const struct assay_interval *interval)
{
    return render_json_make(JSON("lower", interval->lower), JSON("upper", interval->upper),
                            JSON("confidence", interval->confidence),
                            JSON("method", interval->method), JSON("df", interval->df),
                            JSON("kind", assay_interval_kind_name(interval->kind)));
}

json_t *render_json_estimate(double estimate, const struct assay_interval *interval)
{
    return render_json_make(JSON("estimate", estimate),
                            JSON("interval", render_json_interval(interval)));
}

json_t *render_json_limits(double estimate, double lower, double upper)
{
    return render_json_make(JSON("estimate", estimate), JSON("lower", lower), JSON("upper", upper));
}

json_t *render_json_document(const char *verb, double confidence)
{
    char schema[64];
    (void)snprintf(schema, sizeof schema, "assay.%s%s", verb, strchr(verb, '/') ? "" : "/1");
    return render_json_make(JSON("schema", schema), JSON("assay", assay_version()),
                            JSON("confidence", confidence), JSON("warnings", render_json_array()));
}

void render_json_warn_text(json_t *document, const char *code, const char *message,
                           const char *benchmark)
{
    json_t *warning = render_json_make(JSON("code", code), JSON("message", message));
    if (benchmark != NULL)
        render_json_set(warning, "benchmark", render_json_text(benchmark));
    render_json_append(json_object_get(document, "warnings"), warning);
}

void render_json_warn(json_t *document, assay_warnings warnings, const char *benchmark)
{
    for (unsigned bit = 0; bit < ASSAY_WARN_COUNT; bit++)
        if ((warnings & ASSAY_WARNING(bit)) != 0)
            render_json_warn_text(document, assay_warning_code((enum assay_warning)bit),
                                  warning_sentence((enum assay_warning)bit), benchmark);
}

/* ---- printing ---- */

/* As \uXXXX whatever a terminal would obey: JSON asks that of control characters below 32 only, and
 * jansson can do it for all but DEL. */
static void print_unsafe(FILE *stream, const json_t *value)
{
    OWNED char *text = json_dumps(value, JSON_ENCODE_ANY | JSON_ENSURE_ASCII);
    if (text == NULL)
        view_lose();
    for (const char *c = text; c != NULL && *c != '\0'; c++)
        if (*c == '\x7f')
            fputs("\\u007f", stream);
        else
            fputc(*c, stream);
}

static void print_scalar(FILE *stream, const json_t *value)
{
    if (json_is_string(value) && !terminal_is_safe(json_string_value(value)))
        print_unsafe(stream, value);
    else if (json_is_real(value))
        fputs(decimal_of(json_real_value(value)).text, stream);
    else if (json_dumpf(value, stream, JSON_ENCODE_ANY) != 0 && !ferror(stream))
        (void)need(NULL); /* what could not be written is said by whoever closes the stream */
}

static bool is_scalar(const json_t *value)
{
    return !json_is_object(value) && !json_is_array(value);
}

static bool all_scalar(const json_t *array)
{
    for (size_t i = 0; i < json_array_size(array); i++)
        if (!is_scalar(json_array_get(array, i)))
            return false;
    return true;
}

static void print_value(FILE *stream, const json_t *value, int indent);

static void print_array(FILE *stream, const json_t *array, int indent)
{
    bool one_line = all_scalar(array);
    fputc('[', stream);
    for (size_t i = 0; i < json_array_size(array); i++) {
        if (i > 0)
            fputs(one_line ? ", " : ",", stream);
        if (!one_line)
            fprintf(stream, "\n%*s", indent + 2, "");
        print_value(stream, json_array_get(array, i), indent + 2);
    }
    if (!one_line)
        fprintf(stream, "\n%*s", indent, "");
    fputc(']', stream);
}

static void print_object(FILE *stream, const json_t *object, int indent)
{
    bool first = true;
    fputc('{', stream);
    /* jansson's iterators take no const; they change nothing. */
    json_t *walked = (json_t *)(uintptr_t)object;
    for (void *at = json_object_iter(walked); at != NULL; at = json_object_iter_next(walked, at)) {
        fprintf(stream, "%s\n%*s", first ? "" : ",", indent + 2, "");
        json_auto_t *key = render_json_text(json_object_iter_key(at));
        print_scalar(stream, key);
        fputs(": ", stream);
        print_value(stream, json_object_iter_value(at), indent + 2);
        first = false;
    }
    if (!first)
        fprintf(stream, "\n%*s", indent, "");
    fputc('}', stream);
}

static void print_value(FILE *stream, const json_t *value, int indent)
{
    if (json_is_object(value))
        print_object(stream, value, indent);
    else if (json_is_array(value))
        print_array(stream, value, indent);
    else
        print_scalar(stream, value);
}

void render_json_print(FILE *stream, json_t *document)
{
    if (!view_lost()) {
        print_value(stream, document, 0);
        fputc('\n', stream);
    }
    json_decref(document);
}
