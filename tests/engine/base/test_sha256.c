/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_sha256.c -- the examples of FIPS 180-4, and every length about the end of a block. */
#include "support/oracle.h"

#include <stdio.h>
#include <string.h>

#include "base/sha256.h"

static void assert_digest(const void *bytes, size_t n, const char *expected)
{
    unsigned char digest[SHA256_BYTES];
    char text[2 * SHA256_BYTES + 1];
    sha256(bytes, n, digest);
    for (size_t i = 0; i < sizeof digest; i++)
        (void)snprintf(text + 2 * i, 3, "%02x", digest[i]);
    assert_string_equal(text, expected);
}

static void examples(void **state)
{
    (void)state;
    static const char two[] = "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq";
    static char million[1000000];
    memset(million, 'a', sizeof million);
    assert_digest("", 0, "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    assert_digest("abc", 3, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    assert_digest(two, sizeof two - 1,
                  "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
    assert_digest(million, sizeof million,
                  "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

/* The digest of the digests of 'x' once to 130 times, by Python's hashlib. */
static void lengths(void **state)
{
    (void)state;
    unsigned char digests[130][SHA256_BYTES];
    char text[130];
    memset(text, 'x', sizeof text);
    for (size_t n = 1; n <= 130; n++)
        sha256(text, n, digests[n - 1]);
    assert_digest(digests, sizeof digests,
                  "d9e9a92627a71870f57b2a30b6bb32b5af205a48cb226cb7f6450e9bf8f1b313");
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(examples), cmocka_unit_test(lengths)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
