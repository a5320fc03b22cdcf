/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_program.c -- which builds are called the same program, and which never are; with gcc. */
#include "fixture.h"

#include <sys/stat.h>
#include <time.h>

#include "measure/artefact.h"
#include "measure/artefact_elf.h"
#include "measure/program.h"

static char place[] = "/tmp/assay-test-XXXXXX";

static int begin(void **state)
{
    (void)state;
    return mkdtemp(place) != NULL && chdir(place) == 0 && mkdir("src", 0700) == 0 ? 0 : -1;
}

static int end(void **state)
{
    char command[64];
    (void)state;
    (void)snprintf(command, sizeof command, "rm -r %s", place);
    return chdir("/") == 0 && system(command) == 0 ? 0 : -1;
}

static void shell(const char *command)
{
    if (system(command) != 0)
        fail_msg("%s", command);
}

/* Source and data of a program that has something of everything. */
#define PROGRAM(comment, number)                                                                   \
    "cat >src/p.c <<'E'\n"                                                                         \
    "#include <stdio.h>\n"                                                                         \
    "/* " comment " */\n"                                                                          \
    "static const char *const where = __FILE__, *const when = __DATE__ __TIME__;\n"                \
    "int twice(int);\n"                                                                            \
    "int main(int n, char **v) { (void)v; return puts(where) + puts(when) + twice(n) + " number    \
    "; }\n"                                                                                        \
    "E\n"                                                                                          \
    "echo 'int twice(int x) { return 2 * x; }' >src/t.c\n"

#define BUILD(flags, dir)                                                                          \
    "mkdir -p " dir " && gcc -c " flags " -o " dir "/p.o $PWD/src/p.c && gcc " flags               \
    " -shared -fPIC -o " dir "/libt.so src/t.c && gcc " flags " -o " dir "/p " dir "/p.o -L" dir   \
    " -lt -Wl,-rpath,$PWD/" dir " && echo 1 2 3 >" dir "/data && ar rcU " dir "/lib.a " dir        \
    "/p.o\n"

/* The program in a directory below the place, run by a command; its source there under this name. */
static struct program look_from(const char *name, const char *dir, const char *command)
{
    struct small s;
    char path[128], source[128];
    const int64_t now = time(NULL);
    small_init(&s, command);
    (void)snprintf(source, sizeof source, "%s/%s", place, name);
    (void)snprintf(path, sizeof path, "%s/%s", place, dir);
    s.systems[0].source = source;
    const struct program_place of = {&s.design, 0, path, now - 600, now + 1, NULL};
    const struct program program = program_of(&of);
    assert_true(program.known && program.beside_known);
    return program;
}

static struct program look(const char *dir, const char *command)
{
    return look_from("src", dir, command);
}

static bool is_same(const char *dir, const char *command)
{
    const struct program old_program = look("build-a", "{dir}/p x");
    return look(dir, command).digest == old_program.digest;
}

static void what_is_loaded_counts(void **state)
{
    (void)state;
    static const struct {
        const char *what, *make;
        bool same;
    } cases[] = {
        {"another directory", PROGRAM("one", "3") BUILD("-O1", "build-b"), true},
        {"a comment", PROGRAM("other", "3") BUILD("-O1", "build-b"), true},
        {"debug information", PROGRAM("other", "3") BUILD("-O1 -g", "build-b"), true},
        {"names of its own", PROGRAM("other", "3") BUILD("-O1", "build-b") "strip build-b/p", true},
        {"a longer path to its libraries",
         PROGRAM("one", "3") BUILD(
             "-O1", "build-b") "gcc -O1 -o build-b/p build-b/p.o -Lbuild-b -lt "
                               "-Wl,-rpath,$PWD/build-b-of-a-longer-name && mv build-b "
                               "build-b-of-a-longer-name && ln -s build-b-of-a-longer-name build-b",
         true},
        {"what tools keep",
         PROGRAM("one", "3") BUILD("-O1", "build-b") "date +%N >build-b/p.d; mkdir "
                                                     "build-b/CMakeFiles; touch "
                                                     "build-b/CMakeFiles/log",
         true},
        {"an instruction", PROGRAM("one", "4") BUILD("-O1", "build-b"), false},
        {"a flag", PROGRAM("one", "3") BUILD("-O0", "build-b"), false},
        {"data", PROGRAM("one", "3") BUILD("-O1", "build-b") "echo 1 2 4 >build-b/data", false},
        {"a file more", PROGRAM("one", "3") BUILD("-O1", "build-b") "touch build-b/more", false},
        {"a library",
         PROGRAM("one", "3") "echo 'int twice(int x) { return x * 3; }' >src/t.c\n" BUILD(
             "-O1", "build-b"),
         false},
    };
    shell(PROGRAM("one", "3") BUILD("-O1", "build-a"));
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        shell("rm -rf build-b");
        shell(cases[i].make);
        if (is_same("build-b", "{dir}/p x") != cases[i].same)
            fail_msg("%s: taken for %s", cases[i].what, cases[i].same ? "another" : "the same");
    }
}

