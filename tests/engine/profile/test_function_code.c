/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_function_code.c -- code the same or changed, of what the compiler makes of two known sources. Never the same by guess: what is
 * not certain is not known. */
#include "support/oracle.h"

#include <string.h>

#include "profile/function_code.h"

enum answer { NOT_KNOWN, SAME, CHANGED };
static const char *const words[] = {"not known", "the same", "changed"};

static bool find(const struct function_code *code, struct elf_symbols *symbols, const char *name,
                 unsigned char digest[PROFILE_DIGEST_BYTES])
{
    for (size_t i = 0; i < symbols->code.n; i++)
        if (strcmp(elf_symbols_name(symbols, &symbols->code.items[i]), name) == 0)
            return function_code_of(code, symbols, &symbols->code.items[i], digest);
    fail_msg("there is no function %s", name);
    return false;
}

static enum answer compare(const char *old_path, const char *new_path, const char *name)
{
    struct function_code code;
    struct elf_symbols old, new;
    unsigned char digest[2][PROFILE_DIGEST_BYTES];
    function_code_open(&code);
    assert_true(elf_symbols_open(&old, old_path));
    assert_true(elf_symbols_open(&new, new_path));
    const bool known = find(&code, &old, name, digest[0]) && find(&code, &new, name, digest[1]);
    elf_symbols_fini(&old);
    elf_symbols_fini(&new);
    function_code_close(&code);
    if (!known)
        return NOT_KNOWN;
    return memcmp(digest[0], digest[1], PROFILE_DIGEST_BYTES) == 0 ? SAME : CHANGED;
}

static const char *const same[] = {"same_plain", "same_data", "same_calls", "same_constant",
                                   "same_switch"};
static const char *const changed[] = {"changed_plain", "changed_callee", "changed_constant",
                                      "changed_text",  "changed_data",   "changed_switch"};

static bool can_read(void)
{
    struct function_code code;
    function_code_open(&code);
    const bool can = code.capstone != NULL;
    function_code_close(&code);
#ifdef __x86_64__
    return can;
#else
    return false && can;
#endif
}

static void expect(const char *old_path, const char *new_path, const char *const *names, size_t n,
                   enum answer expected)
{
    if (!can_read())
        skip();
    for (size_t i = 0; i < n; i++) {
        const enum answer answer = compare(old_path, new_path, names[i]);
        if (answer != expected)
            fail_msg("%s is %s, and should be %s", names[i], words[answer], words[expected]);
    }
}

#define COUNT(array) (sizeof(array) / sizeof *(array))

static void test_moved_code_is_the_same(void **state)
{
    (void)state;
    expect(CODE_OLD, CODE_NEW, same, COUNT(same), SAME);
}

static void test_changed_code_is_changed(void **state)
{
    (void)state;
    expect(CODE_OLD, CODE_NEW, changed, COUNT(changed), CHANGED);
}

static void test_at_given_addresses(void **state)
{
    (void)state;
    expect(CODE_FIXED_OLD, CODE_FIXED_NEW, same, 4, SAME);
    expect(CODE_FIXED_OLD, CODE_FIXED_NEW, changed, COUNT(changed) - 1, CHANGED);
}

static void test_one_file_with_itself(void **state)
{
    (void)state;
    expect(CODE_NEW, CODE_NEW, same, COUNT(same), SAME);
    expect(CODE_NEW, CODE_NEW, changed, COUNT(changed), SAME);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_moved_code_is_the_same),
        cmocka_unit_test(test_changed_code_is_changed),
        cmocka_unit_test(test_at_given_addresses),
        cmocka_unit_test(test_one_file_with_itself),
    };
    return cmocka_run_group_tests_name("function code", tests, NULL, NULL);
}
