/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_opened.c -- what executions open is the program: what makes another one of it, and what cannot be known. */
#include "running.h"

#include <signal.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "measure/trace.h"

static char place[] = "/tmp/assay-test-XXXXXX";

static void shell(const char *command)
{
    if (system(command) != 0)
        fail_msg("%s", command);
}

static int begin(void **state)
{
    (void)state;
    if (mkdtemp(place) == NULL || chdir(place) != 0 || mkdir("src", 0700) != 0 || chdir("src") != 0)
        return -1;
    shell(
        "mkdir names ../away; echo 1 >data; echo 2 >names/a; echo 3 >../away/far; echo 4 >unread");
    return start_launcher(state);
}

static int end(void **state)
{
    char command[64];
    (void)snprintf(command, sizeof command, "rm -r %s", place);
    return stop_launcher(state) == 0 && chdir("/") == 0 && system(command) == 0 ? 0 : -1;
}

/* The lines of the last build that was kept, in `context`. */
static enum assay_status keep_lines(void *context, const struct record *record,
                                    struct assay_error *error)
{
    char **lines = context;
    if (record->step.kind == STEP_BUILD) {
        free(*lines);
        *lines = strdup(record->layout != NULL ? record->layout : "");
    }
    return *lines != NULL ? ASSAY_OK : assay_fail(error, ASSAY_NO_MEMORY, "no memory");
}

static void use_builds(struct small *s, const char *build)
{
    static const char *const names[] = {"build", "execution"};
    s->design.n_levels = 2;
    for (size_t i = 0; i < 2; i++) {
        s->design.levels[i].name = (char *)names[i];
        s->design.levels[i].count = 1;
    }
    s->systems[0].build = (char *)build;
}

/* One build and one execution; the lines about the build, to be freed. */
static char *lines_of(struct small *s, const char *build)
{
    char *lines = NULL;
    struct experiment_report report;
    const struct experiment_options options = {0};
    const struct experiment_calls calls = {.context = &lines, .keep = keep_lines};
    use_builds(s, build);
    if (experiment_run(&s->design, launcher, &options, &calls, &report) != ASSAY_OK)
        fail_msg("%s", report.error.text);
    assert_non_null(lines);
    return lines;
}

/* The number of what was opened; 0: not known. */
static uint64_t opened_in(const char *lines)
{
    static const char key[] = "\"opened\": \"";
    const char *at = strstr(lines, key);
    return at != NULL ? strtoull(at + sizeof key - 1, NULL, 16) : 0;
}

static uint64_t opened_by(const char *command, const char *build)
{
    struct small s;
    small_init(&s, command);
    use_shell(&s);
    char *lines = lines_of(&s, build);
    const uint64_t opened = opened_in(lines);
    free(lines);
    return opened;
}

static void what_is_opened_counts(void **state)
{
    (void)state;
    static const struct {
        const char *what, *command, *change;
        bool same;
    } cases[] = {
        {"nothing", "cat data", "true", true},
        {"files beside it", "cat data", "echo x >README; echo x >junit.xml; echo x >unread", true},
        {"a file that the build copies and nobody opens", "cat data", "echo 5 >unread", true},
        {"times", "cat data", "touch data", true},
        {"data", "cat data", "echo 6 >data", false},
        {"a file elsewhere", "cat ../away/far", "echo 7 >../away/far", false},
        {"a file behind a link", "ln -sf ../away/far link; cat link", "echo 8 >../away/far", false},
        {"what another process opens", "(cat data &) ; sh -c 'cat ../away/far'",
         "echo 9 >../away/far", false},
        {"a file that it writes", "date +%N >out; cat out; rm out", "true", true},
        {"a file that it writes where one was", "date +%N >out; cat out", "echo x >out", true},
        {"a file of another name each time", "f=$(mktemp ./XXXXXX); date +%N >$f; cat $f; rm $f",
         "true", true},
        {"names in a directory that it lists", "ls names", "touch names/b", false},
        {"contents of files in a directory that it lists", "ls names", "echo 1 >names/a", true},
        {"what it reads and changes", "cat count; echo 0 >count", "true", false},
        {"what it changes and reads", "echo 0 >>count; cat count; cp copy count", "true", false},
        {"the copy of its source", "cat {dir}/tree/data", "echo x >README", true},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        shell("echo 1 >data; echo 3 >../away/far; echo 0 >count; rm -f names/b; echo 0 >copy");
        const uint64_t before = opened_by(cases[i].command, "cp -r {source} {dir}/tree");
        shell(cases[i].change);
        const uint64_t after = opened_by(cases[i].command, "cp -r {source} {dir}/tree");
        if ((before != 0 && before == after) != cases[i].same)
            fail_msg("%s: taken for %s", cases[i].what, cases[i].same ? "another" : "the same");
    }
}

