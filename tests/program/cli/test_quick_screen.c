/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_quick_screen.c -- the screen at the end of a quick run. */
#include "cli/compare.h"

#include <locale.h>
#include <unistd.h>

#include <jansson.h>

#include "cli/input_options.h"
#include "engine/store/quick_run.h"

/* What a call prints on standard output, to be freed. */
static char *printed_quick(const struct global_options *global)
{
    const char *name = "latest";
    const struct option_arguments latest = {&name, 1};
    FILE *file = tmpfile();
    assert_non_null(file);
    (void)fflush(stdout);
    int kept = dup(STDOUT_FILENO);
    assert_true(dup2(fileno(file), STDOUT_FILENO) >= 0);
    const struct input_options options = {.stored = true};
    struct input input;
    assert_int_equal(input_options_read(&options, &latest, global, &input), EXIT_DONE);
    enum exit_code code = compare_present_quick(&input, &(struct quick_choice){0}, global);
    input_fini(&input);
    (void)fflush(stdout);
    assert_true(dup2(kept, STDOUT_FILENO) >= 0);
    (void)close(kept);
    assert_int_equal(code, EXIT_DONE);
    char *text = calloc(1, 1 << 16);
    assert_non_null(text);
    rewind(file);
    (void)fread(text, 1, (1 << 16) - 1, file);
    fclose(file);
    return text;
}

static void quick_screen(void **state)
{
    struct fixture *fixture = *state;
    store_quick_run(fixture);
    struct global_options global = {.store = fixture->path, .confidence = 0.95, .details = true};
    char *text = printed_quick(&global);
    static const char *const parts[] = {
        "new takes 61 % less time than old: 2.590 times as fast",
        "95 % CI 2.586 \u2026 2.593    faster",
        "mean wall",
        "1.6 MiB",
        "21.3 MiB",
        "8 paired rounds in random order \u00b7 kept as experiment 1 \u00b7 next: assay show 1",
        "paired Fieller, 7 degrees of freedom",
        "18364758544493064720"};
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++)
        if (strstr(text, parts[i]) == NULL)
            fail_msg("\"%s\" is missing in\n%s", parts[i], text);
    free(text);
    global.json = true;
    text = printed_quick(&global);
    json_t *document = json_loads(text, 0, NULL);
    json_t *first = json_array_get(json_object_get(document, "comparisons"), 0);
    assert_string_equal(json_string_value(json_object_get(first, "verdict")), "faster");
    assert_true(json_is_true(json_object_get(first, "paired")));
    assert_int_equal(json_array_size(json_object_get(document, "comparisons")), 2);
    json_decref(document);
    free(text);
}

int main(void)
{
    (void)setlocale(LC_ALL, "C.UTF-8");
    const struct CMUnitTest tests[] = {
        fixture_test(quick_screen),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
