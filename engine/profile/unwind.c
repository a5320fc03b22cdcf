/* SPDX-License-Identifier: GPL-3.0-or-later */
/* unwind.c -- who called, by the tables that compilers write for exceptions.
 * Source:   elfutils' libdwfl, "Dwfl_Thread_Callbacks"; tables: System V ABI for x86-64, 3.7, which asks for them in all code.
 * Assumes:  what a process has loaded still lies under its path, as it was.
 * Edge:     code without a table (compiled as it ran, or written in assembly) is left by its frame pointer, which libdwfl tries then.
 *           A stack that is deeper than its copy ends there, and is not whole. Separate debug files are not
 *           looked for: tables for exceptions are in the program, and a server must not be asked.
 * Checked:  tests/engine/profile/test_unwind.c
 */
#include "profile/unwind.h"

#include <dlfcn.h>
#include <elfutils/libdwfl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "profile/stack_registers.h"
#include "system/system.h"

/* Each keeps the files that its process has loaded open. */
enum { KEPT = 8, DEEPEST = 1024 };

/* A process as it was between two loads. */
struct walked {
    Dwfl *loaded; /* NULL: none */
    int process;
    uint64_t loads;
    size_t used; /* when */
};

/* Loaded when it is needed, as libpfm is (counter.c). */
struct library {
    void *handle;
    __typeof__(dwfl_begin) *begin;
    __typeof__(dwfl_end) *end;
    __typeof__(dwfl_report_begin) *report_begin;
    __typeof__(dwfl_report_elf) *report_elf;
    __typeof__(dwfl_report_end) *report_end;
    __typeof__(dwfl_attach_state) *attach_state;
    __typeof__(dwfl_getthread_frames) *getthread_frames;
    __typeof__(dwfl_frame_pc) *frame_pc;
    __typeof__(dwfl_thread_state_registers) *state_registers;
    __typeof__(dwfl_thread_state_register_pc) *state_register_pc;
};

struct unwinder {
    struct library dw;
    struct walked kept[KEPT];
    size_t walks;
    const struct sample_record *record; /* that is being walked up */
    uint64_t callers[DEEPEST];
    size_t frames; /* so far, its own included */
    bool cut;      /* something was asked for that lies behind the copy of its stack */
};

/* ---- the library ---- */

static bool find_all(struct library *dw)
{
    const struct {
        const char *name;
        void *to;
    } wanted[] = {
        {"dwfl_begin", &dw->begin},
        {"dwfl_end", &dw->end},
        {"dwfl_report_begin", &dw->report_begin},
        {"dwfl_report_elf", &dw->report_elf},
        {"dwfl_report_end", &dw->report_end},
        {"dwfl_attach_state", &dw->attach_state},
        {"dwfl_getthread_frames", &dw->getthread_frames},
        {"dwfl_frame_pc", &dw->frame_pc},
        {"dwfl_thread_state_registers", &dw->state_registers},
        {"dwfl_thread_state_register_pc", &dw->state_register_pc},
    };
    for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++) {
        void *found = dlsym(dw->handle, wanted[i].name);
        if (found == NULL)
            return false;
        memcpy(wanted[i].to, &found, sizeof found);
    }
    return true;
}

struct unwinder *unwinder_open(const char **why_not)
{
    *why_not = "walking up stacks is written for x86-64 and arm64";
    if (STACK_REGISTERS == 0)
        return NULL;
    struct unwinder *unwinder = calloc(1, sizeof *unwinder);
    *why_not = "memory is short";
    if (unwinder == NULL)
        return NULL;
    *why_not = "libdw.so.1 is not installed (Debian's libdw1)";
    unwinder->dw.handle = dlopen("libdw.so.1", RTLD_NOW | RTLD_LOCAL);
    if (unwinder->dw.handle == NULL || !find_all(&unwinder->dw))
        unwinder_close(&unwinder);
    return unwinder;
}

void unwinder_forget(struct unwinder *unwinder)
{
    for (size_t i = 0; i < KEPT; i++)
        if (unwinder->kept[i].loaded != NULL)
            unwinder->dw.end(unwinder->kept[i].loaded);
    memset(unwinder->kept, 0, sizeof unwinder->kept);
}

void unwinder_close(struct unwinder **unwinder)
{
    if (*unwinder == NULL)
        return;
    unwinder_forget(*unwinder);
    if ((*unwinder)->dw.handle != NULL)
        (void)dlclose((*unwinder)->dw.handle);
    free(*unwinder);
    *unwinder = NULL;
}

/* ---- what libdwfl asks ---- */

static int find_no_elf(Dwfl_Module *module, void **own, const char *name, Dwarf_Addr base,
                       char **file, Elf **elf)
{
    (void)module, (void)own, (void)name, (void)base, (void)file, (void)elf;
    return -1;
}

static int find_no_debuginfo(Dwfl_Module *module, void **own, const char *name, Dwarf_Addr base,
                             const char *file, const char *link, GElf_Word sum, char **found)
{
    (void)module, (void)own, (void)name, (void)base, (void)file, (void)link, (void)sum, (void)found;
    return -1;
}

static pid_t no_next_thread(Dwfl *loaded, void *context, void **thread)
{
    (void)loaded, (void)context, (void)thread;
    return 0;
}

static bool get_thread(Dwfl *loaded, pid_t id, void *context, void **thread)
{
    (void)loaded, (void)id;
    *thread = context;
    return true;
}

