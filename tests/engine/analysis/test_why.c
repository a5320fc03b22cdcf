/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_why.c -- from a profile to what is said of its functions: who is paired, what is a unit, what is known of code. */
#include "support/oracle.h"

#include <string.h>

#include "analysis/why_analyse.h"

static void begin(struct profile *profile)
{
    profile_init(profile, 3, &(struct profile_origin){"cpu-clock", "s", 1000});
}

/* An execution of the system in the round that spends so many tenths of a second in lookup, and 1 s in parse. */
static void execute(struct profile *profile, uint32_t round, uint32_t system, uint32_t unit,
                    uint64_t lookup)
{
    profile_begin(profile, &(struct profile_execution){.round = round,
                                                       .system = system,
                                                       .unit = unit,
                                                       .user_s = 1 + (double)lookup / 10,
                                                       .system_s = 0,
                                                       .wall_s = 2,
                                                       .planned = 1000});
    profile_count(profile, profile_function(profile, "parse", ""), 10, 0);
    profile_count(profile, profile_function(profile, "lookup", "libx.so"), lookup, 0);
}

static struct why_finding analyse(const struct profile *profile, struct why_request request)
{
    struct why_finding finding;
    struct assay_error error;
    request.old_name = "old";
    request.new_name = "new";
    if (why_analyse(profile, &request, &finding, &error) != ASSAY_OK)
        fail_msg("%s", error.text);
    return finding;
}

static const struct why_line *line_of(const struct why_finding *finding, const char *name)
{
    for (size_t i = 0; i < finding->n; i++)
        if (finding->lines[i].name != NULL && strcmp(finding->lines[i].name, name) == 0)
            return &finding->lines[i];
    fail_msg("no line of %s", name);
    return NULL;
}

static const struct why_request defaults = WHY_REQUEST_DEFAULTS;

/* By their rounds, whatever stands between; a round without its partner, and a third system, have no say. */
static void pairs_by_rounds(void **state)
{
    (void)state;
    struct profile profile;
    begin(&profile);
    execute(&profile, 2, 1, PROFILE_NO_UNIT, 6);
    execute(&profile, 0, 0, PROFILE_NO_UNIT, 4);
    execute(&profile, 0, 2, PROFILE_NO_UNIT, 900);
    execute(&profile, 0, 1, PROFILE_NO_UNIT, 7);
    execute(&profile, 1, 0, PROFILE_NO_UNIT, 400);
    execute(&profile, 2, 0, PROFILE_NO_UNIT, 5);
    struct why_finding finding = analyse(&profile, defaults);
    assert_int_equal(finding.pairs, 2);
    assert_int_equal(finding.units, 2);
    const struct why_line *lookup = line_of(&finding, "lookup");
    assert_string_equal(lookup->object, "libx.so");
    assert_close(lookup->of.estimate, 100 * 0.2 / 1.45, 1e-12, 0);
    assert_close(lookup->own, 0.65 / 0.45, 1e-12, 0);
    assert_true(line_of(&finding, "parse")->of.exact);
    assert_close(finding.total.of.estimate, lookup->of.estimate, 1e-12, 0);
    why_finding_fini(&finding);
    profile_fini(&profile);
}

/* Builds that repeat are the units; one build is none, and its executions are. */
static void builds_are_units(void **state)
{
    (void)state;
    struct profile profile;
    for (uint32_t builds = 1; builds <= 3; builds += 2) {
        begin(&profile);
        for (uint32_t k = 0; k < 6; k++)
            for (uint32_t system = 0; system < 2; system++)
                execute(&profile, k, system, k % builds, 4 + system * (1 + k));
        struct why_finding finding = analyse(&profile, defaults);
        assert_int_equal(finding.pairs, 6);
        assert_int_equal(finding.units, builds == 1 ? 6 : 3);
        why_finding_fini(&finding);
        profile_fini(&profile);
    }
}

static void what_is_known_of_code(void **state)
{
    (void)state;
    static const unsigned char a[PROFILE_DIGEST_BYTES] = {1}, b[PROFILE_DIGEST_BYTES] = {2};
    static const struct {
        const unsigned char *old_code, *old_again, *new_code;
        enum why_code code;
    } table[] = {{a, a, a, WHY_CODE_SAME},
                 {a, a, b, WHY_CODE_CHANGED},
                 {a, b, a, WHY_CODE_VARIES},
                 {a, a, NULL, WHY_CODE_UNKNOWN}};
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        struct profile profile;
        begin(&profile);
        execute(&profile, 0, 0, PROFILE_NO_UNIT, 4);
        execute(&profile, 0, 1, PROFILE_NO_UNIT, 5);
        const uint32_t lookup = profile_function(&profile, "lookup", "libx.so");
        profile_code_is(&profile, lookup, 0, table[i].old_code);
        profile_code_is(&profile, lookup, 0, table[i].old_again);
        if (table[i].new_code != NULL)
            profile_code_is(&profile, lookup, 1, table[i].new_code);
        struct why_finding finding = analyse(&profile, defaults);
        assert_int_equal(line_of(&finding, "lookup")->code, table[i].code);
        why_finding_fini(&finding);
        profile_fini(&profile);
    }
}

static void not_paired(void **state)
{
    (void)state;
    struct profile profile;
    struct why_finding finding;
    struct assay_error error;
    struct why_request request = WHY_REQUEST_DEFAULTS;
    request.old_name = "old";
    request.new_name = "new";
    begin(&profile);
    execute(&profile, 0, 0, PROFILE_NO_UNIT, 4);
    execute(&profile, 1, 1, PROFILE_NO_UNIT, 4);
    assert_int_equal(why_analyse(&profile, &request, &finding, &error), ASSAY_UNDEFINED);
    assert_non_null(strstr(error.text, "1 of \"old\" and 1 of \"new\""));
    why_finding_fini(&finding);
    profile_fini(&profile);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pairs_by_rounds),
        cmocka_unit_test(builds_are_units),
        cmocka_unit_test(what_is_known_of_code),
        cmocka_unit_test(not_paired),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
