/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_rewrite.c -- counts and warm-up into a manifest whose other bytes stay. */
#include "support/oracle.h"

#include <stdlib.h>
#include <string.h>

#include "design/manifest.h"

static void becomes(const char *text, struct manifest_count count, const char *expected)
{
    struct assay_error error;
    char *out = manifest_set_counts(text, strlen(text), "assay.yaml", &count, 1, &error);
    assert_non_null(out);
    assert_string_equal(out, expected);
    free(out);
}

static void flow_and_block(void **state)
{
    (void)state;
    const struct manifest_count count = {.level = "iteration", .count = 12},
                                warm = {"iteration", 12, true, 7};
    const char *flow = "levels: # top first\n  - {name: iteration, count: 3} # é\nmargin: 1%\n";
    becomes(flow, count, "levels: # top first\n  - {name: iteration, count: 12} # é\nmargin: 1%\n");
    becomes(flow, warm,
            "levels: # top first\n  - {name: iteration, count: 12, warmup: 7} # é\nmargin: 1%\n");
    becomes("\xef\xbb\xbflevels: [{name: iteration, count: 3}] # é\n", count,
            "\xef\xbb\xbflevels: [{name: iteration, count: 12}] # é\n");
    becomes("levels:\n  - name: iteration\n    count: 3   # few\nmargin: 1%\n", warm,
            "levels:\n  - name: iteration\n    count: 12\n    warmup: 7   # few\nmargin: 1%\n");
}

static void a_warmup_that_stands_is_replaced(void **state)
{
    (void)state;
    becomes("levels: [{name: iteration, warmup: 100, count: 3}]\n",
            (struct manifest_count){"iteration", 1, true, 0},
            "levels: [{name: iteration, warmup: 0, count: 1}]\n");
    becomes("levels: [{name: iteration, warmup: 100, count: 3}]\n",
            (struct manifest_count){.level = "iteration", .count = 5},
            "levels: [{name: iteration, warmup: 100, count: 5}]\n");
}

static void a_level_that_is_not_there(void **state)
{
    (void)state;
    const struct manifest_count count = {.level = "build", .count = 2};
    const char *text = "levels: [{name: execution, count: 3}]\n";
    struct assay_error error;
    assert_null(manifest_set_counts(text, strlen(text), "a.yaml", &count, 1, &error));
    assert_string_equal(error.text, "a.yaml: has no level \"build\"");
}

/* What an alias uses, too, is not changed behind its back; an anchor alone stays. */
static void anchors_and_blocks(void **state)
{
    (void)state;
    const struct manifest_count count = {.level = "build", .count = 21},
                                both[] = {{.level = "build", .count = 21},
                                          {.level = "execution", .count = 8}};
    struct assay_error error;
    const char *shared = "levels:\n  - {name: build, count: &n 3} # b\n"
                         "  - {name: execution, count: *n}\n";
    becomes("levels: [&x {name: build, count: &n  3, warmup: 1}] # *nn\n", count,
            "levels: [&x {name: build, count: &n  21, warmup: 1}] # *nn\n");
    becomes("levels:\n- name: build\n  count: >-\n    3\n- {name: execution, count: 4}\n", count,
            "levels:\n- name: build\n  count: 21\n- {name: execution, count: 4}\n");
    for (size_t n = 1; n <= 2; n++) {
        assert_null(manifest_set_counts(shared, strlen(shared), "a.yaml", both, n, &error));
        assert_non_null(strstr(error.text, "a.yaml: the count of level \"build\" is shared"));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(flow_and_block),
        cmocka_unit_test(a_warmup_that_stands_is_replaced),
        cmocka_unit_test(a_level_that_is_not_there),
        cmocka_unit_test(anchors_and_blocks),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