/* Of what is compiled only what is loaded counts, wherever the tree lies. */
static void comments_do_not_count(void **state)
{
    (void)state;
    static const char build[] = "cp -r {source} {dir}/tree && cd {dir}/tree && gcc -g -o p p.c";
    shell("echo 'int main(void) { return 0; }' >p.c");
    const uint64_t before = opened_by("exec {dir}/tree/p", build);
    shell("echo '/* nothing */' >>p.c");
    assert_true(before != 0 && opened_by("exec {dir}/tree/p", build) == before);
    shell("echo 'int x = 3; int main(void) { return x - 3; }' >p.c");
    const uint64_t other = opened_by("exec {dir}/tree/p", build);
    assert_true(other != 0 && other != before);
}

static void what_is_told(void **state)
{
    (void)state;
    struct small s;
    small_init(&s, "cat {dir}/made");
    s.benchmark.input = (char *)"data";
    char *lines = lines_of(&s, "echo 1 >made");
    assert_non_null(strstr(lines, "\"{dir}/made\":\""));
    assert_non_null(strstr(lines, "\"{source}/data\":\"")); /* which assay opens for it */
    assert_non_null(strstr(lines, "/libc.so.6\":\""));
    assert_null(strstr(lines, "ld.so.cache"));
    free(lines);
}

/* It is measured all the same, nothing is claimed of it, and it is said why. */
static void what_cannot_be_followed(void **state)
{
    (void)state;
    static const struct {
        const char *what, *command, *why;
    } cases[] = {
        {"an execution that fails", "test -e once || { touch once; exit 1; }", "followed fails"},
        {"one that is killed", "test -e once || { touch once; kill -9 $$; }", "followed fails"},
        {"one that has its limit", "test -e once || { touch once; sleep 100; }",
         "all written down"},
        {"a program with privileges", "./privileged || touch broken", "privileges"},
        {"one that is executed by its descriptor", "./traced x || touch broken", "privileges"},
        {"a program that another follows", "./traced || touch broken", "follows a program itself"},
        {"a program that follows another", "./traced child || touch broken",
         "follows a program itself"},
    };
    shell("cp /bin/true privileged; chmod u+s privileged; cat >traced.c <<'C'\n"
          "#define _GNU_SOURCE\n#include <fcntl.h>\n#include <signal.h>\n#include <sys/ptrace.h>\n"
          "#include <sys/wait.h>\n#include <unistd.h>\n"
          "int main(int n, char **words) {\n"
          "char *none[] = {\"p\", 0};\n"
          "if (n == 1) return ptrace(PTRACE_TRACEME, 0, 0, 0) != 0;\n"
          "if (words[1][0] == 'x') return fexecve(open(\"privileged\", O_RDONLY | O_CLOEXEC), "
          "none, none);\n"
          "int child = fork(), status;\n"
          "if (child == 0) for (;;) pause();\n"
          "usleep(10000);\n" /* it waits by now */
          "int failed = ptrace(PTRACE_SEIZE, child, 0, 0) != 0;\n"
          "kill(child, SIGKILL); waitpid(child, &status, 0);\n"
          "return failed; }\nC\n"
          "gcc -o traced traced.c");
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct small s;
        shell("rm -f once");
        small_init(&s, cases[i].command);
        use_shell(&s);
        s.benchmark.timeout_s = i == 2 ? 1 : (double)INFINITY;
        char *lines = lines_of(&s, "touch {dir}/made");
        if (strstr(lines, "\"opened\": null") == NULL || strstr(lines, cases[i].why) == NULL ||
            access("broken", F_OK) == 0) /* also when it is followed it goes well */
            fail_msg("%s: %s", cases[i].what, lines);
        free(lines);
    }
}

