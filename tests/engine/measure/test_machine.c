/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_machine.c -- a machine is who it was, whatever moves; what it is kept by does not tell it. */
#include "support/oracle.h"

#include <stdlib.h>
#include <string.h>

#include "measure/host_read.h"
#include "measure/machine.h"

static void holds_still(void **state)
{
    (void)state;
    struct machine first, again;
    unsetenv("ASSAY_MACHINE");
    unsetenv("ASSAY_MACHINE_CLASS");
    machine_identify(NULL, 1, &first);
    assert_int_equal(setenv("TZ", "Mars", 1), 0);
    machine_identify(NULL, 2, &again); /* another unit here is the same machine */
    assert_memory_equal(&first, &again, sizeof first);
    assert_int_equal(strlen(first.id), MACHINE_ID_DIGITS);
    assert_int_equal(strspn(first.id, "0123456789abcdef"), MACHINE_ID_DIGITS);
    assert_true(first.processors > 0);
    char line[HOST_LINE];
    if (host_line("/etc/machine-id", line)) {
        assert_int_equal(first.source, MACHINE_BY_ID);
        assert_null(strstr(line, first.id));
    }
}

static void names_in_its_place(void **state)
{
    (void)state;
    struct machine a, b, given;
    assert_int_equal(setenv("ASSAY_MACHINE", "rack-{shard}", 1), 0);
    machine_identify(NULL, 1, &a);
    machine_identify(NULL, 12, &b);
    machine_identify("rack-12", 1, &given);
    unsetenv("ASSAY_MACHINE");
    assert_string_equal(a.name, "rack-1");
    assert_string_equal(b.name, "rack-12");
    assert_string_not_equal(a.id, b.id);
    assert_string_equal(given.id, b.id);
    assert_int_equal(given.source, MACHINE_BY_NAME);
}

static void classes_in_its_place(void **state)
{
    (void)state;
    struct machine found, odd;
    assert_int_equal(setenv("ASSAY_MACHINE_CLASS", "EPYC 7763,64,2", 1), 0);
    machine_identify("x", 1, &found);
    assert_string_equal(found.model, "EPYC 7763");
    assert_true(found.processors == 64 && found.nodes == 2);
    assert_int_equal(setenv("ASSAY_MACHINE_CLASS", "EPYC", 1), 0);
    machine_identify("x", 1, &odd);
    assert_string_not_equal(odd.model, "EPYC");
    unsetenv("ASSAY_MACHINE_CLASS");
    assert_string_equal(odd.id, found.id);
}

/* Longer than there is room for: cut, and no byte beyond. */
static void long_names(void **state)
{
    (void)state;
    char name[600];
    struct machine found;
    memset(name, 'n', sizeof name - 1);
    name[sizeof name - 1] = '\0';
    memcpy(name + 250, "{shard}", 7);
    machine_identify(name, 123456789, &found);
    assert_int_equal(strlen(found.name), MACHINE_TEXT - 1);
    assert_memory_equal(found.name + 250, "12345", 5);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(holds_still),
        cmocka_unit_test(names_in_its_place),
        cmocka_unit_test(classes_in_its_place),
        cmocka_unit_test(long_names),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
