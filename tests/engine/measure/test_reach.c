/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_reach.c -- what a program tells of a function through a page that it attaches by its number. Programs of real
 * compilers are in tests/cc. */
#include "fixture.h"

#include <errno.h>
#include <inttypes.h>
#include <sys/shm.h>
#include <sys/wait.h>

#include "measure/reach.h"

static void told(const struct reach *reach, int *id, uint64_t *token)
{
    static char *none[] = {NULL};
    struct environment environment;
    assert_true(environment_init(&environment, none));
    assert_true(reach_tell(reach, &environment));
    const char *text = environment_get(&environment, LAYOUT_REACH_VARIABLE);
    *id = -1;
    if (text != NULL)
        assert_int_equal(sscanf(text, "%d %" SCNx64, id, token), 2);
    environment_fini(&environment);
}

/* As hooks in a program do, in a process that ends by a signal. */
static void be_a_program(int id, uint64_t token, bool runs)
{
    const pid_t child = fork();
    if (child == 0) {
        unsigned char *page = shmat(id, NULL, 0);
        if (memcmp(page + 8, &token, sizeof token) == 0)
            page[0] = 1;
        page[1] |= runs;
        (void)raise(SIGKILL);
    }
    assert_int_equal(waitpid(child, NULL, 0), child);
}

static double drawn(const struct reach *reach, int id, uint64_t token, int program)
{
    struct record record = {.n_draws = 0};
    reach_begin(reach);
    if (program >= 0)
        be_a_program(id, token, program == 1);
    reach_end(reach, &record);
    assert_int_equal(record.n_draws, 1);
    assert_string_equal(record.draws[0].name, "reached");
    return record.draws[0].value;
}

static void a_page_outlives_programs_and_ends_with_us(void **state)
{
    (void)state;
    struct reach reach;
    uint64_t token;
    int id;
    reach_open(&reach);
    if (reach.page == NULL)
        skip(); /* no shared memory here */
    told(&reach, &id, &token);
    assert_true(drawn(&reach, id, token, 1) == 1);
    assert_true(drawn(&reach, id, token, 0) == 0); /* of the one before nothing is left */
    assert_true(drawn(&reach, id, token, -1) == -1);
    assert_true(drawn(&reach, id, token + 1, 0) == -1); /* another's page */
    reach_close(&reach);
    assert_true(shmat(id, NULL, 0) == (void *)-1);
    assert_true(errno == EINVAL || errno == EIDRM);
}

static void without_a_page_nothing_is_told(void **state)
{
    (void)state;
    struct reach reach = {.page = NULL};
    struct record record = {.n_draws = 0};
    uint64_t token;
    int id;
    told(&reach, &id, &token);
    assert_int_equal(id, -1);
    reach_begin(&reach);
    reach_end(&reach, &record);
    assert_int_equal(record.n_draws, 0);
    reach_close(&reach);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_page_outlives_programs_and_ends_with_us),
        cmocka_unit_test(without_a_page_nothing_is_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