/* What a command does is done to its end; what it opens later is not known. */
static void let_go_when_it_takes_long(void **state)
{
    (void)state;
    static const char command[] =
        "exec >/dev/null; cat data; "
        "traced() { while read -r name pid; do [ \"$name\" = TracerPid: ] && [ $pid != 0 ] && "
        "return 0; done </proc/self/status; return 1; }; "
        "alone() { n=0; while traced && [ $((n += 1)) -le 300 ]; do sleep 0.05; done; }; "
        "(alone; sleep 0.1; cat late; echo $? >background) & alone; cat late; "
        "wait; echo $? >ended; exit 7";
    char *words[] = {(char *)"sh", (char *)"-c", (char *)command, NULL};
    char text[65536];
    int status = 0;
    shell("echo 1 >late; rm -f ended background text; touch text");
    const pid_t child = fork();
    if (child == 0)
        trace_command("/bin/sh", words, environ, 0, 1500, "text");
    assert_true(child > 0 && waitpid(child, &status, 0) == child);
    assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 7);
    shell("test \"$(cat ended background)\" = \"$(printf '0\\n0')\"");
    FILE *in = fopen("text", "r");
    assert_non_null(in);
    size_t n = fread(text, 1, sizeof text, in);
    fclose(in);
    assert_true(n > 2 && text[n - 2] == '.' && memmem(text, n, "/data", 6) != NULL &&
                memmem(text, n, "/late", 6) == NULL &&
                memmem(text, n, "!it takes too long", 19) != NULL);
}

/* What is known to take long is not begun once more, unless that is asked for. */
static void long_ones_are_not_followed(void **state)
{
    (void)state;
    for (int i = 0; i < 3; i++) {
        struct small s;
        char *lines = NULL;
        struct experiment_report report;
        const struct experiment_options options = {.expected_s = i == 0 ? 9 : 3600};
        const struct experiment_calls calls = {.context = &lines, .keep = keep_lines};
        small_init(&s, "cat data; echo x >>../away/runs");
        use_shell(&s);
        use_builds(&s, "true");
        s.design.trace = i == 2 ? DESIGN_TRACE_WHOLE : DESIGN_TRACE_SHORT;
        shell("rm -f ../away/runs");
        assert_int_equal(experiment_run(&s.design, launcher, &options, &calls, &report), ASSAY_OK);
        assert_true((opened_in(lines) != 0) == (i != 1));
        assert_true(
            (strstr(lines, "\"not_followed\": \"one execution of each benchmark takes 3600 s\"") !=
             NULL) == (i == 1));
        assert_true((report.not_followed[0] != '\0') == (i == 1));
        shell(i == 1 ? "test $(wc -l <../away/runs) = 1" : "test $(wc -l <../away/runs) = 2");
        free(lines);
    }
}

static void what_is_not_to_be_followed(void **state)
{
    (void)state;
    for (int i = 0; i < 4; i++) {
        struct small s;
        small_init(&s, "echo x >>runs");
        use_shell(&s);
        s.design.trace = i == 0 ? DESIGN_TRACE_NONE : DESIGN_TRACE_SHORT;
        char *hooks[] = {(char *)"true"};
        s.design.hooks.prepare = i == 1 ? hooks : NULL;
        s.design.hooks.n_prepare = i == 1;
        s.design.hooks.setup = i == 2 ? (char *)"true" : NULL;
        s.design.levels[1].hooks.cleanup = i == 3 ? (char *)"true" : NULL;
        shell("rm -f runs");
        char *lines = lines_of(&s, "true");
        assert_non_null(strstr(lines, "\"opened\": null"));
        free(lines);
        shell("test $(wc -l <runs) = 1");
    }
}

