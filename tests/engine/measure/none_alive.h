/* SPDX-License-Identifier: GPL-3.0-or-later */
/* none_alive.h -- whether the processes of a script are gone. */
#pragma once

#include "support/oracle.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include "measure/last_output.h"

/* Process numbers that a script has printed; none of them may be alive. */
static inline void assert_none_alive(struct last_output *output, int expected)
{
    char *text = strdup(last_output_text(output)), *rest = text;
    int n = 0;
    for (char *word; (word = strsep(&rest, " \n")) != NULL;) {
        if (*word == '\0')
            continue;
        n++;
        assert_int_not_equal(kill(atoi(word), 0), 0);
        assert_int_equal(errno, ESRCH);
    }
    free(text);
    assert_int_equal(n, expected);
}
