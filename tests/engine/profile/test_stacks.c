/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_stacks.c -- stacks that are kept, and profiles that are written for others and read back. */
#include "support/oracle.h"

#include <string.h>

#include "profile/profile_file.h"
#include "profile/profile_write.h"
#include "profile/stacks.h"

static const struct profile_sides sides = {{0, 1}, {"old", "new"}};

static void read_text(struct profile *profile, uint32_t system, const char *text, size_t n)
{
    struct assay_error error;
    const struct format_text given = {.text = text, .size = n};
    if (profile_read_text(profile, &given, "file", system, 0, &error) != ASSAY_OK)
        fail_msg("%s", error.text);
}

static void begin(struct profile *profile)
{
    profile_init(profile, 2, &(struct profile_origin){.sampler = "", .unit = ""});
    profile_keep_stacks(profile);
}

static void read_two(struct profile *profile, const char *old_text, const char *new_text)
{
    begin(profile);
    read_text(profile, 0, old_text, strlen(old_text));
    read_text(profile, 1, new_text, strlen(new_text));
}

/* The samples of the execution with just this stack, "main;parse". */
static uint64_t self_of(const struct profile *profile, size_t execution, const char *stack)
{
    for (size_t i = 0; i < profile->stacks->n_counts; i++) {
        const struct profile_stack_count *count = &profile->stacks->counts[i];
        char name[200] = "";
        for (uint32_t at = count->stack; at > 0; at = profile->stacks->items[at - 1].caller) {
            char behind[200];
            memcpy(behind, name, sizeof behind);
            (void)snprintf(name, sizeof name, "%s%s%.150s",
                           profile->functions[profile->stacks->items[at - 1].function].name,
                           behind[0] != '\0' ? ";" : "", behind);
        }
        if (count->execution == execution && strcmp(name, stack) == 0)
            return count->self;
    }
    return 0;
}

static void stacks_are_kept(void **state)
{
    (void)state;
    struct profile profile;
    read_two(&profile, "main;parse 4\nmain;parse;lookup 3\nmain;parse 2\nmain;lookup 1\n",
             "main;parse 5\nmain;parse;parse 7\n");
    assert_int_equal(self_of(&profile, 0, "main;parse"), 6);
    assert_int_equal(self_of(&profile, 0, "main;parse;lookup"), 3);
    assert_int_equal(self_of(&profile, 0, "main;lookup"), 1);
    assert_int_equal(self_of(&profile, 1, "main;parse"), 5);
    assert_int_equal(self_of(&profile, 1, "main;parse;parse"), 7);
    assert_int_equal(profile.stacks->n, 5); /* main is one of them, without a count */
    profile_fini(&profile);
}

/* A format without stacks: each function stands alone, once, however often it is asked for. */
static void functions_alone(void **state)
{
    (void)state;
    struct profile profile;
    read_two(&profile, "events: Ir\nfn=f\n1 20\nfn=g\n1 5\n", "events: Ir\nfn=f\n1 30\n");
    assert_int_equal(profile.stacks->n, 0);
    profile_complete_stacks(&profile);
    profile_complete_stacks(&profile);
    assert_int_equal(profile.stacks->n, 2);
    assert_int_equal(self_of(&profile, 0, "f"), 20);
    assert_int_equal(self_of(&profile, 0, "g"), 5);
    assert_int_equal(self_of(&profile, 1, "f"), 30);
    profile_fini(&profile);
}

/* The outermost stay, and all samples. */
static void very_deep(void **state)
{
    (void)state;
    enum { DEPTH = 3000 };
    struct profile profile;
    char *text = calloc(DEPTH + 10, 10);
    assert_non_null(text);
    size_t n = 0;
    for (size_t i = 0; i < DEPTH; i++)
        n += (size_t)sprintf(text + n, "f%zu%s", i, i + 1 < DEPTH ? ";" : " 9\n");
    begin(&profile);
    read_text(&profile, 0, text, n);
    assert_true(profile.stacks->n < 1000);
    assert_int_equal(profile.stacks->n_counts, 1);
    assert_int_equal(profile.stacks->counts[0].self, 9);
    assert_string_equal(profile.functions[profile.stacks->items[0].function].name, "f0");
    profile_fini(&profile);
    free(text);
}

