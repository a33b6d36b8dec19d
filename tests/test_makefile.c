/*
 * What make would do, seen in the commands that it prints, and what install and uninstall do below
 * a DESTDIR. Runs in the root of the sources, by a make of its own that inherits nothing from the
 * one that may run this.
 */
#define _XOPEN_SOURCE 700

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

#include "engine/base/base.h"
#include "tests/shell.h"

/* The output of a shell command, which must succeed. */
static void shell(const char *command, struct text *out) {
    if (shell_run(command, out) != 0) fail_msg("%s: %s", command, text_get(out));
}

#define MAKE "env -i PATH=\"$PATH\" make --no-print-directory -j1 "

/* The commands that would build `target` of a new folder with these variables set. */
static void dry_run(const char *variables, const char *target, struct text *out) {
    struct text command = {0};
    text_add(&command, MAKE "-n BUILD=build/never %s build/never/%s 2>&1", variables, target);
    shell(text_get(&command), out);
    text_free(&command);
}

/* Whether a printed line that ends in "-o OBJECT" or goes on behind it has all these words. */
static bool builds_with(const struct text *commands, const char *object, const char *const *words) {
    char line[1 << 14], wanted[256];
    snprintf(wanted, sizeof wanted, "-o build/never/%s", object);
    for (const char *at = text_get(commands); *at; at += strcspn(at, "\n"), at += *at == '\n') {
        snprintf(line, sizeof line, "%.*s ", (int)strcspn(at, "\n"), at);
        const char *end = strstr(line, wanted);
        if (!end || end[strlen(wanted)] != ' ') continue;
        for (; *words; words++) {
            struct text padded = {0};
            text_add(&padded, " %s ", *words);
            bool found = strstr(line, text_get(&padded));
            text_free(&padded);
            if (!found) return false;
        }
        return true;
    }
    return false;
}

#define WORDS(...) ((const char *const[]){__VA_ARGS__, NULL})

static void flags_of_the_user_add_to_ours(void **state) {
    (void)state;
    struct text commands = {0};
    dry_run("CFLAGS=-g3 CPPFLAGS=-DTHEIRS LDFLAGS=-Ltheirs", "hone-engine", &commands);
    assert_true(builds_with(&commands, "engine/search/search.o",
                            WORDS("-std=c11", "-O3", "-fopenmp", "-g3", "-DTHEIRS")));
#ifdef __x86_64__
    assert_true(builds_with(&commands, "engine/games/reversi/wpc_kernel.avx2.o",
                            WORDS("-mavx2", "-DISA_SUFFIX=avx2", "-g3", "-DTHEIRS")));
    assert_true(builds_with(&commands, "engine/games/reversi/wpc_kernel.avx512.o",
                            WORDS("-mavx2", "-mavx512f", "-DISA_SUFFIX=avx512", "-g3")));
#endif
    assert_true(builds_with(&commands, "hone-engine", WORDS("-fopenmp", "-Ltheirs")));
    text_free(&commands);
}

static void tests_know_their_build_whatever_the_flags(void **state) {
    (void)state;
    struct text commands = {0};
    dry_run("CFLAGS=-g3", "tests/test_layers.o", &commands);
    assert_true(builds_with(&commands, "tests/test_layers.o",
                            WORDS("-g3", "-DBUILD_DIR='\"build/never\"'")));
    text_free(&commands);
}

/* A fortified C library warns without optimisation, which -Werror would not forgive. */
static void fortified_functions_need_optimisation_and_no_sanitizer(void **state) {
    (void)state;
    static const char *const plain[] = {"OPT=-O0", "CFLAGS=-O0", "SAN=-fsanitize=address"};
    for (size_t i = 0; i < COUNT_OF(plain); i++) {
        struct text commands = {0};
        dry_run(plain[i], "engine/base/base.o", &commands);
        assert_true(builds_with(&commands, "engine/base/base.o", WORDS("-std=c11")));
        assert_null(strstr(text_get(&commands), "-D_FORTIFY_SOURCE"));
        text_free(&commands);
    }
}

/* With a compiler that takes no flag but those asked for here there is nothing to be hardened. */
static void hardening_is_what_the_compiler_takes(void **state) {
    (void)state;
    static const char picky[] = "sh -c 'cat >/dev/null; case \" $* \" in *\" "
                                "-fstack-protector-strong \"*) exit 0;; *) exit 1;; esac' cc";
    struct text command = {0}, flags = {0};
    text_add(&command, ".ci/hardening compile %s && .ci/hardening link %s", picky, picky);
    shell(text_get(&command), &flags);
    assert_string_equal(text_get(&flags), "-fstack-protector-strong\n");
    text_free(&command);
    text_free(&flags);
}

