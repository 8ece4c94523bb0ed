# Makes the rules of experiment.mk for each row of arms.tsv (models) and of questions.tsv (scores).
# What needs the rows or test sets `absent` is left out; if `main`, so are other questions than main
# ones.
BEGIN {
    FS = "\t"
    n_seeds = split(seeds, seed, " ")
    n = split(absent, names, " ")
    for (i = 1; i <= n; i++) is_absent[names[i]]
}
/^#/ { next }

FILENAME ~ /arms/ && $4 == "BASELINE" {
    is_baseline[$1]
    next
}

FILENAME ~ /arms/ {
    for (i = 1; i <= n_seeds; i++) {
        rows = ""
        n = split($2, names, " ")
        for (j = 1; j <= n; j++) {
            rows = rows " $(R)/" names[j] "-" seed[i] ".jsonl.gz"
            if (names[j] in is_absent) has_no_rows[$1]
        }
        start = $3 == "-" ? "" : "$(OUT)/models/" $3 "-" seed[i] ".pt"
        printf "$(OUT)/models/%s-%s.pt:%s %s | $(OUT)/models\n", $1, seed[i], rows, start
        printf "\t$(call train,%s --model $@ --tokens $(%s) --seed %s %s %s)\n", rows, $4,
            seed[i], start == "" ? "" : "--start " start, $5
    }
    next
}

# The set `buggy` has the bugs of `real`, and the model may not say that there is none; `given` also
# has their places. `git-buggy` has the bugs of `git`.
function rows_of(set) {
    sub(/buggy|given/, "bugs", set)
    return set
}
function marks(set) { return set == "given" ? " --mark-location" : "" }

# The scores of predictions/ARM.SET.jsonl.
function judge(arm, set, test) {
    printf "SCORES += $(OUT)/scores/%s.%s.json\n", arm, set
    printf "$(OUT)/scores/%s.%s.json: $(T)/%s.jsonl $(OUT)/predictions/%s.%s.jsonl", arm, set,
        test, arm, set
    printf " | $(OUT)/scores\n\t$(TOKFIX) score $< --predictions $(word 2,$^) --json%s > $@\n",
        marks(set)
}

# The predictions of an arm for a test set, of each seed and of all seeds together, and their
# scores.
function score(arm, set,    i, test, options, parts, name) {
    if ((arm, set) in scored) return
    scored[arm, set]
    test = rows_of(set)
    options = set == "given" ? " --given-place" : set ~ /buggy/ ? " --has-bug" : ""
    for (i = 1; i <= n_seeds; i++) {
        name = set "-" seed[i]
        parts = parts " $(OUT)/predictions/" arm "." name ".jsonl"
        printf "$(OUT)/predictions/%s.%s.jsonl: ", arm, name
        if (arm in is_baseline) {
            printf "$(T)/%s-%s.jsonl $(OUT)/fixes.db | $(OUT)/predictions\n\t$(floor)\n",
                test, seed[i]
            continue
        }
        printf "$(OUT)/models/%s-%s.pt $(T)/%s-%s.jsonl | $(OUT)/predictions\n", arm, seed[i],
            test, seed[i]
        printf "\t$(DETECTOR) predict $(lastword $^) --model $< -o $@%s\n", options
        if (set == "real" || set == "buggy") judge(arm, name, test "-" seed[i])
    }
    printf "$(OUT)/predictions/%s.%s.jsonl:%s\n\tcat $^ > $@\n", arm, set, parts
    judge(arm, set, test)
}

main && $5 != "*" || $2 in has_no_rows || $3 in has_no_rows { next }

# A question: its words, two arms, and the sets that both are tested on.
{
    n = split($4, sets, " ")
    for (j = 1; j <= n; j++) {
        if (sets[j] in is_absent) continue
        score($2, sets[j])
        score($3, sets[j])
        name = "$(OUT)/scores/" $2 "." $3 "." sets[j] ".json"
        test = rows_of(sets[j])
        printf "SCORES += %s\n%s: $(T)/%s.jsonl $(OUT)/predictions/%s.%s.jsonl", name, name, test,
            $2, sets[j]
        printf " $(OUT)/predictions/%s.%s.jsonl | $(OUT)/scores\n", $3, sets[j]
        printf "\t$(TOKFIX) score $< --predictions $(word 2,$^) --baseline $(word 3,$^) --json%s",
            marks(sets[j])
        print " > $@"
    }
}
