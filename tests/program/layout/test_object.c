/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_object.c -- what object files and archives hold, whole and damaged. */
#include "scratch.h"

#include <elf.h>

#include "layout/object.h"
#include "layout/order.h"

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
    assert_null(items.items[2].section); /* .text.assay_pad.2 */
    assert_int_equal(items.machine, EM_X86_64);
    assert_false(items.unread || items.bitcode || items.gimple);
    layout_items_fini(&items);

    assert_int_equal(layout_read(&items, "/proc/nonexistent"), LAYOUT_OTHER);
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

enum { LONG = 1000 };

static void long_object_is(const struct layout_items *items, size_t from)
{
    assert_true(items->n >= from + LONG);
    for (size_t i = 0; i < LONG; i++) {
        char name[LAYOUT_PAD_NAME];
        layout_pad_name(i, name);
        assert_string_equal(items->items[from + i].symbol, name);
        if (i + 1 < LONG)
            assert_null(items->items[from + i].section);
    }
    assert_string_equal(items->items[from + LONG - 1].section, ".text.assay_pad.0");
}

/* Of a long object parts are read, of an archive's member all is at hand. What was found stays when
 * another file is read. */
static void long_objects_are_read_in_parts(void **state)
{
    (void)state;
    static unsigned char object[800000], archive[800200];
    struct scratch scratch;
    size_t sizes[LONG], at = 8;
    Elf64_Ehdr head;
    for (size_t i = 0; i < LONG; i++)
        sizes[i] = i + 1;
    scratch_init(&scratch);
    assert_true(layout_pad_write(scratch.path, EM_X86_64, 0, sizes, LONG));
    size_t n = read_bytes(scratch.path, object, sizeof object);
    memcpy(&head, object, sizeof head); /* the last section gets the name of the first */
    memcpy(object + head.e_shoff + LONG * sizeof(Elf64_Shdr),
           object + head.e_shoff + sizeof(Elf64_Shdr), sizeof(Elf64_Word));
    write_bytes(scratch.path, object, n);
    memcpy(archive, "!<arch>\n", 8);
    at += member(archive + at, "a.o/", object, n);
    write_bytes(scratch.other, archive, at);
    struct layout_items items = {0};
    assert_int_equal(layout_read(&items, scratch.path), LAYOUT_OBJECT);
    assert_int_equal(layout_read(&items, scratch.other), LAYOUT_ARCHIVE);
    for (unsigned char *name; (name = memmem(object, n, "assay_pad", 9)) != NULL;)
        memcpy(name, "other_pad", 9);
    write_bytes(scratch.path, object, n);
    assert_int_equal(layout_read(&items, scratch.path), LAYOUT_OBJECT);
    assert_int_equal(items.n, 3 * LONG);
    assert_false(items.unread || items.no_memory);
    long_object_is(&items, 0);
    long_object_is(&items, LONG);
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(objects_are_read_back),
        cmocka_unit_test(archives_are_read),
        cmocka_unit_test(long_objects_are_read_in_parts),
        cmocka_unit_test(damaged_objects_do_no_harm),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
