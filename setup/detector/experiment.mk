# The experiment: from data to its tables, by tokfix's own commands.
#
# Each file below $(OUT) is a step. What is there is not made again, and a training that was stopped
# goes on where it was. The real fixes are in three folds. A seed is a model that learns from two of
# them and is tested on the third, so each fix is tested once.

# Values come only from the command line, because the environment may have an OUT or a TESTS.

# MAIN=1: the main questions with one seed alone.
MAIN     :=
OUT      := out/experiment$(if $(MAIN),-small)
SEEDS    := $(if $(MAIN),1,1 2 3)
TOKFIX   := out/tokfix
SHARED   := ../shared/data
# A dataset of your own.
DATASET  :=
# Mutants that are learned from, and those of each fold that are tested.
MUTANTS  := 30000
TESTED   := 300
# How many tokens a model is trained on, first and afterwards; after how many minutes each training
# stops.
PRETRAINING := 8000000
FINETUNING  := 500000
MINUTES     :=
# If there are any: a folder of tests for `tokfix verify`, a list of repositories for `mine --git`.
TESTS        :=
REPOSITORIES :=

HERE     := $(dir $(lastword $(MAKEFILE_LIST)))
DETECTOR := /usr/bin/python3 $(HERE)detector.py
ROWS     := --format pairs --tokens --granularity program
SHORT    := --max-tokens 512
EXPORT   := $(TOKFIX) export

.SECONDARY:
.DELETE_ON_ERROR:
.SUFFIXES:
.PHONY: all check-data

all: $(OUT)/table.md

# ---- data

# A dataset of your own is mined alone. Otherwise the pairs of AtCoder and of CodeNet in Python are.
ifdef DATASET
PROGRAMS := $(DATASET)
$(OUT)/mined.db:
	@mkdir -p $(OUT)
	$(TOKFIX) mine $(DATASET) --language python -o $@
else
PROGRAMS := $(SHARED)/atcoder
$(OUT)/mined.db:
	@mkdir -p $(OUT)
	$(TOKFIX) mine $(SHARED)/atcoder -o $(OUT)/atcoder.db --force
	$(TOKFIX) mine $(SHARED)/codenet/rows.jsonl --language python -o $(OUT)/codenet.db --force
	$(TOKFIX) merge $@ $(OUT)/atcoder.db $(OUT)/codenet.db
endif

$(OUT)/fixes.db: $(OUT)/mined.db
	cp $< $@
	$(if $(TESTS),$(TOKFIX) verify $@ --tests $(TESTS) -q > $@.verify)
	$(TOKFIX) dedup $@ -q > $@.dedup
	$(TOKFIX) split $@ --split-set cv --folds 3 --seed 1 -q > $@.split

check-data:
	@test -e $(PROGRAMS) || { echo "$(PROGRAMS) does not exist; name a dataset that" \
	    "\`tokfix mine\` reads: make experiment DATASET=PATH" >&2; exit 1; }

MUTATE := --dataset $(PROGRAMS) --per-program 60 -q
$(OUT)/uniform.db: $(OUT)/fixes.db
	cp $< $@
	$(TOKFIX) mutate $@ $(MUTATE) --split-set cv > $@.mutate
	$(TOKFIX) dedup $@ -q > $@.dedup

# Of `--distribution real`, only the fixes of the two folds that are learned from say how frequent
# an edit is. So the folds become train and test in a split set of their own.
$(OUT)/real-%.db: $(OUT)/fixes.db $(OUT)/uniform.db
	cp $< $@
	for side in 'test =' 'train <>'; do set -- $$side; \
	    sqlite3 $(OUT)/uniform.db "SELECT DISTINCT problem_id FROM fix_details JOIN set_splits \
	        USING (fix_key) WHERE split_set = 'cv' AND set_splits.split $$2 'fold$*'" \
	        > $@.$$1 || exit; done
	$(TOKFIX) split $@ --import train=$@.train --import test=$@.test -q > $@.split
	$(TOKFIX) mutate $@ $(MUTATE) --distribution real > $@.mutate
	$(TOKFIX) dedup $@ -q > $@.dedup

# A repository is a problem, so folds of repositories would be few and uneven.
$(OUT)/git.db:
	@mkdir -p $(OUT)
	$(TOKFIX) mine --git $(REPOSITORIES) -o $@
	$(TOKFIX) dedup $@ -q > $@.dedup
	$(TOKFIX) split $@ --split-set cv --folds 3 --group-by user,duplicates --seed 1 -q > $@.split

