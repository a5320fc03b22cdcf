# SPDX-License-Identifier: GPL-3.0-or-later
# A short front for meson and ninja, which do the work. Options: meson_options.txt; pass them by MESONFLAGS. What is not given
# stays as the build directory has it, the place of installation /usr/local.
PREFIX ?=
DESTDIR ?=
MESONFLAGS ?=
options = $(if $(PREFIX),-Dprefix=$(abspath $(PREFIX))) $(MESONFLAGS)

.PHONY: all setup build check demo mutate bench install uninstall static dist site release clean format

all: build

setup:
	@./setup

# The program alone. The build directory is made once; meson itself sees later changes of its files.
build: setup
	@./compile build program $(options)
	@echo "make: build/program/assay"

# All tests, plain and with the address and undefined behaviour sanitizers. Ends with "N passed, N failed, N skipped".
check:
	@./setup check
	@tests/run

# Do the tests see mistakes? Makes those of the lists tests/*/*/mutations, one after the other, for hours. Some: tests/mutate --to 20
mutate:
	@./setup check
	@tests/mutate --jobs 2

# The example experiment, end to end: builds × executions × iterations of one kernel compiled in two ways.
# Only the program itself is compiled for it.
demo: setup
	@./compile build program/assay $(options)
	@examples/fft/demo

# Speed and memory beside other tools, in one run.
bench: build
	@./setup bench
	@bench/run

# Program, library with headers and pkg-config, manual pages where there is scdoc, completions, the guide, the harness files:
# make install PREFIX=/opt/assay, or for a package DESTDIR=staging PREFIX=/usr.
install:
	@./setup install
	@./compile build installed $(options) $$(command -v scdoc >/dev/null && echo -Dmanual=enabled)
	@DESTDIR="$(if $(DESTDIR),$(abspath $(DESTDIR)))" meson install -C build --no-rebuild --quiet >build/install.log 2>&1 || { \
	    refused=$$(sed -n "s/^PermissionError: .*: '/'/p" build/install.log); \
	    if [ -z "$$refused" ]; then cat build/install.log; else \
	    echo "make: nothing may be written there: $$refused. Use sudo make install, or make install PREFIX=\$$HOME/.local"; fi >&2; exit 1; }
	@cp build/meson-logs/install-log.txt build/installed.txt
	@sed -n 's|^\(.*\)/bin/assay$$|make: installed below \1; make uninstall removes it again|p' build/installed.txt

# What the last make install of this directory put there; directories that are empty then, too.
uninstall:
	@test -f build/installed.txt || { echo "make: nothing that was installed from here is known (build/installed.txt)" >&2; exit 1; }
	@grep -v '^#' build/installed.txt | while IFS= read -r file; do \
	    if [ -d "$$file" ] && [ ! -L "$$file" ]; then rmdir "$$file" 2>/dev/null || :; else rm -f "$$file"; fi; done
	@rm build/installed.txt

# The program as one file that needs no library: build-static/program/assay.
static: setup
	@./package static

# What is given to others, below dist/: the sources of HEAD, that file with what belongs to it, checksums.
dist: setup
	@./package

# Everything that a release asks for, and what it gives, below dist/: docs/release.md. For an hour.
release:
	@ASSAY_RELEASE=1 $(MAKE) check
	@$(MAKE) site
	@$(MAKE) dist
	@./setup release
	@packaging/debian
	@packaging/debian try

# The guide as a site that needs no network, with a search: build-site/html. Its pages are gathered first: those of the tree, and
# those that the build makes of the program's tables.
site: setup
	@./setup site
	@./compile build docs-reference $(options)
	@rm -rf build-site/guide
	@mkdir -p build-site/guide
	@cp -Rp README.md CHANGELOG.md CONTRIBUTING.md SECURITY.md docs build-site/guide
	@cp -Rp build/docs/reference/*.md build-site/guide/docs/reference
	@sphinx-build -q -W --keep-going -c docs/site -d build-site/pages build-site/guide build-site/html
	@cp build-site/html/README.html build-site/html/index.html
	@tests/check/site build-site/html

format:
	@./setup format
	@clang-format -i $$(git ls-files '*.c' '*.h')

clean:
	@rm -rf build build-sanitize build-static dist
