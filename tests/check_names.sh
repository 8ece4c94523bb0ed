#!/bin/sh
# The names of files and functions: a stem is in one folder only, no two stems differ only in the
# endings of their words, and words that once had several meanings do not come back. CONTRIBUTING.md
# says what each word means.
set -eu
cd "$(dirname "$0")/.."

# word: what to write instead
retired='tagging: tag
tagged: tag
naming: names of users
exporting: export
guarding: guard
joining: merge
report_text: printout
leak_report: findings
task_report: task_findings
training_report: findings
source_report: summaries
stored_reports: summaries
fix_verdict: fix_outcome
run_outcome: execution_outcome
export_task: question
row_part: row_file
row_parts: row_files
split_part: split_subset
split_parts: split_subsets
grouping: ties
source_position: text_position
takes: has, accepts'

stems=$(find . -path ./out -prune -o -path ./tests -prune -o -path ./setup -prune -o \
    -name '*.[ch]' -print | sed 's|^\./||; s|\.[ch]$||' | sort -u)
bad=$(
    echo "$stems" | awk '
        function cut(word) {
            if (length(word) > 4)
                sub(/(ations?|ions?|ings?|ers?|ors?|ies|ed|es|s|e|y)$/, "", word)
            return word
        }
        {
            n = split($0, path, "/")
            n_words = split(path[n], words, "_")
            form = ""
            for (i = 1; i <= n_words; i++) form = form "_" cut(words[i])
            if (form in seen) print seen[form] " and " $0 " have names that are too alike"
            seen[form] = $0
        }'
    functions=$(find . -path ./out -prune -o -path ./tests -prune -o -path ./setup -prune -o \
        -name '*.c' -print | xargs sed -n 's/^[a-z][a-z_0-9 *]*[ *]\([a-z_0-9]*\)(.*/\1/p')
    echo "$retired" | while IFS=: read -r word instead; do
        { echo "$stems" | sed 's|.*/||'; echo "$functions"; } | grep -E "(^|_)$word(_|\$)" |
            sed "s/\$/: write$instead, as the glossary of CONTRIBUTING.md has it/"
    done
)
if [ -n "$bad" ]; then
    echo "$bad"
    echo "names: see above"
    exit 1
fi
echo "names: $(echo "$stems" | wc -l) stems, none like another, no retired word"
