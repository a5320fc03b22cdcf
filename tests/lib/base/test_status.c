/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_status.c -- names of statuses, and text in the caller's hands. */
#include "support/oracle.h"

#include <assay/status.h>
#include <assay/warning.h>
#include <string.h>

static void each_status_has_its_name(void **state)
{
    (void)state;
    static const char *const names[] = {
        [ASSAY_OK] = "ok",
        [ASSAY_INVALID] = "invalid",
        [ASSAY_UNDEFINED] = "undefined",
        [ASSAY_NO_CONVERGENCE] = "no convergence",
        [ASSAY_NO_MEMORY] = "no memory",
        [ASSAY_USAGE] = "usage",
        [ASSAY_MISSING] = "missing",
        [ASSAY_FAILED] = "failed",
        [ASSAY_SYSTEM] = "system",
        [ASSAY_INTERRUPTED] = "interrupted",
    };
    const size_t n = sizeof names / sizeof names[0];
    for (size_t i = 0; i < n; i++)
        assert_string_equal(assay_status_name((enum assay_status)i), names[i]);
    assert_string_equal(assay_status_name((enum assay_status)n), "unknown");
}

static void text_is_formatted_and_cut(void **state)
{
    (void)state;
    struct assay_error error;
    assert_int_equal(assay_fail(&error, ASSAY_INVALID, "is %d, not %s", 95, "0.95"), ASSAY_INVALID);
    assert_int_equal(error.status, ASSAY_INVALID);
    assert_string_equal(error.text, "is 95, not 0.95");
    assert_int_equal(assay_fail(&error, ASSAY_UNDEFINED, "%*s", 5000, "x"), ASSAY_UNDEFINED);
    assert_int_equal(strlen(error.text), sizeof error.text - 1);
    assert_int_equal(assay_fail(NULL, ASSAY_NO_MEMORY, "unheard"), ASSAY_NO_MEMORY);
}

/* Readers of JSON know warnings by these. */
static void warnings_have_their_codes(void **state)
{
    (void)state;
    assert_string_equal(assay_warning_code(ASSAY_WARN_FEW_TOP_UNITS), "few-top-units");
    assert_string_equal(assay_warning_code(ASSAY_WARN_UNBOUNDED), "unbounded");
    assert_string_equal(assay_warning_code(ASSAY_WARN_PEEKED), "peeked");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_status_has_its_name),
        cmocka_unit_test(text_is_formatted_and_cut),
        cmocka_unit_test(warnings_have_their_codes),
    };
    return cmocka_run_group_tests_name("status", tests, NULL, NULL);
}
