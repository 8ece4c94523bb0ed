# The programs that grow trees for tests and tests/bench/. They are built once, without sanitizers.
# README.md describes them.

GROW          := out/grow
GROW_PROGRAMS := $(GROW)/grow_tree $(GROW)/grow_pairs
GROW_SHARED   := $(filter-out tests/grow/grow_%,$(wildcard tests/grow/*.c))

.PHONY: grow-programs
grow-programs: $(GROW_PROGRAMS)

$(GROW_PROGRAMS): $(GROW)/%: $(BUILD)/tests/grow/%.o $(GROW_SHARED:%.c=$(BUILD)/%.o) \
                  $(BUILD)/libtokfix.a
	@mkdir -p $(@D)
	$(call say,LINK $@)
	$(Q)$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $^ $(LIBS)
