/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_burst_file.c -- of the copy of short commands' results only what is whole and
 * ours is read. */
#include "support/oracle.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "measure/burst_file.h"

static const unsigned char OURS[BURST_OWNER_BYTES] = "sixteen bytes...";

/* Turns a bit of what stands at the first place where the file holds this number of nanoseconds. */
static void damage(const char *path, int64_t wall_ns)
{
    static char bytes[1 << 20];
    FILE *file = fopen(path, "r+");
    assert_non_null(file);
    const size_t n = fread(bytes, 1, sizeof bytes, file);
    char *found = memmem(bytes, n, &wall_ns, sizeof wall_ns);
    assert_non_null(found);
    assert_int_equal(fseek(file, found - bytes, SEEK_SET), 0);
    assert_int_equal(fputc(*found ^ 1, file), (unsigned char)(*found ^ 1));
    assert_int_equal(fclose(file), 0);
}

static void whole_and_ours(void **state)
{
    (void)state;
    char path[] = "/tmp/assay-test-ahead-XXXXXX";
    const int fd = mkstemp(path);
    assert_true(fd >= 0);
    close(fd);
    static struct burst_item read[BURST_MAX];
    const struct burst_item first = {.step.kind = STEP_EXECUTE, .result.wall_ns = 123456789012345},
                            last = {.step.kind = STEP_EXECUTE, .result.wall_ns = 543210987654321};
    assert_int_equal(burst_file_make(path, OURS), 0);
    assert_int_equal(burst_file_read(path, OURS, read), 0);
    struct burst_file *file = burst_file_map(path);
    assert_non_null(file);
    burst_file_put(file, &first, 0);
    burst_file_put(file, &last, BURST_MAX - 1);
    burst_file_unmap(&file);
    assert_int_equal(burst_file_read(path, OURS, read), 2);
    assert_true(read[0].result.wall_ns == first.result.wall_ns);
    assert_true(read[1].result.wall_ns == last.result.wall_ns);
    unsigned char other[BURST_OWNER_BYTES];
    memcpy(other, OURS, sizeof other);
    other[BURST_OWNER_BYTES - 1] ^= 1;
    assert_int_equal(burst_file_read(path, other, read), 0);
    damage(path, first.result.wall_ns);
    assert_int_equal(burst_file_read(path, OURS, read), 1);
    assert_true(read[0].result.wall_ns == last.result.wall_ns);
    assert_int_equal(unlink(path), 0);
    assert_int_equal(burst_file_read(path, OURS, read), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(whole_and_ours),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
