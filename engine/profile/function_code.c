/* SPDX-License-Identifier: GPL-3.0-or-later */
/* function_code.c -- whether a function's code is the same in two files.
 * Source:   instructions: capstone, which says where in an instruction its displacement and its immediate stand. Relocated places:
 *           System V ABI for x86-64, 4.4.
 * Assumes:  x86-64. A number that cannot be an address is part of the code; in a file that is not moved as it is loaded, one
 *           that lies in what the file loads is an address.
 * Edge:     never the same by guess: what a function refers to is told by name and place within it, or by its contents
 *           where these are constants (numbers that are read, texts, tables of jumps); else nothing is known. What a
 *           called or named thing holds is not the function's code.
 * Checked:  tests/engine/profile/test_function_code.c, with what a compiler makes of known sources.
 */
#include "profile/function_code.h"

#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

#ifdef ASSAY_HAVE_CAPSTONE
#include <capstone/capstone.h>
#endif

#include "base/sha256.h"
#include "base/text_buffer.h"
#include "profile/function_name.h"

#ifdef ASSAY_HAVE_CAPSTONE

/* ---- the reader of instructions, loaded when it is needed, as libpfm is (counter.c) ---- */

static void *find(const struct function_code *code, const char *name)
{
    return dlsym(code->capstone, name);
}

void function_code_open(struct function_code *code)
{
    __typeof__(cs_open) *begin;
    __typeof__(cs_option) *option;
    *code = (struct function_code){.capstone = dlopen("libcapstone.so.4", RTLD_NOW | RTLD_LOCAL)};
    if (code->capstone == NULL)
        return;
    *(void **)&begin = find(code, "cs_open");
    *(void **)&option = find(code, "cs_option");
    if (begin == NULL || option == NULL || begin(CS_ARCH_X86, CS_MODE_64, &code->handle) != CS_ERR_OK)
        function_code_close(code);
    else
        (void)option(code->handle, CS_OPT_DETAIL, CS_OPT_ON);
}

void function_code_close(struct function_code *code)
{
    __typeof__(cs_close) *close_handle;
    if (code->capstone == NULL)
        return;
    *(void **)&close_handle = find(code, "cs_close");
    if (close_handle != NULL && code->handle != 0)
        (void)close_handle(&code->handle);
    (void)dlclose(code->capstone);
    *code = (struct function_code){0};
}

/* ---- what a place is called ---- */

struct part {
    const struct elf_symbols *symbols;
    const struct elf_function *function;
    FILE *out; /* what is compared */
};

static bool within(const struct elf_function *f, uint64_t address)
{
    return address - f->address < f->size;
}

static bool tell_symbol(const struct part *part, const struct elf_list *list, uint64_t address)
{
    const struct elf_function *found = elf_symbols_at(list, address);
    if (found == NULL || found->symbol[0] == '[')
        return false;
    const size_t n = function_name_length(found->symbol);
    fprintf(part->out, "{%.*s+%llx}", (int)n, found->symbol,
            (unsigned long long)(address - found->address));
    return true;
}

/* The relocation of a slot that the loader fills; false: there is none. */
static bool find_relocation(const struct artefact_elf *elf, uint64_t slot, Elf64_Rela *out,
                            Elf64_Shdr *home)
{
    for (size_t i = 0; i < elf->n_sections && artefact_elf_section(elf, i, home); i++) {
        if (home->sh_type != SHT_RELA || home->sh_entsize != sizeof *out ||
            !artefact_elf_has(elf, home->sh_offset, home->sh_size))
            continue;
        for (uint64_t at = 0; at + sizeof *out <= home->sh_size; at += sizeof *out) {
            memcpy(out, elf->bytes + home->sh_offset + at, sizeof *out);
            if (out->r_offset == slot)
                return true;
        }
    }
    return false;
}

/* What the loader puts into the slot: a name of another file, or a place of this one. */
static bool tell_slot(const struct part *part, uint64_t slot)
{
    const struct artefact_elf *elf = &part->symbols->elf;
    Elf64_Rela rela;
    Elf64_Shdr home, table, names;
    Elf64_Sym symbol;
    if (!find_relocation(elf, slot, &rela, &home))
        return false;
    const uint64_t index = ELF64_R_SYM(rela.r_info);
    if (index == 0)
        return tell_symbol(part, &part->symbols->code, (uint64_t)rela.r_addend) ||
               tell_symbol(part, &part->symbols->data, (uint64_t)rela.r_addend);
    if (!artefact_elf_section(elf, home.sh_link, &table) ||
        !artefact_elf_section(elf, table.sh_link, &names) || table.sh_entsize != sizeof symbol ||
        index >= table.sh_size / sizeof symbol ||
        !artefact_elf_has(elf, table.sh_offset, table.sh_size))
        return false;
    memcpy(&symbol, elf->bytes + table.sh_offset + index * sizeof symbol, sizeof symbol);
    const char *name = artefact_elf_string(elf, &names, symbol.st_name);
    fprintf(part->out, "{%s}", name);
    return name[0] != '\0';
}

