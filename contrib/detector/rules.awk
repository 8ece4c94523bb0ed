# Makes the rules of experiment.mk for each row of arms.tsv (models) and of questions.tsv (scores).
BEGIN { FS = "\t"; n_seeds = split(seeds, seed, " ") }
/^#/ { next }

FILENAME ~ /arms/ {
    for (i = 1; i <= n_seeds; i++) {
        rows = ""
        n = split($2, names, " ")
        for (j = 1; j <= n; j++) rows = rows " $(R)/" names[j] "-" seed[i] ".jsonl.gz"
        start = $3 == "-" ? "" : "$(OUT)/models/" $3 "-" seed[i] ".pt"
        printf "$(OUT)/models/%s-%s.pt:%s %s | $(OUT)/models\n", $1, seed[i], rows, start
        printf "\t$(DETECTOR) train%s --model $@ --tokens $(%s) --seed %s %s %s > $@.json\n",
            rows, $4, seed[i], start == "" ? "" : "--start " start, $5
    }
    next
}

# The predictions of an arm for a test set, of all seeds together, and their scores. The set `given`
# is `real`, with the places of the bugs.
function score(arm, set,    i, test, options, of_score, parts, file) {
    if ((arm, set) in scored) return
    scored[arm, set]
    test = set == "given" ? "real" : set
    options = set == "given" ? " --given-place" : ""
    of_score = set == "given" ? " --mark-location" : ""
    for (i = 1; i <= n_seeds; i++) {
        file = "$(OUT)/predictions/" arm "." set "-" seed[i] ".jsonl"
        parts = parts " " file
        printf "%s: $(OUT)/models/%s-%s.pt $(T)/%s-%s.jsonl | $(OUT)/predictions\n", file, arm,
            seed[i], test, seed[i]
        printf "\t$(DETECTOR) predict $(lastword $^) --model $< -o $@%s\n", options
    }
    printf "$(OUT)/predictions/%s.%s.jsonl:%s\n\tcat $^ > $@\n", arm, set, parts
    printf "SCORES += $(OUT)/scores/%s.%s.json\n", arm, set
    printf "$(OUT)/scores/%s.%s.json: $(T)/%s.jsonl $(OUT)/predictions/%s.%s.jsonl", arm, set,
        test, arm, set
    printf " | $(OUT)/scores\n\t$(TOKFIX) score $< --predictions $(word 2,$^) --json%s > $@\n",
        of_score
}

# A question: its words, two arms, and the sets that both are tested on.
{
    n = split($4, sets, " ")
    for (j = 1; j <= n; j++) {
        score($2, sets[j])
        score($3, sets[j])
        name = "$(OUT)/scores/" $2 "." $3 "." sets[j] ".json"
        test = sets[j] == "given" ? "real" : sets[j]
        printf "SCORES += %s\n%s: $(T)/%s.jsonl $(OUT)/predictions/%s.%s.jsonl", name, name, test,
            $2, sets[j]
        printf " $(OUT)/predictions/%s.%s.jsonl | $(OUT)/scores\n", $3, sets[j]
        printf "\t$(TOKFIX) score $< --predictions $(word 2,$^) --baseline $(word 3,$^) --json%s",
            sets[j] == "given" ? " --mark-location" : ""
        print " > $@"
    }
}
