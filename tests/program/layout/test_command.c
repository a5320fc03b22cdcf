/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_command.c -- what commands of compilers and linkers do, and their response files. What
 * compilers and linkers make of it is in tests/cc. */
#include "scratch.h"

#include <elf.h>

#include "layout/command.h"
#include "layout/line.h"
#include "layout/link.h"
#include "layout/order.h"
#include "layout/response.h"

enum { MOST_WORDS = 12 };

static const struct {
    const char *words[MOST_WORDS];
    enum layout_role role;
    bool compiles, lto;
} commands[] = {
    {{"gcc", "-c", "a.c"}, LAYOUT_COMPILE, true, false},
    {{"gcc", "-S", "a.c", "-o", "-"}, LAYOUT_COMPILE, true, false},
    {{"gcc", "a.c", "-o", "a"}, LAYOUT_LINK, true, false},
    {{"gcc", "a.o", "-o", "a"}, LAYOUT_LINK, false, false},
    {{"gcc", "-flto", "a.o", "-o", "a"}, LAYOUT_LINK, false, true},
    {{"gcc", "-flto", "-fno-lto", "a.o"}, LAYOUT_LINK, false, false},
    {{"gcc", "-c", "a.s"}, LAYOUT_COMPILE, false, false},
    {{"gcc", "-x", "c", "-", "-o", "a"}, LAYOUT_LINK, true, false},
    {{"gcc", "-xc", "/dev/null"}, LAYOUT_LINK, true, false},
    {{"gcc", "-shared", "a.o", "libb.so.1", "-o", "c.so"}, LAYOUT_LINK, false, false},
    {{"gcc", "-E", "a.c"}, LAYOUT_PASS, true, false},
    {{"gcc", "-M", "a.c"}, LAYOUT_PASS, true, false},
    {{"gcc", "-MM", "a.c"}, LAYOUT_PASS, true, false},
    {{"gcc", "-MD", "-MF", "a.d", "-c", "a.c"}, LAYOUT_COMPILE, true, false},
    {{"gcc", "-###", "a.c"}, LAYOUT_PASS, true, false},
    {{"gcc", "-fsyntax-only", "a.c"}, LAYOUT_PASS, true, false},
    {{"gcc", "--version"}, LAYOUT_PASS, false, false},
    {{"gcc", "-v"}, LAYOUT_PASS, false, false},
    {{"gcc", "-print-prog-name=ld"}, LAYOUT_PASS, false, false},
    {{"gcc", "-dumpmachine"}, LAYOUT_PASS, false, false},
    {{"gcc", "-Wl,--version"}, LAYOUT_LINK, false, false},
    {{"gcc", "-Wl,a.o,b.o", "-o", "p"}, LAYOUT_LINK, false, false},
    {{"gcc", "-Xlinker", "a.o"}, LAYOUT_LINK, false, false},
    {{"gcc"}, LAYOUT_PASS, false, false},
    {{"ccache", "gcc", "-c", "a.c"}, LAYOUT_COMPILE, true, false},
    {{"env", "A=1", "g++", "a.cc"}, LAYOUT_LINK, true, false},
    {{"/usr/bin/x86_64-linux-gnu-gcc-12", "a.c"}, LAYOUT_LINK, true, false},
    {{"clang++-14", "a.cc"}, LAYOUT_LINK, true, false},
    {{"/opt/bin/cc", "a.c"}, LAYOUT_LINK, true, false},
    {{"tcc", "a.c"}, LAYOUT_LINK, true, false},
    {{"ld.mold", "a.o"}, LAYOUT_LD, false, false},
    {{"ld", "a.o"}, LAYOUT_LD, false, false},
    {{"ld.lld-14", "a.o"}, LAYOUT_LD, false, false},
};

static void commands_are_classified(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++) {
        char *words[MOST_WORDS + 1] = {NULL};
        for (size_t w = 0; w < MOST_WORDS; w++)
            words[w] = (char *)commands[i].words[w];
        struct layout_command command = layout_classify(words);
        if (command.role != commands[i].role)
            fail_msg("%s %s …: role %d", words[0], words[1], (int)command.role);
        if (command.role == LAYOUT_COMPILE || command.role == LAYOUT_LINK) {
            assert_int_equal(command.compiles, commands[i].compiles);
            assert_int_equal(command.lto, commands[i].lto);
        }
    }
    char *refused[] = {(char *)"gcc", (char *)"-c", (char *)"-fno-function-sections", (char *)"a.c",
                       NULL};
    assert_true(layout_classify(refused).no_function_sections);
    char *path[] = {(char *)"clang", (char *)"a.o", (char *)"--ld-path=/bin/ld", NULL};
    assert_true(layout_classify(path).own_linker);
}

/* What a linker can do with an order is known by its name. */
static void linkers_are_known_by_name(void **state)
{
    (void)state;
    assert_int_equal(layout_kind_of("/usr/bin/ld.gold"), LAYOUT_GOLD);
    assert_int_equal(layout_kind_of("ld.lld-14"), LAYOUT_LLD);
    assert_int_equal(layout_kind_of("/opt/ld.gold/ld.mold"), LAYOUT_MOLD);
    assert_int_equal(layout_kind_of("mold"), LAYOUT_MOLD);
    assert_int_equal(layout_kind_of("/usr/bin/ld.bfd"), LAYOUT_BFD);
    assert_int_equal(layout_kind_of("ld"), LAYOUT_BFD);
}

