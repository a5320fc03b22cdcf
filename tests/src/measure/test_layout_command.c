/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_layout.c -- the wrapper's parts: what a command does, what files hold, orders, draws. What
 * compilers and linkers make of it is in tests/cc. */
#include "fixture.h"

#include <elf.h>
#include <unistd.h>

#include "measure/layout_command.h"
#include "measure/layout_line.h"
#include "measure/layout_order.h"
#include "measure/layout_pad.h"
#include "measure/layout_response.h"
#include "measure/runtime_layout.h"

/* ---- command lines --------------------------------------------------------------------------- */

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
    {{"gcc", "-Wl,--version"}, LAYOUT_PASS, false, false},
    {{"gcc"}, LAYOUT_PASS, false, false},
    {{"ccache", "gcc", "-c", "a.c"}, LAYOUT_COMPILE, true, false},
    {{"env", "A=1", "g++", "a.cc"}, LAYOUT_LINK, true, false},
    {{"/usr/bin/x86_64-linux-gnu-gcc-12", "a.c"}, LAYOUT_LINK, true, false},
    {{"clang++-14", "a.cc"}, LAYOUT_LINK, true, false},
    {{"/opt/bin/cc", "a.c"}, LAYOUT_LINK, true, false},
    {{"tcc", "a.c"}, LAYOUT_PASS, true, false},
    {{"rustcc", "a.c"}, LAYOUT_PASS, true, false},
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

/* ---- files ----------------------------------------------------------------------------------- */

struct scratch {
    char directory[64], path[96], other[96];
};

static void scratch_init(struct scratch *scratch)
{
    strcpy(scratch->directory, "/tmp/assay-test-XXXXXX");
    assert_non_null(mkdtemp(scratch->directory));
    (void)snprintf(scratch->path, sizeof scratch->path, "%s/a file.o", scratch->directory);
    (void)snprintf(scratch->other, sizeof scratch->other, "%s/b.a", scratch->directory);
}

static void scratch_fini(struct scratch *scratch)
{
    (void)unlink(scratch->path);
    (void)unlink(scratch->other);
    (void)rmdir(scratch->directory);
}

static void write_bytes(const char *path, const void *bytes, size_t n)
{
    FILE *file = fopen(path, "we");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, n, file), n);
    assert_int_equal(fclose(file), 0);
}

static size_t read_bytes(const char *path, unsigned char *bytes, size_t size)
{
    FILE *file = fopen(path, "re");
    assert_non_null(file);
    size_t n = fread(bytes, 1, size, file);
    (void)fclose(file);
    assert_true(n < size);
    return n;
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

    char *missing[] = {(char *)"@/nonexistent", NULL};
    assert_true(response_expand(missing, &words, &used));
    assert_false(used);
    assert_string_equal(words.items[0], "@/nonexistent");
    words_fini(&words);

    write_bytes(scratch.path, at, strlen(at)); /* a file that names itself ends */
    assert_true(response_expand(argv, &words, &used));
    words_fini(&words);
    scratch_fini(&scratch);
}

static void objects_are_read_back(void **state)
{
    (void)state;
    struct scratch scratch;
    const size_t sizes[] = {1, 16, 100};
    struct layout_items items = {0};
    scratch_init(&scratch);
    assert_true(layout_pad_write(scratch.path, EM_X86_64, 0, sizes, 3));
    assert_int_equal(layout_read(&items, scratch.path), LAYOUT_OBJECT);
    assert_int_equal(items.n, 3);
    assert_string_equal(items.items[2].symbol, "assay_pad.2");
    assert_string_equal(items.items[2].section, ".text.assay_pad.2");
    assert_int_equal(items.machine, EM_X86_64);
    assert_false(items.unread || items.bitcode || items.gimple);
    layout_items_fini(&items);

    assert_int_equal(layout_read(&items, "/nonexistent"), LAYOUT_OTHER);
    assert_int_equal(layout_read(&items, "/"), LAYOUT_OTHER);
    write_bytes(scratch.path, "BC\xC0\xDE....", 8);
    assert_int_equal(layout_read(&items, scratch.path), LAYOUT_OBJECT);
    assert_true(items.bitcode);
    layout_items_fini(&items);
    scratch_fini(&scratch);
}

/* Head of a member: name, size, end. */
static size_t member(unsigned char *to, const char *name, const unsigned char *bytes, size_t n)
{
    char head[61];
    (void)snprintf(head, sizeof head, "%-16s%-12s%-6s%-6s%-8s%-10zu`\n", name, "0", "0", "0", "644",
                   n);
    memcpy(to, head, 60);
    memcpy(to + 60, bytes, n);
    to[60 + n] = '\n';
    return 60 + n + (n & 1);
}

