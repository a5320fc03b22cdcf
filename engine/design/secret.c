/* SPDX-License-Identifier: GPL-3.0-or-later */
/* secret.c -- words in a text that look like passwords, tokens and keys.
 * Rules:    NAME=value, NAME: value, --name=value and --name value, where the last word of the name is
 *           one of a list (API_TOKEN; neither TOKENS nor TOKEN_FILE); scheme://user:value@host;
 *           and values that begin as those of well-known services do.
 * Edge:     a value of fewer than six bytes, a number, a path, a variable ($X) and a placeholder ({x})
 *           are none.
 * Checked:  tests/engine/design/test_secret.c; no manifest of examples, docs and tests gives an alarm. */
#include "design/secret.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>

#include "base/text_buffer.h"

enum { SHORTEST = 6 };

static const char *const last_words[] = {"token",      "secret",     "password",    "passwd",
                                         "passphrase", "credential", "credentials", "apikey"};
static const char *const before_key[] = {"api", "access", "secret", "private", "auth", "signing"};

static const struct {
    const char *begin;
    size_t least; /* bytes in all */
} services[] = {{"ghp_", 20},        {"gho_", 20},     {"ghs_", 20},    {"ghu_", 20},
                {"github_pat_", 20}, {"glpat-", 20},   {"xoxb-", 15},   {"xoxp-", 15},
                {"sk_live_", 20},    {"rk_live_", 20}, {"sk-ant-", 20}, {"sk-proj-", 20},
                {"AKIA", 20},        {"ASIA", 20},     {"AIzaSy", 30},  {"npm_", 30},
                {"pypi-AgE", 30},    {"hf_", 30},      {"eyJhbGci", 30}};

static bool is_name(char c)
{
    return isalnum((unsigned char)c) != 0 || c == '_' || c == '-';
}

/* What may stand in an unquoted value. */
static bool is_value(char c)
{
    return c != '\0' && strchr(" \t\r\n'\"`,;&|<>()[]{}\\", c) == NULL;
}

/* The last word of a name that ends here, parts parted by _ or - . */
static size_t last_word(const char *name, size_t size)
{
    size_t n = 0;
    while (n < size && name[size - n - 1] != '_' && name[size - n - 1] != '-')
        n++;
    return n;
}

static bool is_one_of(const char *word, size_t size, const char *const *list, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (strlen(list[i]) == size && strncasecmp(word, list[i], size) == 0)
            return true;
    return false;
}

static bool betrays(const char *name, size_t size)
{
    const size_t n = last_word(name, size);
    const char *word = name + size - n;
    if (is_one_of(word, n, last_words, sizeof last_words / sizeof last_words[0]))
        return true;
    if (n != 3 || strncasecmp(word, "key", 3) != 0 || size < 5)
        return false;
    const size_t before = last_word(name, size - 4);
    return is_one_of(word - 1 - before, before, before_key, sizeof before_key / sizeof *before_key);
}

/* Neither a number nor a path, a variable or a placeholder, nor what is masked already. */
static bool is_plausible(const char *value, size_t size)
{
    return size >= SHORTEST && strchr("$/.~*-{<", value[0]) == NULL &&
           strspn(value, "0123456789.,:+-") < size;
}

/* The value behind a name: after = or :, or after a blank when the name is of an option. */
static size_t value_behind(const char *name, const char *end, const char **value)
{
    const char *p = end;
    const bool is_option = name[0] == '-' && name[1] == '-';
    p += *p == '"' || *p == '\'';
    if (*p != '=' && *p != ':' && !(is_option && *p == ' '))
        return 0;
    p++;
    p += strspn(p, " ");
    const char quote = *p == '"' || *p == '\'' ? *p : '\0';
    *value = p += quote != '\0';
    size_t size = 0;
    while (quote != '\0' ? p[size] != quote && p[size] != '\0' && p[size] != '\n'
                         : is_value(p[size]))
        size++;
    return is_plausible(p, size) ? size : 0;
}

static bool begins_as_of_a_service(const char *p, size_t size)
{
    for (size_t i = 0; i < sizeof services / sizeof services[0]; i++)
        if (size >= services[i].least &&
            strncmp(p, services[i].begin, strlen(services[i].begin)) == 0)
            return true;
    return false;
}

/* "://user:value@": the value, when p stands at "://". */
static size_t value_of_address(const char *p, const char **value)
{
    const char *user = p + 3, *colon = user;
    while (is_value(*colon) && *colon != ':' && *colon != '/' && *colon != '@')
        colon++;
    if (*colon != ':' || colon == user)
        return 0;
    size_t size = 0;
    while (is_value(colon[1 + size]) && colon[1 + size] != '@' && colon[1 + size] != '/')
        size++;
    *value = colon + 1;
    return colon[1 + size] == '@' && size > 0 && colon[1] != '$' && colon[1] != '*' ? size : 0;
}

static struct secret look(const char *p)
{
    const char *value = p;
    size_t n = 0;
    if (strncmp(p, "://", 3) == 0 && (n = value_of_address(p, &value)) > 0)
        return (struct secret){value, "an address", n, strlen("an address")};
    while (is_name(p[n]))
        n++;
    if (n > 0 && begins_as_of_a_service(p, n))
        return (struct secret){p, p, n, 4};
    const size_t size = n > 0 && betrays(p, n) ? value_behind(p, p + n, &value) : 0;
    return size > 0 ? (struct secret){value, p, size, n} : (struct secret){NULL, NULL, 0, 0};
}

struct secret secret_find(const char *text, const char *p)
{
    for (; *p != '\0'; p++) {
        if (is_name(*p) && p > text && is_name(p[-1]))
            continue;
        const struct secret found = look(p);
        if (found.value != NULL)
            return found;
    }
    return (struct secret){NULL, NULL, 0, 0};
}

char *secret_redact(const char *text)
{
    struct text_buffer buffer;
    FILE *stream = text_buffer_open(&buffer);
    if (stream == NULL)
        return NULL;
    const char *p = text;
    for (struct secret s; (s = secret_find(text, p)).value != NULL; p = s.value + s.size) {
        (void)fwrite(p, 1, (size_t)(s.value - p), stream);
        fputs("***", stream);
    }
    fputs(p, stream);
    return text_buffer_close(&buffer);
}