/* A stub through which calls of other files go: [endbr64] [bnd] jmp *slot(%rip). */
static bool tell_stub(const struct part *part, uint64_t address)
{
    enum { MOST = 11 };
    const unsigned char *at =
        elf_symbols_bytes(part->symbols, address, MOST, SHF_ALLOC | SHF_EXECINSTR);
    int32_t displacement;
    if (at == NULL)
        return false;
    const unsigned char *const begin = at;
    at += memcmp(at, "\xf3\x0f\x1e\xfa", 4) == 0 ? 4 : 0;
    at += at[0] == 0xf2 ? 1 : 0;
    if (at[0] != 0xff || at[1] != 0x25 || at + 6 - begin > MOST)
        return false;
    memcpy(&displacement, at + 2, sizeof displacement);
    return tell_slot(part, address + (uint64_t)(at + 6 - begin) + (uint64_t)(int64_t)displacement);
}

/* ---- what lies at a place without a name ---- */

static const unsigned char *constants(const struct part *part, uint64_t address, uint64_t n)
{
    Elf64_Shdr s;
    const struct artefact_elf *elf = &part->symbols->elf;
    for (size_t i = 0; i < elf->n_sections && artefact_elf_section(elf, i, &s); i++)
        if (address - s.sh_addr < s.sh_size && (s.sh_flags & SHF_WRITE) == 0 &&
            (s.sh_flags & SHF_EXECINSTR) == 0 && (s.sh_flags & SHF_ALLOC) != 0)
            return elf_symbols_bytes(part->symbols, address, n, SHF_ALLOC);
    return NULL;
}

static void tell_bytes(const struct part *part, const unsigned char *bytes, size_t n)
{
    fputc('<', part->out);
    for (size_t i = 0; i < n; i++)
        fprintf(part->out, "%02x", bytes[i]);
    fputc('>', part->out);
}

static bool tell_text(const struct part *part, uint64_t address)
{
    enum { MOST = 4096 };
    size_t n = 0;
    const unsigned char *c;
    while (n < MOST && (c = constants(part, address + n, 1)) != NULL && *c != 0 &&
           ((*c >= ' ' && *c < 127) || (*c >= '\t' && *c <= '\r')))
        n++;
    const unsigned char *end = constants(part, address + n, 1);
    if (n == 0 || end == NULL || *end != 0)
        return false;
    tell_bytes(part, end - n, n);
    return true;
}

/* Distances from the table to places in the function, as switches have them. */
static bool tell_jumps(const struct part *part, uint64_t table)
{
    enum { MOST = 4096 };
    size_t n = 0;
    const unsigned char *entry;
    while (n < MOST && (entry = constants(part, table + 4 * n, 4)) != NULL) {
        int32_t distance;
        memcpy(&distance, entry, sizeof distance);
        const uint64_t target = table + (uint64_t)(int64_t)distance;
        if (!within(part->function, target))
            break;
        fprintf(part->out, "(%llx)", (unsigned long long)(target - part->function->address));
        n++;
    }
    return n > 0;
}

/* read: so many bytes of it are read; 0: only its address is taken. */
static bool tell_place(const struct part *part, uint64_t address, size_t read)
{
    if (within(part->function, address)) {
        fprintf(part->out, "{.+%llx}", (unsigned long long)(address - part->function->address));
        return true;
    }
    if (tell_symbol(part, &part->symbols->code, address) ||
        tell_symbol(part, &part->symbols->data, address) || tell_stub(part, address) ||
        tell_slot(part, address))
        return true;
    const unsigned char *bytes = read > 0 ? constants(part, address, read) : NULL;
    if (bytes != NULL)
        tell_bytes(part, bytes, read);
    return bytes != NULL || (read == 0 && (tell_jumps(part, address) || tell_text(part, address)));
}

/* ---- instructions ---- */

/* Whether a number may be an address: where files are not moved as they are loaded. */
static bool may_be_address(const struct part *part, uint64_t number)
{
    Elf64_Phdr segment;
    const struct artefact_elf *elf = &part->symbols->elf;
    for (size_t i = 0; elf->head.e_type == ET_EXEC && artefact_elf_segment(elf, i, &segment); i++)
        if (segment.p_type == PT_LOAD && number - segment.p_vaddr < segment.p_memsz)
            return true;
    return false;
}

static bool is_branch(const cs_insn *instruction)
{
    for (size_t i = 0; i < instruction->detail->groups_count; i++)
        if (instruction->detail->groups[i] == CS_GRP_BRANCH_RELATIVE)
            return true;
    return false;
}