static void names_of_compilers_are_known(void **state)
{
    (void)state;
    static const struct {
        const char *words[3];
        bool known;
        size_t driver;
    } cases[] = {
        {{"c99", "a.c"}, true, 0},           {{"gcc-12", "a.c"}, true, 0},
        {{"ccache", "gcc", "a.c"}, true, 1}, {{"tcc", "a.c"}, false, 0},
        {{"rustcc", "a.c"}, false, 0},       {{"./mine", "gcc", "a.c"}, false, 1},
        {{"./mine", "-c", "gcc"}, false, 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char *words[] = {(char *)cases[i].words[0], (char *)cases[i].words[1],
                         (char *)cases[i].words[2], NULL};
        struct layout_command command = layout_classify(words);
        if (command.known != cases[i].known || command.driver != cases[i].driver)
            fail_msg("%s %s: known %d, driver %zu", words[0], words[1], command.known,
                     command.driver);
    }
}

static void response_files_are_read_and_written(void **state)
{
    (void)state;
    struct scratch scratch;
    struct words words;
    bool used;
    char at[128];
    static const char text[] = "-O2 'a b' \"c\\\"d\" e\\ f\n\t-DX=\"'q'\" ''\n";
    static const char *const expected[] = {"gcc", "-O2", "a b", "c\"d", "e f", "-DX='q'", "", "z"};
    scratch_init(&scratch);
    write_bytes(scratch.path, text, sizeof text - 1);
    (void)snprintf(at, sizeof at, "@%s", scratch.path);
    char *argv[] = {(char *)"gcc", at, (char *)"z", NULL};
    assert_true(response_expand(argv, &words, &used));
    assert_true(used);
    assert_int_equal(words.n, 8);
    for (size_t i = 0; i < words.n; i++)
        assert_string_equal(words.items[i], expected[i]);

    struct words again;
    assert_true(response_write(scratch.path, words.items));
    char *whole[] = {at, NULL};
    assert_true(response_expand(whole, &again, &used));
    assert_int_equal(again.n, words.n);
    for (size_t i = 0; i < words.n; i++)
        assert_string_equal(again.items[i], words.items[i]);
    words_fini(&again);
    words_fini(&words);

    char *missing[] = {(char *)"@/proc/nonexistent", NULL};
    assert_true(response_expand(missing, &words, &used));
    assert_false(used);
    assert_string_equal(words.items[0], "@/proc/nonexistent");
    words_fini(&words);

    write_bytes(scratch.path, at, strlen(at)); /* a file that names itself ends */
    assert_true(response_expand(argv, &words, &used));
    words_fini(&words);
    scratch_fini(&scratch);
}

static void lines_are_understood(void **state)
{
    (void)state;
    struct scratch scratch;
    const size_t sizes[] = {4};
    scratch_init(&scratch);
    assert_true(layout_pad_write(scratch.path, EM_X86_64, 0, sizes, 1));
    struct layout_items items = {0};
    struct layout_line line;
    char *argv[] = {(char *)"ld",     (char *)"-z",      (char *)"now", (char *)"--output=x",
                    scratch.path,     (char *)"-rpath",  (char *)"r",   (char *)"-Ttext=0",
                    (char *)"crt1.o", (char *)"libc.so", NULL};
    assert_true(layout_line_read(&line, argv, 1, &items));
    assert_string_equal(line.output, "x");
    assert_false(line.relocatable || line.script || line.ordered || line.asks);
    assert_int_equal(line.n_objects, 1);
    assert_int_equal(line.slots[4], SLOT_OBJECT);
    assert_int_equal(items.n, 1);
    layout_line_fini(&line);
    layout_items_fini(&items);
    static const char *const special[][2] = {
        {"-r", "relocatable"}, {"-Tx.ld", "script"}, {"--symbol-ordering-file=o", "ordered"}};
    for (size_t i = 0; i < 3; i++) {
        char *words[] = {(char *)"ld", (char *)special[i][0], (char *)"a.o", NULL};
        assert_true(layout_line_read(&line, words, 1, &items));
        assert_int_equal(line.relocatable, i == 0);
        assert_int_equal(line.script, i == 1);
        assert_int_equal(line.ordered, i == 2);
        layout_line_fini(&line);
    }
    char *asking[] = {(char *)"ld", (char *)"--version", NULL};
    assert_true(layout_line_read(&line, asking, 1, &items));
    assert_true(line.asks);
    layout_line_fini(&line);
    layout_items_fini(&items);
    scratch_fini(&scratch);
}

static void only_neighbours_change_places(void **state)
{
    (void)state;
    char *words[] = {(char *)"ld", (char *)"a", (char *)"b", (char *)"-l",
                     (char *)"c",  (char *)"d", (char *)"e", NULL};
    enum layout_slot slots[] = {SLOT_FIXED,   SLOT_OBJECT,  SLOT_OBJECT, SLOT_FIXED,
                                SLOT_ARCHIVE, SLOT_ARCHIVE, SLOT_OBJECT};
    uint64_t keys[] = {0, 9, 3, 0, 7, 1, 0};
    struct layout_line line = {.words = {words, 7}, .slots = slots, .keys = keys};
    layout_line_shuffle(&line);
    static const char *const expected[] = {"ld", "b", "a", "-l", "d", "c", "e"};
    for (size_t i = 0; i < 7; i++)
        assert_string_equal(words[i], expected[i]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(commands_are_classified),
        cmocka_unit_test(linkers_are_known_by_name),
        cmocka_unit_test(names_of_compilers_are_known),
        cmocka_unit_test(response_files_are_read_and_written),
        cmocka_unit_test(lines_are_understood),
        cmocka_unit_test(only_neighbours_change_places),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
