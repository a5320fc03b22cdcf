/* SPDX-License-Identifier: GPL-3.0-or-later */
/* assemble.c -- the assembler's side of `assay cc`: calls of named functions wait for a share of their time.
 *
 * Where a function begins the time-stamp counter is read, and where it returns it is read
 * again and the share of what went by is waited for (no call is made the last jump of its caller, so that what
 * a function ends with belongs to it). What a wait lasts too long the next is
 * shorter by, so that calls of nanoseconds get their share on the mean. A call inside a call waits for nothing
 * of its own. Which call is running is known by its stack pointer: one that is left by an exception or
 * longjmp counts as over when the next begins at its place or above it. Registers and flags that a caller
 * may rely on stay: the code uses none that it does not put back. x86-64 only.
 *
 * A constructor, the first, attaches the page of measure/reach.h and says so in its first byte; the second one says
 * that a call began. What began before went into a byte of the program's own.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/owned.h"
#include "layout/layout.h"
#include "layout/options.h"
#include "layout/record.h"
#include "layout/words.h"
#include "view/text/complain.h"

/* State of a thread: the stack pointer of the running call, when it began, what is still to be waited for. The mark:
 * where the page is, at first the eight bytes behind it. 30 is shmat, 67 shmdt. */
static const char hooks[] = "\t.att_syntax prefix\n"
                            "\t.section .text.__assay_dose,\"axG\",@progbits,__assay_dose,comdat\n"
                            "\t.weak __assay_dose_begin, __assay_dose_end\n"
                            "\t.hidden __assay_dose_begin, __assay_dose_end\n"
                            "\t.type __assay_dose_begin,@function\n"
                            "__assay_dose_begin:\n"
                            "\tpushq %%rax\n\tpushq %%rcx\n\tpushq %%rdx\n"
                            "\tmovq __assay_dose_state@gottpoff(%%rip),%%rcx\n"
                            "\tleaq 32(%%rsp),%%rdx\n"
                            "\tcmpq %%rdx,%%fs:(%%rcx)\n\tja 1f\n"
                            "\tmovq %%rdx,%%fs:(%%rcx)\n"
                            "\tmovq __assay_dose_mark(%%rip),%%rdx\n"
                            "\tcmpb $0,1(%%rdx)\n\tjne 2f\n\tmovb $1,1(%%rdx)\n"
                            "2:\trdtsc\n\tshlq $32,%%rdx\n\torq %%rdx,%%rax\n"
                            "\tmovq %%rax,%%fs:8(%%rcx)\n"
                            "1:\tpopq %%rdx\n\tpopq %%rcx\n\tpopq %%rax\n\tret\n"
                            "\t.size __assay_dose_begin,.-__assay_dose_begin\n"
                            "\t.type __assay_dose_end,@function\n"
                            "__assay_dose_end:\n"
                            "\tpushq %%rax\n\tpushq %%rcx\n\tpushq %%rdx\n\tpushq %%rsi\n"
                            "\tmovq __assay_dose_state@gottpoff(%%rip),%%rcx\n"
                            "\tleaq 40(%%rsp),%%rdx\n"
                            "\tcmpq %%rdx,%%fs:(%%rcx)\n\tjne 2f\n"
                            "\tmovq $0,%%fs:(%%rcx)\n"
                            "\trdtsc\n\tshlq $32,%%rdx\n\torq %%rdx,%%rax\n"
                            "\tmovq %%rax,%%rsi\n\tsubq %%fs:8(%%rcx),%%rax\n"
                            "\tmovabsq $%" PRIu64 ",%%rdx\n\tmulq %%rdx\n\tshrdq $32,%%rdx,%%rax\n"
                            "\taddq %%rax,%%fs:16(%%rcx)\n"
                            "\tcmpq $0,%%fs:16(%%rcx)\n\tjle 2f\n"
                            "1:\trdtsc\n\tshlq $32,%%rdx\n\torq %%rdx,%%rax\n"
                            "\tsubq %%rsi,%%rax\n\tcmpq %%fs:16(%%rcx),%%rax\n\tjl 1b\n"
                            "\tsubq %%rax,%%fs:16(%%rcx)\n"
                            "2:\tpopq %%rsi\n\tpopq %%rdx\n\tpopq %%rcx\n\tpopq %%rax\n\tret\n"
                            "\t.size __assay_dose_end,.-__assay_dose_end\n"
                            "\t.weak __assay_dose_mark\n\t.hidden __assay_dose_mark\n"
                            "\t.type __assay_dose_join,@function\n"
                            "__assay_dose_join:\n"
                            "\tendbr64\n"
                            "\tmovl $%d,%%edi\n\txorl %%esi,%%esi\n\txorl %%edx,%%edx\n"
                            "\tmovl $30,%%eax\n\tsyscall\n"
                            "\tcmpq $-4095,%%rax\n\tjae 2f\n\tmovq %%rax,%%rdi\n"
                            "\tmovabsq $0x%" PRIx64 ",%%rcx\n"
                            "\tcmpq %%rcx,8(%%rdi)\n\tjne 1f\n\tmovb $1,(%%rdi)\n"
                            "\txchgq %%rax,__assay_dose_mark(%%rip)\n"
                            "\tmovb 1(%%rax),%%cl\n\tlock orb %%cl,1(%%rdi)\n\tret\n"
                            "1:\tmovl $67,%%eax\n\tsyscall\n"
                            "2:\tret\n"
                            "\t.size __assay_dose_join,.-__assay_dose_join\n"
                            "\t.section .init_array.00000,\"awG\",@init_array,__assay_dose,comdat\n"
                            "\t.balign 8\n\t.quad __assay_dose_join\n"
                            "\t.section .data.__assay_dose,\"awG\",@progbits,__assay_dose,comdat\n"
                            "\t.type __assay_dose_mark,@object\n\t.balign 8\n"
                            "__assay_dose_mark:\n\t.quad 1f\n1:\t.quad 0\n"
                            "\t.size __assay_dose_mark,16\n"
                            "\t.section .tbss.__assay_dose,\"awTG\",@nobits,__assay_dose,comdat\n"
                            "\t.weak __assay_dose_state\n\t.hidden __assay_dose_state\n"
                            "\t.type __assay_dose_state,@object\n\t.balign 8\n"
                            "__assay_dose_state:\n\t.zero 24\n\t.size __assay_dose_state,24\n";