static void equal_builds_are_followed_once(void **state)
{
    (void)state;
    for (int i = 0; i < 2; i++) {
        struct small s;
        struct sink sink = {0};
        struct experiment_report report;
        small_init(&s, "cat {dir}/made; echo x >>../away/runs");
        use_shell(&s);
        s.design.levels[0] = (struct design_level){.name = (char *)"build", .count = 3};
        s.design.levels[1] = (struct design_level){.name = (char *)"execution", .count = 1};
        s.design.n_levels = 2;
        s.systems[0].build = (char *)(i == 0 ? "echo 1 >made" : "date +%N >made");
        shell("rm -f ../away/runs");
        assert_int_equal(run(&s, &sink, &report), ASSAY_OK);
        sink_fini(&sink);
        shell(i == 0 ? "test $(wc -l <../away/runs) = 4" : "test $(wc -l <../away/runs) = 6");
    }
}

/* A process that it leaves behind is killed, and nobody waits for it. */
static bool is_alive(const char *file)
{
    long id = 0;
    FILE *in = fopen(file, "r");
    if (in == NULL || fscanf(in, "%ld", &id) != 1)
        id = 0;
    if (in != NULL)
        fclose(in);
    assert_true(id > 1);
    (void)waitpid((pid_t)id, NULL, WNOHANG); /* it may have come to us */
    return kill((pid_t)id, 0) == 0;
}

static void wait_for_end_of(const char *file)
{
    for (int i = 0; is_alive(file); i++) {
        if (i == 3000)
            fail_msg("the process of %s is still there", file);
        (void)nanosleep(&(struct timespec){0, 10000000}, NULL);
    }
}

static void daemons_do_not_stay(void **state)
{
    (void)state;
    assert_true(opened_by("setsid sh -c 'echo $$ >daemon; exec sleep 1000' >/dev/null 2>&1 & "
                          "while ! test -s daemon; do sleep 0.01; done; cat data",
                          "true") != 0);
    wait_for_end_of("daemon");
}

/* A program that measures one that waits, in a process of its own. */
static pid_t start_program(void)
{
    struct launcher *own;
    struct small s;
    struct sink sink = {0};
    struct experiment_report report;
    shell("rm -f sleeper launcher");
    const pid_t child = fork();
    assert_true(child >= 0);
    if (child > 0)
        return child;
    small_init(&s, "setsid sh -c 'echo $$ >sleeper; exec sleep 1000' & wait");
    use_shell(&s);
    use_builds(&s, "true");
    if (launcher_start(&own, NULL, NULL) == ASSAY_OK) {
        char command[64];
        (void)snprintf(command, sizeof command, "echo %ld >launcher", (long)launcher_process(own));
        (void)!system(command);
        _exit((int)small_run(&s, own, &sink, &report));
    }
    _exit(0);
}

static void wait_for_sleeper(void)
{
    while (system("test -s sleeper") != 0)
        (void)nanosleep(&(struct timespec){0, 10000000}, NULL);
}

static void interrupted_while_it_is_followed(void **state)
{
    (void)state;
    int status;
    const pid_t child = start_program();
    wait_for_sleeper();
    assert_int_equal(kill(child, SIGINT), 0);
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status) && WEXITSTATUS(status) == ASSAY_INTERRUPTED);
    wait_for_end_of("sleeper");
}

/* Whoever is killed, nothing stays. */
static void killed_with_the_program(void **state)
{
    (void)state;
    for (int both = 0; both < 2; both++) {
        const pid_t child = start_program();
        wait_for_sleeper();
        assert_int_equal(kill(child, SIGSTOP), 0);
        if (both > 0)
            shell("kill -9 $(cat launcher)");
        assert_int_equal(kill(child, SIGKILL), 0);
        assert_int_equal(waitpid(child, NULL, 0), child);
        wait_for_end_of("sleeper");
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_opened_counts),
        cmocka_unit_test(comments_do_not_count),
        cmocka_unit_test(what_is_told),
        cmocka_unit_test(what_cannot_be_followed),
        cmocka_unit_test(let_go_when_it_takes_long),
        cmocka_unit_test(long_ones_are_not_followed),
        cmocka_unit_test(what_is_not_to_be_followed),
        cmocka_unit_test(equal_builds_are_followed_once),
        cmocka_unit_test(daemons_do_not_stay),
        cmocka_unit_test(interrupted_while_it_is_followed),
        cmocka_unit_test(killed_with_the_program),
    };
    return cmocka_run_group_tests(tests, begin, end);
}