static void archives_are_read(void **state)
{
    (void)state;
    struct scratch scratch;
    unsigned char object[4096], archive[16384];
    const size_t sizes[] = {3, 5};
    scratch_init(&scratch);
    assert_true(layout_pad_write(scratch.path, EM_X86_64, 0, sizes, 2));
    size_t n = read_bytes(scratch.path, object, sizeof object), at = 8;
    memcpy(archive, "!<arch>\n", 8);
    at += member(archive + at, "/", (const unsigned char *)"index", 5);
    at += member(archive + at, "a.o/", object, n);
    at += member(archive + at, "b.o/", object, n);
    write_bytes(scratch.other, archive, at);
    struct layout_items items = {0};
    assert_int_equal(layout_read(&items, scratch.other), LAYOUT_ARCHIVE);
    assert_int_equal(items.n, 4);
    layout_items_fini(&items);

    at = 8; /* a thin one: its member is beside it */
    memcpy(archive, "!<thin>\n", 8);
    at += member(archive + at, "//", (const unsigned char *)"a file.o/\n", 10);
    at += member(archive + at, "/0", object, n) - n - (n & 1);
    write_bytes(scratch.other, archive, at);
    assert_int_equal(layout_read(&items, scratch.other), LAYOUT_ARCHIVE);
    assert_int_equal(items.n, 2);
    layout_items_fini(&items);
    scratch_fini(&scratch);
}

/* Whatever a file is cut to, or whichever byte is wrong: no crash (the sanitizers watch). */
static void damaged_objects_do_no_harm(void **state)
{
    (void)state;
    struct scratch scratch;
    unsigned char object[4096];
    const size_t sizes[] = {3, 5};
    scratch_init(&scratch);
    assert_true(layout_pad_write(scratch.path, EM_X86_64, 0, sizes, 2));
    size_t n = read_bytes(scratch.path, object, sizeof object);
    struct layout_items items = {0};
    for (size_t cut = 0; cut < n; cut++) {
        write_bytes(scratch.path, object, cut);
        (void)layout_read(&items, scratch.path);
        layout_items_fini(&items);
    }
    for (size_t i = 0; i < n; i++) {
        unsigned char kept = object[i];
        object[i] = 0xff;
        write_bytes(scratch.path, object, n);
        (void)layout_read(&items, scratch.path);
        layout_items_fini(&items);
        object[i] = kept;
    }
    scratch_fini(&scratch);
}

/* ---- orders ---------------------------------------------------------------------------------- */

static void fill(struct layout_items *items, const char *const *names, size_t n)
{
    *items = (struct layout_items){.items = calloc(n, sizeof *items->items), .n = n, .capacity = n};
    assert_non_null(items->items);
    for (size_t i = 0; i < n; i++)
        items->items[i] = (struct layout_item){names[i], ".text", layout_hash(names[i]), 0};
}

static void order_depends_on_seed_and_names_alone(void **state)
{
    (void)state;
    static const char *const names[] = {"a", "b", "c", "d", "e"};
    static const char *const turned[] = {"e", "b", "b", "d", "c", "a", "e"};
    static const char *const fewer[] = {"d", "a", "c"};
    struct layout_items x, y, z;
    fill(&x, names, 5);
    fill(&y, turned, 7);
    fill(&z, fewer, 3);
    assert_true(layout_sort(42, &x));
    assert_true(layout_sort(42, &y));
    assert_true(layout_sort(42, &z));
    assert_int_equal(y.n, 5);
    assert_true(layout_digest(&x) == layout_digest(&y));
    size_t at = 0; /* those that stay keep their order */
    for (size_t i = 0; i < 5; i++)
        if (at < 3 && strcmp(x.items[i].symbol, z.items[at].symbol) == 0)
            at++;
    assert_int_equal(at, 3);
    layout_items_fini(&y);
    fill(&y, names, 5);
    assert_true(layout_sort(43, &y));
    assert_true(layout_digest(&x) != layout_digest(&y));
    layout_items_fini(&x);
    layout_items_fini(&y);
    layout_items_fini(&z);
}

/* All 24 orders of four names come equally often: chi-squared with 23 degrees of freedom stays below
 * its 99.9 % point, 49.7, for this seed of seeds. */