bool layout_is_assembler(const char *program)
{
    return strcmp(layout_base(program), "as") == 0 && getenv(LAYOUT_OPTIONS_VARIABLE) != NULL;
}

/* Of that name, or a compiler's variant of it: f, f.isra.0, f.part.1. */
static bool is_variant(const char *symbol, size_t n, const char *name)
{
    const size_t length = strlen(name);
    return n >= length && strncmp(symbol, name, length) == 0 &&
           (n == length || symbol[length] == '.');
}

static const char *word_of(const char *line)
{
    return line + strspn(line, " \t");
}

static bool begins_word(const char *text, const char *word)
{
    const size_t n = strlen(word);
    return strncmp(text, word, n) == 0 && strchr(" \t;,", text[n]) != NULL;
}

static bool leaves(const char *line)
{
    static const char *const prefixes[] = {"rep", "repz", "bnd", "notrack"};
    const char *word = word_of(line);
    for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++)
        if (begins_word(word, prefixes[i]))
            word += strlen(prefixes[i]) + strspn(word + strlen(prefixes[i]), " \t;");
    return begins_word(word, "ret") || begins_word(word, "retq");
}

struct text {
    const char *name; /* of the function */
    char typed[512];  /* the symbol that was last said to be a function */
    char inside[512]; /* the one whose body this is; "" none */
    bool at_entry;
    size_t entries;
};

static void note_directive(struct text *text, const char *word)
{
    if (begins_word(word, ".type") && strstr(word, "@function") != NULL)
        (void)sscanf(word + 5, " %511[^ \t,]", text->typed);
    const char *symbol = word_of(word + strcspn(word, " \t"));
    if (begins_word(word, ".size") && text->inside[0] != '\0' &&
        strcspn(symbol, " \t,") == strlen(text->inside) && word_begins_with(symbol, text->inside))
        text->inside[0] = '\0';
}

static void note_label(struct text *text, const char *line, size_t n)
{
    if (text->inside[0] != '\0' || n >= sizeof text->inside || strlen(text->typed) != n ||
        strncmp(text->typed, line, n) != 0 || !is_variant(line, n, text->name) ||
        strstr(text->typed, ".cold") != NULL)
        return;
    memcpy(text->inside, line, n);
    text->inside[n] = '\0';
    text->at_entry = true;
}

/* What goes in front of a line: one line of the assembler's, ended by 0. */
static const char *in_front(struct text *text, const char *line)
{
    const char *word = word_of(line);
    const size_t label = strcspn(line, ": \t");
    if (*word == '.')
        note_directive(text, word);
    if (label > 0 && line[label] == ':')
        note_label(text, line, label);
    else if (text->inside[0] != '\0' && word > line && *word != '.' && *word != '#' &&
             *word != '\0' && !begins_word(word, "endbr64")) {
        const bool entry = text->at_entry, exit = leaves(line);
        text->at_entry = false;
        text->entries += entry;
        return entry && exit ? "\tcall __assay_dose_begin\n\tcall __assay_dose_end\n"
               : entry       ? "\tcall __assay_dose_begin\n"
               : exit        ? "\tcall __assay_dose_end\n"
                             : "";
    }
    return "";
}