/* Below a DESTDIR where other programs are installed, too. */
static void uninstall_removes_what_install_has_put_there(void **state) {
    (void)state;
    static const char script[] =
        "set -e; root=$(mktemp -d); trap 'rm -rf \"$root\"' EXIT\n"
        "mkdir -p $root/usr/bin $root/usr/share/doc; touch $root/usr/bin/other\n"
        "see() { (cd $root && find . | sort); }\n"
        "make() { " MAKE "BUILD=" BUILD_DIR " DESTDIR=$root PREFIX=/usr \"$@\" >/dev/null 2>&1; }\n"
        "before=$(see)\n"
        "make install; for file in bin/hone bin/hone-engine include/hone/plugin.h "
        "share/doc/hone/LICENSE \\\n"
        "    share/hone/config/connect6-quick.cfg share/hone/config/weights/lr06.weights \\\n"
        "    share/hone/results/champions/reversi-quick.weights \\\n"
        "    share/man/man1/hone-tune.1 share/bash-completion/completions/hone-engine \\\n"
        "    share/zsh/site-functions/_hone share/fish/vendor_completions.d/hone.fish; do\n"
        "    test -s $root/usr/$file || { echo \"$file is missing\"; exit 1; }; done\n"
        "cd $root/usr/share/hone/config; named=$(grep -oh '\\.\\./results/[^\"]*' *.cfg)\n"
        "test -n \"$named\"; ls $named >/dev/null; cd - >/dev/null\n"
        "make uninstall; test \"$(see)\" = \"$before\" || { echo \"left: $(see)\"; exit 1; }\n"
        "make install; touch $root/usr/share/hone/config/own.cfg\n"
        "make uninstall; test \"$(see)\" = \"$(echo \"$before\n"
        "./usr/share/hone\n./usr/share/hone/config\n./usr/share/hone/config/own.cfg\" | sort)\" "
        "||\n"
        "    { echo \"not left: $(see)\"; exit 1; }\n";
    struct text out = {0};
    shell(script, &out);
    text_free(&out);
}

/* What `hone plugin new` writes, outside of the sources, by the installed program and headers
 * alone.
 */
static void plugins_are_built_from_an_install(void **state) {
    (void)state;
    static const char script[] =
        "set -e; root=$(mktemp -d); trap 'rm -rf \"$root\"' EXIT\n" MAKE "BUILD=" BUILD_DIR
        " DESTDIR=$root PREFIX=/usr install >/dev/null 2>&1\n"
        "PATH=$root/usr/bin:$PATH; cd $root\n"
        "test \"$(hone plugin flags)\" = -I$root/usr/bin/../include\n"
        "hone plugin new one >/dev/null; hone plugin new two --game >/dev/null\n"
        "for name in one two; do cd $root/$name; grep -qx 'HONE   ?= hone' Makefile\n"
        "make CC=cc >/dev/null\n"
        "hone tune $name.cfg --set optimizer.generations=2 --set verify.pairs=10 --set \\\n"
        "    verify.selection_pairs=4 --set output=run >/dev/null 2>&1\n"
        "hone-engine analyze --plugin $name.so --weights run/champion.weights '' >/dev/null; "
        "done\n";
    struct text out = {0};
    shell(script, &out);
    text_free(&out);
}

/* A stand-in for hone leaves what the run of the config's name is said to have made, or more. */
static void champions_are_made_again_and_compared(void **state) {
    (void)state;
    static const char script[] =
        "set -e; folder=$(mktemp -d); trap 'rm -rf \"$folder\"' EXIT\n"
        "cat >$folder/hone <<'END'\n"
        "#!/bin/sh\n"
        "test $1 = tune && test -f $2 && out=${4#output=} && mkdir -p $out &&\n"
        "cp results/champions/$(basename $2 .cfg).weights $out/champion.weights\n"
        "test $2 != \"$SPOIL\" || echo more >>$out/champion.weights\n"
        "END\n"
        "chmod +x $folder/hone\n"
        "all=$(.ci/reproduce-champions $folder)\n"
        "test $(echo \"$all\" | grep -c 'min [0-9]* s  the same') = \\\n"
        "    $(ls results/champions/*.weights | wc -l)\n"
        "if one=$(SPOIL=config/reversi-fit.cfg .ci/reproduce-champions $folder reversi-fit)\n"
        "then exit 1; fi\n"
        "case $one in 'reversi-fit '*' s  DIFFERENT') ;; *) exit 1;; esac\n";
    struct text out = {0};
    shell(script, &out);
    text_free(&out);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(flags_of_the_user_add_to_ours),
        cmocka_unit_test(tests_know_their_build_whatever_the_flags),
        cmocka_unit_test(fortified_functions_need_optimisation_and_no_sanitizer),
        cmocka_unit_test(hardening_is_what_the_compiler_takes),
        cmocka_unit_test(uninstall_removes_what_install_has_put_there),
        cmocka_unit_test(plugins_are_built_from_an_install),
        cmocka_unit_test(champions_are_made_again_and_compared),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
