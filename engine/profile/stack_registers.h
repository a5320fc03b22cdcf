/* SPDX-License-Identifier: GPL-3.0-or-later */
/* stack_registers.h -- the registers that a walk up a stack begins with: the kernel's names for them (asm/perf_regs.h) and DWARF's
 * numbers, which the System V ABI of each processor gives. Elsewhere STACK_REGISTERS is 0, and nobody walks. */
#pragma once

#include <stdint.h>

struct stack_register {
    unsigned char kernel, dwarf;
};

#if defined __x86_64__ && defined __LP64__

#include <asm/perf_regs.h>

/* In the order of their bits, in which a sample holds them; the last DWARF number is where it returns to. */
static const struct stack_register stack_registers[] = {
    {PERF_REG_X86_AX, 0},   {PERF_REG_X86_BX, 3},   {PERF_REG_X86_CX, 2},   {PERF_REG_X86_DX, 1},
    {PERF_REG_X86_SI, 4},   {PERF_REG_X86_DI, 5},   {PERF_REG_X86_BP, 6},   {PERF_REG_X86_SP, 7},
    {PERF_REG_X86_IP, 16},  {PERF_REG_X86_R8, 8},   {PERF_REG_X86_R9, 9},   {PERF_REG_X86_R10, 10},
    {PERF_REG_X86_R11, 11}, {PERF_REG_X86_R12, 12}, {PERF_REG_X86_R13, 13}, {PERF_REG_X86_R14, 14},
    {PERF_REG_X86_R15, 15},
};
enum {
    STACK_REGISTERS = 17,
    STACK_POINTER = PERF_REG_X86_SP,
    STACK_PLACE = PERF_REG_X86_IP,
    STACK_DWARF = 17
};

#elif defined __aarch64__ && defined __LP64__

#include <asm/perf_regs.h>

/* DWARF has no number for the place itself. */
static const struct stack_register stack_registers[] = {
    {0, 0},
    {1, 1},
    {2, 2},
    {3, 3},
    {4, 4},
    {5, 5},
    {6, 6},
    {7, 7},
    {8, 8},
    {9, 9},
    {10, 10},
    {11, 11},
    {12, 12},
    {13, 13},
    {14, 14},
    {15, 15},
    {16, 16},
    {17, 17},
    {18, 18},
    {19, 19},
    {20, 20},
    {21, 21},
    {22, 22},
    {23, 23},
    {24, 24},
    {25, 25},
    {26, 26},
    {27, 27},
    {28, 28},
    {29, 29},
    {PERF_REG_ARM64_LR, 30},
    {PERF_REG_ARM64_SP, 31},
    {PERF_REG_ARM64_PC, UINT8_MAX},
};
enum {
    STACK_REGISTERS = 33,
    STACK_POINTER = PERF_REG_ARM64_SP,
    STACK_PLACE = PERF_REG_ARM64_PC,
    STACK_DWARF = 32
};

#else

static const struct stack_register stack_registers[1];
enum { STACK_REGISTERS = 0, STACK_POINTER = 0, STACK_PLACE = 0, STACK_DWARF = 0 };

#endif

/* As the kernel is asked for them. */
static inline uint64_t stack_registers_mask(void)
{
    uint64_t mask = 0;
    for (int i = 0; i < STACK_REGISTERS; i++)
        mask |= UINT64_C(1) << stack_registers[i].kernel;
    return mask;
}

/* One of them by the kernel's name, of those that a sample holds. */
static inline uint64_t stack_register_of(const uint64_t *registers, unsigned kernel)
{
    for (int i = 0; i < STACK_REGISTERS; i++)
        if (stack_registers[i].kernel == kernel)
            return registers[i];
    return 0;
}
