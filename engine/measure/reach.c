/* SPDX-License-Identifier: GPL-3.0-or-later */
/* reach.c -- whether calls of a function ran in an execution.
 * Source:   shmctl(2): Linux attaches by its number what is marked for removal, as long as somebody has it.
 * Edge:     the token keeps a program that outlived us from another's page. All users may write: what gave up its
 *           rights before it called the function must tell, too.
 * Checked:  tests/engine/measure/test_reach.c; programs in tests/cc.
 */
#include "measure/reach.h"

#include <inttypes.h>
#include <stdio.h>
#include <sys/shm.h>

#include "system/system.h"

/* As the code in the program knows it. */
struct reach_page {
    volatile uint8_t here, ran; /* it was attached; the function began */
    _Alignas(8) uint64_t token; /* also where 4 would do */
};

void reach_open(struct reach *reach)
{
    uint64_t token;
    *reach = (struct reach){.id = shmget(IPC_PRIVATE, sizeof *reach->page, IPC_CREAT | 0666)};
    void *at = reach->id >= 0 ? shmat(reach->id, NULL, 0) : (void *)-1;
    if (reach->id >= 0)
        (void)shmctl(reach->id, IPC_RMID, NULL);
    if (at == (void *)-1)
        return;
    if (!system_random(&token, sizeof token)) {
        (void)shmdt(at);
        return;
    }
    reach->page = at;
    reach->page->token = token;
}

void reach_close(struct reach *reach)
{
    if (reach->page != NULL)
        (void)shmdt(reach->page);
    *reach = (struct reach){.page = NULL};
}

bool reach_tell(const struct reach *reach, struct environment *environment)
{
    char text[48];
    if (reach->page == NULL)
        return true;
    (void)snprintf(text, sizeof text, "%d %016" PRIx64, reach->id, reach->page->token);
    return environment_set(environment, LAYOUT_REACH_VARIABLE, text);
}

void reach_begin(const struct reach *reach)
{
    if (reach->page != NULL)
        reach->page->here = reach->page->ran = 0;
}

void reach_end(const struct reach *reach, struct record *record)
{
    const struct reach_page *page = reach->page;
    if (page == NULL || record->n_draws == DRAWS_MAX)
        return;
    const int told = page->ran != 0 ? 1 : page->here != 0 ? 0 : -1;
    record->draws[record->n_draws++] = (struct draw){REACH_DRAW, told};
}
