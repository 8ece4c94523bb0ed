# Installs and uninstalls tokfix, and builds the Debian package. The program itself writes the
# manual pages and completions.

DOCS     := out/docs
COMMANDS := $(patsubst commands/cmd_%.c,%,$(wildcard commands/cmd_*.c))
PAGES    := $(DOCS)/tokfix.1 $(COMMANDS:%=$(DOCS)/tokfix-%.1)
SCRIPTS  := $(DOCS)/tokfix.bash $(DOCS)/_tokfix $(DOCS)/tokfix.fish
READING  := README.md CONTRIBUTING.md CITATION.cff LICENSE doc/report.png $(wildcard doc/*.md)
SLURM    := $(addprefix contrib/slurm/,README.md shard.sbatch merge.sbatch submit.sh)
JUDGES   := $(wildcard contrib/judges/*)
PYTHON   := $(addprefix contrib/python/tokfix/,__init__.py py.typed)

# Not every shell replaces the ~ in PREFIX=~/.local.
ifneq ($(filter ~/%,$(PREFIX)),)
override PREFIX := $(HOME)$(PREFIX:~%=%)
endif

# Where files go, below $(PREFIX).
MAN_PLACE  := share/man/man1
BASH_PLACE := share/bash-completion/completions
ZSH_PLACE  := share/zsh/site-functions
FISH_PLACE := share/fish/vendor_completions.d
DOC_PLACE  := share/doc/tokfix
LIBRARY_PLACE := lib/tokfix

INSTALLED := bin/tokfix $(PAGES:$(DOCS)/%=$(MAN_PLACE)/%) $(BASH_PLACE)/tokfix \
             $(ZSH_PLACE)/_tokfix $(FISH_PLACE)/tokfix.fish \
             $(addprefix $(DOC_PLACE)/,$(READING) $(SLURM) $(JUDGES) $(PYTHON))
FOLDERS   := $(sort $(dir $(INSTALLED)))

.PHONY: docs install uninstall wheel deb try-deb

docs: $(PAGES) $(SCRIPTS)

$(DOCS)/tokfix.1: $(BINARY)
	@mkdir -p $(DOCS)
	$(Q)$(BINARY) manual > $@

$(DOCS)/tokfix-%.1: $(BINARY)
	@mkdir -p $(DOCS)
	$(Q)$(BINARY) manual $* > $@

$(DOCS)/tokfix.bash $(DOCS)/_tokfix $(DOCS)/tokfix.fish: $(BINARY)
	@mkdir -p $(DOCS)
	$(Q)$(BINARY) completion $(or $(patsubst .%,%,$(suffix $@)),zsh) > $@

## make install              install to $(DESTDIR)$(PREFIX), /usr/local by default: the program,
##                           manual pages, completions for bash, zsh and fish, and DuckDB's
##                           library if `make parquet` fetched it
install: $(BINARY) docs
	install -d $(addprefix "$(DESTDIR)$(PREFIX)"/,$(FOLDERS))
	install -m 755 $(BINARY) "$(DESTDIR)$(PREFIX)"/bin/tokfix
	install -m 644 $(PAGES) "$(DESTDIR)$(PREFIX)"/$(MAN_PLACE)
	install -m 644 $(DOCS)/tokfix.bash "$(DESTDIR)$(PREFIX)"/$(BASH_PLACE)/tokfix
	install -m 644 $(DOCS)/_tokfix "$(DESTDIR)$(PREFIX)"/$(ZSH_PLACE)/_tokfix
	install -m 644 $(DOCS)/tokfix.fish "$(DESTDIR)$(PREFIX)"/$(FISH_PLACE)/tokfix.fish
	install -m 644 $(filter-out doc/%,$(READING)) "$(DESTDIR)$(PREFIX)"/$(DOC_PLACE)
	install -m 644 $(filter doc/%,$(READING)) "$(DESTDIR)$(PREFIX)"/$(DOC_PLACE)/doc
	install -m 644 $(filter-out %.sh,$(SLURM)) "$(DESTDIR)$(PREFIX)"/$(DOC_PLACE)/contrib/slurm
	install -m 755 $(filter %.sh,$(SLURM)) "$(DESTDIR)$(PREFIX)"/$(DOC_PLACE)/contrib/slurm
	install -m 644 $(JUDGES) "$(DESTDIR)$(PREFIX)"/$(DOC_PLACE)/contrib/judges
	install -m 644 $(PYTHON) "$(DESTDIR)$(PREFIX)"/$(DOC_PLACE)/contrib/python/tokfix
	[ ! -f $(DUCKDB)/libduckdb.so ] || \
	    install -D -m 644 $(DUCKDB)/libduckdb.so "$(DESTDIR)$(PREFIX)"/$(LIBRARY_PLACE)/libduckdb.so

## make uninstall            remove the files that `make install` installed
uninstall:
	rm -f $(addprefix "$(DESTDIR)$(PREFIX)"/,$(INSTALLED) $(LIBRARY_PLACE)/libduckdb.so)
	[ ! -d "$(DESTDIR)$(PREFIX)"/$(LIBRARY_PLACE) ] || rmdir "$(DESTDIR)$(PREFIX)"/$(LIBRARY_PLACE)
	[ ! -d "$(DESTDIR)$(PREFIX)"/$(DOC_PLACE) ] || \
	    rmdir $(addprefix "$(DESTDIR)$(PREFIX)"/$(DOC_PLACE),/doc /contrib/slurm /contrib/judges \
	    /contrib/python/tokfix /contrib/python /contrib) \
	    "$(DESTDIR)$(PREFIX)"/$(DOC_PLACE)

## make wheel                build the Python package, out/tokfix-VERSION-py3-none-any.whl
wheel:
	@mkdir -p out
	@python3 contrib/python/wheel.py $(VERSION) out

## make deb                  build a Debian package, out/tokfix_VERSION_ARCHITECTURE.deb
deb: setup
	@setup/dependencies.sh install deb
	@$(MAKE) --no-print-directory $(PARALLEL) all docs
	@setup/deb/make.sh $(VERSION) $(RELEASED)

## make try-deb              install the package in a clean Debian (debootstrap, as root); run it
try-deb: deb
	@setup/dependencies.sh install debian
	@setup/deb/try.sh $(VERSION)
