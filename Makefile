# hone: `make help` lists the targets.
CC      ?= cc
OPT     ?= -O3
WARN    := -Wall -Wextra -Wpedantic -Wshadow -Wstrict-prototypes -Wmissing-prototypes
CFLAGS  ?= -g
BUILD   ?= build
PREFIX  ?= /usr/local
WERROR  ?=
SAN     ?=

# No contraction of a*b+c: the same numbers on every machine.
ALL_CFLAGS = -std=c11 -D_POSIX_C_SOURCE=200809L $(OPT) -ffp-contract=off -fopenmp -I. \
             $(WARN) $(WERROR) $(SAN) $(CFLAGS) -MMD -MP
LIBS       = -lm
TUNER_LIBS = -lconfig -lsqlite3 -lm
TEST_LIBS  = -lcmocka -lconfig -lsqlite3 -lm

ENGINE_OBJ := $(patsubst %.c,$(BUILD)/%.o,$(filter-out engine/main.c,$(wildcard engine/*.c)))
TUNER_OBJ  := $(patsubst %.c,$(BUILD)/%.o,$(filter-out tuner/main.c,$(wildcard tuner/*.c)))
TESTS      := $(patsubst tests/%.c,$(BUILD)/tests/%,$(wildcard tests/test_*.c))

all: $(BUILD)/hone $(BUILD)/hone-engine ## build both programs (the default)

$(BUILD)/%.o: %.c
	@mkdir -p $(@D)
	$(CC) $(ALL_CFLAGS) -c $< -o $@

$(BUILD)/libengine.a: $(ENGINE_OBJ)
	@rm -f $@
	ar rcs $@ $^

$(BUILD)/libtuner.a: $(TUNER_OBJ)
	@rm -f $@
	ar rcs $@ $^

$(BUILD)/hone-engine: $(BUILD)/engine/main.o $(BUILD)/libengine.a
	$(CC) $(ALL_CFLAGS) $^ -o $@ $(LIBS)

$(BUILD)/hone: $(BUILD)/tuner/main.o $(BUILD)/libtuner.a $(BUILD)/libengine.a
	$(CC) $(ALL_CFLAGS) $^ -o $@ $(TUNER_LIBS)

$(BUILD)/tests/%: $(BUILD)/tests/%.o $(BUILD)/libtuner.a $(BUILD)/libengine.a
	$(CC) $(ALL_CFLAGS) $^ -o $@ $(TEST_LIBS)

clean: ## remove what was built
	rm -rf $(BUILD)

.PHONY: all clean
-include $(shell find $(BUILD) -name '*.d' 2>/dev/null)