/* A time that is not the build's own is data like any other. */
static void stamps_of_the_build_read_alike(void **state)
{
    (void)state;
    shell("rm -rf build-b");
    shell(PROGRAM("one", "3") "sleep 1\n" BUILD("-O1", "build-b"));
    assert_true(is_same("build-b", "{dir}/p x"));
    shell("rm -rf build-b; sed -i \"s/__TIME__/\\\"$(date -d '6 hours ago' +%T)\\\"/\" "
          "src/p.c\n" BUILD("-O1", "build-b"));
    assert_false(is_same("build-b", "{dir}/p x"));
}

static void how_it_runs_counts(void **state)
{
    (void)state;
    assert_true(is_same("build-a", "{dir}/p x"));
    assert_false(is_same("build-a", "{dir}/p y"));
    shell("echo 1 >named");
    char command[128];
    (void)snprintf(command, sizeof command, "{dir}/p %s/named", place);
    const struct program before = look("build-a", command);
    shell("echo 2 >named");
    assert_true(look("build-a", command).digest != before.digest);
}

/* Another library behind the same name, outside of the build. */
static void libraries_elsewhere_count(void **state)
{
    (void)state;
    shell("rm -rf build-b lib; mkdir lib; mv build-a build-c\n" PROGRAM("one", "3")
              BUILD("-O1", "build-a") "mv build-a/libt.so lib && gcc -O1 -o build-a/p "
                                      "build-a/p.o -Llib -lt -Wl,-rpath,$PWD/lib");
    const struct program before = look("build-a", "{dir}/p");
    assert_true(look("build-a", "{dir}/p").digest == before.digest);
    shell("echo 'int twice(int x) { return 7 * x; }' | gcc -shared -fPIC -o lib/libt.so -x c -");
    assert_true(look("build-a", "{dir}/p").digest != before.digest);
    shell("rm lib/libt.so");
    struct small s;
    char path[64];
    small_init(&s, "{dir}/p");
    (void)snprintf(path, sizeof path, "%s/build-a", place);
    assert_false(program_of(&(struct program_place){&s.design, 0, path, 0, 0, NULL})
                     .known); /* who knows what it loads */
    shell("rm -r build-a; mv build-c build-a");
}

/* Data beside the source, sources apart. */
static void files_beside_count_apart(void **state)
{
    (void)state;
    const struct program before = look("build-a", "{dir}/p x");
    shell("echo '/* */' >>src/t.c; echo text >src/README.md");
    assert_true(look("build-a", "{dir}/p x").beside == before.beside);
    shell("echo 5 >src/table.txt");
    const struct program with_data = look("build-a", "{dir}/p x");
    assert_true(with_data.beside != before.beside && with_data.digest == before.digest);
    /* A directory is one, whatever leads there. */
    static const char *const names[] = {"src/", "src//", ".//src/.", "link"};
    shell("ln -s src link");
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        const struct program other = look_from(names[i], "build-a", "{dir}/p x {source}/table.txt");
        const struct program plain = look("build-a", "{dir}/p x {source}/table.txt");
        if (other.beside != plain.beside || other.digest != plain.digest ||
            other.source != plain.source)
            fail_msg("%s is taken for another directory", names[i]);
    }
}