static void write_and_read(struct profile *profile, struct profile *again)
{
    char *text = NULL;
    size_t n = 0;
    struct assay_error error;
    FILE *stream = open_memstream(&text, &n);
    assert_non_null(stream);
    profile_complete_stacks(profile);
    assert_int_equal(profile_write_pprof(profile, &sides, false, stream, &error), ASSAY_OK);
    fclose(stream);
    begin(again);
    read_text(again, 0, text, n);
    free(text);
}

/* Samples, names, objects and stacks come back, old and new together. */
static void through_pprof(void **state)
{
    (void)state;
    struct profile profile, again;
    read_two(&profile, "main;parse 400\nmain;parse;Lorg/App.step_[j] 30\nmain;[unknown] 5\n",
             "main;parse 500\nmain;parse;validate (text.py:12) 77\n");
    write_and_read(&profile, &again);
    assert_string_equal(again.origin.unit, "samples");
    assert_int_equal(self_of(&again, 0, "main;parse"), 900);
    assert_int_equal(self_of(&again, 0, "main;parse;Lorg/App.step"), 30);
    assert_int_equal(self_of(&again, 0, "main;parse;validate"), 77);
    assert_int_equal(self_of(&again, 0, "main"), 5);
    const size_t n = again.n_functions;
    (void)profile_function(&again, "Lorg/App.step", PROFILE_JIT);
    (void)profile_function(&again, "validate", "text.py");
    (void)profile_function(&again, "main", "");
    assert_int_equal(again.n_functions, n);
    profile_fini(&profile);
    profile_fini(&again);
}

/* Of seconds both come back: samples, and the seconds of the user and of the kernel that they stand for. */
static void seconds_through_pprof(void **state)
{
    (void)state;
    struct profile profile, again;
    profile_init(&profile, 2, &(struct profile_origin){"cpu-clock", "s", 1000});
    for (uint32_t side = 0; side < 2; side++) {
        profile_begin(&profile, &(struct profile_execution){
                                    .system = side, .user_s = 2 + side, .system_s = 0.25, .wall_s = 4});
        profile_count(&profile, profile_function(&profile, "f", ""), 30, 0);
        profile_count(&profile, profile_function(&profile, "g", "libg.so"), 10, 0);
    }
    write_and_read(&profile, &again);
    assert_string_equal(again.origin.unit, "s");
    assert_int_equal(self_of(&again, 0, "f"), 60);
    assert_int_equal(self_of(&again, 0, "g"), 20);
    assert_close(again.executions[0].user_s, 5, 1e-8, 0);
    assert_close(again.executions[0].system_s, 0.5, 1e-8, 0);
    profile_fini(&profile);
    profile_fini(&again);
}

static void packed(void **state)
{
    (void)state;
    struct profile profile;
    char *text = NULL;
    size_t n = 0;
    FILE *stream = open_memstream(&text, &n);
    read_two(&profile, "main;parse 4\n", "main;parse 5\n");
    assert_int_equal(profile_write_pprof(&profile, &sides, true, stream, NULL), ASSAY_OK);
    fclose(stream);
    assert_true(n > 18 && (unsigned char)text[0] == 0x1f && (unsigned char)text[1] == 0x8b);
    profile_fini(&profile);
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(stacks_are_kept), cmocka_unit_test(functions_alone),
        cmocka_unit_test(very_deep),       cmocka_unit_test(through_pprof),
        cmocka_unit_test(packed),          cmocka_unit_test(seconds_through_pprof),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
