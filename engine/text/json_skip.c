/* SPDX-License-Identifier: GPL-3.0-or-later */
/* json_skip.c -- passing values that nobody asked for.
 * Source:   Langdale & Lemire 2019, Parsing Gigabytes of JSON per Second, VLDB Journal 28: sixty-four
 *           characters become bit masks of quotes, backslashes and brackets; which of these stand
 *           inside strings follows from a prefix sum modulo two over the quotes.
 * Edge:     brackets must close what they open; what else stands between them is not looked at. A number is counted
 *           where a digit or a minus stands behind a separator, outside strings.
 * Checked:  tests/engine/import/test_json.c against a walk by single characters. */
#include "text/json_pull.h"

#include <string.h>

#include "text/json_scan.h"

enum { BLOCK = 64, DEEPEST = 1024 };

/* One bit a character, the first the lowest. */
struct masks {
    uint64_t quotes, backslashes, brackets;
};

struct begins {
    uint64_t digits, separators;
};

/* '[' and '{', and ']' and '}', differ in the bit 0x20 alone. */
#ifdef __SSE2__
static struct masks masks_of(const char *p)
{
    struct masks masks = {0};
    for (int i = 0; i < BLOCK; i += 16) {
        const __m128i text = scan_load(p + i);
        const __m128i lower = _mm_or_si128(text, _mm_set1_epi8(0x20));
        const __m128i brackets = _mm_or_si128(scan_equal(lower, '{'), scan_equal(lower, '}'));
        masks.quotes |= (uint64_t)(unsigned)_mm_movemask_epi8(scan_equal(text, '"')) << i;
        masks.backslashes |= (uint64_t)(unsigned)_mm_movemask_epi8(scan_equal(text, '\\')) << i;
        masks.brackets |= (uint64_t)(unsigned)_mm_movemask_epi8(brackets) << i;
    }
    return masks;
}

/* What numbers begin with (and '.', '/', which stand within them or nowhere), and what stands before them. */
static struct begins begins_of(const char *p)
{
    struct begins begins = {0};
    for (int i = 0; i < BLOCK; i += 16) {
        const __m128i text = scan_load(p + i), digit = _mm_sub_epi8(text, _mm_set1_epi8('-'));
        const __m128i digits =
            _mm_cmpeq_epi8(_mm_min_epu8(digit, _mm_set1_epi8('9' - '-')), digit);
        const __m128i blanks = _mm_cmpeq_epi8(_mm_min_epu8(text, _mm_set1_epi8(' ')), text);
        const __m128i separators =
            _mm_or_si128(_mm_or_si128(scan_equal(text, ','), scan_equal(text, ':')),
                         _mm_or_si128(scan_equal(text, '['), blanks));
        begins.digits |= (uint64_t)(unsigned)_mm_movemask_epi8(digits) << i;
        begins.separators |= (uint64_t)(unsigned)_mm_movemask_epi8(separators) << i;
    }
    return begins;
}
#else
static struct masks masks_of(const char *p)
{
    struct masks masks = {0};
    for (int i = 0; i < BLOCK; i++) {
        const char lower = p[i] | 0x20;
        masks.quotes |= (uint64_t)(p[i] == '"') << i;
        masks.backslashes |= (uint64_t)(p[i] == '\\') << i;
        masks.brackets |= (uint64_t)(lower == '{' || lower == '}') << i;
    }
    return masks;
}

static struct begins begins_of(const char *p)
{
    struct begins begins = {0};
    for (int i = 0; i < BLOCK; i++) {
        const unsigned char c = (unsigned char)p[i];
        begins.digits |= (uint64_t)(c >= '-' && c <= '9') << i;
        begins.separators |= (uint64_t)(c == ',' || c == ':' || c == '[' || c <= ' ') << i;
    }
    return begins;
}
#endif

/* The characters behind an odd number of backslashes. *carry: the first one is, from the block
 * before. An addition carries through each run of backslashes (simdjson's find_escaped). */
static uint64_t escaped(uint64_t backslashes, uint64_t *carry)
{
    const uint64_t even = UINT64_C(0x5555555555555555), before = *carry;
    backslashes &= ~before;
    const uint64_t behind = backslashes << 1 | before;
    const uint64_t odd_starts = backslashes & ~even & ~behind;
    uint64_t ends;
    *carry = __builtin_add_overflow(odd_starts, backslashes, &ends);
    return (even ^ ends << 1) & behind;
}

