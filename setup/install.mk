# Installs and uninstalls tokfix, and builds the Debian package and the bundle. The completions and,
# where help2man is, the manual pages are made from what the program prints as help.

DOCS     := out/docs
COMMANDS := $(patsubst commands/cmd_%.c,%,$(wildcard commands/cmd_*.c))
READING  := README.md CONTRIBUTING.md CITATION.cff LICENSE doc/report.png $(wildcard doc/*.md)
EXTRAS   := $(foreach name,container judges slurm,$(wildcard setup/$(name)/*)) \
            $(addprefix setup/python/tokfix/,__init__.py py.typed)

# Not every shell replaces the ~ in PREFIX=~/.local.
ifneq ($(filter ~/%,$(PREFIX)),)
override PREFIX := $(HOME)$(PREFIX:~%=%)
endif

# Where files go, below $(PREFIX).
MAN_PLACE  := share/man/man1
BASH_PLACE := share/bash-completion/completions
DOC_PLACE  := share/doc/tokfix
LIBRARY_PLACE := lib/tokfix

INSTALLED := bin/tokfix $(MAN_PLACE)/tokfix.1 $(COMMANDS:%=$(MAN_PLACE)/tokfix-%.1) \
             $(BASH_PLACE)/tokfix $(addprefix $(DOC_PLACE)/,$(READING) $(EXTRAS))
FOLDERS   := $(sort $(dir $(INSTALLED)))

.PHONY: docs install uninstall wheel deb try-deb bundle try-bundle

docs: $(DOCS)/tokfix.bash $(DOCS)/pages

$(DOCS)/tokfix.bash: $(BINARY) setup/completion.sh
	@mkdir -p $(DOCS)
	$(Q)setup/completion.sh $(BINARY) > $@

$(DOCS)/pages: $(BINARY) setup/manual.sh
	@rm -f $(DOCS)/*.1
	@mkdir -p $(DOCS)
	$(Q)setup/manual.sh $(BINARY) $(VERSION) $(RELEASED) $(DOCS)
	@touch $@

## make install              install to $(DESTDIR)$(PREFIX), /usr/local by default: the program,
##                           completions for bash and zsh, manual pages if help2man is there,
##                           and DuckDB's library if `make parquet` fetched it
install: $(BINARY) docs
	install -d $(addprefix "$(DESTDIR)$(PREFIX)"/,$(FOLDERS))
	install -m 755 $(BINARY) "$(DESTDIR)$(PREFIX)"/bin/tokfix
	for page in $(DOCS)/*.1; do \
	    [ ! -f $$page ] || install -m 644 $$page "$(DESTDIR)$(PREFIX)"/$(MAN_PLACE) || exit; done
	install -m 644 $(DOCS)/tokfix.bash "$(DESTDIR)$(PREFIX)"/$(BASH_PLACE)/tokfix
	install -m 644 $(filter-out doc/%,$(READING)) "$(DESTDIR)$(PREFIX)"/$(DOC_PLACE)
	install -m 644 $(filter doc/%,$(READING)) "$(DESTDIR)$(PREFIX)"/$(DOC_PLACE)/doc
	for file in $(EXTRAS); do \
	    install -m $$([ -x $$file ] && echo 755 || echo 644) $$file \
	        "$(DESTDIR)$(PREFIX)"/$(DOC_PLACE)/$$file || exit; done
	[ ! -f $(DUCKDB)/libduckdb.so ] || \
	    install -D -m 644 $(DUCKDB)/libduckdb.so "$(DESTDIR)$(PREFIX)"/$(LIBRARY_PLACE)/libduckdb.so

## make uninstall            remove the files that `make install` installed
uninstall:
	rm -f $(addprefix "$(DESTDIR)$(PREFIX)"/,$(INSTALLED) $(LIBRARY_PLACE)/libduckdb.so)
	[ ! -d "$(DESTDIR)$(PREFIX)"/$(LIBRARY_PLACE) ] || rmdir "$(DESTDIR)$(PREFIX)"/$(LIBRARY_PLACE)
	[ ! -d "$(DESTDIR)$(PREFIX)"/$(DOC_PLACE) ] || \
	    rmdir $(addprefix "$(DESTDIR)$(PREFIX)"/$(DOC_PLACE)/,doc $(sort $(dir $(EXTRAS))) \
	    setup/python setup) "$(DESTDIR)$(PREFIX)"/$(DOC_PLACE)

## make wheel                build the Python package, out/tokfix-VERSION-py3-none-any.whl
wheel:
	@mkdir -p out
	@python3 setup/python/wheel.py $(VERSION) out

## make deb                  build a Debian package, out/tokfix_VERSION_ARCHITECTURE.deb
deb: setup
	@setup/dependencies.sh install deb
	@$(MAKE) --no-print-directory $(PARALLEL) all docs
	@setup/deb/make.sh $(VERSION) $(RELEASED)

## make try-deb              install the package in a clean Debian (debootstrap, as root); run it
try-deb: deb
	@setup/dependencies.sh install debian
	@setup/deb/try.sh $(VERSION)

## make bundle               build a folder that runs on any Linux from kernel 4.18, without root,
##                           packed as out/tokfix-VERSION-linux-x86_64.tar.gz
bundle: setup
	@setup/dependencies.sh install deb
	@$(MAKE) --no-print-directory $(PARALLEL) all docs
	@CC="$(CC)" setup/bundle/make.sh $(VERSION) $(RELEASED)

## make try-bundle           use the bundle in a root without anything else, in Debian 11 and 13
try-bundle: bundle
	@setup/dependencies.sh install debian
	@for release in "" bullseye trixie; do \
	    setup/bundle/try.sh out/tokfix-$(VERSION)-linux-*.tar.gz $$release || \
	        [ $$? -eq 77 ] || exit; done