static void blank(unsigned char *bytes, size_t n, size_t at, size_t size)
{
    for (size_t i = at; i < at + size && i < n; i++)
        bytes[i] = 0;
}

/* Tells the place of an operand; blanks what of the instruction holds it. */
static bool tell_operand(const struct part *part, const cs_insn *instruction, const cs_x86_op *op,
                         unsigned char *bytes)
{
    const cs_x86 *x86 = &instruction->detail->x86;
    const cs_x86_encoding *where = &x86->encoding;
    if (op->type == X86_OP_MEM) {
        const bool relative = op->mem.base == X86_REG_RIP;
        const uint64_t target =
            (uint64_t)op->mem.disp + (relative ? instruction->address + instruction->size : 0);
        if (where->disp_size < 4 || (!relative && !may_be_address(part, target)))
            return true;
        blank(bytes, instruction->size, where->disp_offset, where->disp_size);
        const bool read = instruction->id != X86_INS_LEA && op->mem.index == X86_REG_INVALID;
        return tell_place(part, target, read ? op->size : 0);
    }
    const bool branch = is_branch(instruction);
    if (op->type != X86_OP_IMM || (!branch && !may_be_address(part, (uint64_t)op->imm)) ||
        (branch && within(part->function, (uint64_t)op->imm)))
        return true;
    blank(bytes, instruction->size, where->imm_offset, where->imm_size);
    return tell_place(part, (uint64_t)op->imm, 0);
}

static bool tell_instruction(const struct part *part, const cs_insn *instruction)
{
    unsigned char bytes[sizeof instruction->bytes];
    const cs_x86 *x86 = &instruction->detail->x86;
    bool known = true;
    memcpy(bytes, instruction->bytes, sizeof bytes);
    for (size_t i = 0; i < x86->op_count && known; i++)
        known = tell_operand(part, instruction, &x86->operands[i], bytes);
    tell_bytes(part, bytes, instruction->size);
    return known;
}

static bool tell_part(const struct function_code *code, const struct part *part)
{
    __typeof__(cs_disasm_iter) *next;
    __typeof__(cs_malloc) *make;
    __typeof__(cs_free) *drop;
    *(void **)&next = find(code, "cs_disasm_iter");
    *(void **)&make = find(code, "cs_malloc");
    *(void **)&drop = find(code, "cs_free");
    const struct elf_function *f = part->function;
    const uint8_t *at =
        elf_symbols_bytes(part->symbols, f->address, f->size, SHF_ALLOC | SHF_EXECINSTR);
    uint64_t address = f->address;
    size_t left = (size_t)f->size; /* in the file: it fits */
    if (at == NULL || next == NULL || make == NULL || drop == NULL)
        return false;
    cs_insn *instruction = make(code->handle);
    bool known = instruction != NULL;
    while (known && left > 0)
        known = next(code->handle, &at, &left, &address, instruction) &&
                tell_instruction(part, instruction);
    if (instruction != NULL)
        drop(instruction, 1);
    return known;
}

/* ---- the function ---- */

static bool tell_all(const struct function_code *code, const struct elf_symbols *symbols,
                     const struct elf_function *function, FILE *out)
{
    const size_t n = function_name_length(function->symbol);
    bool known = true;
    for (size_t i = 0; i < symbols->code.n && known; i++) {
        const struct elf_function *f = &symbols->code.items[i];
        if (strncmp(f->symbol, function->symbol, n) != 0 || function_name_length(f->symbol) != n)
            continue;
        known = tell_part(code, &(struct part){symbols, f, out});
        fputc('\n', out);
    }
    return known;
}

bool function_code_of(const struct function_code *code, const struct elf_symbols *symbols,
                      const struct elf_function *function,
                      unsigned char digest[PROFILE_DIGEST_BYTES])
{
    struct text_buffer buffer;
    unsigned char whole[SHA256_BYTES];
    if (code->capstone == NULL || symbols->elf.head.e_machine != EM_X86_64 ||
        function->symbol[0] == '[')
        return false;
    FILE *out = text_buffer_open(&buffer);
    const bool known = out != NULL && tell_all(code, symbols, function, out);
    OWNED char *text = text_buffer_close(&buffer);
    if (known && text != NULL) {
        sha256(text, strlen(text), whole);
        memcpy(digest, whole, PROFILE_DIGEST_BYTES);
    }
    return known && text != NULL;
}

#else

void function_code_open(struct function_code *code)
{
    *code = (struct function_code){0};
}

void function_code_close(struct function_code *code)
{
    (void)code;
}

bool function_code_of(const struct function_code *code, const struct elf_symbols *symbols,
                      const struct elf_function *function,
                      unsigned char digest[PROFILE_DIGEST_BYTES])
{
    (void)code;
    (void)symbols;
    (void)function;
    (void)digest;
    return false;
}

#endif