static uint64_t prefix_parity(uint64_t bits)
{
    for (int shift = 1; shift < BLOCK; shift *= 2)
        bits ^= bits << shift;
    return bits;
}

struct skip {
    uint64_t in_string; /* all ones behind an opening quote */
    uint64_t carry;
    size_t depth;
    uint8_t object[DEEPEST]; /* what each open bracket is */
};

/* Takes the brackets of a block in turn. Returns the one that closes the outermost, or BLOCK; on
 * failure json->p stands at it. */
static int take_brackets(struct pull *json, struct skip *skip, const char *place, const char *block,
                         uint64_t brackets)
{
    for (; brackets != 0; brackets &= brackets - 1) {
        const int i = __builtin_ctzll(brackets);
        const char c = block[i];
        const bool object = (c & 0x20) != 0, opens = (c & 0x04) == 0;
        if (opens && skip->depth == DEEPEST) {
            json->p = place + i;
            pull_fail(json, "it is nested deeper than %d", DEEPEST);
            return BLOCK;
        }
        if (opens) {
            skip->object[skip->depth++] = object;
            continue;
        }
        if (skip->object[--skip->depth] != object) {
            json->p = place + i;
            pull_fail(json, "'%c' closes what '%c' should close", c, object ? ']' : '}');
            return BLOCK;
        }
        if (skip->depth == 0)
            return i;
    }
    return BLOCK;
}

/* How many numbers begin in the first n characters of a block; *carry: the last one before it is a separator. */
static size_t count_numbers(const char *block, int n, uint64_t strings, uint64_t *carry)
{
    const struct begins begins = begins_of(block);
    const uint64_t behind = begins.separators << 1 | *carry, all = UINT64_MAX;
    *carry = begins.separators >> 63;
    return (size_t)__builtin_popcountll(begins.digits & behind & ~strings &
                                        (n < BLOCK ? ~(all << n) : all));
}

/* Passes the brackets at json->p and all inside; *numbers: how many stand there, counted where it is not NULL. */
static inline __attribute__((always_inline)) void skip_nested(struct pull *json, size_t *numbers)
{
    struct skip skip;
    char last[BLOCK];
    uint64_t separator = 0;
    skip.in_string = skip.carry = 0;
    skip.depth = 0;
    for (const char *p = json->p, *block = p; p < json->end; block = p += BLOCK) {
        if (json->end - p < BLOCK) {
            memset(last, ' ', BLOCK);
            block = memcpy(last, p, (size_t)(json->end - p));
        }
        const struct masks masks = masks_of(block);
        uint64_t quotes = masks.quotes;
        if ((masks.backslashes | skip.carry) != 0)
            quotes &= ~escaped(masks.backslashes, &skip.carry);
        const uint64_t strings = prefix_parity(quotes) ^ skip.in_string;
        skip.in_string = strings >> 63 != 0 ? UINT64_MAX : 0;
        const int i = take_brackets(json, &skip, p, block, masks.brackets & ~strings);
        if (json->failed)
            return;
        if (numbers != NULL)
            *numbers += count_numbers(block, i, strings, &separator);
        if (i < BLOCK) {
            json->p = p + i + 1;
            json->fresh = false;
            return;
        }
        pull_passed(json, p);
    }
    pull_fail_cut(json);
}

static void skip_single(struct pull *json, enum pull_kind kind)
{
    bool ignored = false;
    if (kind == PULL_NOTHING) {
        pull_fail_expected(json, "a value");
        return;
    }
    const char *stop = kind == PULL_STRING ? json->end : scan_limit(json->p, json->end);
    const char *last =
        kind == PULL_STRING ? scan_string(json->p + 1, stop, &ignored) : scan_scalar(json->p, stop);
    if (last == NULL || last == stop)
        pull_fail_long(json, stop);
    else
        json->p = last + (kind == PULL_STRING);
}

void pull_skip(struct pull *json)
{
    const enum pull_kind kind = pull_peek(json);
    if (json->failed)
        return;
    if (kind == PULL_OBJECT || kind == PULL_ARRAY)
        skip_nested(json, NULL);
    else
        skip_single(json, kind);
}

size_t pull_skip_numbers(struct pull *json)
{
    const enum pull_kind kind = pull_peek(json);
    size_t n = kind == PULL_NUMBER;
    if (json->failed)
        return 0;
    if (kind == PULL_OBJECT || kind == PULL_ARRAY)
        skip_nested(json, &n);
    else
        skip_single(json, kind);
    return n;
}