/* The name of what a line says was inlined; NULL: it says so of none. gcc: "Inlined NAME/7 into"; clang, in YAML:
 * "--- !Passed", some lines further "- Callee: NAME". */
static const char *inlined_in(const char *line, bool *passed)
{
    if (strncmp(line, "---", 3) == 0)
        *passed = strstr(line, "!Passed") != NULL;
    const char *said = strstr(line, *passed ? "Callee: " : "Inlin");
    const char *symbol = said != NULL ? strchr(said, ' ') : NULL;
    return symbol != NULL ? symbol + strspn(symbol, " '\"") : NULL;
}

/* How many calls the compiler has put the function's body in place of, as far as it says so. */
static size_t count_inlined(const char *name)
{
    const char *path = getenv(LAYOUT_INLINED_VARIABLE);
    FILE *in = path != NULL ? fopen(path, "re") : NULL;
    OWNED char *line = NULL;
    size_t room = 0, found = 0;
    bool passed = false;
    while (in != NULL && getline(&line, &room, in) >= 0) {
        const char *symbol = inlined_in(line, &passed);
        found += symbol != NULL && is_variant(symbol, strcspn(symbol, "/'\"\n"), name);
    }
    if (in != NULL)
        (void)fclose(in);
    return found;
}

/* The file to be read instead, open; -1: none could be made. */
static int edit(FILE *in, uint64_t millionths, struct text *text)
{
    const int fd = memfd_create("assay-dose", 0), copy = fd >= 0 ? dup(fd) : -1;
    FILE *out = copy >= 0 ? fdopen(copy, "w") : NULL;
    if (out == NULL)
        return -1;
    OWNED char *line = NULL;
    size_t room = 0;
    for (ssize_t n; (n = getline(&line, &room, in)) >= 0;) {
        if (n > 0 && line[n - 1] == '\n')
            line[n - 1] = '\0';
        fprintf(out, "%s%s\n", in_front(text, line), line);
    }
    const char *page = getenv(LAYOUT_REACH_VARIABLE);
    int id = -1;
    uint64_t token = 0;
    if (page != NULL)
        (void)sscanf(page, "%d %" SCNx64, &id, &token);
    if (text->entries > 0)
        fprintf(out, hooks, (millionths << 32) / 1000000, id, token);
    return fclose(out) == 0 ? fd : -1;
}

/* The position of the text among the assembler's words; that of the end: it comes through a pipe. */
static size_t input_position(char *const *argv)
{
    size_t n = 0;
    while (argv[n] != NULL)
        n++;
    const bool named = n > 1 && argv[n - 1][0] != '-' && strcmp(argv[n - 2], "-o") != 0 &&
                       strcmp(argv[n - 2], "-I") != 0;
    return named || (n > 1 && strcmp(argv[n - 1], "-") == 0) ? n - 1 : n;
}

static bool is_for_x86_64(char *const *argv)
{
    bool found = false;
    for (size_t i = 1; argv[i] != NULL; i++)
        found = found || strcmp(argv[i], "--64") == 0;
    return found;
}

/* Puts the edited text in the place of what the compiler wrote. False: it stays. */
static bool dose(const char *asked, struct words *words)
{
    char name[512];
    uint64_t millionths;
    const size_t at = input_position(words->items);
    if (sscanf(asked, "%" SCNu64 " %511s", &millionths, name) != 2)
        return true;
    const char *path = words->items[at];
    FILE *in = path != NULL && strcmp(path, "-") != 0 ? fopen(path, "re") : stdin;
    struct text text = {.name = name};
    char place[64];
    const int fd = in != NULL ? edit(in, millionths, &text) : -1;
    (void)snprintf(place, sizeof place, "/dev/fd/%d", fd);
    if (fd < 0)
        return false;
    struct layout_options options;
    if (layout_options_import(&options))
        record_append_dose(&options, name, text.entries, count_inlined(name));
    if (path == NULL)
        return words_append(words, place);
    free(words->items[at]);
    words->items[at] = strdup(place);
    return words->items[at] != NULL;
}

int layout_assemble(char **argv)
{
    const struct layout_link link = {.argv = argv};
    const char *asked = getenv(LAYOUT_DOSE_VARIABLE);
    OWNED char *original = layout_find_original(&link);
    SCOPED(words_fini) struct words words = {calloc(1, sizeof *words.items), 0};
    bool ok = original != NULL && words.items != NULL;
    for (size_t i = 0; ok && argv[i] != NULL; i++)
        ok = words_append(&words, argv[i]);
    if (ok && asked != NULL && is_for_x86_64(argv))
        ok = dose(asked, &words);
    if (ok)
        (void)execv(original, words.items);
    terminal_complain("assay cc: cannot assemble %s",
                      original == NULL ? "there is no as in PATH" : "with doses");
    return LAYOUT_FAILED;
}
