/* SPDX-License-Identifier: GPL-3.0-or-later */
/* rebench_warmups.c -- how many iterations of which benchmark are warm-up.
 * Source:   smarr/ReBench benchmark.py, exp_run_details.py (as_dict), run_id.py; the metadata lines of
 *           1.3, "# benchmark: 0={...}" and "# run_id: 0={...}", are known from their description
 *           only: a benchmark is found by its names, whatever its number.
 * Edge:     metadata that cannot be read tell nothing, and are no mistake. */
#include "import/rebench_warmups.h"

#include "base/owned.h"
#include "import/rebench_run.h"

void rebench_warmups_init(struct rebench_warmups *warmups)
{
    gather_init(&warmups->known, 3);
}

void rebench_warmups_fini(struct rebench_warmups *warmups)
{
    gather_fini(&warmups->known);
}

static struct gather_entry *find(struct rebench_warmups *warmups, const struct gather_field key[3])
{
    const size_t index = gather_find(&warmups->known, key);
    return index != SIZE_MAX ? &warmups->known.entries[index] : NULL;
}

static struct gather_field field_of(const char *text)
{
    return text != NULL ? (struct gather_field){text, strlen(text)} : (struct gather_field){"", 0};
}

static bool keep(struct rebench_warmups *warmups, const struct rebench_run *run)
{
    const struct gather_field key[3] = {field_of(run->system), field_of(run->suite),
                                        field_of(run->name)};
    struct gather_entry *entry = find(warmups, key);
    if (entry == NULL)
        return false;
    entry->n = 0; /* where a session goes on, what it says */
    return gather_append(entry, run->n_warmup);
}

bool rebench_warmups_read(struct rebench_warmups *warmups, struct word line)
{
    const bool benchmark = word_begins(line, "# benchmark:");
    const char *object = memchr(line.text, '{', line.size);
    if ((!benchmark && !word_begins(line, "# run_id:")) || object == NULL)
        return true;
    const struct format_text text = {object, line.size - (size_t)(object - line.text), false};
    struct rebench_run run = {.benchmark = ""};
    struct assay_error ignored;
    SCOPED(pull_fini) struct pull json = {0};
    pull_init(&json, &text, &ignored);
    if (benchmark)
        rebench_run_benchmark(&json, &run);
    else
        rebench_run_read(&json, &run);
    return json.failed || !(run.n_warmup > 0) || keep(warmups, &run);
}

bool rebench_warmups_find(struct rebench_warmups *warmups, const struct word fields[N_COLUMNS + 1],
                          double *n)
{
    static const enum rebench_column names[3] = {REBENCH_EXECUTOR, REBENCH_SUITE, REBENCH_BENCHMARK};
    struct gather_field key[3];
    *n = 0;
    if (warmups->known.n == 0)
        return true;
    for (size_t i = 0; i < 3; i++)
        key[i] = (struct gather_field){fields[names[i]].text, fields[names[i]].size};
    const struct gather_entry *entry = find(warmups, key);
    if (entry != NULL && entry->n > 0)
        *n = entry->values[0];
    return entry != NULL;
}
