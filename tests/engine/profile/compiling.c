/* SPDX-License-Identifier: GPL-3.0-or-later */
/* compiling.c -- a program that makes code as it runs, and tells so in /tmp/perf-PID.map, as V8 does: first where it no longer
 * is, then where it runs. The map stays, as that of a runtime does: its path is printed. */
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/* A loop that counts its argument down: sub $1,%rdi; jne; ret. */
#if defined __x86_64__
static const unsigned char loop[] = {0x48, 0x83, 0xef, 0x01, 0x75, 0xfa, 0xc3};
#else
static const unsigned char loop[] = {0x00, 0x04, 0x00, 0xf1, 0xe1, 0xff,
                                     0xff, 0x54, 0xc0, 0x03, 0x5f, 0xd6};
#endif

int main(void)
{
    const uint64_t times = 200000000;
    char path[64];
    unsigned char *code =
        mmap(NULL, 4096, PROT_READ | PROT_WRITE | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (code == MAP_FAILED)
        return 1;
    memcpy(code + 64, loop, sizeof loop);
    snprintf(path, sizeof path, "/tmp/perf-%ld.map", (long)getpid());
    FILE *map = fopen(path, "w");
    if (map == NULL)
        return 1;
    fprintf(map, "%lx 200 JS:~cold file:///srv/old/app.js:3:7\n", (unsigned long)(uintptr_t)code);
    fprintf(map, "%lx 10 JS:*hot file:///srv/old/app.js:12:3\n",
            (unsigned long)(uintptr_t)(code + 64));
    fclose(map);
    puts(path);
    void (*run)(uint64_t);
    unsigned char *entry = code + 64;
    memcpy(&run, &entry, sizeof run);
    run(times);
    return 0;
}
