/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_symbols.c -- names of functions: from symbols, from ELF files, from maps of compiled code, and of a process's addresses. */
#include "support/oracle.h"

#include <stdio.h>
#include <string.h>

#include "profile/code_map.h"
#include "profile/function_name.h"

static void test_names_are_those_of_the_source(void **state)
{
    static const char *const cases[][2] = {
        {"main", "main"},
        {"_ZN5cache6lookupEi", "cache::lookup(int)"},
        {"_ZNSt6vectorIiSaIiEE9push_backERKi.part.0",
         "std::vector<int, std::allocator<int> >::push_back(int const&)"},
        {"_ZN4core3fmt9Formatter3pad17h1234567890abcdefE", "core::fmt::Formatter::pad"},
        {"_RNvCskwGfYPst2Cb_3foo16example_function", "foo::example_function"},
        {"lookup.cold", "lookup"},
        {"lookup.constprop.12", "lookup"},
        {"lookup.isra.0.part.3", "lookup"},
        {"memcpy@@GLIBC_2.14", "memcpy"},
        {"hot.llvm.1234567890", "hot"},
        {".cold", ".cold"},
        {"_Znonsense", "_Znonsense"},
        {"", ""},
    };
    struct arena memory = {0};
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        assert_string_equal(function_name(&memory, cases[i][0]), cases[i][1]);
    arena_fini(&memory);
}

static void test_each_address_has_its_function(void **state)
{
    struct elf_symbols symbols;
    (void)state;
    assert_true(elf_symbols_open(&symbols, PLANTED));
    bool found = false;
    for (size_t i = 0; i < symbols.code.n; i++) {
        struct elf_function *f = &symbols.code.items[i];
        if (f->size == 0)
            continue;
        assert_ptr_equal(elf_symbols_at(&symbols.code, f->address), f);
        assert_ptr_equal(elf_symbols_at(&symbols.code, f->address + f->size - 1), f);
        assert_ptr_not_equal(elf_symbols_at(&symbols.code, f->address + f->size), f);
        assert_true(i == 0 || f[-1].address + f[-1].size <= f->address);
        found = found || strcmp(elf_symbols_name(&symbols, f), "cache::lookup(int)") == 0;
    }
    assert_true(found);
    assert_null(elf_symbols_at(&symbols.code, 0));
    assert_null(elf_symbols_at(&symbols.code, UINT64_MAX));
    elf_symbols_fini(&symbols);
}

static void test_what_is_no_elf_file_is_refused(void **state)
{
    struct elf_symbols symbols;
    (void)state;
    assert_false(elf_symbols_open(&symbols, "/no/such/file"));
    assert_false(elf_symbols_open(&symbols, "/proc/self/maps"));
    assert_false(elf_symbols_open(&symbols, "/"));
    assert_false(elf_symbols_read(&symbols, (const unsigned char *)"\177ELF", 4));
}

static void test_maps_of_compiled_code(void **state)
{
    static const char text[] = "7f00 10 JS:~cold file:///a/b.js:1:2\n"
                               "7f00 20 JS:*hot /srv/new/app.js:12:3\n"
                               "7F20 0x8 py::parse:/usr/lib/python3.12/json/decoder.py\n"
                               "8000 10 Builtin:Call_ReceiverIsAny\n"
                               "nonsense\n"
                               "9000\n"
                               "9000 0 empty\n"
                               "9000 10 LazyCompile:^ node:internal/timers:5:1";
    struct perf_map map;
    (void)state;
    assert_true(perf_map_read(&map, text, sizeof text - 1));
    assert_int_equal(map.n, 5);
    assert_string_equal(perf_map_at(&map, 0x7f05), "hot app.js");
    assert_string_equal(perf_map_at(&map, 0x7f1f), "hot app.js");
    assert_string_equal(perf_map_at(&map, 0x7f20), "py::parse:decoder.py");
    assert_string_equal(perf_map_at(&map, 0x800f), "Builtin:Call_ReceiverIsAny");
    assert_null(perf_map_at(&map, 0x8010));
    assert_null(perf_map_at(&map, 0));
    assert_non_null(perf_map_at(&map, 0x9000));
    perf_map_fini(&map);
}

