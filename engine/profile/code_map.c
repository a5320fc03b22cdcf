/* SPDX-License-Identifier: GPL-3.0-or-later */
/* code_map.c -- which function an address of a process belongs to.
 * Source:   perf_event_open(2): PERF_RECORD_MMAP2, FORK and COMM; proc_pid_maps(5).
 * Edge:     the kernel's own page in each process has symbols, too, those of the page in this one.
 * Checked:  tests/engine/profile/test_symbols.c
 */
#include "profile/code_map.h"

#include <string.h>

#include "base/array.h"
#include "system/system.h"

static const char kernel_page[] = "[vdso]";

/* ---- files ---- */

static void file_free(struct code_file *file)
{
    if (file == NULL)
        return;
    elf_symbols_fini(&file->symbols);
    free(file->path);
    free(file);
}

void code_files_fini(struct code_files *files)
{
    for (size_t i = 0; i < files->n; i++)
        file_free(files->items[i]);
    free(files->items);
    *files = (struct code_files){0};
}

static struct code_file *file_named(struct code_files *files, const char *path)
{
    for (size_t i = files->n; i > 0; i--)
        if (strcmp(files->items[i - 1]->path, path) == 0)
            return files->items[i - 1];
    struct code_file *file = calloc(1, sizeof *file);
    if (file != NULL)
        file->path = strdup(path);
    if (file == NULL || file->path == NULL || !array_more(&files->items, files->n, &files->room)) {
        file_free(file);
        files->lost = true;
        return NULL;
    }
    return files->items[files->n++] = file;
}

static bool read_kernel_page(struct elf_symbols *symbols)
{
    enum { PAGES = 2 };
    const unsigned char *page = system_kernel_page();
    return page != NULL && elf_symbols_read(symbols, page, (size_t)PAGES * 4096);
}

/* One that was built again since must not be looked into: where it was, less may lie. */
static void forget_if_changed(struct code_file *file)
{
    struct stat now = {0};
    if (!file->tried || file->path[0] != '/' ||
        (stat(file->path, &now) == 0 && now.st_dev == file->seen.st_dev &&
         now.st_ino == file->seen.st_ino && now.st_size == file->seen.st_size &&
         now.st_mtim.tv_sec == file->seen.st_mtim.tv_sec &&
         now.st_mtim.tv_nsec == file->seen.st_mtim.tv_nsec))
        return;
    elf_symbols_fini(&file->symbols);
    file->tried = file->read = false;
}

static struct elf_symbols *symbols_of(struct code_file *file)
{
    if (!file->tried)
        (void)stat(file->path, &file->seen);
    if (!file->tried)
        file->read = strcmp(file->path, kernel_page) == 0
                         ? read_kernel_page(&file->symbols)
                         : elf_symbols_open(&file->symbols, file->path);
    file->tried = true;
    return file->read ? &file->symbols : NULL;
}

/* ---- processes ---- */

void code_map_begin(struct code_map *map, struct code_files *files, int64_t since_s)
{
    *map = (struct code_map){.files = files, .since_s = since_s};
    for (size_t i = 0; i < files->n; i++)
        forget_if_changed(files->items[i]);
}

void code_map_fini(struct code_map *map)
{
    for (size_t i = 0; i < map->n; i++) {
        free(map->items[i].items);
        perf_map_fini(&map->items[i].compiled);
    }
    free(map->items);
    *map = (struct code_map){0};
}

static struct code_process *find(struct code_map *map, int id)
{
    if (map->last < map->n && map->items[map->last].id == id)
        return &map->items[map->last];
    for (size_t i = 0; i < map->n; i++)
        if (map->items[i].id == id) {
            map->last = i;
            return &map->items[i];
        }
    return NULL;
}

static struct code_process *find_or_add(struct code_map *map, int id)
{
    struct code_process *found = find(map, id);
    if (found != NULL)
        return found;
    if (!array_more(&map->items, map->n, &map->room)) {
        map->files->lost = true;
        return NULL;
    }
    map->items[map->n] = (struct code_process){.id = id};
    return &map->items[map->n++];
}

void code_map_exec(struct code_map *map, int process)
{
    struct code_process *p = find_or_add(map, process);
    if (p == NULL)
        return;
    p->n = 0;
    p->loads = ++map->loads;
    p->fresh = true;
}

void code_map_fork(struct code_map *map, int process, int parent)
{
    struct code_process *child = process != parent ? find_or_add(map, process) : NULL;
    const struct code_process *from = find(map, parent);
    if (child != NULL)
        child->parent = parent;
    if (child == NULL || from == NULL)
        return;
    if (!array_hold(&child->items, from->n, &child->room)) {
        map->files->lost = true;
        return;
    }
    if (from->n > 0)
        memcpy(child->items, from->items, from->n * sizeof *from->items);
    child->n = from->n;
    child->loads = ++map->loads;
    child->main = from->main;
}

/* ---- what is loaded ---- */

/* Makes room at i for one more. */
static bool open_gap(struct code_process *p, size_t i)
{
    if (!array_more(&p->items, p->n, &p->room))
        return false;
    memmove(&p->items[i + 1], &p->items[i], (p->n - i) * sizeof *p->items);
    p->n++;
    return true;
}

