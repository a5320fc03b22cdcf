# SPDX-License-Identifier: GPL-3.0-or-later
# A short front for meson and ninja, which do the work. Options: meson_options.txt; pass them by MESONFLAGS. What is not given
# stays as the build directory has it, the place of installation /usr/local.
PREFIX ?=
DESTDIR ?=
MESONFLAGS ?=
options = $(if $(PREFIX),-Dprefix=$(PREFIX)) $(MESONFLAGS)

.PHONY: all setup build check demo mutate bench install clean format

all: build

setup:
	@./setup

# The program alone. The build directory is made once; meson itself sees later changes of its files.
build: setup
	@./compile build program $(options)

# All tests, plain and with the address and undefined behaviour sanitizers. Ends with "N passed, N failed, N skipped".
check:
	@./setup check
	@tests/run

# Do the tests see mistakes? Makes those of tests/mutations, one after the other, for hours. Some: tests/mutate --to 20
mutate:
	@./setup check
	@tests/mutate --jobs 2

# The example experiment, end to end: builds × executions × iterations of one kernel compiled in two ways.
demo: build
	@examples/fft/demo

# Speed and memory beside other tools, in one run.
bench: build
	@./setup bench
	@bench/run

# Manual pages where there is scdoc, completions, headers, the guide, the harness files.
install:
	@./setup install
	@./compile build installed $(options) $$(command -v scdoc >/dev/null && echo -Dmanual=enabled)
	@DESTDIR="$(DESTDIR)" meson install -C build --no-rebuild

format:
	@./setup format
	@clang-format -i $$(git ls-files '*.c' '*.h')

clean:
	@rm -rf build build-sanitize