static void test_ten_thousand_functions(void **state)
{
    enum { N = 10000 };
    char *text = malloc(N * 32);
    size_t n = 0;
    struct perf_map map;
    (void)state;
    assert_non_null(text);
    for (int i = 0; i < N; i++)
        n += (size_t)sprintf(text + n, "%x 10 f%d\n", 0x10000 + 16 * ((i * 7919) % N),
                             (i * 7919) % N);
    assert_true(perf_map_read(&map, text, n));
    for (uint64_t i = 0; i < N; i++) {
        char name[16];
        sprintf(name, "f%d", (int)i);
        assert_string_equal(perf_map_at(&map, 0x10000 + 16 * i + 9), name);
    }
    perf_map_fini(&map);
    free(text);
}

static void load(struct code_map *map, int process, uint64_t address, uint64_t size,
                 const char *path)
{
    code_map_load(map, process, &(struct code_loaded){address, size, 0, path});
}

static const char *file_at(struct code_map *map, int process, uint64_t address)
{
    struct code_place place;
    if (!code_map_at(map, process, address, &place))
        return "nothing";
    return place.file != NULL ? place.file->path : "compiled";
}

static uint64_t loads_of(struct code_map *map, int process)
{
    return code_map_process(map, process)->loads;
}

static void test_code_comes_and_goes(void **state)
{
    struct code_files files = {0};
    struct code_map map;
    (void)state;
    code_map_begin(&map, &files, 0);
    code_map_exec(&map, 10);
    load(&map, 10, 0x1000, 0x1000, "/bin/no-such-first");
    load(&map, 10, 0x8000, 0x4000, "/lib/no-such-library");
    assert_string_equal(file_at(&map, 10, 0x1fff), "/bin/no-such-first");
    assert_string_equal(file_at(&map, 10, 0x2000), "nothing");
    assert_string_equal(file_at(&map, 11, 0x1000), "nothing");
    const uint64_t loads = loads_of(&map, 10);
    code_map_fork(&map, 11, 10);
    assert_true(loads_of(&map, 10) == loads && loads_of(&map, 11) != loads);
    load(&map, 10, 0x9000, 0x1000, "//anon");
    assert_true(loads_of(&map, 10) != loads && loads_of(&map, 10) != loads_of(&map, 11));
    assert_null(code_map_process(&map, 12));
    assert_string_equal(file_at(&map, 10, 0x8fff), "/lib/no-such-library");
    assert_string_equal(file_at(&map, 10, 0x9000), "compiled");
    assert_string_equal(file_at(&map, 10, 0xa000), "/lib/no-such-library");
    assert_string_equal(file_at(&map, 11, 0x9000), "/lib/no-such-library");
    load(&map, 10, 0x7000, 0x10000, "/lib/no-such-other");
    assert_string_equal(file_at(&map, 10, 0x9000), "/lib/no-such-other");
    assert_string_equal(code_map_program(&map, 0)->path, "/bin/no-such-first");
    code_map_exec(&map, 10);
    load(&map, 10, 0x1000, 0x1000, "/bin/no-such-second");
    assert_string_equal(file_at(&map, 10, 0x9000), "nothing");
    assert_string_equal(code_map_program(&map, 0)->path, "/bin/no-such-second");
    code_map_fini(&map);
    code_files_fini(&files);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_names_are_those_of_the_source),
        cmocka_unit_test(test_each_address_has_its_function),
        cmocka_unit_test(test_what_is_no_elf_file_is_refused),
        cmocka_unit_test(test_maps_of_compiled_code),
        cmocka_unit_test(test_ten_thousand_functions),
        cmocka_unit_test(test_code_comes_and_goes),
    };
    return cmocka_run_group_tests_name("symbols", tests, NULL, NULL);
}
