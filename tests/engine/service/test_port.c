/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_port.c -- numbers that nobody else has, nor gets. */
#include "support/oracle.h"

#include <netinet/in.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "service/port.h"

static const struct port none = {0, -1, -1};

static unsigned first_of_connections(void)
{
    unsigned low = 32768;
    FILE *file = fopen("/proc/sys/net/ipv4/ip_local_port_range", "re");
    if (file != NULL) {
        assert_int_equal(fscanf(file, "%u", &low), 1);
        fclose(file);
    }
    return low;
}

static int listen_at(unsigned number)
{
    const struct sockaddr_in address = {.sin_family = AF_INET,
                                        .sin_port = htons((unsigned short)number),
                                        .sin_addr = {htonl(INADDR_LOOPBACK)}};
    const int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    assert_int_equal(bind(fd, (const struct sockaddr *)&address, sizeof address), 0);
    assert_int_equal(listen(fd, 1), 0);
    return fd;
}

/* Held as long as they are not given back: another process, or another start, gets others. */
static void all_differ(void **state)
{
    (void)state;
    enum { N = 50 };
    struct port ports[N];
    struct assay_error error;
    for (size_t i = 0; i < N; i++) {
        ports[i] = none;
        assert_int_equal(port_find(&ports[i], &error), ASSAY_OK);
        assert_in_range(ports[i].number, 1025, first_of_connections() - 1);
        for (size_t j = 0; j < i; j++)
            assert_int_not_equal(ports[i].number, ports[j].number);
    }
    for (size_t i = 0; i < N; i++)
        port_close(&ports[i]);
}

/* The next start has the next number, and one that somebody listens at is passed over. */
static void taken_ones_are_passed_over(void **state)
{
    (void)state;
    struct port port = none;
    struct assay_error error;
    assert_int_equal(port_find(&port, &error), ASSAY_OK);
    const unsigned first = port.number;
    port_close(&port);
    const int fd = listen_at(first + 1);
    assert_true(port_answers(first + 1));
    assert_int_equal(port_find(&port, &error), ASSAY_OK);
    assert_int_not_equal(port.number, first);
    assert_int_not_equal(port.number, first + 1);
    assert_false(port_answers(port.number));
    port_close(&port);
    close(fd);
}

static void a_socket_listens_at_once(void **state)
{
    (void)state;
    struct port port = none;
    struct assay_error error;
    assert_int_equal(port_listen(&port, &error), ASSAY_OK);
    assert_true(port_answers(port.number));
    const unsigned number = port.number;
    port_close(&port);
    assert_false(port_answers(number));
    assert_int_equal(port.listener, -1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_differ),
        cmocka_unit_test(taken_ones_are_passed_over),
        cmocka_unit_test(a_socket_listens_at_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