static bool read_memory(Dwfl *loaded, Dwarf_Addr address, Dwarf_Word *out, void *context)
{
    struct unwinder *unwinder = context;
    const struct sample_record *record = unwinder->record;
    const uint64_t at = address - stack_register_of(record->registers, STACK_POINTER);
    (void)loaded;
    if (record->stack_bytes < sizeof *out || at > record->stack_bytes - sizeof *out) {
        unwinder->cut = true;
        return false;
    }
    memcpy(out, record->stack + at, sizeof *out);
    return true;
}

static bool set_registers(Dwfl_Thread *thread, void *context)
{
    const struct unwinder *unwinder = context;
    const uint64_t *registers = unwinder->record->registers;
    Dwarf_Word numbered[STACK_DWARF + 1] = {0};
    for (int i = 0; i < STACK_REGISTERS; i++) {
        const int number = stack_registers[i].dwarf;
        if (number < STACK_DWARF)
            numbered[number] = registers[i];
    }
    unwinder->dw.state_register_pc(thread, stack_register_of(registers, STACK_PLACE));
    return unwinder->dw.state_registers(thread, 0, STACK_DWARF, numbered);
}

static const Dwfl_Callbacks files = {.find_elf = find_no_elf, .find_debuginfo = find_no_debuginfo};
static const Dwfl_Thread_Callbacks threads = {.next_thread = no_next_thread,
                                              .get_thread = get_thread,
                                              .memory_read = read_memory,
                                              .set_initial_registers = set_registers};

/* ---- what a process has loaded ---- */

/* The kernel's own page is no file: it becomes one without a name. -1: the file is opened by its path. */
static int file_of(const struct code_file *file)
{
    const int fd = file->path[0] == '/' ? -1 : system_nameless("assay-page");
    const struct artefact_elf *elf = &file->symbols.elf;
    if (fd >= 0 && write(fd, elf->bytes, elf->n) != (ssize_t)elf->n) {
        close(fd);
        return -1;
    }
    return fd;
}

static void report(const struct library *dw, Dwfl *loaded, const struct code_process *process)
{
    dw->report_begin(loaded);
    for (size_t i = 0; i < process->n; i++) {
        const struct code_mapping *mapping = &process->items[i];
        uint64_t bias;
        if (!code_mapping_bias(mapping, &bias))
            continue;
        const int fd = file_of(mapping->file);
        if ((fd >= 0 || mapping->file->path[0] == '/') &&
            dw->report_elf(loaded, mapping->file->path, mapping->file->path, fd, bias, true) ==
                NULL &&
            fd >= 0)
            close(fd);
    }
    (void)dw->report_end(loaded, NULL, NULL);
}

static Dwfl *load(struct unwinder *unwinder, const struct code_process *process)
{
    const struct library *dw = &unwinder->dw;
    Dwfl *loaded = dw->begin(&files);
    if (loaded == NULL)
        return NULL;
    report(dw, loaded, process);
    if (dw->attach_state(loaded, NULL, process->id, &threads, unwinder))
        return loaded;
    dw->end(loaded);
    return NULL;
}

/* The process as it is now; of those that are kept the one that was not walked for longest gives way. NULL: nothing of it can be read. */
static Dwfl *loaded_of(struct unwinder *unwinder, const struct code_process *process)
{
    struct walked *oldest = unwinder->kept, *of = NULL;
    for (struct walked *w = unwinder->kept; w < unwinder->kept + KEPT; w++) {
        oldest = w->used < oldest->used ? w : oldest;
        of = w->loaded != NULL && w->process == process->id ? w : of;
    }
    of = of != NULL ? of : oldest;
    of->used = ++unwinder->walks;
    if (of->loaded != NULL && of->process == process->id && of->loads == process->loads)
        return of->loaded;
    if (of->loaded != NULL)
        unwinder->dw.end(of->loaded);
    *of = (struct walked){load(unwinder, process), process->id, process->loads, of->used};
    return of->loaded;
}

/* ---- the walk ---- */

/* A place that was interrupted, by a signal, is no place behind a call. */
static int take_frame(Dwfl_Frame *frame, void *context)
{
    struct unwinder *unwinder = context;
    Dwarf_Addr address;
    bool interrupted = false;
    if (!unwinder->dw.frame_pc(frame, &address, &interrupted) || unwinder->frames > DEEPEST)
        return DWARF_CB_ABORT;
    if (unwinder->frames > 0)
        unwinder->callers[unwinder->frames - 1] = address + (interrupted ? 1 : 0);
    unwinder->frames++;
    return DWARF_CB_OK;
}

/* The walk ends well where a table says that nobody called. libdwfl does so, too, where the place to return to could not be read. */
void unwinder_walk(struct unwinder *unwinder, struct code_map *map,
                   const struct sample_record *record, struct unwound *out)
{
    const struct code_process *process = code_map_process(map, record->process);
    *out = (struct unwound){.callers = unwinder->callers};
    if (process == NULL || record->registers == NULL)
        return;
    Dwfl *loaded = loaded_of(unwinder, process);
    if (loaded == NULL)
        return;
    unwinder->record = record;
    unwinder->frames = 0;
    unwinder->cut = false;
    const int ended = unwinder->dw.getthread_frames(loaded, process->id, take_frame, unwinder);
    out->whole = ended == 0 && !unwinder->cut;
    out->n = unwinder->frames > 0 ? unwinder->frames - 1 : 0;
}