# RealiT's sample of real bugs, as pairs.
REALIT := (.input_text | split("\n")) as $$lines | .error_marker as [$$l, $$c, $$m, $$d] | \
    (if .bug_type == "not" and .repair == "not" then "not " + $$lines[$$l][$$c:$$d] \
     else .repair end) as $$new | \
    {id: .commit_sha, language: "python", buggy: .input_text, \
     fixed: ($$lines[:$$l] + [$$lines[$$l][:$$c] + $$new + $$lines[$$m][$$d:]] + \
             $$lines[$$m + 1:] | join("\n"))}
$(OUT)/realit.db: $(SHARED)/benchmarks/realit/real_bugs_dummy.jsonl
	@mkdir -p $(OUT)
	jq -c '$(REALIT)' $< > $(OUT)/realit.jsonl
	$(TOKFIX) mine $(OUT)/realit.jsonl --format pairs -o $@ --force

# ---- rows to learn from: rows/NAME-SEED.jsonl.gz

R     := $(OUT)/rows
learn  = $(EXPORT) $< $(SHORT) --force -o $@
others = $(learn) --split-set cv --split '!fold$*'
drawn  = $(learn) --split train --origin mutant $(ROWS) --sample

$(R)/uniform-%.jsonl.gz: $(OUT)/uniform.db | $(R)
	$(others) --origin mutant $(ROWS) --sample $(MUTANTS)
$(R)/functions-%.jsonl.gz: $(OUT)/uniform.db | $(R)
	$(others) --origin mutant --format nbf --tokens --granularity function --sample $(MUTANTS)
$(R)/real-%.jsonl.gz: $(OUT)/real-%.db | $(R)
	$(drawn) $(MUTANTS)
$(R)/real1000-%.jsonl.gz: $(OUT)/real-%.db | $(R)
	$(drawn) 1000
$(R)/real10000-%.jsonl.gz: $(OUT)/real-%.db | $(R)
	$(drawn) 10000
# Mutants of all programs, also of those whose other mutants and whose fixes are tested.
$(R)/leaking-%.jsonl.gz: $(OUT)/real-%.db | $(R)
	$(learn) --split train,test --origin mutant $(ROWS) --sample $(MUTANTS)
$(R)/fixes-%.jsonl.gz: $(OUT)/fixes.db | $(R)
	$(others) $(ROWS)
$(R)/once-%.jsonl.gz: $(OUT)/fixes.db | $(R)
	$(others) $(ROWS) --one-per-cluster near
$(R)/code-%.jsonl.gz: $(OUT)/fixes.db | $(R)
	$(others) $(ROWS) --region code
$(R)/proven-%.jsonl.gz: $(OUT)/fixes.db | $(R)
	$(others) $(ROWS) --where "verdict in ('reproduced', 'proven')"
$(R)/asmany-%.jsonl.gz: $(OUT)/fixes.db $(R)/proven-%.jsonl.gz | $(R)
	$(others) $(ROWS) --sample $$(zcat $(word 2,$^) | wc -l)
# Functions: the files of repositories are long.
$(R)/git-%.jsonl.gz: $(OUT)/git.db | $(R)
	$(others) --format pairs --tokens
$(R)/gitall-%.jsonl.gz: $(OUT)/git.db | $(R)
	$(learn) --split-set cv --split 'all,none,!fold$*' --region all --format pairs \
	    --tokens

# ---- rows to test on: test/SET-SEED.jsonl, and test/SET.jsonl for all seeds

T    := $(OUT)/test
test  = $(EXPORT) $< --split-set cv --split fold$* --negatives 1 --force -o $@
bugs  = jq -c 'select(.edit != "none")' $< > $@

$(T)/real-%.jsonl: $(OUT)/fixes.db | $(T)
	$(test) $(ROWS)
$(T)/mutants-%.jsonl: $(OUT)/uniform.db | $(T)
	$(test) $(ROWS) --origin mutant --sample $(TESTED)
$(T)/function-%.jsonl: $(OUT)/fixes.db | $(T)
	$(test) --format nbf --tokens --granularity function
$(T)/whole-%.jsonl: $(OUT)/fixes.db | $(T)
	$(test) --format nbf --tokens
$(T)/git-%.jsonl: $(OUT)/git.db | $(T)
	$(test) --format pairs --tokens
# Each seed has the same ten, so they get ids of their own.
$(T)/realit-%.jsonl: $(OUT)/realit.db | $(T)
	$(EXPORT) $< $(ROWS) | jq -c '.id += " of seed $*"' > $@
