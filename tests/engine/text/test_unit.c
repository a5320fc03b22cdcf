/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_unit.c -- every word for a unit: what it is kept as, and by which factor. */
#include <math.h>

#include "engine/import/support.h"
#include "text/direction.h"
#include "text/unit.h"

static const struct {
    const char *word, *kept;
    double factor; /* of one of these in what is kept */
} words[] = {
    {"s", "s", 1},
    {"sec", "s", 1},
    {"second", "s", 1},
    {"seconds", "s", 1},
    {"ms", "s", 1e-3},
    {"msec", "s", 1e-3},
    {"millisecond", "s", 1e-3},
    {"milliseconds", "s", 1e-3},
    {"us", "s", 1e-6},
    {"usec", "s", 1e-6},
    {"\u00b5s", "s", 1e-6},
    {"\u03bcs", "s", 1e-6},
    {"microsecond", "s", 1e-6},
    {"microseconds", "s", 1e-6},
    {"ns", "s", 1e-9},
    {"nsec", "s", 1e-9},
    {"nanosecond", "s", 1e-9},
    {"nanoseconds", "s", 1e-9},
    {"Seconds", "s", 1},
    {"Milliseconds", "s", 1e-3},
    {"Microseconds", "s", 1e-6},
    {"Nanoseconds", "s", 1e-9},
    {"byte", "byte", 1},
    {"Bytes", "byte", 1},
    {"bytes", "byte", 1},
    {"B", "byte", 1},
    {"kB", "byte", 1e3},
    {"MB", "byte", 1e6},
    {"GB", "byte", 1e9},
    {"KiB", "byte", 1024},
    {"MiB", "byte", 1048576},
    {"GiB", "byte", 1073741824},
    {"kbps", "bit/s", 1e3},
    {"Kbps", "bit/s", 1e3},
    {"Mbps", "bit/s", 1e6},
    {"Gbps", "bit/s", 1e9},
    {"MBps", "MB/s", 1},
    {"GBps", "GB/s", 1},
    {"1", "1", 1},
    {"", "1", 1},
    {"furlong", "furlong", 1},
};

static double factor_of(const struct unit *unit)
{
    return unit->factor * pow(10, unit->power);
}

static void words_of_units(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        const struct unit unit = unit_of(words[i].word);
        assert_string_equal(unit.name, words[i].kept);
        assert_true(fabs(factor_of(&unit) / words[i].factor - 1) < 1e-12);
        assert_int_equal(unit.more_is_better, strstr(words[i].kept, "/s") != NULL);
        assert_int_equal(unit_is_time(words[i].word), strcmp(words[i].kept, "s") == 0);
    }
}

/* "usec/op" is a time, and what is done each second is a rate of which more is better. */
static void units_of_one_operation(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        char text[32];
        (void)snprintf(text, sizeof text, "%s/op", words[i].word);
        if (strcmp(words[i].kept, "furlong") == 0 || strlen(words[i].word) == 0)
            continue;
        const struct unit unit = unit_per_operation(text);
        assert_string_equal(unit.name, words[i].kept);
        assert_true(fabs(factor_of(&unit) / words[i].factor - 1) < 1e-12);
    }
    assert_string_equal(unit_per_operation("ns/iter").name, "s");
    assert_string_equal(unit_per_operation("ns/row").name, "ns/row");
    assert_true(unit_of("MB/s").more_is_better && unit_of("ops/sec").more_is_better &&
                unit_of("ops/x").more_is_better && !unit_of("/s").more_is_better);
}

/* Names that are too long to be remembered leave nothing behind that a shorter one in their place would be given. */
static void memory_of_directions(void **state)
{
    (void)state;
    struct direction_memory memory = {{{""}}};
    char name[80];
    struct unit untold = unit_of(""), unit;
    unit_direct(&untold, false, ASSAY_TOLD_BY_NOBODY);
    unit = untold;
    direction_settle_loosely(&unit, "tps", &memory);
    assert_true(unit.more_is_better && unit.told.direction == ASSAY_TOLD_BY_NAME);
    for (size_t n = 64; n < sizeof name; n++) { /* in each place of the memory */
        memset(name, 't', n);
        memcpy(name, "latency", 7);
        name[n - 1] = 's';
        name[n] = '\0';
        unit = untold;
        direction_settle_loosely(&unit, name, &memory);
        assert_true(!unit.more_is_better);
        unit = untold;
        direction_settle_loosely(&unit, "tps", &memory);
        assert_true(unit.more_is_better && unit.told.direction == ASSAY_TOLD_BY_NAME);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(memory_of_directions), cmocka_unit_test(words_of_units),
        cmocka_unit_test(units_of_one_operation),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
