/*
 * Which instruction set runs: as the environment says, else the widest that there is.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

#include "engine/base/isa.h"

static void the_environment_chooses(void **state) {
    (void)state;
    struct error error;
    for (enum isa isa = ISA_PORTABLE; isa < ISA_COUNT; isa++) {
        setenv("HONE_ISA", isa_name(isa), 1);
        int status = isa_init(&error);
        assert_int_equal(status, isa_available(isa) ? 0 : -1);
        if (status == 0) assert_int_equal(isa_current(), isa);
        if (status != 0) assert_non_null(strstr(error.text, isa_name(isa)));
    }
    setenv("HONE_ISA", "mmx", 1);
    assert_int_equal(isa_init(&error), -1);
    assert_string_equal(error.text, "HONE_ISA=mmx: there are portable, avx2 and avx512");
}

static void the_widest_is_the_default(void **state) {
    (void)state;
    unsetenv("HONE_ISA");
    assert_int_equal(isa_init(NULL), 0);
    for (enum isa isa = ISA_PORTABLE; isa < ISA_COUNT; isa++)
        if (isa > isa_current()) assert_false(isa_available(isa));
    assert_true(isa_available(isa_current()));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_environment_chooses),
        cmocka_unit_test(the_widest_is_the_default),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
