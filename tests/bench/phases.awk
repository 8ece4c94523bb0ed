# Reads samples as `perf script -F comm,tid,ip,sym,dso` prints them: a line, then the functions of
# the stack, the innermost first. A sample belongs to the phase of its first function that one
# names. Prints the CPU seconds of each phase: a column for each file, which has the number of its
# samples a second in the variable `rate`. `heads` has the titles of the columns.

function phase(name, functions) {
    names[++n] = name
    patterns[n] = "^(" functions ")$"
}

function end_sample() {
    if (is_open)
        samples[found ? found : n + 1, column]++
    is_open = found = 0
}

BEGIN {
    phase("read sources", "folder_read|folder_open|source_take_.*|spool_read.*")
    phase("read metadata, histories", "submissions_read|histories_.*")
    phase("read rows", "row_.*|rows_.*|json_.*|lines_.*")
    phase("inflate", "packed_read|inflate.*|crc32.*|isal_.*|fill_blocks|file_read_blocks")
    inflate = n
    phase("take the archive apart, spool", "unpack_.*|tar_.*|spool_.*|file_write_all")
    phase("compare texts and tokens", "text_difference|program_difference")
    phase("cut into tokens", "program_tokenize|lexical_new")
    phase("parse", "syntax_parse|program_parse.*|parts_.*")
    phase("classify", "fix_row_of|dialect_find|scopes_find|tokens_have_same_value")
    phase("hash", "sha256_.*|digest_.*")
    phase("store results", "unit_result_store|store_commit|input_errors_store")
    phase("write the database", "store_merge|store_finish.*|store_sum_up")
    phase("begin and plan", "mine_run_begin|mine_run_plan|dataset_open|store_create.*|" \
        "syntax_check_grammars|_dl_start|unit_miner_new")
    phase("pair and collect", "unit_miner_run|pipeline_run|run_units|worker_main|start_thread")
    names[n + 1] = "other"
}

FNR == 1 { end_sample(); column++ }
/^[^\t ]/ { end_sample(); is_open = 1; next }
/^[\t ].*\/libisal/ { found = inflate } # its assembler has no frames
/^[\t ]/ {
    for (i = 1; !found && i <= n; i++)
        if ($2 ~ patterns[i])
            found = i
}

END {
    end_sample()
    split(heads, head, ",")
    printf "%-29s", "CPU seconds"
    for (c = 1; c <= column; c++)
        printf " %9s", head[c]
    print ""
    for (i = 1; i <= n + 1; i++) {
        line = sprintf("%-29s", names[i])
        for (c = 1; c <= column; c++) {
            line = line sprintf(" %9.2f", samples[i, c] / rate)
            all[c] += samples[i, c] / rate
        }
        print line
    }
    printf "%-29s", "all"
    for (c = 1; c <= column; c++)
        printf " %9.2f", all[c]
    print ""
}