static void sizes_are_those_of_size(void **state)
{
    (void)state;
    char line[256];
    unsigned long long text, data, bss, linked[3] = {0};
    FILE *pipe = popen("size build-a/p build-a/libt.so 2>/dev/null", "r");
    assert_non_null(pipe);
    if (fgets(line, sizeof line, pipe) == NULL) {
        (void)pclose(pipe);
        skip();
    }
    while (fgets(line, sizeof line, pipe) != NULL &&
           sscanf(line, "%llu %llu %llu", &text, &data, &bss) == 3) {
        linked[0] += text;
        linked[1] += data;
        linked[2] += bss;
    }
    (void)pclose(pipe);
    const struct program program = look("build-a", "{dir}/p x");
    assert_int_equal(program.text, linked[0]);
    assert_int_equal(program.data, linked[1]);
    assert_int_equal(program.bss, linked[2]);
    assert_true(program.size > program.text + program.data);
}

/* A file of another byte order would be read as nonsense: it counts as bytes. */
static void files_of_this_byte_order_are_read(void **state)
{
    (void)state;
    const int big = __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__;
    const unsigned char order = big ? ELFDATA2MSB : ELFDATA2LSB,
                        other = big ? ELFDATA2LSB : ELFDATA2MSB;
    Elf64_Ehdr head = {.e_ident = {ELFMAG0, ELFMAG1, ELFMAG2, ELFMAG3, ELFCLASS64, order}};
    struct artefact_elf elf;
    assert_true(artefact_elf_open(&elf, (const unsigned char *)&head, sizeof head));
    head.e_ident[EI_DATA] = other;
    assert_false(artefact_elf_open(&elf, (const unsigned char *)&head, sizeof head));
}

static uint64_t digest_of(const char *path, const unsigned char *bytes, size_t n)
{
    const struct artefact_place where = {.paths = {path}};
    return artefact_hash(&where, 1, bytes, n);
}

/* Words of eight bytes and windows of 64 KB are taken at a time: where a path stands in them, and how long it is, means nothing. */
static void paths_of_any_length_read_alike_anywhere(void **state)
{
    (void)state;
    static const char *const paths[] = {"/ab", "/a-directory-of-another-length"};
    enum { N = 150000 };
    for (size_t step = 65500; step < 65545; step += 5) {
        uint64_t digests[2];
        for (size_t which = 0; which < 2; which++) {
            unsigned char *text = malloc(N + N / step * 64);
            size_t n = 0;
            for (size_t i = 0; i < N; i++) {
                text[n++] = (unsigned char)((size_t)"once upon"[i % 9] + i / step);
                if (i % step == step - 1) {
                    memcpy(text + n, paths[which], strlen(paths[which]));
                    n += strlen(paths[which]);
                }
            }
            digests[which] = digest_of(paths[which], text, n);
            free(text);
        }
        assert_true(digests[0] == digests[1]);
    }
}

/* Every byte of up to three words counts, so do their order and their number. */
static void each_byte_and_its_place_count(void **state)
{
    (void)state;
    unsigned char text[24] = "abcdefghijklmnopqrstuvwx";
    uint64_t seen[1024];
    size_t n_seen = 0;
    for (size_t n = 0; n <= sizeof text; n++) {
        seen[n_seen++] = digest_of(NULL, text, n);
        for (size_t i = 0; i < n; i++) {
            text[i] ^= 0x80;
            seen[n_seen++] = digest_of(NULL, text, n);
            text[i] ^= 0x80;
        }
    }
    seen[n_seen++] = digest_of(NULL, (const unsigned char *)"ijklmnopabcdefgh", 16);
    for (size_t n = 1; n <= 17; n++)
        seen[n_seen++] = digest_of(NULL, (const unsigned char[17]){0}, n);
    for (size_t i = 0; i < n_seen; i++)
        for (size_t j = 0; j < i; j++)
            assert_true(seen[i] != seen[j]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(paths_of_any_length_read_alike_anywhere),
        cmocka_unit_test(each_byte_and_its_place_count),
        cmocka_unit_test(what_is_loaded_counts),
        cmocka_unit_test(stamps_of_the_build_read_alike),
        cmocka_unit_test(how_it_runs_counts),
        cmocka_unit_test(libraries_elsewhere_count),
        cmocka_unit_test(files_beside_count_apart),
        cmocka_unit_test(sizes_are_those_of_size),
        cmocka_unit_test(files_of_this_byte_order_are_read),
    };
    return cmocka_run_group_tests(tests, begin, end);
}