static void orders_are_uniform(void **state)
{
    (void)state;
    static const char *const names[] = {"main", "alpha", "beta", "gamma"};
    enum { SEEDS = 4800, ORDERS = 256 };
    size_t counts[ORDERS] = {0}, used = 0;
    for (uint64_t seed = 0; seed < SEEDS; seed++) {
        struct layout_items items;
        size_t code = 0;
        fill(&items, names, 4);
        assert_true(layout_sort(seed, &items));
        for (size_t i = 0; i < 4; i++)
            for (size_t k = 0; k < 4; k++)
                if (strcmp(items.items[i].symbol, names[k]) == 0)
                    code = code * 4 + k;
        counts[code]++;
        layout_items_fini(&items);
    }
    double chi2 = 0;
    for (size_t i = 0; i < ORDERS; i++) {
        double difference = (double)counts[i] - SEEDS / 24.0;
        used += counts[i] > 0;
        if (counts[i] > 0)
            chi2 += difference * difference / (SEEDS / 24.0);
    }
    assert_int_equal(used, 24);
    assert_true(chi2 < 49.7);
}

static void pads_are_in_range_and_apart_from_the_order(void **state)
{
    (void)state;
    size_t most = 0, least = 64;
    for (uint64_t seed = 0; seed < 2000; seed++) {
        size_t pad = layout_pad(seed, "f", 64);
        assert_true(pad <= 64);
        most = pad > most ? pad : most;
        least = pad < least ? pad : least;
    }
    assert_int_equal(most, 64);
    assert_int_equal(least, 0);
    assert_int_equal(layout_pad(1, "f", 0), 0);
}

/* ---- linkers' lines -------------------------------------------------------------------------- */

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

/* ---- layout: runtime ------------------------------------------------------------------------- */

static void runtime_draws_are_pure_and_spread(void **state)
{
    (void)state;
    struct small small;
    small_init(&small, "/bin/true");
    size_t most = 0, pages = 0;
    for (uint32_t round = 0; round < 500; round++) {
        struct step step = {.kind = STEP_EXECUTE, .round = round};
        struct runtime_layout a = runtime_layout_draw(&small.design, &step);
        struct runtime_layout b = runtime_layout_draw(&small.design, &step);
        assert_memory_equal(&a, &b, sizeof a);
        assert_true(a.env_padding < 4096 && a.stack_offset % 4096 == 0 && a.stack_offset < 16384);
        assert_true(a.argv_padding < 64 && a.argv_padding % 2 == 0);
        most = a.env_padding > most ? a.env_padding : most;
        pages |= (size_t)1 << (a.stack_offset / 4096);
    }
    assert_true(most > 4000);
    assert_int_equal(pages, 15);
}

static void runtime_layout_reaches_the_command(void **state)
{
    (void)state;
    struct small small;
    small_init(&small, "/bin/true x");
    struct prepared prepared = {0};
    struct assay_error error;
    const struct command_place place = {.design = &small.design};
    for (uint32_t round = 0; round < 20; round++) {
        struct step step = {.kind = STEP_EXECUTE, .round = round};
        struct record record = {.step = step};
        assert_int_equal(
            prepared_update(&prepared, &place, &(struct draws){.drawn = {false}}, &error),
            ASSAY_OK);
        assert_int_equal(runtime_layout_apply(&small.design, &step, &prepared, &record, &error),
                         ASSAY_OK);
        struct runtime_layout draw = runtime_layout_draw(&small.design, &step);
        const char *padding = environment_get(&prepared.environment, "ASSAY_PADDING");
        assert_int_equal(strlen(padding), draw.env_padding + draw.stack_offset);
        assert_int_equal(strlen(prepared.words.items[0]), strlen("/bin/true") + draw.argv_padding);
        assert_int_equal(access(prepared.words.items[0], X_OK), 0);
        assert_string_equal(prepared.path, "/bin/true");
        assert_int_equal(record.n_draws, 4);
        assert_string_equal(record.draws[0].name, "env_padding");
    }
    prepared_fini(&prepared);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(commands_are_classified),
        cmocka_unit_test(response_files_are_read_and_written),
        cmocka_unit_test(objects_are_read_back),
        cmocka_unit_test(archives_are_read),
        cmocka_unit_test(damaged_objects_do_no_harm),
        cmocka_unit_test(order_depends_on_seed_and_names_alone),
        cmocka_unit_test(orders_are_uniform),
        cmocka_unit_test(pads_are_in_range_and_apart_from_the_order),
        cmocka_unit_test(lines_are_understood),
        cmocka_unit_test(only_neighbours_change_places),
        cmocka_unit_test(runtime_draws_are_pure_and_spread),
        cmocka_unit_test(runtime_layout_reaches_the_command),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