# Without the correct programs.
$(T)/bugs-%.jsonl: $(T)/real-%.jsonl
	$(bugs)
$(T)/git-bugs-%.jsonl: $(T)/git-%.jsonl
	$(bugs)

SETS := real bugs mutants function whole git git-bugs realit
$(SETS:%=$(T)/%.jsonl): $(T)/%.jsonl: $(foreach s,$(SEEDS),$(T)/%-$s.jsonl)
	cat $^ > $@

$(R) $(T) $(OUT)/models $(OUT)/predictions $(OUT)/scores $(OUT)/untold:
	@mkdir -p $@

# ---- models, predictions, scores: a rule for each row of arms.tsv and questions.tsv

# Rows and test sets that cannot be made without these data.
ABSENT := $(if $(TESTS),,proven asmany) $(if $(REPOSITORIES),,git git-buggy gitall) \
          $(if $(wildcard $(SHARED)/benchmarks/realit),,realit)

# A training that MINUTES stopped ends make, which is run again. Two trainings of a model would
# overwrite what the other one saves.
define train
flock -n -E 73 $@.lock $(DETECTOR) train$(1) $(if $(MINUTES),--minutes $(MINUTES)) > $@.json || { \
	    status=$$?; case $$status in \
	    73) echo "$@: is being trained by another make" >&2 ;; \
	    75) echo "$@: the training was stopped after $(MINUTES) min;" \
	        "run the same command again to continue" >&2 ;; \
	    esac; exit $$status; }
endef

# The floor, which learns from the fixes of the other folds.
floor = $(TOKFIX) score $< --database $(word 2,$^) --split-set cv --floor $@ --force > $@.txt

# The rules depend on the variables, so they are made each time.
$(shell mkdir -p $(OUT) && awk -f $(HERE)rules.awk -v seeds='$(SEEDS)' -v main='$(MAIN)' \
    -v absent='$(ABSENT)' $(HERE)arms.tsv $(HERE)questions.tsv > $(OUT)/rules.mk)
include $(OUT)/rules.mk

$(OUT)/scores/thesis.json: $(T)/real.jsonl $(OUT)/predictions/fixes.real.jsonl | $(OUT)/scores
	$(TOKFIX) score $< --predictions $(word 2,$^) --thesis --json > $@

# ---- failing programs that the models were not told about

U := $(OUT)/untold
$(U)/rows-%.jsonl: $(OUT)/fixes.db | $(U)
	/usr/bin/python3 $(HERE)untold.py rows $(TOKFIX) $(SHARED)/atcoder $< fold$* > $@
$(U)/asked-%.jsonl: $(OUT)/models/fixes-%.pt $(U)/rows-%.jsonl
	$(DETECTOR) predict $(word 2,$^) --model $< -o $@
$(U)/told-%.jsonl: $(OUT)/models/fixes-%.pt $(U)/rows-%.jsonl
	$(DETECTOR) predict $(word 2,$^) --model $< -o $@ --has-bug
OF_SEEDS := $(U)/rows.jsonl $(U)/asked.jsonl $(U)/told.jsonl
$(OF_SEEDS): $(U)/%.jsonl: $(foreach s,$(SEEDS),$(U)/%-$s.jsonl)
	cat $^ > $@
$(OUT)/scores/untold.json: $(OF_SEEDS) | $(OUT)/scores
	/usr/bin/python3 $(HERE)untold.py measure $^ > $@
# Does the first repair of a program pass the tests that the program fails?
$(U)/verify.txt: $(U)/rows.jsonl $(U)/told.jsonl
	jq -c 'select(.rank == 1)' $(U)/told.jsonl > $(U)/first.jsonl
	/usr/bin/python3 $(HERE)repairs.py $< $(U)/first.jsonl > $(U)/pairs.jsonl
	$(TOKFIX) mine $(U)/pairs.jsonl --format pairs -o $(U)/repairs.db --force
	$(TOKFIX) verify $(U)/repairs.db --tests $(TESTS) --inputs 0 > $@

ifeq ($(DATASET),)
UNTOLD := $(if $(wildcard $(SHARED)/atcoder/expected.tsv),$(OUT)/scores/untold.json \
              $(if $(TESTS),$(U)/verify.txt))
endif

$(OUT)/table.md: $(HERE)table.py $(HERE)results.py $(OUT)/scores/thesis.json $(SCORES) $(UNTOLD)
	/usr/bin/python3 $< $(OUT) > $@