/* Takes what lies from start to end out of what was there. */
static bool cut(struct code_process *p, uint64_t start, uint64_t end)
{
    for (size_t i = 0; i < p->n && p->items[i].start < end;) {
        struct code_mapping *m = &p->items[i];
        const struct code_mapping whole = *m;
        if (m->end <= start) {
            i++;
            continue;
        }
        if (m->start < start && m->end > end && !open_gap(p, i + 1))
            return false;
        m = &p->items[i];
        if (whole.start >= start && whole.end <= end) {
            memmove(m, m + 1, (p->n - i - 1) * sizeof *m);
            p->n--;
            continue;
        }
        if (whole.start < start)
            m[0].end = start;
        if (whole.end > end) {
            struct code_mapping *rest = whole.start < start ? m + 1 : m;
            *rest = whole;
            rest->start = end;
            rest->offset += end - whole.start;
        }
        i++;
    }
    return true;
}

static bool is_file(const char *path)
{
    return path[0] == '/' && path[1] != '/' && strncmp(path, "/memfd:", 7) != 0 &&
           strncmp(path, "/dev/zero", 9) != 0;
}

void code_map_load(struct code_map *map, int process, const struct code_loaded *loaded)
{
    struct code_process *p = find_or_add(map, process);
    const uint64_t end = loaded->address + loaded->size;
    if (p == NULL || end <= loaded->address)
        return;
    struct code_mapping mapping = {loaded->address, end, loaded->offset, NULL};
    if (is_file(loaded->path) || strcmp(loaded->path, kernel_page) == 0)
        mapping.file = file_named(map->files, loaded->path);
    if (mapping.file != NULL && p->fresh) {
        p->main = mapping.file;
        p->fresh = false;
    }
    size_t i = 0;
    p->loads = ++map->loads;
    map->files->lost = !cut(p, loaded->address, end) || map->files->lost;
    while (i < p->n && p->items[i].start < loaded->address)
        i++;
    if (open_gap(p, i))
        p->items[i] = mapping;
    else
        map->files->lost = true;
}

/* ---- questions ---- */

static const struct code_mapping *mapping_at(const struct code_process *p, uint64_t address)
{
    size_t below = 0, above = p->n;
    while (below < above) {
        const size_t middle = below + (above - below) / 2;
        if (p->items[middle].start <= address)
            below = middle + 1;
        else
            above = middle;
    }
    return below > 0 && address < p->items[below - 1].end ? &p->items[below - 1] : NULL;
}

static void find_compiled(struct code_map *map, struct code_process *p, uint64_t address,
                          struct code_place *out)
{
    if (!p->compiled_read && !perf_map_open(&p->compiled, p->id, map->since_s))
        map->files->lost = true;
    p->compiled_read = true;
    const char *name = perf_map_at(&p->compiled, address);
    *out = (struct code_place){.name = name != NULL ? name : "", .compiled = true};
}

static void find_in_file(const struct code_mapping *mapping, uint64_t address,
                         struct code_place *out)
{
    struct elf_symbols *symbols = symbols_of(mapping->file);
    uint64_t linked = 0;
    *out = (struct code_place){.file = mapping->file, .name = ""};
    if (symbols == NULL ||
        !elf_symbols_address(symbols, address - mapping->start + mapping->offset, &linked))
        return;
    out->function = elf_symbols_at(&symbols->code, linked);
    const char *name = out->function != NULL ? elf_symbols_name(symbols, out->function) : NULL;
    out->name = name != NULL ? name : "";
}

bool code_map_at(struct code_map *map, int process, uint64_t address, struct code_place *out)
{
    struct code_process *p = find(map, process);
    const struct code_mapping *mapping = p != NULL ? mapping_at(p, address) : NULL;
    if (mapping == NULL)
        return false;
    if (mapping->file == NULL)
        find_compiled(map, p, address, out);
    else
        find_in_file(mapping, address, out);
    return true;
}

const struct code_process *code_map_process(struct code_map *map, int process)
{
    return find(map, process);
}

bool code_mapping_bias(const struct code_mapping *mapping, uint64_t *bias)
{
    struct elf_symbols *symbols = mapping->file != NULL ? symbols_of(mapping->file) : NULL;
    uint64_t linked;
    if (symbols == NULL || !elf_symbols_address(symbols, mapping->offset, &linked))
        return false;
    *bias = mapping->start - linked;
    return true;
}

bool code_map_is_below(const struct code_map *map, int process, int other)
{
    for (size_t depth = 0; depth <= map->n; depth++) {
        const struct code_process *p = NULL;
        for (size_t i = 0; i < map->n && p == NULL; i++)
            p = map->items[i].id == process ? &map->items[i] : NULL;
        if (p == NULL || p->parent == 0)
            return false;
        if (p->parent == other)
            return true;
        process = p->parent;
    }
    return false;
}

const struct code_file *code_map_program(const struct code_map *map, int below)
{
    for (size_t i = 0; i < map->n; i++)
        if (below == 0 || (map->items[i].main != NULL && code_map_is_below(map, map->items[i].id, below)))
            return map->items[i].main;
    return NULL;
}
