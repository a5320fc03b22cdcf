/* SPDX-License-Identifier: GPL-3.0-or-later */
/* runtime_layout.c -- draws that move a program's stack and environment.
 * Source:   Mytkowicz, Diwan, Hauswirth & Sweeney, ASPLOS 2009: the size of the environment alone
 *           changes the measured speed of programs by several per cent, because it moves the stack.
 * Checked:  tests/engine/measure/test_runtime_layout.c, tests/cc/run.
 */
#include "measure/runtime_layout.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <assay/random.h>

#include "system/system.h"

enum { PAGE = 4096, PAGES = 4, ARGV_PAIRS = 32 };

struct runtime_layout runtime_layout_draw(const struct design *design, const struct step *step)
{
    struct assay_random random;
    assay_random_init(&random, design->seed, ASSAY_RANDOM_ENVIRONMENT, step->round, step->position);
    struct runtime_layout layout;
    layout.env_padding = (size_t)assay_random_below(&random, PAGE);
    layout.stack_offset = PAGE * (size_t)assay_random_below(&random, PAGES);
    layout.argv_padding = 2 * (size_t)assay_random_below(&random, ARGV_PAIRS);
    return layout;
}

static bool set_padding(struct environment *environment, size_t n)
{
    char text[PAGE * PAGES + 1];
    memset(text, 'x', n);
    text[n] = '\0';
    return environment_set(environment, "ASSAY_PADDING", text);
}

/* "dir/program" becomes "dir/././program": another length, the same file and the same last part. */
static bool set_program(struct prepared *p, size_t n)
{
    const char *name = strrchr(p->program, '/') + 1;
    size_t head = (size_t)(name - p->program), tail = strlen(name) + 1;
    char *text = malloc(head + n + tail);
    if (text == NULL)
        return false;
    memcpy(text, p->program, head);
    for (size_t i = 0; i < n; i++)
        text[head + i] = i % 2 == 0 ? '.' : '/';
    memcpy(text + head + n, name, tail);
    free(p->words.items[0]);
    p->words.items[0] = text;
    return true;
}

/* What the kernel draws for each execution: 0 nothing, 1 stack and libraries, 2 the heap too. */
static size_t drawn_addresses(void)
{
    char digit = '0';
    int fd = open("/proc/sys/kernel/randomize_va_space", O_RDONLY | O_CLOEXEC);
    if (fd >= 0) {
        if (read(fd, &digit, 1) != 1)
            digit = '0';
        close(fd);
    }
    return system_free_addresses() && digit > '0' ? (size_t)(digit - '0') : 0;
}

static void add_draw(struct record *record, const char *name, size_t value)
{
    if (record->n_draws < DRAWS_MAX)
        record->draws[record->n_draws++] = (struct draw){name, (double)value};
}

enum assay_status runtime_layout_apply(const struct design *design, const struct step *step,
                                       struct prepared *p, struct record *record,
                                       struct assay_error *error)
{
    struct runtime_layout layout = runtime_layout_draw(design, step);
    if (p->program == NULL)
        p->program = strdup(p->words.items[0]);
    if (p->program != NULL && strchr(p->program, '/') == NULL)
        layout.argv_padding = 0;
    if (p->program == NULL ||
        !set_padding(&p->environment, layout.env_padding + layout.stack_offset) ||
        (strchr(p->program, '/') != NULL && !set_program(p, layout.argv_padding)))
        return assay_fail(error, ASSAY_NO_MEMORY, "not enough memory to prepare a command");
    add_draw(record, "env_padding", layout.env_padding);
    add_draw(record, "stack_offset", layout.stack_offset);
    add_draw(record, "argv_padding", layout.argv_padding);
    add_draw(record, "aslr", drawn_addresses());
    return ASSAY_OK;
}
